// What the roofline of a processor is measured with.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/probes.cpp"
#include "simd/level.hpp"

#include "hwy/foreach_target.h"

#include "hwy/cache_control.h"
#include "hwy/highway.h"

#if XPU_SIMD_COMPILED

HWY_BEFORE_NAMESPACE();
namespace xpu::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using F = hn::ScalableTag<float>;
using V = hn::Vec<F>;

// Past the caches, which would first read what is then written over. y is aligned.
void Copy(const float* x, float* y, size_t n) {
    const F f;
    const size_t lanes = hn::Lanes(f);
    for (size_t at = 0; at + lanes <= n; at += lanes) hn::Stream(hn::LoadU(f, x + at), f, y + at);
    hwy::FlushStream();
}

// Twelve chains hide the multiply-add's latency of four on a processor that begins two at a time.
float MultiplyAdds(size_t steps, float factor) {
    const F f;
    constexpr size_t kChains = 12;
    const size_t rounds = steps * 65536 / (2 * kChains * hn::Lanes(f));
    V sums[kChains];
    for (size_t i = 0; i < kChains; i++) sums[i] = hn::Set(f, static_cast<float>(i));
    const V by = hn::Set(f, factor), plus = hn::Set(f, 1 - factor);
    for (size_t round = 0; round < rounds; round++)
        for (auto& sum : sums) sum = hn::MulAdd(sum, by, plus);
    V sum = hn::Zero(f);
    for (auto& one : sums) sum = hn::Add(sum, one);
    return hn::GetLane(hn::SumOfLanes(f, sum));
}

void SetProbes(Functions& to) {
    to.name = hwy::TargetName(HWY_TARGET);
    to.copy = Copy;
    to.multiply_adds = MultiplyAdds;
}

}  // namespace xpu::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

#if HWY_ONCE
namespace xpu::simd {
void set_probes(Functions (&tables)[3]) { XPU_SIMD_SET(SetProbes, tables); }
}  // namespace xpu::simd
#endif
