#pragma once
#include <cstdint>

namespace xpu {

/// What `activate4` in kernels/wgsl/activations.wgsl takes as `kind`. "gelu" is the exact one.
enum class Act : uint32_t { none, relu, relu2, silu, elu, tanh, gelu, gelu_tanh };

}  // namespace xpu
