#include "harness/roofline.hpp"
#include <algorithm>

namespace xpu {

namespace {

// Reads and copies go over blocks of workgroups × 256 threads × 4 units of 16 bytes.
constexpr uint32_t kUnroll = 4;
constexpr uint64_t kBlock = 256ull * kUnroll * 16;

Task<Result<double>> seconds_of(Context& context, const Clock& clock, HarnessCall call, double budget) {
    auto program = co_await harness_program(context, std::move(call));
    if (!program) co_return forward(program);
    std::vector<Program> ring = {*program};
    auto samples = co_await time_ring(context, clock, ring, budget);
    if (!samples) co_return forward(samples);
    co_return samples->minimum;
}

struct Bandwidth {
    double read, copy, bytes;
};

Task<Result<Bandwidth>> bandwidth(Context& context, const Clock& clock, uint64_t bytes, double budget) {
    const Caps caps = context.device.caps();
    bytes = bytes / kBlock * kBlock;
    auto source = context.device.allocate(bytes), target = context.device.allocate(bytes);
    if (!source) co_return forward(source);
    if (!target) co_return forward(target);
    auto filled = co_await fill_random(context, {*source, 0, bytes}, DType::u32, 1);
    if (!filled) co_return forward(filled);
    uint32_t units = static_cast<uint32_t>(bytes / 16);
    uint32_t blocks = static_cast<uint32_t>(bytes / kBlock);
    // As many workgroups as divide the blocks: each then reads the same number of units.
    uint32_t groups = blocks;
    while (groups > 16384 && groups % 2 == 0) groups /= 2;
    groups = std::min(groups, caps.max_workgroups);
    HarnessCall read{"read.wgsl", {{"UNROLL", kUnroll}}, {{*source, 0, bytes}, {*target, 0, 256}}, {false, true}, {units, 0, 0, 0}, {groups, 1, 1}};
    auto read_seconds = co_await seconds_of(context, clock, std::move(read), budget);
    if (!read_seconds) co_return forward(read_seconds);
    uint32_t x = std::min(blocks, 16384u), y = (blocks + x - 1) / x;
    HarnessCall copy{"copy.wgsl", {{"UNROLL", kUnroll}}, {{*source, 0, bytes}, {*target, 0, bytes}}, {false, true}, {units, 0, 0, 0}, {x, y, 1}};
    auto copy_seconds = co_await seconds_of(context, clock, std::move(copy), budget);
    if (!copy_seconds) co_return forward(copy_seconds);
    double size = static_cast<double>(bytes);
    co_return Bandwidth{size / *read_seconds, 2 * size / *copy_seconds, size};
}

Task<Result<double>> fma_rate(Context& context, const Clock& clock, const char* file, double budget) {
    auto sink = context.device.allocate(65536 * 4);
    if (!sink) co_return forward(sink);
    // A vector of 4 has 8 FLOPs an fma; 8 chains, 4 times in the text.
    constexpr double kPerStep = 8.0 * 8 * 4;
    uint32_t steps = 16, groups = 64;
    double rate = 0;
    // Grow until one run takes long enough that its start and end do not count, or fills the largest device.
    for (;;) {
        HarnessCall call{file, {}, {{*sink, 0, 65536 * 4}}, {true}, {steps, bits(0.999f), 0, 0}, {groups, 1, 1}};
        auto seconds = co_await seconds_of(context, clock, std::move(call), budget / 4);
        if (!seconds) co_return forward(seconds);
        rate = std::max(rate, kPerStep * steps * groups * 256 / *seconds);
        if (*seconds > 1e-3 || groups >= 8192) break;
        steps = 256;
        groups = groups >= 1024 ? 8192 : groups * 16;
    }
    co_return rate;
}

}  // namespace

Task<Result<Roof>> measure_roof(Context& context, const Clock& clock, bool quick) {
    const Caps caps = context.device.caps();
    double budget = quick ? 0.4 : 1.5;
    Roof roof;
    // A small probe says how much memory can be read in a tenth of a second; a GPU gets 512 MiB, which no cache holds.
    uint64_t most = std::min<uint64_t>({uint64_t{512} << 20, caps.max_binding_bytes, caps.max_buffer_bytes});
    auto probe = co_await bandwidth(context, clock, std::min<uint64_t>(most, uint64_t{8} << 20), 0.05);
    if (!probe) co_return forward(probe);
    double affordable = probe->copy * 0.1;
    auto measured = co_await bandwidth(context, clock, static_cast<uint64_t>(std::clamp(affordable, 8388608.0, static_cast<double>(most))), budget);
    if (!measured) co_return forward(measured);
    roof.read = measured->read;
    roof.copy = measured->copy;
    roof.probe_bytes = measured->bytes;
    context.device.trim();

    auto rate = co_await fma_rate(context, clock, "fma.wgsl", budget);
    if (!rate) co_return forward(rate);
    roof.fma32 = *rate;
    if (caps.f16) {
        auto half = co_await fma_rate(context, clock, "fma.f16.wgsl", budget);
        if (!half) co_return forward(half);
        roof.fma16 = *half;
    }
    auto words = context.device.allocate(256);
    if (!words) co_return forward(words);
    auto launch = co_await seconds_of(context, clock, {"step.wgsl", {}, {{*words, 0, 256}}, {true}, {0}, {1, 1, 1}}, budget / 4);
    if (!launch) co_return forward(launch);
    roof.launch = *launch;
    co_return roof;
}

}  // namespace xpu
