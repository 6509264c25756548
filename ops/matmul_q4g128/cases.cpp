#include "kernels/packed_cases.hpp"
#include "ops/matmul_q4g128/parts.hpp"

namespace xpu {

std::vector<Case> matmul_q4g128_cases() { return packed_cases(8, 128); }

std::vector<Case> matmul_q4g128_bench_cases() { return packed_bench_cases(8, 128); }

}  // namespace xpu
