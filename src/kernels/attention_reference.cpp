// The reference of attention, flash_attention and gqa, and how far kernels may be off.
#include "kernels/attention.hpp"
#include "kernels/rounding.hpp"
#include <limits>

namespace xpu::sdpa {

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kUnit = 0x1p-23;

/// A row's scores and weights, and how far those of a kernel may lie from them.
struct Row {
    std::vector<double> score;   ///< of the keys that it sees
    std::vector<double> off;     ///< at most so far is a kernel's score off
    std::vector<double> weight;  ///< what softmax makes of them; 0 throughout where nothing is seen
    std::vector<double> bound;   ///< at most so far is a kernel's weight off
    bool nothing = true;         ///< every score is -Inf, or there is none
};

// A score is the product, with sum_roundings(D) + 1 roundings in units of 2^-24 of its terms' magnitudes; then the scale and
// the mask, with a rounding each.
void take_scores(const Call& call, const double* q, const double* k, const double* mask, Row& row) {
    const double of_sum = (sum_roundings(call.d) + 1) / 2 * kUnit, scale = call.scale;
    for (size_t j = 0; j < row.score.size(); j++) {
        double product = 0, magnitude = 0;
        for (size_t c = 0; c < call.d; c++) {
            product += q[c] * k[j * call.d + c];
            magnitude += std::fabs(q[c] * k[j * call.d + c]);
        }
        double score = product * scale;
        row.off[j] = of_sum * magnitude * std::fabs(scale) + kUnit / 2 * std::fabs(score);
        if (mask) {
            score += mask[j];
            row.off[j] += kUnit / 2 * std::fabs(score);
        }
        row.score[j] = score;
        if (!std::isfinite(score)) row.off[j] = 0;
    }
}

// What a kernel has in place of exp(score - largest) is off by a factor between exp(-x) and exp(x). x is the score's own error;
// that of exp, of which WGSL allows 3 + 2·|t| units in the last place, and t's rounding moves it by |t|/2; and, where the keys
// come in tiles, that of scaling what went before whenever the largest score so far rises: another exponential and a product for
// each rise, while the |t| of all of them add up to the same. What may be a rise, by the scores' errors, counts as one. Where
// chunks are joined instead there is one such product.
std::vector<double> exponents_off(const Row& row, double largest) {
    std::vector<double> off(row.score.size());
    std::vector<bool> rises(row.score.size());
    double least = -kInf;
    for (size_t j = 0; j < off.size(); j++) {
        rises[j] = row.score[j] + row.off[j] > least && least > -kInf;
        least = std::max(least, row.score[j] - row.off[j]);
    }
    double later = 0;
    for (size_t j = off.size(); j-- > 0;) {
        const double t = std::fabs(row.score[j] - largest);
        if (t < kInf) off[j] = row.off[j] + kUnit * (3 + 2.5 * t + 3.5 * (1 + later));
        if (rises[j]) later++;
    }
    return off;
}

// The weight is exp(score) / Σ exp(score). With a factor between exp(-x_j) and exp(x_j) in each term of both it lies between
// weight · exp(-x_i) / Σ weight_j · exp(x_j) and weight · exp(x_i) / Σ weight_j · exp(-x_j), and below 1. The sum then rounds
// sum_roundings(keys) times in units of 2^-24, its inverse is off by 2.5 units at most, and the product by a half.
void take_weights(Row& row) {
    double largest = -kInf;
    for (double score : row.score) largest = std::isnan(score) || std::isnan(largest) ? NAN : std::max(largest, score);
    row.nothing = largest == -kInf;
    if (row.nothing) return;
    double sum = 0;
    for (double score : row.score) sum += std::exp(score - largest);
    const std::vector<double> off = exponents_off(row, largest);
    double most = 0, least = 0;
    for (size_t j = 0; j < off.size(); j++) {
        row.weight[j] = std::exp(row.score[j] - largest) / sum;
        // By their logarithms, because a weight of 0 may stand beside a factor that is infinite.
        most += std::exp(row.score[j] - largest - std::log(sum) + off[j]);
        least += std::exp(row.score[j] - largest - std::log(sum) - off[j]);
    }
    const double rest = (sum_roundings(static_cast<double>(off.size())) / 2 + 3) * kUnit;
    for (size_t j = 0; j < off.size(); j++) {
        if (row.score[j] == -kInf) continue;  // exactly 0
        const double weight = row.weight[j], up = off[j] - std::log(least), down = off[j] + std::log(most);
        const double above =
            up < 1 ? weight * std::expm1(up) : std::exp(row.score[j] - largest - std::log(sum) + up) - weight;
        row.bound[j] =
            std::max(std::min(above, 1 - weight), weight * -std::expm1(-down)) + rest * std::min(weight + above, 1.0);
    }
}

// A result is Σ weight · value: beside the errors of the weights, which may also be flushed to 0 below 2^-126, each product
// rounds once and the sum sum_roundings(keys) times.
void take_values(const Call& call, const Row& row, const double* v, double* out, double* magnitude) {
    const size_t seen = row.score.size();
    const double of_sum = (sum_roundings(static_cast<double>(seen)) + 1) / 2 * kUnit;
    for (size_t c = 0; c < call.dv; c++) {
        double sum = 0, bound = 0;
        for (size_t j = 0; j < seen && !row.nothing; j++) {
            const double value = v[j * call.dv + c];
            sum += row.weight[j] * value;
            bound += std::fabs(value) * (row.bound[j] + 0x1p-126 + of_sum * (row.weight[j] + row.bound[j]));
        }
        out[c] = sum;
        magnitude[c] = bound / kUnit;
    }
}

}  // namespace

void reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    const Call call = call_of(args);
    const bool weights = outputs.size() == 2;
    const size_t l = call.l, s = call.s;
    for (size_t at = 0; at < call.rows(); at++) {
        const size_t b = at / l / call.heads, h = at / l % call.heads, i = at % l;
        const size_t head = b * call.kv_heads + h / (call.heads / call.kv_heads);
        const double* mask = nullptr;
        if (args.has("mask")) {
            const Shape& shape = inputs[3].type.shape;
            mask = inputs[3].values.data() + (((b % shape[0]) * shape[1] + h % shape[1]) * shape[2] + i % shape[2]) * s;
        }
        const size_t seen = call.visible(static_cast<uint32_t>(i));
        Row row{std::vector<double>(seen), std::vector<double>(seen), std::vector<double>(seen),
                std::vector<double>(seen)};
        take_scores(call, inputs[0].values.data() + at * call.d, inputs[1].values.data() + head * s * call.d, mask,
                    row);
        take_weights(row);
        if (weights)
            for (size_t j = 0; j < seen; j++) {
                // The weights are stored, and the result is made of what is stored.
                row.weight[j] = static_cast<float>(row.weight[j]);
                row.bound[j] += row.weight[j] * kUnit / 2;
                outputs[0].values[at * s + j] = row.weight[j];
                outputs[0].magnitude[at * s + j] = row.bound[j] / kUnit;
            }
        auto& out = outputs[weights ? 1 : 0];
        take_values(call, row, inputs[2].values.data() + head * s * call.dv, out.values.data() + at * call.dv,
                    out.magnitude.data() + at * call.dv);
    }
}

}  // namespace xpu::sdpa
