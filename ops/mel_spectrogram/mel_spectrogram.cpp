#include "ops/mel_spectrogram/mel_spectrogram.hpp"
#include "ops/mel_spectrogram/parts.hpp"
#include <algorithm>
#include <cmath>
#include <limits>

namespace xpu {

namespace {

constexpr uint32_t kSide = 16;  // threads of a workgroup along either axis

Status validate(Args& args) {
    if (auto power = args.integer("power"); power != 1 && power != 2)
        return fail(Code::range, "parameter power is " + std::to_string(power) + ", expected 1 or 2");
    auto amin = static_cast<float>(args.real("amin"));
    // Decibels of less have no end, and a device may take a smaller number as 0.
    if (args.flag("db") && !(amin >= std::numeric_limits<float>::min() && std::isfinite(amin)))
        return fail(Code::range, "parameter amin is no positive normal f32, expected one for decibels");
    return {};
}

uint64_t quotient(uint64_t n, uint64_t by) { return (n + by - 1) / by; }

/// A workgroup's piece of the result is `rows` frames by `columns` bands a thread, times the threads of its sides; it adds four times
/// `quads` bins a step.
struct Tile {
    uint32_t rows, columns, quads;
    uint32_t index() const { return rows << 16 | columns << 8 | quads; }
    uint32_t workgroup_bytes() const { return 16 * kSide * (rows + columns) * (quads + 1); }
    std::string label() const {
        return std::to_string(rows * kSide) + "x" + std::to_string(columns * kSide) + "/" + std::to_string(4 * quads);
    }
    uint64_t count(const Args& args) const {
        return quotient(args.dim("frames"), uint64_t{rows} * kSide) *
               quotient(args.dim("mels"), uint64_t{columns} * kSide);
    }
};

// More rows need fewer words of workgroup memory for a multiply-add, longer steps wait less often, and shorter ones take fewer registers.
std::vector<Tile> tiles_of(uint32_t columns, uint32_t max_workgroup_bytes) {
    std::vector<Tile> tiles;
    for (const Tile tile : {Tile{4, columns, 8}, {4, columns, 4}, {2, columns, 8}, {2, columns, 4}}) {
        if (tile.workgroup_bytes() > max_workgroup_bytes) continue;
        // Two rows take few registers: steps of 16 only where longer ones do not fit.
        if (tile.rows == 2 && tile.quads == 4 && !tiles.empty() && tiles.back().rows == 2) continue;
        tiles.push_back(tile);
    }
    tiles.push_back({1, 1, 16});
    return tiles;
}

std::vector<Choice> choices(const Caps& caps, const Args& args) {
    // As many columns as hold all bands, so that each bin is read and squared once: 80 and 128 bands are 5 and 8 columns.
    const auto columns = static_cast<uint32_t>(std::clamp<uint64_t>(quotient(args.dim("mels"), kSide), 1, 8));
    std::vector<Tile> tiles = tiles_of(columns, caps.max_workgroup_bytes);
    // The largest that half of a large device, of some 130 cores, is filled with, for half a tile takes more than half as long; then
    // those that are smaller, and the smallest of the others.
    constexpr uint64_t kHalf = 65;
    const auto small = std::ranges::find_if(tiles, [&](const Tile& tile) { return tile.count(args) >= kHalf; });
    std::reverse(tiles.begin(), small);
    std::rotate(tiles.begin(), small, tiles.end());
    std::vector<Choice> all;
    for (auto& tile : tiles) all.push_back({"kernel", tile.index(), tile.label()});
    return all;
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    const Tile tile = {choice.tile >> 16, choice.tile >> 8 & 255, choice.tile & 255};
    const bool root = args.integer("power") == 1;
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    dispatch.constants = {{"ROWS", tile.rows}, {"COLUMNS", tile.columns}, {"QUADS", tile.quads}};
    dispatch.workgroups = tile.count(args);
    dispatch.bindings = {in(0), in(1), in(2), out(0)};
    dispatch.params = {args.dim("frames"),
                       args.dim("bins"),
                       args.dim("mels"),
                       root,
                       args.flag("db"),
                       bits(static_cast<float>(args.real("amin"))),
                       bits(static_cast<float>((root ? 20 : 10) * std::log10(2.0)))};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double frames = args.dim("frames"), bins = args.dim("bins"), mels = args.dim("mels");
    return {4 * (2 * frames * bins + mels * bins + frames * mels), 2 * frames * bins * mels + 3 * frames * bins};
}

}  // namespace

extern const OpSpec mel_spectrogram_spec;
constexpr OpSpec mel_spectrogram_spec = {
    .name = "mel_spectrogram",
    .summary = "Magnitudes or powers of a spectrum, added by a filterbank; in decibels where wanted.",
    .source = "torchaudio.transforms.MelSpectrogram, torchaudio.functional.amplitude_to_DB without top_db",
    .inputs = {f32("real", "frames", "bins"), f32("imag", "frames", "bins"), f32("filterbank", "mels", "bins")},
    .params = {size("n_mels", "bands", "mels"), integer("power", "1 for magnitudes, 2 for powers", 2),
               flag("db", "whether the result is in decibels", false),
               real("amin", "what decibels are taken of at least", 1e-10)},
    .outputs = {f32("out", "frames", "mels")},
    .validate = validate,
    .reference = mel_spectrogram_reference,
    .error_factor = mel_spectrogram_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = mel_spectrogram_cases,
    .bench_cases = mel_spectrogram_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> mel_spectrogram(Context& context, Tensor real, Tensor imag, Tensor filterbank, int n_mels,
                                     int power, bool db, float amin) {
    std::vector<NamedTensor> inputs = {
        {"real", std::move(real)}, {"imag", std::move(imag)}, {"filterbank", std::move(filterbank)}};
    Params params = {{"n_mels", double(n_mels)}, {"power", double(power)}, {"db", db}, {"amin", double{amin}}};
    auto outputs = co_await run(context, "mel_spectrogram", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
