#include "ops/elementwise_rows/elementwise_rows.hpp"
#include "kernels/streams.hpp"
#include "ops/elementwise_rows/parts.hpp"

namespace xpu {

namespace {

// b has a dimension of its own and s and d are compared here, so that the errors come in the order s, d, b, a.
Status validate(Args& args) {
    for (auto name : {"s", "d"})
        if (int64_t size = args.integer(name); size < 1)
            return fail(Code::range,
                        "parameter " + std::string(name) + " is " + std::to_string(size) + ", expected 1 or more");
    auto s = static_cast<uint64_t>(args.integer("s")), d = static_cast<uint64_t>(args.integer("d"));
    if (args.dim("length") != d)
        return fail(Code::shape,
                    "b is " + to_string(args.inputs[1]) + ", expected d = " + std::to_string(d) + " elements");
    if (args.dim("S") != s || args.dim("D") != d)
        return fail(Code::shape, "a is " + to_string(args.inputs[0]) + ", expected [s, d] = [" + std::to_string(s) +
                                     ", " + std::to_string(d) + "]");
    return {};
}

std::vector<Choice> choices(const Caps&, const Args& args) {
    // What has to be whole vectors is a row; then so are all elements.
    uint64_t n = args.outputs[0].elements();
    return stream_choices(args.dim("D") % 4 == 0 ? n : 1, "vector", "kernel");
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    uint64_t n = args.outputs[0].elements();
    auto dispatch = stream_dispatch(choice, n);
    dispatch.bindings = {in(0), in(1), out(0)};
    dispatch.params = {static_cast<uint32_t>(n), args.dim("D"), args.choice("kind"), 0};
    // How far the column moves on from one element of a thread to its next.
    if (choice.entry == "kernel") dispatch.params[3] = kStreamThreads % args.dim("D");
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double s = args.dim("S"), d = args.dim("D");
    return {4 * (2 * s * d + d), s * d};
}

}  // namespace

extern const OpSpec elementwise_rows_spec;
constexpr OpSpec elementwise_rows_spec = {
    .name = "elementwise_rows",
    .summary = "The sum or product of each row of a matrix and a vector, element by element.",
    .source = "torch's right-aligned broadcast of [S,D] with [D]",
    .inputs = {f32("a", "S", "D"), f32("b", "length")},
    .params = {integer("s", "rows of a, at least 1"), integer("d", "columns of a and length of b, at least 1"),
               choice("kind", "add or multiply", kRowsKinds)},
    .outputs = {f32("out", "S", "D")},
    .validate = validate,
    .reference = elementwise_rows_reference,
    .error_factor = elementwise_rows_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = elementwise_rows_cases,
    .bench_cases = elementwise_rows_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> elementwise_rows(Context& context, Tensor a, Tensor b, std::string kind) {
    const Shape& shape = a.type.shape;
    const bool matrix = shape.size() == 2;  // another rank is refused before the sizes are looked at
    Params params = {{"s", matrix ? static_cast<double>(shape[0]) : 0.0},
                     {"d", matrix ? static_cast<double>(shape[1]) : 0.0},
                     {"kind", std::move(kind)}};
    std::vector<NamedTensor> inputs = {{"a", std::move(a)}, {"b", std::move(b)}};
    auto outputs = co_await run(context, "elementwise_rows", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
