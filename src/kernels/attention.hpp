#pragma once
// What attention, flash_attention and gqa, which are scaled dot-product attention, share: their calls, their kernels' plans,
// their reference and their cases.
#include "kernels/op_spec.hpp"

namespace xpu::sdpa {

/// A checked call. Query head h reads the keys and values of head h / (heads / kv_heads).
struct Call {
    uint32_t batch, heads, kv_heads, l, s, d, dv;
    uint32_t keys;    ///< of the s that are stored, those that count
    uint32_t offset;  ///< row i sees the keys 0 to i + offset,
    uint32_t full;    ///< and from this row on all of them
    float scale;

    uint64_t rows() const { return uint64_t{batch} * heads * l; }
    uint32_t visible(uint32_t i) const { return i >= full ? keys : i + offset + 1; }
    /// Pairs of a query and a key that it sees.
    double pairs() const;
};
Call call_of(const Args& args);

Status validate(Args& args);
std::vector<Choice> choices(const Caps& caps, const Args& args);
/// `weights`: whether they are the first of two results.
Plan plan(const Caps& caps, const Args& args, const Choice& choice, bool weights);
Cost cost(const Args& args);

/// The CPU kernel.
void cpu(const CpuCall& call);

/// The results in f64, with their bounds whole in the magnitudes: their factor is 1. Of two results the first is the weights.
void reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
inline double error_factor(const Args&) { return 1; }

/// Sizes of a case, with a head of keys and values for every `group` heads of queries.
struct Sizes {
    uint64_t batch, heads, l, s, d, dv, group = 1;
};
/// A case of these sizes; of gqa, where `grouped`.
Case sized(std::string name, Sizes sizes, bool grouped, Params params = {}, Fill fill = Fill::uniform);
Case masked(Case one, Shape mask, Fill fill);
/// Shapes that each kernel gets wrong most easily, with a group of 1 or, where `grouped`, of several.
std::vector<Case> cases(bool grouped);

}  // namespace xpu::sdpa
