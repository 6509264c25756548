#include "ops/flash_attention/flash_attention.hpp"
#include "ops/flash_attention/parts.hpp"

namespace xpu {

namespace {

std::vector<Choice> choices(const Caps& caps, const Args& args) { return sdpa::choices(caps, args); }

Plan plan(const Caps& caps, const Args& args, const Choice& choice) { return sdpa::plan(caps, args, choice, false); }

}  // namespace

extern const OpSpec flash_attention_spec;
constexpr OpSpec flash_attention_spec = {
    .name = "flash_attention",
    .summary = "Softmax attention of queries over keys and values, without holding the weights.",
    .source = "torch.nn.functional.scaled_dot_product_attention; Dao et al. 2022",
    .inputs = {f32("q", "B", "H", "L", "D"), f32("k", "B", "H", "S", "D"), f32("v", "B", "H", "S", "Dv"),
               optional(f32("mask", "maskB", "maskH", "maskL", "S"))},
    .params = {optional_real("scale", "what the products are multiplied by; 1/sqrt(D) unless given"),
               flag("causal", "query i sees the keys 0 to i + query_offset only", false),
               integer("query_offset", "how many keys come before the first query's own", 0)},
    .outputs = {f32("out", "B", "H", "L", "Dv")},
    .validate = sdpa::validate,
    .reference = sdpa::reference,
    .error_factor = sdpa::error_factor,
    .choices = choices,
    .plan = plan,
    .cases = flash_attention_cases,
    .bench_cases = flash_attention_bench_cases,
    .cost = sdpa::cost,
    .cpu = sdpa::cpu,
};

Task<Result<Tensor>> flash_attention(Context& context, Tensor q, Tensor k, Tensor v, std::optional<Tensor> mask,
                                     FlashAttentionOptions options) {
    std::vector<NamedTensor> inputs = {{"q", std::move(q)}, {"k", std::move(k)}, {"v", std::move(v)}};
    if (mask) inputs.push_back({"mask", std::move(*mask)});
    Params params = {{"causal", options.causal}, {"query_offset", double{1} * options.query_offset}};
    if (options.scale) params.set("scale", double{*options.scale});
    auto outputs = co_await run(context, "flash_attention", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
