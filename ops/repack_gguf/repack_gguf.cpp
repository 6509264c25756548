#include "ops/repack_gguf/repack_gguf.hpp"
#include "ops/repack_gguf/parts.hpp"

namespace xpu {

namespace {

Status validate(Args& args) {
    auto& format = gguf::format_of(args);
    const uint64_t bytes = args.inputs[0].shape[1], blocks = bytes / format.block_bytes;
    if (bytes % format.block_bytes != 0)
        return fail(Code::divisible, "blocks is " + to_string(args.inputs[0]) + ", expected rows of blocks of " +
                                         std::to_string(format.block_bytes) + " bytes");
    args.bind("words(K, type)", blocks * format.words);
    args.bind("halves(K, type)", blocks * format.halves);
    return {};
}

constexpr uint32_t kThreads = 256;  // of a workgroup: the most that every device allows

// Blocks of 32 differ in little, those of 256 in everything.
std::vector<Choice> choices(const Caps&, const Args& args) {
    const auto type = gguf::kTypes[args.choice("type")];
    return {{gguf::format_of(args).block == 32 ? "kernel" : type, 0, {}}};
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    auto& format = gguf::format_of(args);
    const uint64_t words = args.outputs[0].elements();  // never fewer than pairs of halves
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    dispatch.constants = {{"THREADS", kThreads}};
    dispatch.workgroups = (words + kThreads - 1) / kThreads;
    dispatch.bindings = {in(0), out(0), out(1)};
    dispatch.params = {static_cast<uint32_t>(words), static_cast<uint32_t>(args.outputs[1].elements())};
    if (choice.entry == "kernel")
        dispatch.constants.insert(dispatch.constants.end(), {{"NIBBLES", format.codes / 8}, {"HALVES", format.halves}});
    else
        dispatch.params.push_back(args.outputs[0].shape[1] / format.words);
    return {{dispatch}, {}};
}

Cost cost(const Args& args) { return {2 * static_cast<double>(args.inputs[0].elements()), 0}; }

}  // namespace

extern const OpSpec repack_gguf_spec;
constexpr OpSpec repack_gguf_spec = {
    .name = "repack_gguf",
    .summary = "Rows of blocks of a GGUF file as planes of codes and of scales.",
    .source = "ggml's block_q8_0, block_q4_1, block_q4_0, block_q4_K and block_q6_K",
    .inputs = {tensor(DType::u8, "blocks", "N", "bytes(K, type)")},
    .params = {gguf::type_param()},
    .outputs = {gguf::codes_arg(), gguf::scale_arg()},
    .validate = validate,
    .reference = repack_gguf_reference,
    .error_factor = repack_gguf_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = repack_gguf_cases,
    .bench_cases = repack_gguf_bench_cases,
    .cost = cost,
};

Task<Result<std::vector<Tensor>>> repack_gguf(Context& context, Tensor blocks, std::string_view type) {
    std::vector<NamedTensor> inputs = {{"blocks", std::move(blocks)}};
    Params params = {{"type", std::string(type)}};
    co_return co_await run(context, "repack_gguf", std::move(inputs), std::move(params));
}

}  // namespace xpu
