#pragma once
// Symmetric quantization of groups of neighbouring values in a row, to codes and a scale a group: what `quantize_q8`, whose
// groups are rows, and `quantize_q4g128` share.
#include "kernels/op_spec.hpp"

namespace xpu {

struct Quantizer {
    int levels;     ///< the largest code
    uint32_t size;  ///< values of a group; 0 where it is the row
};

/// The plan for a choice of `vector`, `subgroup` or `kernel`: input [N,K], then codes and scales.
Plan quantize_plan(const Args& args, const Choice& choice, uint32_t k, Quantizer quantizer);

/// The codes and scales of input [N,K], with the arithmetic of f64.
void quantize_reference(uint64_t n, uint64_t k, Quantizer quantizer, const RefTensor& input, RefTensor& codes,
                        RefTensor& scales);

/// In units of 2⁻²³: WGSL allows a division 2.5 units in the last place. Codes are compared exactly.
inline constexpr double kQuantizeErrorFactor = 2.5;

/// `groups` groups of `size` values, each of which, but one, is an odd number of halves of its group's scale, of either sign,
/// exactly; their magnitudes are of all sizes, denormals among them. In a part of them f64 rounds off the half.
std::vector<double> quantize_halves(int levels, uint32_t groups, uint32_t size);

}  // namespace xpu
