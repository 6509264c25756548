#include "kernels/moves.hpp"
#include "ops/pad/parts.hpp"

namespace xpu {

void pad_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    const size_t outer = args.dim("outer"), padded = args.dim("Lout"), inner = args.dim("inner");
    const int64_t length = args.dim("L"), before = args.integer("before");
    const std::string mode = std::get<std::string>(*args.params.find("mode"));
    const double given = args.real("value"), value = args.inputs[0].dtype == DType::f32 ? float(given) : given;
    for (size_t o = 0; o < outer; o++)
        for (size_t l = 0; l < padded; l++)
            for (size_t i = 0; i < inner; i++) {
                int64_t step = static_cast<int64_t>(l) - before;
                if (mode == "replicate") step = step < 0 ? 0 : step >= length ? length - 1 : step;
                if (mode == "reflect") step = step < 0 ? -step : step >= length ? 2 * (length - 1) - step : step;
                const bool inside = step >= 0 && step < length;
                const size_t from = (o * static_cast<size_t>(length) + static_cast<size_t>(step)) * inner + i;
                move_value(outputs[0], (o * padded + l) * inner + i, inside ? inputs[0].values[from] : value);
            }
}

}  // namespace xpu
