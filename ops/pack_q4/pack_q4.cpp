#include "ops/pack_q4/pack_q4.hpp"
#include "kernels/packing.hpp"
#include "ops/pack_q4/parts.hpp"

namespace xpu {

namespace {

constexpr uint32_t kPerWord = 8;

std::vector<Choice> choices(const Caps&, const Args& args) { return pack_choices(args, kPerWord); }

Plan plan(const Caps&, const Args& args, const Choice& choice) { return pack_plan(args, choice, kPerWord); }

Cost cost(const Args& args) {
    return {4 * static_cast<double>(args.inputs[0].elements() + args.outputs[0].elements()), 0};
}

}  // namespace

extern const OpSpec pack_q4_spec;
constexpr OpSpec pack_q4_spec = {
    .name = "pack_q4",
    .summary = "Codes of 4 bits, 8 in a word, row by row.",
    .source = "(codes & 0xf) << 4 * lane, summed over the 8 lanes of a word",
    .inputs = {tensor(DType::i32, "codes", "N", "K")},
    .params = {},
    .outputs = {tensor(DType::u32, "out", "N", "K/8")},
    .reference = pack_q4_reference,
    .error_factor = pack_q4_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = pack_q4_cases,
    .bench_cases = pack_q4_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> pack_q4(Context& context, Tensor codes) {
    std::vector<NamedTensor> inputs = {{"codes", std::move(codes)}};
    auto outputs = co_await run(context, "pack_q4", std::move(inputs), Params{});
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
