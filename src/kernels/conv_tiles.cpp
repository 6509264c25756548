#include "kernels/conv_tiles.hpp"
#include <cmath>

namespace xpu::conv_tiles {

namespace {

/// Of an H200.
constexpr uint64_t kMultiprocessors = 132;

uint64_t quotient(uint64_t n, uint64_t by) { return (n + by - 1) / by; }

/// Nanoseconds of so many bytes that are read or written.
double moving_ns(double bytes) { return bytes / 4000; }

/// The tiles are spread over the multiprocessors, which run some of them at a time: those take as long as one tile alone, or as all of
/// them at their full rate, whichever is longer.
double expected_ns(Way way, const Problem& problem, const Tiled& tiled) {
    constexpr double each_ns = 1500;   // fetching the first step and storing
    constexpr double memory_ns = 280;  // what a tile alone waits for a step that comes from memory
    constexpr double more_ns = 2000;   // a dispatch that waits for the one before
    // Testing samples for the padding: a tile alone waits longer for each, and one such tile is enough to wait for; among others the
    // waits are hidden and the instructions remain.
    constexpr double testing_alone = 1.65, testing_busy = 1.15;
    const Tile& tile = tiles[way.tile];
    const bool tests = problem.edges != Edges::none && !way.padded;
    const double alone_ns = (tile.alone_ns + memory_ns / tile.bk) * (tests ? testing_alone : 1);
    const double busy_ns = tile.busy_ns * (tests && problem.edges == Edges::most ? testing_busy : 1);
    const auto at_a_time = [&](uint64_t n) { return std::max(alone_ns, static_cast<double>(n) * busy_ns); };
    const uint64_t share = quotient(count(tile, problem) * way.splits, kMultiprocessors);
    const uint64_t full = share / tile.abreast, rest = share % tile.abreast;
    const double step_ns = static_cast<double>(full) * at_a_time(tile.abreast) + (rest > 0 ? at_a_time(rest) : 0);
    const auto sum = static_cast<double>(quotient(problem.sum(), uint64_t{tile.bk} * way.splits) * tile.bk);
    double ns = static_cast<double>(full + (rest > 0)) * each_ns + sum * step_ns;
    const auto results = static_cast<double>(problem.parts * problem.rows * problem.columns);
    if (way.splits > 1 || tiled.joined) ns += more_ns + moving_ns(4 * results * (2 * way.splits + 1));
    if (way.padded) ns += more_ns + moving_ns(8 * static_cast<double>(tiled.padded));
    return ns;
}

/// Into how many splits a tile may be cut: those that leave each a step, where the tiles alone do not fill the multiprocessors.
std::vector<uint32_t> splits_of(const Tile& tile, const Problem& problem) {
    std::vector<uint32_t> all = {1};
    if (count(tile, problem) > 2 * kMultiprocessors) return all;
    for (uint32_t splits : {3u, 6u})
        if (problem.sum() >= uint64_t{tile.bk} * splits) all.push_back(splits);
    return all;
}

}  // namespace

double thread_ns(Thread thread, const Problem& problem) {
    // A thread waits so long for the loads of a tap; and, measured, all multiprocessors do so many multiply-adds in a nanosecond when
    // there are threads enough: a thread of one row loads five values for four of them, and one of four rows eight for sixteen.
    constexpr double step_ns = 180;
    const double rate = thread.rows == 1 ? 1200 : 4700;
    const uint64_t rows = quotient(problem.rows, thread.rows) * thread.rows;
    const double products =
        static_cast<double>(problem.parts * rows * problem.columns) * static_cast<double>(problem.sum());
    const auto steps = static_cast<double>(quotient(problem.channels, thread.slices) * problem.taps);
    const double handing_ns = thread.slices > 1 ? 300 : 0;  // of sums, from slice to slice
    // Results that lie apart are written as pieces of as many sectors.
    const uint64_t apart = problem.apart > 1 ? problem.apart : 0;
    const auto written = static_cast<double>(4 * problem.parts * problem.rows * problem.columns * apart);
    return std::max(steps * step_ns, products / rate) + moving_ns(written) + handing_ns;
}

std::string Way::label() const {
    std::string text = tiles[tile].label();
    if (splits > 1) text += " by " + std::to_string(splits);
    return padded ? text + " padded" : text;
}

std::vector<std::pair<double, Choice>> tiled_choices(const Caps& caps, const Problem& problem, const Tiled& tiled) {
    std::vector<std::pair<double, Choice>> all;
    if (!tiled.allowed) return all;
    if (tiled.joined && 4 * problem.parts * problem.rows * problem.columns > caps.max_binding_bytes) return all;
    for (uint32_t i = 0; i < tiles.size(); i++) {
        const auto& tile = tiles[i];
        if (!takes(tile, problem) || tile.invocations() > caps.max_invocations ||
            tile.workgroup_bytes() > caps.max_workgroup_bytes)
            continue;
        // The others have slices, or a tile each for few channels.
        const auto splits = tiled.splits && i == 0 ? splits_of(tile, problem) : std::vector<uint32_t>{1};
        // What is copied pays where there is much arithmetic for each sample.
        const bool padded =
            tile.slices == 1 && tile.bm >= 64 && tiled.padded > 0 && 4 * tiled.padded <= caps.max_binding_bytes;
        for (uint32_t each : splits)
            // A tile that is shared has a long sum, beside which the copy is short.
            for (int copied = padded && each > 1; copied <= int{padded}; copied++) {
                const Way way{i, each, copied == 1};
                all.emplace_back(expected_ns(way, problem, tiled), Choice{tiled.entry, way.index(), way.label()});
            }
    }
    return all;
}

std::vector<Choice> in_order(std::vector<std::pair<double, Choice>> all) {
    std::ranges::sort(all, {}, [](auto& one) { return one.first; });
    std::vector<Choice> sorted;
    for (auto& [ns, choice] : all) sorted.push_back(std::move(choice));
    return sorted;
}

std::vector<std::pair<double, Choice>> timed_choices(const Caps& caps, const Problem& problem, const Tiled& tiled) {
    auto all = tiled_choices(caps, problem, tiled);
    // Four rows at a time where there are that many, or one to spare.
    const uint32_t rows = problem.rows > 2 ? 4 : 1;
    for (uint32_t slices : {1u, 8u}) {
        // With fewer channels some slices would have none.
        if (slices > 1 && slices > problem.channels) continue;
        Thread thread{rows, slices};
        all.emplace_back(thread_ns(thread, problem), Choice{"kernel", thread.index(), thread.label()});
    }
    return all;
}

std::vector<Choice> choices(const Caps& caps, const Problem& problem, const Tiled& tiled) {
    return in_order(timed_choices(caps, problem, tiled));
}

DispatchPlan tile_dispatch(const Caps& caps, const Problem& problem, Way way, DispatchPlan dispatch) {
    const Tile& tile = tiles[way.tile];
    dispatch.constants = tile.constants(caps);
    dispatch.constants.push_back({"SPLITS", way.splits});
    dispatch.workgroups = count(tile, problem) * way.splits;
    return dispatch;
}

void add_tiled(Plan& plan, const Caps& caps, const Problem& problem, Way way, DispatchPlan dispatch,
               const Results& results) {
    dispatch = tile_dispatch(caps, problem, way, std::move(dispatch));
    if (way.splits == 1 && !results.joined) {
        plan.dispatches.push_back(std::move(dispatch));
        return;
    }
    const auto scratch = static_cast<uint32_t>(plan.scratch_bytes.size());
    const BindingRef bias = dispatch.bindings[2], y = dispatch.bindings[3];
    dispatch.bindings[3] = {BindingRef::Of::scratch, scratch, true};
    plan.scratch_bytes.push_back(4 * results.count * way.splits);
    plan.dispatches.push_back(std::move(dispatch));
    DispatchPlan join;
    join.entry = results.join;
    join.constants = {{"SPLITS", way.splits}};
    join.workgroups = quotient(results.count, 1024);
    join.bindings = {{BindingRef::Of::scratch, scratch, false}, bias, y};
    for (uint64_t value : {results.count, results.lout, results.cout, uint64_t{results.bias}, uint64_t{results.act}})
        join.params.push_back(static_cast<uint32_t>(value));
    plan.dispatches.push_back(std::move(join));
}

}  // namespace xpu::conv_tiles
