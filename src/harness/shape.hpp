#pragma once
#include "kernels/registry.hpp"

namespace xpu {

/// A bench case in another shape: "1024x512x256" for the operator's symbols, in the order in which its inputs name them.
/// Errors: shape.
Result<Case> with_shape(const OpSpec& op, Case one, std::string_view text);

}  // namespace xpu
