#pragma once
// How a result is judged: only against the reference, element by element, with bounds that are derived; and so that
// nothing hides: NaN, Inf, untouched memory and writes beyond the end fail by name.
#include "kernels/prepare.hpp"

namespace xpu {

/// What is wrong with one tensor; its worst element first.
struct Disagreement {
    std::string kind;  ///< "off", "nan", "inf", "untouched", "band", "shape", "dtype", "exact"
    std::string tensor;
    uint64_t index = 0, count = 0;  ///< of the worst, and how many elements are wrong
    double got = 0, want = 0, bound = 0;
    std::string to_string() const;
};

/// Judges by the derived bound of the operator.
std::optional<Disagreement> judge(const Args& args, size_t output, const RefTensor& want, const HostTensor& got);

/// Judges by a golden file's tolerances: equal, both NaN, or within abs or rel·|want|; integers exactly.
std::optional<Disagreement> judge_golden(std::string_view tensor, const HostTensor& want, const HostTensor& got,
                                         double rel, double abs);

/// One case's inputs on the device, each followed by a guard band of NaN, with the reference's results.
struct Trial {
    Args args;  ///< `inplace` may be set: then the result is written over a copy of its input
    std::vector<Binding> inputs;
    std::vector<HostTensor> hosts;
    std::vector<RefTensor> want;
    uint32_t fold_at = 0;
};

/// Whether the call dispatches anything: one whose results are all empty proves no kernel.
bool dispatches(const Args& args);

Task<Result<Trial>> make_trial(Context& context, const OpSpec& op, const Case& one);

struct Verdict {
    std::vector<KernelUse> used;
    std::optional<Disagreement> wrong;
};

/// Runs one choice, with one of its files forced where given, on outputs that are filled with a sentinel and followed by
/// a guard band of it, and judges all of it. Errors: what kept it from running.
Task<Result<Verdict>> try_choice(Context& context, const Trial& trial, Choice choice, std::optional<Forced> forced);

}  // namespace xpu
