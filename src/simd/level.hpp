#pragma once
// One function for each level of vectors: its file includes itself through hwy/foreach_target.h, and here is which one runs. Highway's
// own choice at run time needs its shared library, which would become one of everybody who links xpu; its headers need none.
#include "simd/simd.hpp"

// The levels that are compiled: one of each width, as others of x86 gain little over the next one below. What Highway emulates without
// vectors is among them because it takes that for the least that x86 has; it is left out again by XPU_SIMD_COMPILED.
#if defined(__x86_64__) || defined(__i386__)
#define HWY_DISABLED_TARGETS ~(HWY_SSE4 | HWY_AVX2 | HWY_AVX3 | HWY_EMU128 | HWY_SCALAR)
#define XPU_SIMD_COMPILED (HWY_TARGET != HWY_EMU128 && HWY_TARGET != HWY_SCALAR)
// Sets each level's functions, after the last of them is compiled.
#define XPU_SIMD_SET(set, tables) N_SSE4::set((tables)[0]), N_AVX2::set((tables)[1]), N_AVX3::set((tables)[2])
#else
#define HWY_COMPILE_ONLY_STATIC
#define XPU_SIMD_COMPILED 1
#define XPU_SIMD_SET(set, tables) HWY_STATIC_DISPATCH(set)((tables)[0])
#endif

namespace xpu::simd {

// Each file sets the functions that are its own; `levels` never names a level that is not compiled.
void set_gemm(Functions (&tables)[3]);
void set_rows(Functions (&tables)[3]);
void set_dots(Functions (&tables)[3]);
void set_probes(Functions (&tables)[3]);

}  // namespace xpu::simd
