#include "harness/host_cost.hpp"
#include "harness/text.hpp"
#include <algorithm>

namespace xpu {

namespace {

// A step of a small model is about that long.
constexpr uint32_t kDispatches = 100;
// Rounds of which the best counts: the host is disturbed more often than helped.
constexpr int kRounds = 5;

// `times` submissions without waiting for one of them, then the wait, which is not counted: seconds of one submission.
template <class Record> Task<Result<double>> seconds_each(Device device, uint32_t times, Record fill) {
    double best = 1e9;
    for (int round = 0; round < kRounds; round++) {
        double begin = host_seconds();
        for (uint32_t i = 0; i + 1 < times; i++) {
            CommandList list;
            fill(list);
            auto sent = device.submit(std::move(list));
            if (sent.await_ready())
                if (auto outcome = sent.await_resume(); !outcome) co_return forward(outcome);
        }
        CommandList last;
        fill(last);
        auto sent = device.submit(std::move(last));
        best = std::min(best, (host_seconds() - begin) / times);
        auto outcome = co_await sent;
        if (!outcome) co_return forward(outcome);
    }
    co_return best;
}

}  // namespace

std::string host_text(const HostCost& cost) {
    return "a replay of " + std::to_string(cost.dispatches) + " dispatches " + seconds_text(cost.replay) + ", " +
           seconds_text(cost.per_dispatch()) + " a dispatch; a readback of 4 bytes " + seconds_text(cost.readback);
}

Task<Result<HostCost>> measure_host(Context& context, const Roof& roof) {
    HostCost cost;
    cost.dispatches = kDispatches;
    // As much work at a time as the device does in half a second: enough for a coarse clock, and no flood.
    double busy = std::max(roof.launch, 1e-7) * kDispatches;
    uint32_t times = static_cast<uint32_t>(std::clamp(0.5 / busy, 4.0, 256.0));
    auto text = std::find_if(embedded_kernels().begin(), embedded_kernels().end(),
                             [](auto& kernel) { return kernel.op == "harness" && kernel.file == "step.wgsl"; });
    auto words = context.device.allocate(256);
    if (!words) co_return forward(words);
    auto uniform = context.device.allocate_uniform(256);
    if (!uniform) co_return forward(uniform);
    constexpr Layout kLayout = 2 | 3 << 4;
    auto pipeline = co_await context.device.compile(std::string(text->text), kLayout, false);
    if (!pipeline) co_return forward(pipeline);
    std::vector<DispatchCall> calls(kDispatches);
    for (auto& call : calls) {
        call.pipeline = *pipeline;
        call.layout = kLayout;
        call.bindings = {{*words, 0, 256}, {*uniform, 0, 256}};
    }
    auto program = context.device.prepare(std::move(calls));
    if (!program) co_return forward(program);
    const std::array<std::byte, 4> word{};
    // The first replay creates and compiles on some devices.
    auto run_program = [&](CommandList& list) { list.run(*program); };
    auto first = co_await seconds_each(context.device, 1, run_program);
    if (!first) co_return forward(first);
    auto replay = co_await seconds_each(context.device, times, run_program);
    if (!replay) co_return forward(replay);
    auto submit = co_await seconds_each(context.device, times, [&](CommandList& list) { list.write(*words, 0, word); });
    if (!submit) co_return forward(submit);
    cost.replay = *replay;
    cost.submit = *submit;
    constexpr int kReads = 20;
    double begin = host_seconds();
    for (int i = 0; i < kReads; i++) {
        CommandList list;
        list.read(*words, 0, 4);
        auto outcome = co_await context.device.submit(std::move(list));
        if (!outcome) co_return forward(outcome);
    }
    cost.readback = (host_seconds() - begin) / kReads;
    co_return cost;
}

}  // namespace xpu
