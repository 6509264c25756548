#include "kernels/snakes.hpp"
#include "ops/snake_beta/parts.hpp"

namespace xpu {

std::vector<Case> snake_beta_cases() { return snake_shapes({"alpha", "beta"}); }

std::vector<Case> snake_beta_bench_cases() { return snake_bench_shapes({"alpha", "beta"}); }

}  // namespace xpu
