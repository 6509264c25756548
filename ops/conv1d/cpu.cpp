#include "kernels/conv_cpu.hpp"
#include "ops/conv1d/parts.hpp"

namespace xpu {

void conv1d_cpu(const CpuCall& call) {
    auto& args = call.args;
    const ConvAxis line{args.dim("L"), args.dim("K"), args.integer("stride"), conv1d_pads(args).left,
                        args.integer("dilation")};
    const ConvNd conv{args.dim("N"), args.dim("Cin"), args.dim("Cout"), args.dim("Cg"), args.integer("groups"), {}, {},
                      line};
    conv_cpu(conv, 1, args.dim("Lout"), conv1d_act(args), call);
}

}  // namespace xpu
