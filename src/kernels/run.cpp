// Operators on tensors: on a device, or by their reference on the host.
#include "kernels/prepare.hpp"
#include "kernels/reference.hpp"
#include <algorithm>

namespace xpu {

namespace {

bool is_examined(const OpSpec& op, std::string_view input) {
    return std::find(op.examined.begin(), op.examined.end(), input) != op.examined.end();
}

Status examine(const Args& args, std::span<const RefTensor> inputs) {
    auto ok = args.op->examine(args, inputs);
    return ok ? ok : fail(ok.error().code, std::string(args.op->name) + ": " + ok.error().message);
}

Task<Result<bool>> examine_on(Device& device, const Args& args, const std::vector<NamedTensor>& inputs) {
    std::vector<RefTensor> wide;
    for (auto& input : args.op->inputs) {
        wide.emplace_back();
        for (auto& given : inputs) {
            if (given.name != input.name || !is_examined(*args.op, input.name)) continue;
            auto host = co_await device.read(given.tensor);
            if (!host) co_return forward(host);
            wide.back() = widen(*host);
        }
    }
    if (auto ok = examine(args, wide); !ok) co_return forward(ok);
    co_return true;
}

Task<Result<std::vector<Tensor>>> run_any(Context& context, std::string op, std::vector<NamedTensor> inputs,
                                          Params params, bool inplace, std::vector<KernelUse>* used) {
    auto spec = find_op(op);
    if (!spec) co_return forward(spec);
    if (inplace && (*spec)->inplace.empty())
        co_return fail(Code::unsupported,
                       op + ": it cannot write its result over an input; run it with a result of its own");
    std::vector<NamedType> types;
    for (auto& input : inputs) types.push_back({input.name, input.tensor.type});
    auto args = check_args(**spec, types, params);
    if (!args) co_return forward(args);
    args->inplace = inplace;
    if ((*spec)->examine) {
        auto fine = co_await examine_on(context.device, *args, inputs);
        if (!fine) co_return forward(fine);
    }

    std::vector<Binding> read, written;
    std::vector<Tensor> outputs;
    for (auto& input : (*spec)->inputs) {
        read.emplace_back();
        for (auto& given : inputs) {
            if (given.name != input.name) continue;
            read.back() = bind(given.tensor);
            if (inplace && input.name == (*spec)->inplace) outputs.push_back(given.tensor);
        }
    }
    bool empty = true;
    for (auto& type : args->outputs) {
        if (!inplace) {
            auto tensor = context.device.empty(type);
            if (!tensor) co_return fail(tensor.error().code, op + ": " + tensor.error().message);
            outputs.push_back(std::move(*tensor));
        }
        written.push_back(bind(outputs.back()));
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

}  // namespace

Task<Result<std::vector<Tensor>>> run(Context& context, std::string op, std::vector<NamedTensor> inputs, Params params,
                                      std::vector<KernelUse>* used) {
    return run_any(context, std::move(op), std::move(inputs), std::move(params), false, used);
}

Task<Result<std::vector<Tensor>>> run_inplace(Context& context, std::string op, std::vector<NamedTensor> inputs,
                                              Params params, std::vector<KernelUse>* used) {
    return run_any(context, std::move(op), std::move(inputs), std::move(params), true, used);
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
    for (auto& input : (*spec)->inputs) {
        wide.emplace_back();
        for (auto& given : inputs)
            if (given.name == input.name) wide.back() = widen(given.tensor);
    }
    if ((*spec)->examine)
        if (auto ok = examine(*args, wide); !ok) return forward(ok);
    std::vector<HostTensor> outputs;
    for (auto& result : reference_of(*args, wide)) outputs.push_back(narrow(result));
    return outputs;
}

}  // namespace xpu
