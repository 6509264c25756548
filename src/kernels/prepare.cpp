#include "core/log.hpp"
#include "device/state.hpp"
#include "kernels/cpu.hpp"
#include "kernels/grammar.hpp"
#include <algorithm>
#include <bit>
#include <cstring>

namespace xpu {

namespace {

// The alignment of a uniform binding's offset that every WebGPU device accepts.
constexpr uint64_t kSlot = 256;

// What a dispatch's parameters take of the uniform buffer.
uint64_t slot_bytes(const DispatchPlan& dispatch) { return (dispatch.params.size() * 4 + kSlot - 1) / kSlot * kSlot; }

// Folds a count of workgroups into two dimensions: the kernel's index is y · num_workgroups.x + x, and it returns
// beyond the end. As square as needed and no more: 65,536 become 32,768 by 2, and not 65,535 by 2.
Result<std::array<uint32_t, 3>> fold(const Caps& caps, uint32_t fold_at, uint64_t count) {
    uint64_t most = fold_at > 0 ? fold_at : caps.max_workgroups;
    uint64_t y = (count + most - 1) / most, x = y > 0 ? (count + y - 1) / y : 1;
    if (y > caps.max_workgroups)
        return fail(Code::limit, std::to_string(count) + " workgroups are needed; the device allows " +
                                     std::to_string(uint64_t{caps.max_workgroups} * caps.max_workgroups));
    return std::array<uint32_t, 3>{static_cast<uint32_t>(x), static_cast<uint32_t>(y), 1};
}

std::string final_text(const Caps& caps, const DispatchPlan& dispatch, const KernelName& name,
                       const std::string& expanded) {
    std::string enables;
    if (name.dtype == "f16") enables += "enable f16; ";
    if (dispatch.subgroups && caps.enable_lines) enables += "enable subgroups; ";
    // On the first line, which is a comment in every kernel file: so the lines that a compiler names stay right.
    return enables + expanded;
}

struct Compiled {
    Resolution found;
    uint32_t pipeline;
};

// The first file, rung by rung, that this device's compiler takes. One that it refuses is disabled with the compiler's
// reason, so that no later call tries it again.
Task<Result<Compiled>> compile_first(Context& context, const OpSpec& op, const DispatchPlan& dispatch, Wanted wanted,
                                     Layout layout) {
    const Caps caps = context.device.caps();
    // An override beats everything: what is forced here, and what the doctor has switched off.
    auto* own = wanted.override_file ? override_of_file(context, op.name, *wanted.override_file)
                                     : override_of_entry(context, op.name, dispatch.entry);
    if (own) wanted.override_file = own->file;
    for (;;) {
        auto found = own ? resolve(context.kernels, op.name, wanted, {})
                         : resolve(context.kernels, op.name, wanted, context.disabled);
        if (!found) co_return forward(found);
        bool foreign = own && !own->text.empty();
        // A wrong directive is a mistake in the file, not a trait of the device: no other kernel hides it.
        auto text = expand(foreign ? own->text : found->text, dispatch.constants);
        if (!text)
            co_return fail(text.error().code,
                           std::string(op.name) + "/" + found->name.file + ": " + text.error().message);
        auto pipeline = co_await context.device.compile(final_text(caps, dispatch, found->name, *text), layout,
                                                        context.checked || foreign);
        if (pipeline) co_return Compiled{std::move(*found), *pipeline};
        Error error = pipeline.error();
        if (error.code == Code::lost || error.code == Code::timeout) co_return std::unexpected(error);
        error.message = std::string(op.name) + "/" + found->name.file + ": " + error.message;
        if (wanted.override_file) co_return std::unexpected(error);
        log(LogLevel::warning, error.message + "; it is passed over");
        context.disabled.push_back({std::string(op.name), found->name.file, "it does not compile: " + error.message});
    }
}

// WebGPU refuses a buffer that one dispatch both reads and writes through two bindings, wherever in it they lie.
Status check_aliases(const OpSpec& op, const DispatchPlan& dispatch, const std::vector<Binding>& inputs,
                     const std::vector<Binding>& outputs) {
    for (auto& written : dispatch.bindings)
        for (auto& other : dispatch.bindings) {
            if (written.of != BindingRef::Of::output || other.of == BindingRef::Of::scratch || &written == &other)
                continue;
            bool input = other.of == BindingRef::Of::input;
            if (outputs[written.index].buffer != (input ? inputs : outputs)[other.index].buffer) continue;
            auto name = input ? op.inputs[other.index].name : op.outputs[other.index].name;
            return fail(Code::conflict, std::string(op.name) + ": " + std::string(op.outputs[written.index].name) +
                                            " and " + std::string(name) +
                                            " share a buffer, expected one of its own for what is written");
        }
    return {};
}

// Where an operator has overrides, only choices that use one of them count.
Status keep_overridden(const Context& context, const Args& args, std::vector<Choice>& choices) {
    std::string files;
    for (auto& one : context.overrides)
        if (one.op == args.op->name) files += (files.empty() ? "" : ", ") + one.file;
    if (files.empty()) return {};
    if (!context.device.caps().kernels)
        return fail(Code::unsupported, std::string(args.op->name) + ": " + files + " overrides, but " +
                                           context.device.info().name + " runs no WGSL");
    std::string entries;
    std::erase_if(choices, [&](auto& choice) {
        auto plan = args.op->plan(context.device.caps(), args, choice);
        bool keep = std::any_of(plan.dispatches.begin(), plan.dispatches.end(), [&](auto& dispatch) {
            return override_of_entry(context, args.op->name, dispatch.entry) != nullptr;
        });
        if (!keep) entries += (entries.empty() ? "" : ", ") + std::string(choice.entry);
        return !keep;
    });
    if (!choices.empty()) return {};
    return fail(Code::unsupported, std::string(args.op->name) + ": " + files +
                                       " overrides, but a call of these shapes takes only " + entries);
}

}  // namespace

Binding bind(const Tensor& tensor) {
    // A vector of 4 is the least that a kernel of vectors may be bound to, even where the tensor is empty. A caller's own
    // buffer may be smaller.
    uint64_t least = tensor.buffer ? std::min<uint64_t>(tensor.buffer->bytes() - tensor.offset, 16) : 16;
    uint64_t whole = std::max((tensor.type.bytes() + 3) / 4 * 4, least);
    return {tensor.buffer, tensor.offset, whole};
}

std::string shape_class(const Args& args) {
    auto near = [](uint64_t n) {
        if (n == 0) return n;
        uint64_t below = std::bit_floor(n);
        return n - below > below / 2 ? 2 * below : below;
    };
    std::string text(args.inputs.empty() ? "" : name(args.inputs[0].dtype));
    for (auto& [symbol, size] : args.dims) text += " " + std::string(symbol) + "~" + std::to_string(near(size));
    // Tensors of any shape have no symbols: what counts there is how much there is.
    if (args.dims.empty() && !args.outputs.empty()) text += " " + std::to_string(near(args.outputs[0].elements()));
    return args.inplace ? text + " in place" : text;
}

std::vector<Choice> ranked_choices(const Context& context, const Args& args) {
    std::vector<Choice> choices = choices_on(context.device.caps(), args);
    std::string shapes = context.preferred.empty() ? "" : shape_class(args);
    for (auto& best : context.preferred) {
        if (best.op != args.op->name || best.shapes != shapes) continue;
        auto at = std::find_if(choices.begin(), choices.end(),
                               [&](auto& choice) { return choice.entry == best.entry && choice.tile == best.tile; });
        if (at != choices.end()) std::rotate(choices.begin(), at, at + 1);
    }
    return choices;
}

Task<Result<Prepared>> prepare(Context& context, const Args& args, Choice choice, std::vector<Binding> inputs,
                               std::vector<Binding> outputs, std::optional<Forced> forced) {
    const OpSpec& op = *args.op;
    const Caps caps = context.device.caps();
    if (!caps.kernels) co_return prepare_on_cpu(context, args, choice, inputs, outputs);
    Plan plan = op.plan(caps, args, choice);
    Prepared ready;
    std::vector<Binding> scratch;
    for (uint64_t bytes : plan.scratch_bytes) {
        auto buffer = context.device.allocate(bytes);
        if (!buffer) co_return forward(buffer);
        scratch.push_back({*buffer, 0, bytes});
    }
    uint64_t params_bytes = 0, params_at = 0;
    for (auto& dispatch : plan.dispatches) params_bytes += slot_bytes(dispatch);
    if (params_bytes > 0) {
        auto uniform = context.device.allocate_uniform(params_bytes);
        if (!uniform) co_return forward(uniform);
        ready.uniform = *uniform;
        ready.params.resize(params_bytes);
    }
    for (auto& dispatch : plan.dispatches) {
        Wanted wanted{std::string(dispatch.entry), context.target, {}, {}};
        if (dispatch.storage == DType::f16 && caps.f16) wanted.dtype = "f16";
        if (forced && forced->entry == dispatch.entry) wanted.override_file = forced->file;
        DispatchCall call;
        if (auto ok = check_aliases(op, dispatch, inputs, outputs); !ok) co_return forward(ok);
        for (size_t slot = 0; slot < dispatch.bindings.size(); slot++) {
            const BindingRef& ref = dispatch.bindings[slot];
            auto& from = ref.of == BindingRef::Of::input    ? inputs
                         : ref.of == BindingRef::Of::output ? outputs
                                                            : scratch;
            call.bindings.push_back(from[ref.index]);
            call.layout |= Layout{ref.write ? 2u : 1u} << (4 * slot);
            if (from[ref.index].bytes > caps.max_binding_bytes)
                co_return fail(Code::limit,
                               std::string(op.name) + ": a binding of " + std::to_string(from[ref.index].bytes) +
                                   " bytes is needed; the device allows " + std::to_string(caps.max_binding_bytes));
        }
        if (!dispatch.params.empty()) {
            std::memcpy(ready.params.data() + params_at, dispatch.params.data(), dispatch.params.size() * 4);
            call.layout |= Layout{3} << (4 * call.bindings.size());
            call.bindings.push_back({ready.uniform, params_at, slot_bytes(dispatch)});
            params_at += slot_bytes(dispatch);
        }
        auto groups = fold(caps, context.fold_at, dispatch.workgroups);
        if (!groups) co_return fail(groups.error().code, std::string(op.name) + ": " + groups.error().message);
        call.groups = *groups;
        auto compiled = co_await compile_first(context, op, dispatch, wanted, call.layout);
        if (!compiled) co_return forward(compiled);
        call.pipeline = compiled->pipeline;
        ready.dispatches.push_back(std::move(call));
        auto& found = compiled->found;
        ready.used.push_back(
            {found.name.entry, found.name.file, choice.label, found.rung, found.tried, found.fallback});
    }
    co_return ready;
}

Task<Result<Prepared>> prepare_best(Context& context, const Args& args, std::vector<Binding> inputs,
                                    std::vector<Binding> outputs) {
    std::string passed_over;
    std::vector<Choice> choices = ranked_choices(context, args);
    if (auto ok = keep_overridden(context, args, choices); !ok) co_return forward(ok);
    for (auto& choice : choices) {
        auto ready = co_await prepare(context, args, choice, inputs, outputs);
        if (ready) {
            if (!passed_over.empty())
                for (auto& use : ready->used)
                    use.fallback = passed_over + (use.fallback.empty() ? "" : "; " + use.fallback);
            co_return ready;
        }
        // What a smaller kernel cannot help against ends it; what this kernel alone lacks does not.
        if (ready.error().code != Code::unsupported && ready.error().code != Code::device) co_return ready;
        passed_over += (passed_over.empty() ? "" : "; ") + ready.error().message;
    }
    co_return fail(Code::unsupported, passed_over);
}

}  // namespace xpu
