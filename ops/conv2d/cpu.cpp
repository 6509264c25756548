#include "kernels/conv_cpu.hpp"
#include "ops/conv2d/parts.hpp"

namespace xpu {

void conv2d_cpu(const CpuCall& call) {
    const auto conv = conv_nd_of(call.args);
    conv_cpu(conv, static_cast<size_t>(conv.height.results()), static_cast<size_t>(conv.width.results()),
             fused_act(call.args.choice("act")), call);
}

}  // namespace xpu
