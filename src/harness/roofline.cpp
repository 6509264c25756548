#include "harness/roofline.hpp"
#include <algorithm>
#include <bit>
#include <cmath>

namespace xpu {

namespace {

// Sizes are multiples of this power of two, so that every way of going over them comes out even.
constexpr uint64_t kBlock = uint64_t{1} << 20;

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
    bytes = std::bit_floor(std::max(bytes, kBlock));
    auto source = context.device.allocate(bytes), target = context.device.allocate(bytes);
    if (!source) co_return forward(source);
    if (!target) co_return forward(target);
    auto filled = co_await fill_random(context, {*source, 0, bytes}, DType::u32, 1);
    if (!filled) co_return forward(filled);
    uint32_t units = static_cast<uint32_t>(bytes / 16);
    // `blocks` groups of workgroups each take `unroll` units a thread once, and divided by a power of two, as often.
    // NOLINTNEXTLINE(cppcoreguidelines-avoid-capturing-lambda-coroutines): each call is awaited here
    auto time = [&](const char* file, uint32_t unroll, uint32_t divide, bool copies) -> Task<Result<double>> {
        uint64_t target_bytes = copies ? bytes : 256;
        uint32_t groups = static_cast<uint32_t>(bytes / (256ull * 16 * unroll)) / divide;
        uint32_t x = groups;
        while (x > 32768) x /= 2;
        HarnessCall call{file,          {{"UNROLL", unroll}}, {{*source, 0, bytes}, {*target, 0, target_bytes}},
                         {false, true}, {units, 0, 0, 0},     {x, groups / x, 1}};
        co_return co_await seconds_of(context, clock, std::move(call), budget / 3);
    };
    double read_seconds = 1e30, copy_seconds = 1e30;
    for (auto [unroll, divide] : {std::pair{4u, 8u}, std::pair{4u, 1u}, std::pair{1u, 1u}}) {
        auto copy = co_await time("copy.wgsl", unroll, divide, true);
        if (!copy) co_return forward(copy);
        copy_seconds = std::min(copy_seconds, *copy);
        auto read = co_await time("read.wgsl", unroll, divide, false);
        if (!read) co_return forward(read);
        read_seconds = std::min(read_seconds, *read);
    }
    double size = static_cast<double>(bytes);
    co_return Bandwidth{size / read_seconds, 2 * size / copy_seconds, size};
}

// Of one step of a workgroup of 256: a vector of 4 has 8 FLOPs an fma; 8 chains, 4 times in the text.
constexpr double kFmaStep = 256 * 8.0 * 8 * 4;
constexpr uint64_t kSinkBytes = uint64_t{65536} * 4;

HarnessCall fma_call(const char* file, const Buffer& sink, uint32_t steps, uint32_t groups) {
    return {file, {}, {{sink, 0, kSinkBytes}}, {true}, {steps, bits(0.999f), 0, 0}, {groups, 1, 1}};
}

Task<Result<double>> fma_rate(Context& context, const Clock& clock, const char* file, double budget) {
    auto sink = context.device.allocate(kSinkBytes);
    if (!sink) co_return forward(sink);
    uint32_t steps = 16, groups = 64;
    double rate = 0;
    // Grow until one run takes long enough that its start and end do not count, or fills the largest device.
    for (;;) {
        auto seconds = co_await seconds_of(context, clock, fma_call(file, *sink, steps, groups), budget / 4);
        if (!seconds) co_return forward(seconds);
        rate = std::max(rate, kFmaStep * steps * groups / *seconds);
        if (*seconds > 1e-3 || groups >= 8192) break;
        steps = 256;
        groups = groups >= 1024 ? 8192 : groups * 16;
    }
    co_return rate;
}

}  // namespace

Task<Result<Pace>> prepare_pace(Context& context, const Roof& roof) {
    auto sink = context.device.allocate(kSinkBytes);
    if (!sink) co_return forward(sink);
    constexpr double kSeconds = 2e-3;
    constexpr uint32_t kSteps = 16;
    double groups = std::clamp(roof.fma32 * kSeconds / (kFmaStep * kSteps), 1.0, 65535.0);
    auto program =
        co_await harness_program(context, fma_call("fma.wgsl", *sink, kSteps, static_cast<uint32_t>(groups)));
    if (!program) co_return forward(program);
    co_return Pace{std::move(*program), kFmaStep * kSteps * std::floor(groups) / roof.fma32};
}

Task<Result<Roof>> measure_roof(Context& context, const Clock& clock, bool quick) {
    const Caps caps = context.device.caps();
    double budget = quick ? 1.2 : 3.0;
    Roof roof;
    // A small probe says how much memory can be read in a tenth of a second; a GPU gets 512 MiB, which no cache holds.
    uint64_t most = std::min<uint64_t>({uint64_t{512} << 20, caps.max_binding_bytes, caps.max_buffer_bytes});
    auto probe = co_await bandwidth(context, clock, std::min<uint64_t>(most, uint64_t{8} << 20), 0.1);
    if (!probe) co_return forward(probe);
    double affordable = probe->copy * 0.1;
    auto measured = co_await bandwidth(
        context, clock, static_cast<uint64_t>(std::clamp(affordable, 8388608.0, static_cast<double>(most))), budget);
    if (!measured) co_return forward(measured);
    roof.read = measured->read;
    roof.copy = measured->copy;
    roof.probe_bytes = measured->bytes;
    context.device.trim();

    auto rate = co_await fma_rate(context, clock, "fma.wgsl", budget);
    if (!rate) co_return forward(rate);
    roof.fma32 = *rate;
    if (caps.f16 && caps.kernels) {  // for the cpu device halves are storage
        auto half = co_await fma_rate(context, clock, "fma.f16.wgsl", budget);
        if (!half) co_return forward(half);
        roof.fma16 = *half;
    }
    auto words = context.device.allocate(256);
    if (!words) co_return forward(words);
    auto launch =
        co_await seconds_of(context, clock, {"step.wgsl", {}, {{*words, 0, 256}}, {true}, {0}, {1, 1, 1}}, budget / 4);
    if (!launch) co_return forward(launch);
    roof.launch = *launch;
    co_return roof;
}

}  // namespace xpu
