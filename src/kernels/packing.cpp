#include "kernels/packing.hpp"
#include <algorithm>

namespace xpu {

namespace {

constexpr uint32_t kThreads = 256;  // of a workgroup: the most that every device allows

}  // namespace

std::vector<Choice> pack_choices(const Args& args, uint32_t per_word) {
    std::vector<Choice> all;
    // 64 bytes of codes a thread; half and twice of that are there to be compared.
    if (args.dim("K") % per_word == 0)
        for (uint32_t each : {16 / per_word, 32 / per_word, 8 / per_word})
            all.push_back({"vector", each, "x" + std::to_string(each)});
    all.push_back({"kernel", 2, "x2"});
    return all;
}

Plan pack_plan(const Args& args, const Choice& choice, uint32_t per_word) {
    const uint64_t words = args.outputs[0].elements(), share = uint64_t{kThreads} * choice.tile;
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    dispatch.constants = {{"THREADS", kThreads}, {"EACH", choice.tile}};
    dispatch.workgroups = (words + share - 1) / share;
    dispatch.bindings = {in(0), out(0)};
    dispatch.params = {static_cast<uint32_t>(words)};
    if (choice.entry == "kernel") {
        // Without columns nothing is dispatched, but the plan is made.
        const uint64_t words_of_row = (args.dim("K") + uint64_t{per_word} - 1) / per_word;
        const auto of_row = static_cast<uint32_t>(std::max<uint64_t>(words_of_row, 1));
        const auto codes = static_cast<uint32_t>(args.inputs[0].elements());
        for (uint32_t word : {codes, args.dim("K"), of_row, kThreads / of_row, kThreads % of_row})
            dispatch.params.push_back(word);
    }
    return {{dispatch}, {}};
}

}  // namespace xpu
