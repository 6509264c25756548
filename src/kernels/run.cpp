// Operators on tensors: on a device, or by their reference on the host.
#include "kernels/prepare.hpp"
#include "kernels/reference.hpp"

namespace xpu {

Task<Result<std::vector<Tensor>>> run(Context& context, std::string op, std::vector<NamedTensor> inputs, Params params,
                                      std::vector<KernelUse>* used) {
    auto spec = find_op(op);
    if (!spec) co_return forward(spec);
    std::vector<NamedType> types;
    for (auto& input : inputs) types.push_back({input.name, input.tensor.type});
    auto args = check_args(**spec, types, params);
    if (!args) co_return forward(args);

    std::vector<Binding> read, written;
    for (auto& input : (*spec)->inputs)
        for (auto& given : inputs)
            if (given.name == input.name) read.push_back(bind(given.tensor));
    std::vector<Tensor> outputs;
    bool empty = true;
    for (auto& type : args->outputs) {
        auto tensor = context.device.empty(type);
        if (!tensor) co_return fail(tensor.error().code, op + ": " + tensor.error().message);
        written.push_back(bind(*tensor));
        outputs.push_back(std::move(*tensor));
        empty = empty && type.elements() == 0;
    }
    if (empty) co_return outputs;
    auto ready = co_await prepare_best(context, *args, std::move(read), std::move(written));
    if (!ready) co_return forward(ready);
    auto program = context.device.prepare(std::move(ready->dispatches));
    if (!program) co_return fail(program.error().code, op + ": " + program.error().message);
    CommandList list;
    ready->write_params(list);
    list.run(*program);
    Submission sent = context.device.submit(std::move(list));
    if (sent.await_ready())  // natively an error of the submission is known at once, and is this call's
        if (auto outcome = sent.await_resume(); !outcome)
            co_return fail(outcome.error().code, op + ": " + outcome.error().message);
    if (used) *used = std::move(ready->used);
    co_return outputs;
}

Result<std::vector<HostTensor>> run_reference(std::string_view op, std::span<const NamedHostTensor> inputs,
                                              const Params& params) {
    auto spec = find_op(op);
    if (!spec) return forward(spec);
    std::vector<NamedType> types;
    for (auto& input : inputs) types.push_back({input.name, input.tensor.type});
    auto args = check_args(**spec, types, params);
    if (!args) return forward(args);
    std::vector<RefTensor> wide;
    for (auto& input : (*spec)->inputs)
        for (auto& given : inputs)
            if (given.name == input.name) wide.push_back(widen(given.tensor));
    std::vector<HostTensor> outputs;
    for (auto& result : reference_of(*args, wide)) outputs.push_back(narrow(result));
    return outputs;
}

}  // namespace xpu
