#pragma once
// Running operators: a device, the kernels to choose from, and what is known to be wrong with them here.
#include "xpu/device.hpp"
#include "xpu/params.hpp"
#include <span>

namespace xpu {

/// One kernel file: text of `ops/<op>/wgsl/<file>`.
struct KernelFile {
    std::string_view op, file, text;
};

/// The kernels built into the library, sorted by operator and file.
std::span<const KernelFile> embedded_kernels();

/// A kernel file that must not run here, and why.
struct Disabled {
    std::string op, file, reason;
};

/// Which file ran for one dispatch, and how it was found.
struct KernelUse {
    std::string entry, file;
    std::string tile;                ///< its label; empty where there is but one
    std::string rung;                ///< override, target+dtype, target, dtype or portable
    std::vector<std::string> tried;  ///< file names in the order in which they were looked for
    std::string fallback;            ///< why a better one was passed over; empty when none was
};

/// A kernel file that is to be used wherever its entry can be; see override_kernel.
struct Override {
    std::string op, file, text;
};

/// The entry and tile that proved fastest here for one class of shapes (see shape_class in kernels/prepare.hpp).
struct Preferred {
    std::string op, shapes, entry;
    uint32_t tile = 0;
};

struct Context {
    explicit Context(Device device)
        : device(std::move(device)), kernels(embedded_kernels()), target(this->device.target().name) {}

    Device device;
    std::span<const KernelFile> kernels;  ///< the caller keeps a table of its own alive
    std::optional<std::string> target;    ///< the detected one; set it to force another, or none
    bool checked = false;                 ///< keep the compiler's bounds checks
    /// Workgroups in one dimension before a dispatch folds into two; 0 is the device's limit. Lower, it lets small shapes
    /// prove what large ones do.
    uint32_t fold_at = 0;
    std::vector<Disabled> disabled;
    std::vector<Override> overrides;
    std::vector<Preferred> preferred;
};

struct NamedTensor {
    std::string name;
    Tensor tensor;
};

/// Runs an operator by name on tensors of the context's device; nothing is waited for but compilation and, where indices that
/// do not exist are an error of the operator, these. Outputs come in the order of the operator's declaration. `used` receives the kernels that ran.
/// Errors: every error of the operator's validation, before any work is submitted; device, lost.
Task<Result<std::vector<Tensor>>> run(Context& context, std::string op, std::vector<NamedTensor> inputs, Params params,
                                      std::vector<KernelUse>* used = nullptr);

/// As `run`, but the result is written over the input that the operator declares for that, and is that tensor.
/// Errors: unsupported, where the operator has no such input; conflict, where another input shares its buffer; as `run`.
Task<Result<std::vector<Tensor>>> run_inplace(Context& context, std::string op, std::vector<NamedTensor> inputs,
                                              Params params, std::vector<KernelUse>* used = nullptr);

struct NamedHostTensor {
    std::string name;
    HostTensor tensor;
};

/// Runs an operator's plain f64 reference on the host. No device is needed. Errors as `run`.
Result<std::vector<HostTensor>> run_reference(std::string_view op, std::span<const NamedHostTensor> inputs,
                                              const Params& params);

}  // namespace xpu
