#include "kernels/snakes.hpp"
#include "ops/snake/parts.hpp"

namespace xpu {

std::vector<Case> snake_cases() { return snake_shapes({"alpha"}); }

std::vector<Case> snake_bench_cases() { return snake_bench_shapes({"alpha"}); }

}  // namespace xpu
