#include "kernels/span_norms.hpp"
#include "kernels/rounding.hpp"
#include "kernels/row_tiles.hpp"
#include <array>
#include <cmath>
#include <limits>

namespace xpu {

namespace {

/// Threads of a workgroup that takes a part: the most that every device allows.
constexpr uint64_t kThreads = 256;
/// Spans above this are cut into parts where no registers hold them: below, a workgroup reads its own span again from cache, and a
/// dispatch more would take longer.
constexpr uint32_t kLong = 8192;
/// With more parts than this a dispatch of its own joins them: each of the last dispatch's workgroups would read as many vectors, of
/// which 64 are a sixteenth of what it reads anyway.
constexpr uint64_t kFewParts = 64;
/// So many workgroups fill a large device, with some for each core.
constexpr uint64_t kMany = 512;

uint64_t quotient(uint64_t n, uint64_t by) { return (n + by - 1) / by; }

/// The entries of a span in parts, best first. With subgroups they take vectors of 4 where a channel is whole ones.
struct Parts {
    std::string_view moments, apply;
    uint32_t width;
    bool subgroups;
};
constexpr std::array kParts = {Parts{"moments_vector", "apply_vector", 4, true},
                               Parts{"moments_subgroup", "apply_subgroup", 1, true},
                               Parts{"moments", "apply", 1, false}};

uint64_t parts_of(const SpanNorm& norm, uint64_t each) { return quotient(norm.d, kThreads * each); }

/// Whether a vector of 4 lies in one row, or has a vector of weights.
bool whole_vectors(const SpanNorm& norm) { return (norm.along ? norm.d : norm.length) % 4 == 0; }

Plan parts_plan(const SpanNorm& norm, const Parts& way, uint32_t each) {
    const uint64_t parts = parts_of(norm, uint64_t{each} * way.width);
    const bool joined = parts > kFewParts;
    auto dispatch = [&](std::string_view entry, uint64_t workgroups, uint64_t moments) {
        DispatchPlan made;
        made.entry = entry;
        if (entry != "join") made.constants = {{"EACH", each}};
        made.subgroups = way.subgroups && entry != "join";
        made.workgroups = workgroups;
        for (uint64_t value : {norm.spans, uint64_t{norm.d}, uint64_t{norm.groups}, uint64_t{norm.channels},
                               uint64_t{norm.length}, parts, kThreads * each * way.width, moments})
            made.params.push_back(static_cast<uint32_t>(value));
        made.params.push_back(bits(norm.eps));
        return made;
    };
    const BindingRef of_parts{BindingRef::Of::scratch, 0, false}, of_spans{BindingRef::Of::scratch, 1, false};
    Plan plan;
    plan.dispatches.push_back(dispatch(way.moments, norm.spans * parts, parts));
    plan.dispatches.back().bindings = {in(0), {BindingRef::Of::scratch, 0, true}};
    plan.scratch_bytes = {16 * norm.spans * parts};
    if (joined) {
        plan.dispatches.push_back(dispatch("join", norm.spans, parts));
        plan.dispatches.back().bindings = {of_parts, {BindingRef::Of::scratch, 1, true}};
        plan.scratch_bytes.push_back(16 * norm.spans);
    }
    plan.dispatches.push_back(dispatch(way.apply, norm.spans * parts, joined ? 1 : parts));
    plan.dispatches.back().bindings = {in(0), in(1), in(2), joined ? of_spans : of_parts, out(0)};
    return plan;
}

/// Ways to cut spans into parts, best first.
void add_parts(std::vector<Choice>& all, const Caps& caps, const SpanNorm& norm) {
    // Sixteen elements of a thread in flight are best, but more workgroups where there are few.
    const bool many = norm.spans * parts_of(norm, 16) >= kMany;
    for (const auto& way : kParts) {
        if (way.subgroups && (!caps.subgroups || (way.width == 4) != whole_vectors(norm))) continue;
        for (uint32_t elements : {many ? 16u : 4u, many ? 4u : 16u}) {
            // Of vectors, two in flight are the fewest.
            const uint32_t each = way.width == 1 ? elements : std::max(2u, elements / way.width);
            all.push_back({way.moments, each, std::to_string(each)});
        }
    }
}

/// Spans beyond row_choices that the registers of the largest workgroup hold: where 1,024 threads share a multiprocessor each has 64, of
/// which twelve vectors leave 16.
void add_longest(std::vector<Choice>& all, const Caps& caps, const SpanNorm& norm) {
    constexpr uint32_t kThreadsMost = 1024, kBeyond = 4 * 8 * kThreadsMost;
    if (!caps.subgroups || caps.max_invocations < kThreadsMost || !whole_vectors(norm) || norm.d <= kBeyond) return;
    for (uint32_t vectors : {10u, 12u}) {
        if (norm.d > 4 * vectors * kThreadsMost) continue;
        const RowTile tile{kThreadsMost, vectors};
        all.push_back({"subgroup", tile_index(tile), tile.label()});
        return;
    }
}

}  // namespace

Status check_eps(const Args& args) {
    const double eps = args.real("eps");
    if (eps > std::numeric_limits<float>::max()) return fail(Code::range, "parameter eps does not fit f32");
    if (!(static_cast<float>(eps) > 0)) return fail(Code::range, "parameter eps is not above 0");
    // There a span without variance would be 0 · Inf.
    if (static_cast<float>(eps) < std::numeric_limits<float>::min())
        return fail(Code::range, "parameter eps is a denormal f32, which a device may take as 0");
    return {};
}

std::vector<Choice> norm_choices(const Caps& caps, const SpanNorm& norm) {
    auto all = row_choices(caps, norm.d);
    if (!whole_vectors(norm)) std::erase_if(all, [](auto& choice) { return choice.entry != "kernel"; });
    if (norm.along || norm.d <= kLong || norm.spans == 0) return all;
    const Choice portable = all.back();
    all.pop_back();
    // A span that registers hold is read once, but only one multiprocessor reads it: with fewer spans parts are faster.
    constexpr uint64_t kFewSpans = 24;
    const bool few = norm.spans < kFewSpans;
    if (few) add_parts(all, caps, norm);
    add_longest(all, caps, norm);
    if (!few) add_parts(all, caps, norm);
    all.push_back(portable);
    return all;
}

Plan norm_plan(const SpanNorm& norm, const Choice& choice) {
    for (const auto& way : kParts)
        if (choice.entry == way.moments) return parts_plan(norm, way, choice.tile);
    auto dispatch = row_dispatch(choice, norm.spans);
    dispatch.bindings = {in(0), in(1), in(2), out(0)};
    dispatch.params = {
        static_cast<uint32_t>(norm.spans), norm.d, norm.groups, norm.channels, norm.length, bits(norm.eps)};
    return {{dispatch}, {}};
}

// In units of u = 2⁻²⁴, for a span of d elements x, whose sums round S = sum_roundings(d) times.
// The mean is off by e: its sum by S and that of the parts by 3 more, of the mean magnitude; the division by 5, and d as an f32 by 1.
// The variance about a mean that is off is larger by e². It rounds otherwise: each difference by 1, which its square doubles, the
// square by 1, the sum by S, the division by 5 and 1, and the sum with eps by 1. The parts of a span have means of their own that are
// as far off, but what each lacks is kept and taken into account. inverseSqrt halves all that and may be off by 2 units in the last
// place, each up to 2 of ours. Then the difference, and its products with the scale and the weight, round once each, and so does the
// sum with the bias. Where these errors are products of two, they are below a hundredth.
// What is below the least normal number may be taken as 0, wherever it arises.
void norm_values(const SpanNorm& norm, std::span<const RefTensor> inputs, RefTensor& out) {
    constexpr double kUnit = 0x1p-24, kLeast = 0x1p-126;
    const size_t d = norm.d;
    const double count = static_cast<double>(d), roundings = sum_roundings(count);
    for (size_t span = 0; span < norm.spans; span++) {
        const double* x = inputs[0].values.data() + span * d;
        double sum = 0, size = 0, squares = 0;
        for (size_t i = 0; i < d; i++) sum += x[i];
        for (size_t i = 0; i < d; i++) size += std::fabs(x[i]);
        const double mean = sum / count;
        for (size_t i = 0; i < d; i++) squares += (x[i] - mean) * (x[i] - mean);
        const double variance = squares / count + double{norm.eps}, root = std::sqrt(variance);
        const double of_mean = kUnit * ((roundings + 3) * size / count + 6 * std::fabs(mean)) + kLeast;
        const double of_variance = kUnit * (roundings + 10) + (of_mean * of_mean + kLeast) / variance;
        const double of_root = 1.01 * (of_variance / 2 + 4 * kUnit);
        for (size_t i = 0; i < d; i++) {
            const size_t channel = span % norm.groups * norm.channels + i / norm.length;
            const double weight = inputs[1].values[channel], off = x[i] - mean;
            const double scaled = off / root * weight, y = scaled + inputs[2].values[channel];
            const double lost = kLeast * (std::fabs(weight) * (1 + 1 / root) + std::fabs(off) * (1 + 1 / root));
            const double error = std::fabs(weight) / root * of_mean * (1 + of_root) +
                                 std::fabs(scaled) * (of_root + 4 * kUnit) + kUnit * std::fabs(y) + lost;
            out.values[span * d + i] = y;
            out.magnitude[span * d + i] = 0x1p23 * error;
        }
    }
}

}  // namespace xpu
