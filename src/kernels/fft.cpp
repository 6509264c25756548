#include "kernels/fft.hpp"
#include "kernels/rounding.hpp"
#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numbers>

namespace xpu {

namespace {

constexpr uint32_t kThreads = 256;  // the most that every device allows
constexpr uint32_t kBanks =
    16;  // of workgroup memory, for numbers of 8 bytes: a half of a subgroup's threads at a time

uint64_t quotient(uint64_t n, uint64_t by) { return (n + by - 1) / by; }

// The radices of butterflies.wgsl, the largest first: a thread holds two registers a number, and 24 leave room for the sums.
constexpr uint32_t kRadices[] = {24, 20, 16, 12, 10, 8, 6, 5, 4, 3, 2};

// Looks through all ways to write m as a product of radices, and for each through numbers of threads.
struct Search {
    uint32_t points;
    FftShape best;
    uint64_t least = std::numeric_limits<uint64_t>::max();

    // What a pass takes, in instructions: some 20 for each number of a group that a thread goes through, with a group of its own or
    // one that it does again; 20 to find the group; and a barrier.
    uint64_t work(const FftShape& shape) const {
        uint64_t sum = 0;
        for (uint32_t pass = 0; pass < shape.passes; pass++) {
            const uint32_t groups = shape.groups(pass), radix = shape.radices[pass];
            if (groups * radix > points) return std::numeric_limits<uint64_t>::max();
            sum += uint64_t{shape.lanes} * (groups * (20 * radix + 20) + 40);
        }
        return sum;
    }

