#include "kernels/moves.hpp"
#include "ops/slice_cols/parts.hpp"

namespace xpu {

void slice_cols_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    const size_t rows = args.dim("R"), columns = args.dim("C"), width = args.dim("width");
    const auto col0 = static_cast<size_t>(args.integer("col0"));
    for (size_t row = 0; row < rows; row++)
        for (size_t c = 0; c < width; c++)
            move_value(outputs[0], row * width + c, inputs[0].values[row * columns + col0 + c]);
}

}  // namespace xpu
