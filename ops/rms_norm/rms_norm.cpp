#include "ops/rms_norm/rms_norm.hpp"
#include "kernels/row_tiles.hpp"
#include "kernels/span_norms.hpp"
#include "ops/rms_norm/parts.hpp"

namespace xpu {

namespace {

Status validate(Args& args) {
    if (auto ok = check_eps(args); !ok) return ok;
    int64_t groups = args.integer("groups");
    uint64_t rows = args.dim("G");
    if (groups < 0) return fail(Code::range, "parameter groups is " + std::to_string(groups) + ", expected 0 or more");
    if (rows != static_cast<uint64_t>(groups == 0 ? 1 : groups))
        return fail(Code::shape, "weight has " + std::to_string(rows) +
                                     " rows, expected groups = " + std::to_string(groups == 0 ? 1 : groups));
    return {};
}

std::vector<Choice> choices(const Caps& caps, const Args& args) { return row_choices(caps, args.dim("D")); }

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    auto dispatch = row_dispatch(choice, args.dim("N"));
    dispatch.bindings = {in(0), in(1), out(0)};
    dispatch.params = {args.dim("N"), args.dim("D"), args.dim("G"), bits(static_cast<float>(args.real("eps")))};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double n = args.dim("N"), d = args.dim("D"), g = args.dim("G");
    return {4 * (2 * n * d + g * d), 4 * n * d};
}

}  // namespace

extern const OpSpec rms_norm_spec;
constexpr OpSpec rms_norm_spec = {
    .name = "rms_norm",
    .summary = "Divides each row by its root mean square and multiplies it by a weight.",
    .source = "Zhang & Sennrich 2019; torch F.rms_norm(x, (D,)) * w",
    .inputs = {f32("input", "N", "D"), f32("weight", "G", "D")},
    .params = {real("eps", "added to the mean square, inside the root; above 0"),
               integer("groups", "rows of the weight: row n takes weight row n mod groups; 0 means 1", 1)},
    .outputs = {f32("out", "N", "D")},
    .validate = validate,
    .reference = rms_norm_reference,
    .error_factor = rms_norm_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = rms_norm_cases,
    .bench_cases = rms_norm_bench_cases,
    .cost = cost,
    .cpu = rms_norm_cpu,
};

Task<Result<Tensor>> rms_norm(Context& context, Tensor x, Tensor weight, float eps) {
    double groups = weight.type.shape.empty() ? 1 : static_cast<double>(weight.type.shape[0]);
    // Named, because g++ 12 frees temporaries of a coroutine's argument list twice.
    std::vector<NamedTensor> inputs = {{"input", std::move(x)}, {"weight", std::move(weight)}};
    Params params = {{"eps", double{eps}}, {"groups", groups}};
    auto outputs = co_await run(context, "rms_norm", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
