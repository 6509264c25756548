#include "ops/pack_q8/pack_q8.hpp"
#include "kernels/packing.hpp"
#include "ops/pack_q8/parts.hpp"

namespace xpu {

namespace {

constexpr uint32_t kPerWord = 4;

std::vector<Choice> choices(const Caps&, const Args& args) { return pack_choices(args, kPerWord); }

Plan plan(const Caps&, const Args& args, const Choice& choice) { return pack_plan(args, choice, kPerWord); }

Cost cost(const Args& args) {
    return {4 * static_cast<double>(args.inputs[0].elements() + args.outputs[0].elements()), 0};
}

}  // namespace

extern const OpSpec pack_q8_spec;
constexpr OpSpec pack_q8_spec = {
    .name = "pack_q8",
    .summary = "Codes of 8 bits, 4 in a word, row by row.",
    .source = "(codes & 0xff) << 8 * lane, summed over the 4 lanes of a word",
    .inputs = {tensor(DType::i32, "codes", "N", "K")},
    .params = {},
    .outputs = {tensor(DType::u32, "out", "N", "K/4")},
    .reference = pack_q8_reference,
    .error_factor = pack_q8_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = pack_q8_cases,
    .bench_cases = pack_q8_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> pack_q8(Context& context, Tensor codes) {
    std::vector<NamedTensor> inputs = {{"codes", std::move(codes)}};
    auto outputs = co_await run(context, "pack_q8", std::move(inputs), Params{});
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
