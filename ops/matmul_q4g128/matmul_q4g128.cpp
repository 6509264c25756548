#include "ops/matmul_q4g128/matmul_q4g128.hpp"
#include "kernels/gemm_tiles.hpp"
#include "ops/matmul_q4g128/parts.hpp"

namespace xpu {

namespace {

constexpr uint32_t kCodes = 8;  // of a word

std::vector<Choice> choices(const Caps& caps, const Args& args) {
    return gemm::packed_choices(caps, kCodes, args.dim("N"), args.dim("M"), args.dim("K"));
}

Plan plan(const Caps& caps, const Args& args, const Choice& choice) {
    auto dispatch = gemm::packed_dispatch(caps, choice, args.dim("N"), args.dim("M"), args.dim("K"));
    dispatch.bindings = {in(0), in(1), in(2), out(0)};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double elements = 0;  // of four bytes, all of them
    for (auto& type : args.inputs) elements += static_cast<double>(type.elements());
    double results = static_cast<double>(args.outputs[0].elements());
    return {4 * (elements + results), 2 * results * args.dim("K")};
}

}  // namespace

extern const OpSpec matmul_q4g128_spec;
constexpr OpSpec matmul_q4g128_spec = {
    .name = "matmul_q4g128",
    .summary = "The product of a matrix and one of 4-bit codes, with a scale for each 128 of a row.",
    .source = "a @ dequantized(weight, scale).T, with groups of 128",
    .inputs = {f32("a", "N", "K"), tensor(DType::u32, "weight", "M", "K/8"), f32("scale", "M", "K/128")},
    .params = {size("k", "codes of a row, which words of eight do not show", "K")},
    .outputs = {f32("out", "N", "M")},
    .reference = matmul_q4g128_reference,
    .error_factor = matmul_q4g128_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = matmul_q4g128_cases,
    .bench_cases = matmul_q4g128_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> matmul_q4g128(Context& context, Tensor a, Tensor weight, Tensor scale) {
    Params params = {{"k", a.type.shape.size() < 2 ? 1 : static_cast<double>(a.type.shape[1])}};
    std::vector<NamedTensor> inputs = {{"a", std::move(a)}, {"weight", std::move(weight)}, {"scale", std::move(scale)}};
    auto outputs = co_await run(context, "matmul_q4g128", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
