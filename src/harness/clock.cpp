#include "harness/clock.hpp"
#include "harness/cpu_probes.hpp"
#include "kernels/grammar.hpp"
#include <algorithm>
#include <cmath>
#include <cstring>

namespace xpu {

namespace {

double median_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// One submission of `spans` spans of `reps` runs each: seconds of one run, by span.
Task<Result<std::vector<double>>> sample(Context& context, const Clock& clock, std::span<const Program> ring,
                                         size_t& next, uint32_t spans, uint32_t reps) {
    std::vector<double> seconds;
    if (!clock.device) {
        for (uint32_t span = 0; span < spans; span++) {
            CommandList list;
            for (uint32_t i = 0; i < reps; i++) list.run(ring[next++ % ring.size()]);
            double begin = host_seconds();
            auto outcome = co_await context.device.submit(std::move(list));
            if (!outcome) co_return forward(outcome);
            seconds.push_back((host_seconds() - begin) / reps);
        }
        co_return seconds;
    }
    CommandList list;
    for (uint32_t span = 0; span < spans; span++) {
        list.time_begin();
        for (uint32_t i = 0; i < reps; i++) list.run(ring[next++ % ring.size()]);
        list.time_end();
    }
    auto outcome = co_await context.device.submit(std::move(list));
    if (!outcome) co_return forward(outcome);
    for (double span : outcome->seconds)
        if (span > 0) seconds.push_back(span / reps);
    co_return seconds;
}

}  // namespace

Task<Result<Samples>> time_ring(Context& context, const Clock& clock, std::span<const Program> ring, double budget) {
    size_t next = 0;
    double begin = host_seconds();
    // Find how many runs a span needs, growing by at most eight so that a slow device is not drowned.
    uint32_t reps = 1;
    double one = 0;
    // Seconds; far beyond what runs take that a browser's clock of 100 µs does not show yet.
    constexpr double kStandstill = 10;
    for (;;) {
        auto probe = co_await sample(context, clock, ring, next, 1, reps);
        if (!probe) co_return forward(probe);
        one = probe->empty() ? 0 : (*probe)[0];
        if (one * reps >= clock.shortest || reps >= 1u << 16) break;
        // A device whose clock stands still would get 65,536 runs, of whatever length.
        if (one == 0 && host_seconds() - begin > kStandstill) break;
        double wanted = one > 0 ? std::ceil(1.2 * clock.shortest / one) : 8.0 * reps;
        reps = static_cast<uint32_t>(std::clamp(wanted, reps + 1.0, 8.0 * reps));
    }
    constexpr uint32_t kSpans = 7;  // an odd number, so that the median is a sample
    // A GPU that idled while a kernel was proven has lowered its clocks, and takes a tenth of a second or two to raise them:
    // two batches that agree before that agree on the wrong time (seen on an H200: a softmax 2.5 times too slow).
    constexpr double kWarmUp = 0.3;
    std::vector<double> before;
    Samples result;
    for (;;) {
        // A device that needs long for one run gets as many samples as its budget allows, at least one.
        double left = budget - (host_seconds() - begin);
        uint32_t spans = static_cast<uint32_t>(std::clamp(left / std::max(one * reps, 1e-9), 1.0, double{kSpans}));
        auto batch = co_await sample(context, clock, ring, next, spans, reps);
        if (!batch) co_return forward(batch);
        if (batch->empty())
            co_return fail(Code::device, "the device's clock stood still over " + std::to_string(reps) + " runs");
        result.runs += spans * reps;
        double was = before.empty() ? 0 : median_of(before), is = median_of(*batch);
        double elapsed = host_seconds() - begin;
        bool agree = !before.empty() && elapsed > kWarmUp && std::fabs(is - was) <= 0.02 * was;
        if (agree || elapsed > budget) {
            if (agree) batch->insert(batch->end(), before.begin(), before.end());
            result.minimum = *std::min_element(batch->begin(), batch->end());
            result.median = median_of(*batch);
            co_return result;
        }
        before = std::move(*batch);
    }
}

Task<Result<Program>> harness_program(Context& context, HarnessCall call) {
    if (!context.device.caps().kernels) {
        auto probe = cpu_probe(call.file, call.params, call.groups[0] * call.groups[1]);
        if (!probe) co_return fail(Code::unsupported, "harness/" + call.file + " has no function for the cpu device");
        std::vector<DispatchCall> calls(1);
        calls[0].host = std::make_shared<const HostKernel>(std::move(*probe));
        calls[0].bindings = std::move(call.bindings);
        co_return context.device.prepare(std::move(calls));
    }
    auto kernel = std::find_if(context.kernels.begin(), context.kernels.end(),
                               [&](auto& k) { return k.op == "harness" && k.file == call.file; });
    // A caller's table of operator kernels need not carry these.
    auto embedded = embedded_kernels();
    if (kernel == context.kernels.end())
        kernel = std::find_if(embedded.begin(), embedded.end(),
                              [&](auto& k) { return k.op == "harness" && k.file == call.file; });
    auto text = expand(kernel->text, call.constants);
    if (!text) co_return forward(text);
    if (call.file.find(".f16.") != std::string::npos) *text = "enable f16; " + *text;
    auto uniform = context.device.allocate_uniform(256);
    if (!uniform) co_return forward(uniform);
    std::vector<std::byte> params(256);
    std::memcpy(params.data(), call.params.data(), call.params.size() * 4);
    CommandList list;
    list.write(*uniform, 0, params);
    auto sent = context.device.submit(std::move(list));
    if (sent.await_ready())
        if (auto outcome = sent.await_resume(); !outcome) co_return forward(outcome);
    DispatchCall dispatch;
    dispatch.groups = call.groups;
    for (size_t slot = 0; slot < call.bindings.size(); slot++)
        dispatch.layout |= Layout{call.writes[slot] ? 2u : 1u} << (4 * slot);
    dispatch.layout |= Layout{3} << (4 * call.bindings.size());
    dispatch.bindings = std::move(call.bindings);
    dispatch.bindings.push_back({*uniform, 0, 256});
    auto pipeline = co_await context.device.compile(std::move(*text), dispatch.layout, false);
    if (!pipeline) co_return fail(pipeline.error().code, "harness/" + call.file + ": " + pipeline.error().message);
    dispatch.pipeline = *pipeline;
    std::vector<DispatchCall> calls;
    calls.push_back(std::move(dispatch));
    co_return context.device.prepare(std::move(calls));
}

Task<Result<bool>> fill_random(Context& context, Binding target, DType type, uint32_t seed, uint32_t below) {
    uint32_t words = static_cast<uint32_t>(target.bytes / 4);
    uint32_t kind = below > 0 ? 3 : type == DType::f32 ? 0 : type == DType::f16 ? 1 : 2;
    uint32_t groups = std::min<uint32_t>((words + 255) / 256, 16384);
    HarnessCall call{"fill.wgsl", {}, {target}, {true}, {words, seed, kind, below}, {std::max(groups, 1u), 1, 1}};
    auto program = co_await harness_program(context, std::move(call));
    if (!program) co_return forward(program);
    CommandList list;
    list.run(*program);
    auto outcome = co_await context.device.submit(std::move(list));
    if (!outcome) co_return forward(outcome);
    co_return true;
}

Task<Result<Clock>> find_clock(Context& context) {
    Clock clock{context.device.caps().timestamps, 0, 0};
    if (!clock.device) {
        // The host sees tens of microseconds of its own; 50 ms make them disappear.
        clock = {false, 1e-4, 5e-2};
        co_return clock;
    }
    auto word = context.device.allocate(256);
    if (!word) co_return forward(word);
    HarnessCall call{"step.wgsl", {}, {{*word, 0, 256}}, {true}, {0}, {1, 1, 1}};
    auto program = co_await harness_program(context, std::move(call));
    if (!program) co_return forward(program);
    // Different lengths, so that a fine clock shows differences that a coarse one rounds away.
    CommandList list;
    for (uint32_t length = 1; length <= 64; length++) {
        list.time_begin();
        list.run(*program, 8 + length);
        list.time_end();
    }
    auto outcome = co_await context.device.submit(std::move(list));
    if (!outcome) co_return forward(outcome);
    bool coarse = true;
    for (double span : outcome->seconds) {
        double steps = span / 1e-4;
        coarse = coarse && std::fabs(steps - std::round(steps)) < 1e-3;
    }
    // Coarse: 100 µs steps, so 10 ms keep the rounding below 1 %. Fine: a pass's own begin and end cost a few
    // microseconds, which 500 µs keep below 1 %.
    clock.resolution = coarse ? 1e-4 : 1e-6;
    clock.shortest = coarse ? 1e-2 : 5e-4;
    co_return clock;
}

}  // namespace xpu
