#include "kernels/moves.hpp"
#include "ops/gather_cols/parts.hpp"

namespace xpu {

void gather_cols_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    const size_t rows = args.dim("C"), columns = args.dim("T"), picked = args.dim("F");
    for (size_t f = 0; f < picked; f++) {
        const auto index = static_cast<size_t>(inputs[1].values[f]);
        if (index >= columns) continue;  // a call refuses it; a kernel gives the 0 that outputs come with
        for (size_t row = 0; row < rows; row++)
            move_value(outputs[0], row * picked + f, inputs[0].values[row * columns + index]);
    }
}

}  // namespace xpu
