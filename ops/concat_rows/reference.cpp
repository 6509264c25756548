#include "kernels/moves.hpp"
#include "ops/concat_rows/parts.hpp"

namespace xpu {

void concat_rows_reference(const Args&, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    size_t at = 0;
    for (auto& input : inputs)
        for (double value : input.values) move_value(outputs[0], at++, value);
}

}  // namespace xpu
