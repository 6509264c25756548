#include "ops/matmul_gguf/matmul_gguf.hpp"
#include "kernels/gemm_tiles.hpp"
#include "ops/matmul_gguf/parts.hpp"

namespace xpu {

namespace {

Status validate(Args& args) { return gguf::check_planes(args, 1); }

std::vector<Choice> choices(const Caps& caps, const Args& args) {
    return gemm::packed_choices(caps, gguf::format_of(args).codes, args.dim("M"), args.dim("N"), args.dim("K"));
}

Plan plan(const Caps& caps, const Args& args, const Choice& choice) {
    auto dispatch = gemm::packed_dispatch(caps, choice, args.dim("M"), args.dim("N"), args.dim("K"));
    dispatch.constants.push_back({"TYPE", args.choice("type")});
    dispatch.bindings = {in(0), in(1), in(2), out(0)};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double bytes = static_cast<double>(args.outputs[0].bytes());
    for (auto& type : args.inputs) bytes += static_cast<double>(type.bytes());
    return {bytes, 2.0 * args.dim("M") * args.dim("N") * args.dim("K")};
}

}  // namespace

extern const OpSpec matmul_gguf_spec;
constexpr OpSpec matmul_gguf_spec = {
    .name = "matmul_gguf",
    .summary = "The product of a matrix and weights in blocks of GGUF, as repack_gguf makes them.",
    .source = "ggml's mul_mat of Q8_0, Q4_1, Q4_0, Q4_K and Q6_K, with a in f32",
    .inputs = {f32("a", "M", "K"), gguf::codes_arg(), gguf::scale_arg()},
    .params = {gguf::type_param()},
    .outputs = {f32("out", "M", "N")},
    .validate = validate,
    .reference = matmul_gguf_reference,
    .error_factor = matmul_gguf_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = matmul_gguf_cases,
    .bench_cases = matmul_gguf_bench_cases,
    .cost = cost,
    .cpu = matmul_gguf_cpu,
};

Task<Result<Tensor>> matmul_gguf(Context& context, Tensor a, Tensor codes, Tensor scale, std::string_view type) {
    std::vector<NamedTensor> inputs = {{"a", std::move(a)}, {"codes", std::move(codes)}, {"scale", std::move(scale)}};
    Params params = {{"type", std::string(type)}};
    auto outputs = co_await run(context, "matmul_gguf", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
