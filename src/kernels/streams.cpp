#include "kernels/streams.hpp"

namespace xpu {

std::vector<Choice> stream_choices(uint64_t elements, std::string_view vector, std::string_view scalar,
                                   uint32_t width) {
    std::vector<Choice> all;
    if (elements % width == 0)
        // One was the fastest or as fast on an H200, from 4,096 elements to 16 million; four never were.
        for (uint32_t vectors : {1u, 2u}) all.push_back({vector, vectors, "x" + std::to_string(vectors)});
    all.push_back({scalar, 0, {}});
    return all;
}

DispatchPlan stream_dispatch(const Choice& choice, uint64_t elements, uint32_t width) {
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    dispatch.constants = {{"THREADS", kStreamThreads}};
    uint64_t share = uint64_t{kStreamThreads} * 4;  // elements of a workgroup
    if (choice.tile > 0) {
        dispatch.constants.push_back({"VECTORS", choice.tile});
        share = uint64_t{kStreamThreads} * choice.tile * width;
    }
    dispatch.workgroups = (elements + share - 1) / share;
    return dispatch;
}

}  // namespace xpu
