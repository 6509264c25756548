#include "ops/matvec_gguf/matvec_gguf.hpp"
#include "kernels/gemm_tiles.hpp"
#include "kernels/matvec_tiles.hpp"
#include "ops/matvec_gguf/parts.hpp"

namespace xpu {

namespace {

Status validate(Args& args) { return gguf::check_planes(args, 0); }

// A product with one row, without the tiles for many.
std::vector<Choice> choices(const Caps& caps, const Args& args) {
    auto all = gemm::packed_choices(caps, gguf::format_of(args).codes, 1, args.dim("N"), args.dim("K"));
    std::erase_if(all, [](auto& choice) { return choice.entry == "tiled"; });
    if (gguf::format_of(args).codes == 4) {
        const auto held = held_choices(args.dim("N"), args.dim("K"), 16);
        all.insert(all.begin(), held.begin(), held.end());
    }
    return all;
}

Plan plan(const Caps& caps, const Args& args, const Choice& choice) {
    DispatchPlan dispatch;
    if (choice.entry == "held") {
        dispatch = held_dispatch(choice, args.dim("N"));
        dispatch.params = {args.dim("N"), args.dim("K")};
    } else {
        dispatch = gemm::packed_dispatch(caps, choice, 1, args.dim("N"), args.dim("K"));
        dispatch.constants.push_back({"TYPE", args.choice("type")});
    }
    dispatch.bindings = {in(2), in(0), in(1), out(0)};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double bytes = static_cast<double>(args.outputs[0].bytes());
    for (auto& type : args.inputs) bytes += static_cast<double>(type.bytes());
    return {bytes, 2.0 * args.dim("N") * args.dim("K")};
}

}  // namespace

extern const OpSpec matvec_gguf_spec;
constexpr OpSpec matvec_gguf_spec = {
    .name = "matvec_gguf",
    .summary = "The product of weights in blocks of GGUF, as repack_gguf makes them, and a vector.",
    .source = "ggml's mul_mat of Q8_0, Q4_1, Q4_0, Q4_K and Q6_K, with the vector in f32",
    .inputs = {gguf::codes_arg(), gguf::scale_arg(), f32("vector", "K")},
    .params = {gguf::type_param()},
    .outputs = {f32("out", "N")},
    .validate = validate,
    .reference = matvec_gguf_reference,
    .error_factor = matvec_gguf_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = matvec_gguf_cases,
    .bench_cases = matvec_gguf_bench_cases,
    .cost = cost,
    .cpu = matvec_gguf_cpu,
};

Task<Result<Tensor>> matvec_gguf(Context& context, Tensor codes, Tensor scale, Tensor vector, std::string_view type) {
    std::vector<NamedTensor> inputs = {
        {"codes", std::move(codes)}, {"scale", std::move(scale)}, {"vector", std::move(vector)}};
    Params params = {{"type", std::string(type)}};
    auto outputs = co_await run(context, "matvec_gguf", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
