#include "kernels/moves.hpp"
#include "ops/set_cols/parts.hpp"

namespace xpu {

void set_cols_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    const size_t rows = args.dim("R"), columns = args.dim("C"), window = args.dim("W");
    const auto col0 = static_cast<size_t>(args.integer("col0"));
    for (size_t row = 0; row < rows; row++)
        for (size_t c = 0; c < columns; c++) {
            const bool inside = c >= col0 && c < col0 + window;
            move_value(outputs[0], row * columns + c,
                       inside ? inputs[1].values[row * window + c - col0] : inputs[0].values[row * columns + c]);
        }
}

}  // namespace xpu