    void divide(FftShape& shape, uint32_t left, size_t from) {
        if (left == 1) {
            for (uint32_t pass = 0; pass < shape.passes; pass++)
                for (uint32_t groups = 1; groups <= points / shape.radices[pass]; groups++) {
                    shape.lanes = static_cast<uint32_t>(quotient(shape.m / shape.radices[pass], groups));
                    if (shape.lanes > kThreads) continue;
                    if (const uint64_t found = work(shape); found < least) least = found, best = shape;
                }
            return;
        }
        if (shape.passes == FftShape::kMaxPasses) return;
        for (size_t i = from; i < std::size(kRadices); i++) {
            if (left % kRadices[i] != 0) continue;
            shape.radices[shape.passes++] = kRadices[i];
            divide(shape, left / kRadices[i], i);
            shape.radices[--shape.passes] = 0;
        }
    }
};

struct Divided {
    FftShape shape;
    uint64_t work;  // as Search counts it
};

// Everything but the frames of a workgroup and where numbers stand.
std::optional<Divided> search(uint32_t n, FftTile tile) {
    const uint32_t points = tile.points;
    FftShape shape{};
    shape.n = n;
    shape.m = n % 2 == 0 ? n / 2 : n;
    uint32_t left = shape.m;
    for (uint32_t factor : {2, 3, 5})
        while (left % factor == 0) left /= factor;
    // A thread of the most that every device allows holds so many numbers.
    if (shape.m <= 1 || shape.m < tile.least || left != 1 || shape.m > points * kThreads) return {};
    Search found{points, shape};
    found.divide(shape, shape.m, 0);
    if (found.least == std::numeric_limits<uint64_t>::max()) return {};
    return Divided{found.best, found.least};
}

// A search takes up to 30 µs, and a call asks for the same ones several times: the last result is kept for each of a few places. Nothing
// here has a destructor, because WebAssembly cannot register one for the end of a thread.
std::optional<Divided> divided(uint32_t n, FftTile tile) {
    struct Known {
        uint32_t n, points, least;
        std::optional<Divided> found;
    };
    static thread_local std::array<Known, 64> known{};  // n = 0 has no transform, which is what stands there at first
    Known& at = known[(n * 5 + tile.points * 3 + tile.least) % known.size()];
    if (at.n != n || at.points != tile.points || at.least != tile.least)
        at = {n, tile.points, tile.least, search(n, tile)};
    return at.found;
}

// From here on: errors in units of 2⁻²⁴, of first order.

// An angle of cis.wgsl: its argument rounds twice, which is 2 · π/4 where it is largest. In the polynomials each coefficient's
// share rounds with it: sin is off by 0.6 (the fit), and 3 roundings of the whole, of up to 0.71; cos by 0.1, 3.2 roundings of the
// 0.29 that is taken from 1, and one of the whole. Together 1.6 + |(2.2, 2.1)|.
constexpr double kAngle = 5;
// A product of complex numbers is off by √5 of its magnitude (Brent, Percival & Zimmermann 2007).
constexpr double kTimes = 2.24;

// What a transform in registers adds, relative to the sum of the magnitudes of its numbers: a sum of two rounds once, a product with a
// constant twice, and each rounding counts with the coefficients behind it.
double of_butterfly(uint32_t radix) {
    switch (radix) {
    case 2: return 1;
    case 3: return 5;                    // ½ + ½ + ½ before, 0.87 · 3 across, and 1.37 at the end
    case 4: return 2;                    // two sums
    case 5: return 10;                   // 0.81 · 5 along, 0.95 · 4 across, and 1.76 at the end
    case 8: return 2 + 3 + 1;            // of 4; a sum times √½, itself rounded; of 2
    case 16: return 2 + 1 + kTimes + 2;  // of 4; an angle that is rounded, and the product with it; of 4
    default:
        return radix % 5 == 0 ? of_butterfly(radix / 5) + of_butterfly(5) : of_butterfly(radix / 3) + of_butterfly(3);
    }
}

// Of the angles of a group the first is read, and of 4 and more the second; number q is the product of those of q / 2 and the rest.
double of_angle(uint32_t q, uint32_t radix) {
    if (q == 1 || (q == 2 && radix >= 4)) return kAngle;
    return of_angle(q / 2, radix) + of_angle(q - q / 2, radix) + kTimes;
}

// Passes but the first turn their numbers before.
double of_passes(const FftShape& shape) {
    double sum = 0;
    for (uint32_t pass = 0; pass < shape.passes; pass++) {
        const uint32_t radix = shape.radices[pass];
        if (pass > 0) sum += of_angle(radix - 1, radix) + kTimes;
        sum += of_butterfly(radix);
    }
    return sum;
}

// Of whichever tile.
std::optional<double> of_passes(uint32_t n) {
    std::optional<double> most;
    for (const FftTile& tile : kFftTiles)
        if (auto found = divided(n, tile)) most = std::max(most.value_or(0), of_passes(found->shape));
    return most;
}

// Sums, differences, a product with an angle and a sum again, in which each of two partners has twice its magnitude at most.
constexpr double kPartners = 1 + 1 + (kAngle + kTimes) + 2;

// A term of a direct sum: the angle, and two products.
constexpr double kTerm = kAngle + 2;

// Places in kFftTiles: points, and threads.
enum Place : uint32_t { k24By256, k24By128, k12By256, k8By256 };

// Groups of more numbers need fewer passes, but leave fewer threads, each with more to do after another: they pay where they save more
// than an eighth of the instructions.
bool large_groups_pay(uint32_t n) {
    const auto large = divided(n, kFftTiles[k24By256]), small = divided(n, kFftTiles[k12By256]);
    return large && (!small || 8 * large->work < 7 * small->work);
}

std::vector<uint32_t> distinct(const std::vector<uint32_t>& tiles, uint32_t n, const Caps& caps) {
    std::vector<uint32_t> kept;
    std::vector<FftShape> seen;
    for (uint32_t tile : tiles) {
        auto shape = fft_shape(n, kFftTiles[tile], caps.max_workgroup_bytes);
        if (!shape || std::ranges::find(seen, *shape) != seen.end()) continue;
        kept.push_back(tile);
        seen.push_back(*shape);
        // A software device's compiler takes long over each, and lengths differ in which is first.
        if (caps.software) break;
    }
    return kept;
}

}  // namespace

std::optional<FftShape> fft_shape(uint32_t n, FftTile tile, uint32_t max_workgroup_bytes) {
    auto found = divided(n, tile);
    if (!found) return {};
    std::optional<FftShape> shape = found->shape;
    // Half a turn. Unpadded, frames and angles of 2,048 samples are the 16 KiB that every device has.
    shape->table = (n + 1) / 2;
    shape->frames = 1;
    const FftShape bare = *shape;
    const uint32_t first = shape->radices[0];
    shape->pad = first % 2 == 0 && shape->passes > 1 ? first : 2 * shape->m;
    shape->table_pad = kBanks;
    shape->table += (shape->table - 1) / kBanks;
    // The threads of a frame go on in the banks where those of the frame before end.
    shape->stride = shape->m + (shape->m - 1) / shape->pad;
    while (shape->stride % kBanks != shape->lanes % kBanks) shape->stride++;
    if (shape->workgroup_bytes() > max_workgroup_bytes) {
        *shape = bare;
        shape->pad = shape->table_pad = 2 * shape->m;
        shape->stride = shape->m;
    }
    if (shape->workgroup_bytes() > max_workgroup_bytes) return {};
    const uint32_t fit = (max_workgroup_bytes / 8 - shape->table) / shape->stride;
    shape->frames = std::clamp(tile.threads / shape->lanes, 1u, fit);
    return shape;
}

std::vector<uint32_t> forward_tiles(uint32_t n, const Caps& caps) {
    // A workgroup makes the angles once for all its frames, and barriers of fewer threads wait less: 128, if those are 4 frames.
    constexpr uint32_t kShared = 4;
    const auto small = fft_shape(n, kFftTiles[k24By128], caps.max_workgroup_bytes);
    const bool shared = small && small->frames >= kShared;
    std::vector<uint32_t> tiles = {shared ? k24By128 : k24By256, shared ? k24By256 : k24By128};
    tiles.insert(large_groups_pay(n) ? tiles.end() : tiles.begin(), k12By256);
    tiles.push_back(k8By256);
    return distinct(tiles, n, caps);
}

std::vector<uint32_t> inverse_tiles(uint32_t n, uint64_t frames, const Caps& caps) {
    // Many frames fill a large device with whatever threads they have, and then those with fewer registers cover each other's waits.
    // Of few frames those of long transforms have too few threads; others should do little.
    constexpr uint64_t kMany = 1 << 21;
    const bool many = frames * n >= kMany;
    std::vector<uint32_t> tiles = {k12By256};
    tiles.insert(many || !large_groups_pay(n) ? tiles.end() : tiles.begin(), k24By256);
    tiles.insert(many ? tiles.end() : tiles.begin(), k8By256);
    return distinct(tiles, n, caps);
}

DispatchPlan fft_dispatch(std::string_view entry, const FftShape& shape) {
    DispatchPlan dispatch;
    dispatch.entry = entry;
    const auto& r = shape.radices;
    dispatch.constants = {{"N", shape.n},
                          {"M", shape.m},
                          {"HALVED", shape.m < shape.n ? 1u : 0u},
                          {"PASSES", shape.passes},
                          {"R0", r[0]},
                          {"R1", r[1]},
                          {"R2", r[2]},
                          {"R3", r[3]},
                          {"R4", r[4]},
                          {"R5", r[5]},
                          {"LANES", shape.lanes},
                          {"FRAMES", shape.frames},
                          {"POINTS", shape.groups(0) * r[0]},
                          {"STRIDE", shape.stride},
                          {"PAD", shape.pad},
                          {"TABLE", shape.table},
                          {"TABLE_PAD", shape.table_pad}};
    return dispatch;
}

DirectShape direct_shape(uint32_t n, uint32_t results) {
    DirectShape shape{};
    shape.n = n;
    shape.lanes = std::min(std::bit_ceil(results), 256u);
    shape.frames = 256 / shape.lanes;
    shape.tiles = quotient(results, shape.lanes);
    return shape;
}

DispatchPlan direct_dispatch(const DirectShape& shape, uint64_t frames) {
    DispatchPlan dispatch;
    dispatch.entry = "kernel";
    // With 2 KiB for the numbers that are added, a table of so many angles fits into what every device has.
    constexpr uint32_t kTable = (16'384 - 8 * 256) / 8;
    dispatch.constants = {{"N", shape.n}, {"LANES", shape.lanes}, {"TABLE", shape.n <= kTable ? shape.n : 0}};
    dispatch.workgroups = quotient(frames, shape.frames) * shape.tiles;
    return dispatch;
}

// The window's product rounds once. Numbers of the complex frame are no larger than the two real ones in them together, and a number
// of the spectrum takes its error from two of the halved frame's, with coefficients whose squares add to 1: √2 of either.
double forward_roundings(uint32_t n) {
    double direct = sum_roundings(n) + kTerm;
    auto passes = of_passes(n);
    if (!passes) return 1 + direct;
    return 1 + std::max(direct, std::numbers::sqrt2 * *passes + kPartners);
}

// A number of the halved spectrum is no larger than two partners, twice each. Then 1 / n, which is rounded, and the product.
// Directly, there are two terms a bin, together up to √2 of its magnitude, and their factor 2 is exact.
double inverse_roundings(uint32_t n) {
    double direct = std::numbers::sqrt2 * sum_roundings(n) + kTerm;
    auto passes = of_passes(n);
    if (!passes) return 2 + direct;
    return 2 + std::max(direct, 2 * *passes + kPartners);
}

}  // namespace xpu
