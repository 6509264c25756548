#pragma once
// Host tensors in f64 and back, and the reference's results.
#include "kernels/op_spec.hpp"

namespace xpu {

RefTensor widen(const HostTensor& tensor);
/// Rounds to the tensor's dtype, to nearest.
HostTensor narrow(const RefTensor& tensor);
/// The operator's reference, with outputs made to measure.
std::vector<RefTensor> reference_of(const Args& args, std::span<const RefTensor> inputs);

}  // namespace xpu
