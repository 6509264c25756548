#include "kernels/activations.hpp"
#include "kernels/rounding.hpp"
#include "ops/lstm/parts.hpp"

namespace xpu {

namespace {

// σ(x), and how far from it an evaluation by wgsl/lstm_cell.wgsl may be whose argument is `off` away from x: by what σ changes that
// far, at most its slope where that is steepest; by exp, 3 + 2·|t| units in the last place, of which 1 + e^t has its share; by the
// sum and the division, 0.5 and 2.5; and by the argument's end at ±30.
Activated sigmoid(double x, double off) {
    constexpr double kEnd = 1e-13;
    double value = 1 / (1 + std::exp(-x));
    if (!std::isfinite(x)) return {value, kEnd};
    auto flank = [](double a) { return 1 / (1 + std::exp(a)); };  // σ(−a)
    double nearest = std::max(std::fabs(x) - off, 0.0);           // to 0, of all arguments
    double moved = std::min(off * flank(nearest) * (1 - flank(nearest)), 1.0);
    double of_exp = 3 + 2 * std::min(std::fabs(x) + off, 30.0);
    double own = of_exp * flank(nearest) + 3;
    if (x - off < 0) own += of_exp;  // there e^t is a factor as well
    return {value, moved + own * 0x1p-23 * (value + moved) + kEnd};
}

/// A number, and how far from it a right evaluation in f32 may be.
struct Close {
    double value = 0, error = 0;
};

Close close(const Activated& of) { return {of.value, of.error}; }

// Rounded once, as every result in f32 is; a denormal may be taken as 0.
Close rounded(double value, double error) { return {value, error + (std::fabs(value) + error) * 0x1p-24 + 0x1p-126}; }

Close operator*(const Close& a, const Close& b) {
    return rounded(a.value * b.value, a.error * std::fabs(b.value) + b.error * std::fabs(a.value) + a.error * b.error);
}

Close operator+(const Close& a, const Close& b) { return rounded(a.value + b.value, a.error + b.error); }

}  // namespace

// Errors are followed through the recurrence with its own numbers: an output's error reaches each gate with the size of its weight,
// all signs at their worst, a gate's reaches the cell with its slope, and a cell's fades with the gate f. So the bound grows where
// the state does not contract, and not elsewhere.
void lstm_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    const size_t steps = args.dim("seq"), width = args.dim("I"), units = args.dim("H");
    auto &x = inputs[0].values, &w = inputs[1].values, &r = inputs[2].values, &b = inputs[3].values;
    // Products round once each unless they are fused; then the sums, of the input's part and the state's, of the two biases, and of
    // these three.
    const double roundings =
        (1 + sum_roundings(static_cast<double>(width)) + sum_roundings(static_cast<double>(units)) + 3) * 0x1p-24;
    for (size_t direction = 0; direction < 2; direction++) {
        std::vector<Close> last(units), cells(units);
        for (size_t step = 0; step < steps; step++) {
            const size_t time = direction == 0 ? step : steps - 1 - step;
            std::vector<Close> next(units);
            for (size_t unit = 0; unit < units; unit++) {
                Close gates[4];
                for (size_t gate = 0; gate < 4; gate++) {
                    const size_t row = gate * units + unit, at = direction * 4 * units + row;
                    const double of_input = b[direction * 8 * units + row];
                    const double of_state = b[direction * 8 * units + 4 * units + row];
                    double sum = of_input + of_state, size = std::fabs(of_input) + std::fabs(of_state), error = 0;
                    for (size_t k = 0; k < width; k++) {
                        sum += w[at * width + k] * x[time * width + k];
                        size += std::fabs(w[at * width + k] * x[time * width + k]);
                    }
                    for (size_t k = 0; k < units; k++) {
                        sum += r[at * units + k] * last[k].value;
                        size += std::fabs(r[at * units + k]) * (std::fabs(last[k].value) + last[k].error);
                        error += std::fabs(r[at * units + k]) * last[k].error;
                    }
                    // What is infinite or NaN is so in every order.
                    gates[gate] = {sum, std::isfinite(sum) ? error + roundings * size + 0x1p-120 : 0};
                }
                auto open = [&](size_t gate) { return close(sigmoid(gates[gate].value, gates[gate].error)); };
                auto bent = [](const Close& a) { return close(activate(Act::tanh, a.value, a.error)); };
                cells[unit] = open(2) * cells[unit] + open(0) * bent(gates[3]);
                // Whatever the errors, a step adds no more than 1 to a cell, and no output is beyond 1.
                cells[unit].error = std::min(cells[unit].error, 2.0 * static_cast<double>(step + 1));
                next[unit] = open(1) * bent(cells[unit]);
                next[unit].error = std::min(next[unit].error, 2.0);
                const size_t to = (time * 2 + direction) * units + unit;
                outputs[0].values[to] = next[unit].value;
                outputs[0].magnitude[to] = next[unit].error * 0x1p23;
            }
            last = next;
        }
    }
}

// The magnitudes hold the whole bound.
double lstm_error_factor(const Args&) { return 1; }

}  // namespace xpu
