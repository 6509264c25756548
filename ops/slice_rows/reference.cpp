#include "kernels/moves.hpp"
#include "ops/slice_rows/parts.hpp"

namespace xpu {

void slice_rows_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    const size_t count = args.dim("count"), columns = args.dim("C");
    const auto row0 = static_cast<size_t>(args.integer("row0"));
    for (size_t row = 0; row < count; row++)
        for (size_t c = 0; c < columns; c++)
            move_value(outputs[0], row * columns + c, inputs[0].values[(row0 + row) * columns + c]);
}

}  // namespace xpu
