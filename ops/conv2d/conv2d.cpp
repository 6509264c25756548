#include "ops/conv2d/conv2d.hpp"
#include "kernels/conv_nd.hpp"
#include "ops/conv2d/parts.hpp"

namespace xpu {

extern const OpSpec conv2d_spec;
constexpr OpSpec conv2d_spec = {
    .name = "conv2d",
    .summary = "Convolution over height and width: stride, padding, dilation, groups, bias and an activation.",
    .source = "torch.nn.functional.conv2d",
    .inputs = {f32("input", "N", "Cin", "H", "W"), f32("weight", "Cout", "Cg", "KH", "KW"),
               optional(f32("bias", "Cout"))},
    .params = {integers("stride", "samples from one result to the next, of all axes or each", 1),
               integers("padding", "zeros before and after the input, along all axes or each", 0),
               integers("dilation", "samples from one tap of the kernel to the next, of all axes or each", 1),
               integer("groups", "parts that the channels of input and result fall into", 1),
               choice("act", "what is applied to each result", kFusedActs, "none")},
    .outputs = {f32("out", "N", "Cout", "Hout", "Wout")},
    .validate = conv_nd_validate,
    .reference = conv_nd_reference,
    .error_factor = conv_nd_error_factor,
    .choices = conv_nd_choices,
    .plan = conv_nd_plan,
    .cases = conv2d_cases,
    .bench_cases = conv2d_bench_cases,
    .cost = conv_nd_cost,
    .cpu = conv2d_cpu,
};

Task<Result<Tensor>> conv2d(Context& context, Tensor input, Tensor weight, std::optional<Tensor> bias,
                            Conv2dOptions options) {
    const auto list = [](const std::array<int32_t, 2>& axes) { return std::vector<double>(axes.begin(), axes.end()); };
    std::vector<NamedTensor> inputs = {{"input", std::move(input)}, {"weight", std::move(weight)}};
    if (bias) inputs.push_back({"bias", std::move(*bias)});
    Params params = {{"stride", list(options.stride)},
                     {"padding", list(options.padding)},
                     {"dilation", list(options.dilation)},
                     {"groups", double(options.groups)},
                     {"act", std::string(options.act)}};
    auto outputs = co_await run(context, "conv2d", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
