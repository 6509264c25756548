#include "simd/simd.hpp"
#include "simd/level.hpp"
#include <array>
#include <cstring>

namespace xpu::simd {

namespace {

struct Found {
    std::array<Level, 3> levels;
    size_t count;
};

Found find() {
    Found found{{}, 0};
#if defined(__x86_64__) || defined(__i386__)
    // What Highway compiles its SSE4, AVX2 and AVX3 for; the compiler's function asks the operating system too.
    const bool sse4 =
        __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("aes");
    const bool avx2 = sse4 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                      __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("f16c");
    const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                        __builtin_cpu_supports("avx512cd");
    if (avx512) found.levels[found.count++] = Level::avx512;
    if (avx2) found.levels[found.count++] = Level::avx2;
    if (!sse4) return found;
#endif
    found.levels[found.count++] = Level::baseline;
    return found;
}

}  // namespace

std::span<const Level> levels() {
    static const Found found = find();
    return {found.levels.data(), found.count};
}

void pack_rows(const void* b, size_t k0, size_t kn, size_t n0, size_t nn, size_t width, float* to) {
    auto& matrix = *static_cast<const Matrix*>(b);
    const float* from = matrix.data + k0 * matrix.row + n0;
    for (size_t k = 0; k < kn; k++, from += matrix.row, to += width) std::memcpy(to, from, nn * sizeof(float));
}

void pack_columns(const void* b, size_t k0, size_t kn, size_t n0, size_t nn, size_t width, float* to) {
    auto& matrix = *static_cast<const Matrix*>(b);
    for (size_t n = 0; n < nn; n++) {
        const float* from = matrix.data + (n0 + n) * matrix.row + k0;
        for (size_t k = 0; k < kn; k++) to[k * width + n] = from[k];
    }
}

const Functions& functions(Level level) {
    struct Tables {
        Functions of[3] = {};
        Tables() {
            set_gemm(of);
            set_rows(of);
            set_dots(of);
            set_probes(of);
        }
    };
    static const Tables tables;
    return tables.of[static_cast<size_t>(level)];
}

}  // namespace xpu::simd
