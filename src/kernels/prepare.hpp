#pragma once
// From a plan to something that can be submitted: files resolved, text expanded, pipelines compiled, bindings made.
#include "kernels/registry.hpp"

namespace xpu {

/// What `prepare` is to use instead of what resolution would find. The judge and the clock force; calls do not.
struct Forced {
    std::string entry, file;
};

struct Prepared {
    std::vector<DispatchCall> dispatches;  ///< uniform buffers are bound; they are filled by `write_params`
    Buffer uniform;
    std::vector<std::byte> params;
    std::vector<KernelUse> used;
    /// Records the upload of the parameters. `*this` must outlive the submission.
    void write_params(CommandList& list) const {
        if (uniform) list.write(uniform, 0, params);
    }
};

/// `inputs` and `outputs` are whole bindings, in the order of the declaration; they may be longer than the live data.
/// Errors: limit, missing, unknown, unsupported, format, device, lost.
Task<Result<Prepared>> prepare(Context& context, const Args& args, Choice choice, std::vector<Binding> inputs,
                               std::vector<Binding> outputs, std::optional<Forced> forced = {});

/// The override of an operator's entry, or of one file of it; or null.
const Override* override_of_entry(const Context& context, std::string_view op, std::string_view entry);
const Override* override_of_file(const Context& context, std::string_view op, std::string_view file);

/// The class of shapes that a call belongs to: its element type, each dimension rounded to a power of two, and whether it is
/// in place. Kernels that are fastest for one member are taken for all.
std::string shape_class(const Args& args);

/// The operator's choices, best first; the context's preferred one, where it is among them, before all.
std::vector<Choice> ranked_choices(const Context& context, const Args& args);

/// Tries the choices, best first, until one can be prepared; a choice that cannot is passed over with its reason.
Task<Result<Prepared>> prepare_best(Context& context, const Args& args, std::vector<Binding> inputs,
                                    std::vector<Binding> outputs);

/// A tensor's binding: whole words of it.
Binding bind(const Tensor& tensor);

}  // namespace xpu
