#pragma once
// Kernels of the caller's own: WGSL on the same device and the same tensors as the operators, and in the place of one of
// the library's kernels. They are always compiled with the compiler's bounds checks and loop guards.
#include "xpu/context.hpp"

namespace xpu {

struct KernelTensor {
    Tensor tensor;
    bool write = false;  ///< bound as `var<storage, read_write>`, else as `var<storage, read>`
};

struct KernelCall {
    std::string wgsl;                   ///< its entry point is `main`
    std::vector<KernelTensor> tensors;  ///< bound at @group(0), from @binding(0) on, in this order
    std::vector<uint32_t>
        params;  ///< words of a uniform struct that is bound after the tensors; at most 64, may be empty
    std::array<uint32_t, 3> workgroups = {1, 1, 1};
    bool subgroups =
        false;  ///< the text uses subgroup operations: `enable subgroups;` is added where the compiler wants it
};

/// Compiles and binds a call, for command lists that run it many times; the same text is compiled once a device.
/// Errors: device (with the compiler's message), limit (with the need and what the device allows), conflict (a tensor that
/// is written shares its buffer with another), unsupported, lost.
Task<Result<Program>> prepare_kernel(Context& context, KernelCall call);

/// Prepares a call and submits it. Errors: as prepare_kernel.
Task<Result<bool>> run_kernel(Context& context, KernelCall call);

/// Makes every call of an operator take the kernel `file`, and no other, where the operator's plan has that file's entry.
/// With `text`, that text is used instead of the library's: it has the file's bindings, parameters, constants and
/// workgroups. A call whose shapes cannot take the entry is an error, and never falls back.
/// Errors: unknown, where there is no such operator or file.
Status override_kernel(Context& context, std::string_view op, std::string_view file, std::string text = {});

}  // namespace xpu
