#include "kernels/cpu.hpp"
#include "ops/adain/parts.hpp"

namespace xpu {

void adain_cpu(const CpuCall& call) { norm_cpu(adain_spans(call.args), call); }

}  // namespace xpu
