#pragma once
// Golden cases: inputs and results that other people's software computed, one safetensors file a case.
#include "harness/judge.hpp"

namespace xpu {

struct GoldenVerdict {
    std::string op;
    std::string failure;  ///< empty: passed
};

/// Runs one file's case on the context's device and judges it by the file's tolerances. A file that is no golden case is a
/// failure. Errors: lost, timeout.
Task<Result<GoldenVerdict>> check_golden(Context& context, std::span<const std::byte> file);

/// Parameters from a JSON object's text. Errors: format.
Result<Params> params_from_json(std::string_view text);

}  // namespace xpu
