#pragma once
// What is known of a device: which kernels are wrong here, and which are fastest for which shapes. The doctor and a bench of
// all kernels find it; a text keeps it from one start to the next.
#include "xpu/context.hpp"

namespace xpu {

/// A name for the device among profiles: it changes with the adapter, its driver, and what the device allows.
std::string profile_key(const Device& device);

/// The context's findings as JSON, each operator's with kernel_hash of it.
std::string write_profile(const Context& context);

/// Takes over a profile's findings. What was found with another kernel_hash is left out.
/// Returns the operators that were left out for that reason. Errors: format (damaged), and then nothing is taken.
Result<std::vector<std::string>> read_profile(Context& context, std::string_view text);

/// A hash of all that an operator is made of, the context's kernels among it, as hexadecimal digits.
std::string kernel_hash(const Context& context, std::string_view op);

}  // namespace xpu
