#pragma once
// Names of kernel files, `<entry>[.<target>][.<dtype>].wgsl`, and which of an operator's files serves a call.
#include "xpu/context.hpp"

namespace xpu {

struct Vocabulary {
    std::span<const std::string_view> targets, dtypes;
};
/// apple, nvidia, amd, soc; f32, f16, i32, u32.
const Vocabulary& kernel_vocabulary();

struct KernelName {
    std::string file, entry;
    std::optional<std::string> target, dtype;
};

/// Errors: format. A misspelt variant would fall back without a word, so it is refused; a misspelt entry is a new
/// entry, and fails loudly when something asks for the right one.
Result<KernelName> parse_kernel_name(std::string_view file, const Vocabulary& vocabulary = kernel_vocabulary());

/// An operator's files, sorted by name; those that do not end in .wgsl are not kernels. Errors: format, and missing
/// when an entry has a variant but no portable file.
Result<std::vector<KernelName>> variants_in(std::span<const KernelFile> kernels, std::string_view op,
                                            const Vocabulary& vocabulary = kernel_vocabulary());

struct Wanted {
    std::string entry = "kernel";
    std::optional<std::string> target, dtype;
    std::optional<std::string> override_file;  ///< beats everything; it must exist
};

struct Resolution {
    KernelName name;
    std::string_view text;
    std::string rung;                ///< override, target+dtype, target, dtype or portable
    std::vector<std::string> tried;  ///< in order, the one that serves last
    std::string fallback;            ///< reasons of disabled files that were passed over
};

/// First hit wins, within the entry: override, target+dtype, target, dtype, portable. Disabled files are passed over
/// with their reason. Errors: missing (says what was tried and what exists), unknown (an override that does not exist),
/// unsupported (all that would serve are disabled).
Result<Resolution> resolve(std::span<const KernelFile> kernels, std::string_view op, const Wanted& wanted,
                           std::span<const Disabled> disabled = {});

}  // namespace xpu
