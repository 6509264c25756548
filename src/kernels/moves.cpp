#include "kernels/moves.hpp"
#include <algorithm>
#include <cmath>

namespace xpu {

namespace {

constexpr uint32_t kThreads = 256;  // of a workgroup: the most that every device allows

}  // namespace

// 32 bytes a thread were best for gather on an H200, in vectors and in single words; 16 took a tenth longer.
std::vector<Choice> move_choices(bool whole, std::string_view vector, std::string_view scalar) {
    std::vector<Choice> all;
    if (whole) all = {{vector, 2, "x2"}, {vector, 4, "x4"}};
    all.push_back({scalar, 8, "x8"});
    return all;
}

uint32_t move_unit(const Choice& choice) { return choice.entry.ends_with("vector") ? 4 : 1; }

DispatchPlan move_dispatch(const Choice& choice, const Moved& moved) {
    const uint64_t unit = move_unit(choice), width = moved.width / unit, share = uint64_t{kThreads} * choice.tile;
    const uint64_t end = moved.rows * width;
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    dispatch.constants = {{"THREADS", kThreads}, {"EACH", choice.tile}};
    // One where there is nothing to write, for a kernel that leaves its result as it is.
    dispatch.workgroups = std::max<uint64_t>((end + share - 1) / share, 1);
    const uint64_t some = std::max<uint64_t>(width, 1);
    for (uint64_t value :
         {end, moved.rows, width, kThreads / some, kThreads % some, moved.pitch / unit, moved.start / unit})
        dispatch.params.push_back(static_cast<uint32_t>(value));
    return dispatch;
}

void move_value(RefTensor& to, size_t at, double value) {
    to.values[at] = value;
    to.magnitude[at] = std::fabs(value);
}

double move_error_factor(const Args&) { return 0; }

}  // namespace xpu
