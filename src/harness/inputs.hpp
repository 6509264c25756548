#pragma once
// The inputs of cases: the same numbers on every machine, from a hash of the element's index.
#include "kernels/op_spec.hpp"

namespace xpu {

/// A full 32-bit hash (the kernels in wgsl/fill.wgsl compute the same one).
uint32_t hash32(uint32_t x);
/// The hash's upper 24 bits as a number in [-1, 1): exact in f32.
float unit(uint32_t hash);

/// A tensor of a case. `seed` tells inputs of one case apart.
HostTensor make_input(const CaseInput& input, uint32_t seed);
std::vector<HostTensor> make_inputs(const Case& one);

}  // namespace xpu
