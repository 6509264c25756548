#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// The tokens of the best path: the best class of each frame, without repetitions and blanks
/// scores f32 [B,T,C] → {tokens i32 [B,T], padded with −1; lengths i32 [B]}. Of equal scores the first class wins; NaN is above
/// all, as in torch.argmax. A frame is emitted where its class differs from that of the frame before and is not `blank`; a blank
/// outside [0,C) means that there is none. Scores may be logits or probabilities: only their order counts. C = 0 is an error.
/// Errors: shape, dtype, limit, device, lost. Source: torch.argmax, torch.unique_consecutive, then without the blanks.
Task<Result<std::vector<Tensor>>> ctc_decode(Context& context, Tensor scores, int32_t blank = 0);

}  // namespace xpu
