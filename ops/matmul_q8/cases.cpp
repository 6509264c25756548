#include "kernels/packed_cases.hpp"
#include "ops/matmul_q8/parts.hpp"

namespace xpu {

std::vector<Case> matmul_q8_cases() { return packed_cases(4, 0); }

std::vector<Case> matmul_q8_bench_cases() { return packed_bench_cases(4, 0); }

}  // namespace xpu
