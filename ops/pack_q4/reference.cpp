#include "ops/pack_q4/parts.hpp"

namespace xpu {

void pack_q4_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    size_t n = args.dim("N"), k = args.dim("K"), words = (k + 7) / 8;
    for (size_t row = 0; row < n; row++)
        for (size_t w = 0; w < words; w++) {
            uint32_t word = 0;
            for (size_t i = 0; i < 8 && 8 * w + i < k; i++) {
                auto code = static_cast<uint32_t>(static_cast<int32_t>(inputs[0].values[row * k + 8 * w + i]));
                word |= (code & 15) << 4 * i;
            }
            outputs[0].values[row * words + w] = word;
        }
}

// Words are compared exactly.
double pack_q4_error_factor(const Args&) { return 0; }

}  // namespace xpu
