#include "kernels/alibi_slope.hpp"
#include "ops/alibi_slopes/parts.hpp"

namespace xpu {

void alibi_slopes_reference(const Args& args, std::span<const RefTensor>, std::span<RefTensor> outputs) {
    uint32_t heads = args.dim("heads");
    for (uint32_t head = 0; head < heads; head++)
        outputs[0].values[head] = outputs[0].magnitude[head] = alibi_slope(head, heads);
}

double alibi_slopes_error_factor(const Args&) { return kAlibiSlopeError; }

}  // namespace xpu
