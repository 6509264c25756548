#include "kernels/cpu.hpp"
#include "ops/layer_norm/parts.hpp"

namespace xpu {

void layer_norm_cpu(const CpuCall& call) { norm_cpu(layer_norm_spans(call.args), call); }

}  // namespace xpu
