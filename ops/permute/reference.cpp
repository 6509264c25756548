#include "kernels/moves.hpp"
#include "ops/permute/parts.hpp"

namespace xpu {

void permute_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    const size_t d0 = args.dim("d0"), d1 = args.dim("d1"), d = args.dim("D");
    for (size_t i1 = 0; i1 < d1; i1++)
        for (size_t i0 = 0; i0 < d0; i0++)
            for (size_t i = 0; i < d; i++)
                move_value(outputs[0], (i1 * d0 + i0) * d + i, inputs[0].values[(i0 * d1 + i1) * d + i]);
}

}  // namespace xpu
