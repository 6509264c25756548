#include "ops/matmul_nbits/matmul_nbits.hpp"
#include "kernels/gemm_tiles.hpp"
#include "ops/matmul_nbits/parts.hpp"

namespace xpu {

namespace {

constexpr uint32_t kCodes = 8;  // of four bytes

Status validate(Args& args) {
    for (auto [param, only] : {std::pair{"bits", 4}, {"block_size", 32}})
        if (auto value = args.integer(param); value != only)
            return fail(Code::range, "parameter " + std::string(param) + " is " + std::to_string(value) +
                                         ", expected " + std::to_string(only));
    const uint64_t n = args.dim("N"), blocks = (uint64_t{args.dim("K")} + 31) / 32;
    if (args.dim("S") != n * blocks)
        return fail(Code::shape, "scales is " + to_string(args.inputs[2]) + ", expected shape [" +
                                     std::to_string(n * blocks) + "]: one for each block of b");
    if (args.has("zero_points") && args.dim("Z") != n * ((blocks + 1) / 2))
        return fail(Code::shape, "zero_points is " + to_string(args.inputs[3]) + ", expected shape [" +
                                     std::to_string(n * ((blocks + 1) / 2)) + "]: half a byte for each block of a row");
    return {};
}

std::vector<Choice> choices(const Caps& caps, const Args& args) {
    return gemm::packed_choices(caps, kCodes, args.dim("M"), args.dim("N"), args.dim("K"));
}

Plan plan(const Caps& caps, const Args& args, const Choice& choice) {
    auto dispatch = gemm::packed_dispatch(caps, choice, args.dim("M"), args.dim("N"), args.dim("K"));
    const bool zeros = args.has("zero_points");
    dispatch.constants.push_back({"ZEROS", zeros});
    // What is absent is not read; something has to be bound.
    dispatch.bindings = {in(0), in(1), in(2), in(zeros ? 3 : 2), out(0)};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double bytes = static_cast<double>(args.outputs[0].bytes());
    for (auto& type : args.inputs) bytes += static_cast<double>(type.bytes());
    return {bytes, 2.0 * args.dim("M") * args.dim("N") * args.dim("K")};
}

}  // namespace

extern const OpSpec matmul_nbits_spec;
constexpr OpSpec matmul_nbits_spec = {
    .name = "matmul_nbits",
    .summary = "The product of a matrix and one of 4-bit codes in blocks of 32, each with a scale and a zero point.",
    .source = "ONNX com.microsoft.MatMulNBits",
    .inputs = {f32("a", "M", "K"), tensor(DType::u8, "b", "N", "K/32", "16"), f32("scales", "S"),
               optional(tensor(DType::u8, "zero_points", "Z"))},
    .params = {integer("bits", "of a code: 4"), integer("block_size", "codes of a block: 32"),
               size("k", "codes of a row, which blocks of 32 do not show", "K"), size("n", "rows of codes", "N")},
    .outputs = {f32("out", "M", "N")},
    .validate = validate,
    .reference = matmul_nbits_reference,
    .error_factor = matmul_nbits_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = matmul_nbits_cases,
    .bench_cases = matmul_nbits_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> matmul_nbits(Context& context, Tensor a, Tensor b, Tensor scales,
                                  std::optional<Tensor> zero_points) {
    Params params = {{"bits", 4.0},
                     {"block_size", 32.0},
                     {"k", a.type.shape.size() < 2 ? 1 : static_cast<double>(a.type.shape[1])},
                     {"n", b.type.shape.empty() ? 1 : static_cast<double>(b.type.shape[0])}};
    std::vector<NamedTensor> inputs = {{"a", std::move(a)}, {"b", std::move(b)}, {"scales", std::move(scales)}};
    if (zero_points) inputs.push_back({"zero_points", std::move(*zero_points)});
    auto outputs = co_await run(context, "matmul_nbits", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
