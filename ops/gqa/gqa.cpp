#include "ops/gqa/gqa.hpp"
#include "ops/gqa/parts.hpp"

namespace xpu {

namespace {

std::vector<Choice> choices(const Caps& caps, const Args& args) { return sdpa::choices(caps, args); }

Plan plan(const Caps& caps, const Args& args, const Choice& choice) { return sdpa::plan(caps, args, choice, true); }

}  // namespace

extern const OpSpec gqa_spec;
constexpr OpSpec gqa_spec = {
    .name = "gqa",
    .summary = "Softmax attention in which several heads of queries share keys and values.",
    .source = "Ainslie et al. 2023; torch scaled_dot_product_attention(enable_gqa=True)",
    .inputs = {f32("q", "B", "H", "L", "D"), f32("k", "B", "Hkv", "S", "D"), f32("v", "B", "Hkv", "S", "Dv"),
               optional(f32("mask", "maskB", "maskH", "maskL", "S"))},
    .params = {integer("kv_heads", "heads of k and v, a divisor of those of q"),
               optional_integer("s_eff", "keys that count, from the first on; all of them unless given"),
               optional_real("scale", "what the products are multiplied by; 1/sqrt(D) unless given"),
               flag("causal", "query i sees the keys 0 to i + query_offset only", false),
               integer("query_offset", "how many keys come before the first query's own", 0)},
    .outputs = {f32("probs", "B", "H", "L", "S"), f32("output", "B", "H", "L", "Dv")},
    .validate = sdpa::validate,
    .reference = sdpa::reference,
    .error_factor = sdpa::error_factor,
    .choices = choices,
    .plan = plan,
    .cases = gqa_cases,
    .bench_cases = gqa_bench_cases,
    .cost = sdpa::cost,
    .cpu = sdpa::cpu,
};

Task<Result<std::vector<Tensor>>> gqa(Context& context, Tensor q, Tensor k, Tensor v, std::optional<Tensor> mask,
                                      GqaOptions options) {
    double kv_heads = k.type.shape.size() > 1 ? static_cast<double>(k.type.shape[1]) : 0;
    std::vector<NamedTensor> inputs = {{"q", std::move(q)}, {"k", std::move(k)}, {"v", std::move(v)}};
    if (mask) inputs.push_back({"mask", std::move(*mask)});
    Params params = {{"causal", options.causal}, {"query_offset", double{1} * options.query_offset}};
    if (options.scale) params.set("scale", double{*options.scale});
    params.set("kv_heads", kv_heads);
    if (options.s_eff) params.set("s_eff", double{1} * *options.s_eff);
    co_return co_await run(context, "gqa", std::move(inputs), std::move(params));
}

}  // namespace xpu
