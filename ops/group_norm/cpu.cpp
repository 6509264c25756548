#include "kernels/cpu.hpp"
#include "ops/group_norm/parts.hpp"

namespace xpu {

void group_norm_cpu(const CpuCall& call) { norm_cpu(group_norm_spans(call.args), call); }

}  // namespace xpu
