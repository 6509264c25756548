#include "kernels/cpu.hpp"
#include "ops/lstm/parts.hpp"
#include "simd/buffer.hpp"
#include <algorithm>

namespace xpu {

namespace {

// Steps whose inputs' part of the gates is one product.
constexpr size_t kSteps = 64;

void walk(const CpuCall& call, size_t direction) {
    static thread_local simd::Buffer memory;
    const size_t steps = call.args.dim("seq"), width = call.args.dim("I"), units = call.args.dim("H");
    const size_t gates = 4 * units;
    float* const sums = memory.floats(kSteps * gates + 2 * gates + 2 * units);
    float* const bias = sums + kSteps * gates;
    float* const open = bias + gates;
    float* const cell = open + gates;
    const float* last = cell + units;
    std::fill_n(cell, 2 * units, 0.0f);
    const float* const of_input = call.in(3) + direction * 2 * gates;
    for (size_t i = 0; i < gates; i++) bias[i] = of_input[i] + of_input[gates + i];
    const simd::Matrix w{call.in(1) + direction * gates * width, width};
    const float* const r = call.in(2) + direction * gates * units;
    for (size_t done = 0; done < steps; done += kSteps) {
        const size_t count = std::min(kSteps, steps - done), first = direction == 0 ? done : steps - done - count;
        call.simd.product({count,
                           gates,
                           width,
                           call.in(0) + first * width,
                           width,
                           simd::pack_columns,
                           &w,
                           sums,
                           gates,
                           {.column_bias = bias}});
        for (size_t i = 0; i < count; i++) {
            const size_t at = direction == 0 ? i : count - 1 - i;
            float* const out = call.out() + ((first + at) * 2 + direction) * units;
            call.simd.dots(r, units, gates, last, units, open);
            call.simd.axpy(1, sums + at * gates, open, gates);
            call.simd.lstm_cell(open, open + units, open + 2 * units, open + 3 * units, cell, out, units);
            last = out;
        }
    }
}

}  // namespace

// Each direction on a thread of its own.
void lstm_cpu(const CpuCall& call) {
    simd::parallel(2, [&](size_t direction) { walk(call, direction); });
}

}  // namespace xpu
