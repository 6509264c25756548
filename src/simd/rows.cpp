// Rows: softmax, norms, and the cells of an LSTM.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/rows.cpp"
#include "simd/level.hpp"

#include "hwy/foreach_target.h"

#include "hwy/highway.h"
#include "simd/activations-inl.hpp"
#include "xpu/dtype.hpp"
#include <cmath>
#include <limits>

#if XPU_SIMD_COMPILED

HWY_BEFORE_NAMESPACE();
namespace xpu::simd::HWY_NAMESPACE {

using F = hn::ScalableTag<float>;
using V = hn::Vec<F>;

// Σ of(vector) in four sums, so that none waits for the one before, and the rest one by one.
template <class Of, class One> HWY_INLINE float SumOf(const float* HWY_RESTRICT x, size_t n, Of&& of, One&& one) {
    const F f;
    const size_t lanes = hn::Lanes(f);
    V sums[4] = {hn::Zero(f), hn::Zero(f), hn::Zero(f), hn::Zero(f)};
    size_t at = 0;
    for (; at + 4 * lanes <= n; at += 4 * lanes)
        for (size_t i = 0; i < 4; i++) sums[i] = of(hn::LoadU(f, x + at + i * lanes), sums[i]);
    for (; at + lanes <= n; at += lanes) sums[0] = of(hn::LoadU(f, x + at), sums[0]);
    float sum = hn::GetLane(hn::SumOfLanes(f, hn::Add(hn::Add(sums[0], sums[1]), hn::Add(sums[2], sums[3]))));
    for (; at < n; at++) sum += one(x[at]);
    return sum;
}

float Sum(const float* x, size_t n) {
    return SumOf(x, n, [](V v, V s) HWY_ATTR { return hn::Add(v, s); }, [](float v) { return v; });
}

float Largest(const float* HWY_RESTRICT x, size_t n) {
    const F f;
    const size_t lanes = hn::Lanes(f);
    float largest = -std::numeric_limits<float>::infinity();
    size_t at = 0;
    if (n >= lanes) {
        V most = hn::Set(f, largest);
        for (; at + lanes <= n; at += lanes) most = hn::Max(hn::LoadU(f, x + at), most);
        largest = hn::GetLane(hn::MaxOfLanes(f, most));
    }
    for (; at < n; at++) largest = std::max(largest, x[at]);
    return largest;
}

void Softmax(const float* x, float* y, size_t n) {
    const F f;
    const size_t lanes = hn::Lanes(f);
    const V largest = hn::Set(f, Largest(x, n));
    V sums = hn::Zero(f);
    EachVector(n, [&](size_t at, auto load, auto store) HWY_ATTR {
        V e = ExpOf(hn::Sub(load(x + at), largest));
        if (n - at < lanes) e = hn::IfThenElseZero(hn::FirstN(f, n - at), e);
        sums = hn::Add(sums, e);
        store(e, y + at);
    });
    const V inverse = hn::Set(f, 1 / hn::GetLane(hn::SumOfLanes(f, sums)));
    EachVector(n, [&](size_t at, auto load, auto store) HWY_ATTR { store(hn::Mul(load(y + at), inverse), y + at); });
}

void RmsNorm(const float* x, const float* weight, float* y, size_t n, float eps) {
    const F f;
    const float sum = SumOf(x, n, [](V v, V s) HWY_ATTR { return hn::MulAdd(v, v, s); }, [](float v) { return v * v; });
    const V inverse = hn::Set(f, 1 / std::sqrt(sum / static_cast<float>(n) + eps));
    EachVector(n, [&](size_t at, auto load, auto store)
                      HWY_ATTR { store(hn::Mul(hn::Mul(load(x + at), inverse), load(weight + at)), y + at); });
}

void Moments(const float* x, size_t n, float eps, float& mean, float& inverse) {
    const F f;
    mean = Sum(x, n) / static_cast<float>(n);
    const V middle = hn::Set(f, mean);
    const float squares = SumOf(
        x, n,
        [&](V v, V s) HWY_ATTR {
            const V off = hn::Sub(v, middle);
            return hn::MulAdd(off, off, s);
        },
        [&](float v) { return (v - mean) * (v - mean); });
    inverse = 1 / std::sqrt(squares / static_cast<float>(n) + eps);
}

void Normalise(const float* x, float* y, size_t n, float mean, float inverse, const float* weight, const float* bias,
               bool each) {
    const F f;
    const V middle = hn::Set(f, mean), factor = hn::Set(f, inverse);
    if (each) {
        EachVector(n, [&](size_t at, auto load, auto store) HWY_ATTR {
            const V scaled = hn::Mul(hn::Sub(load(x + at), middle), factor);
            store(hn::MulAdd(scaled, load(weight + at), load(bias + at)), y + at);
        });
    } else if (n > 0) {
        const V times = hn::Set(f, *weight), plus = hn::Set(f, *bias);
        EachVector(n, [&](size_t at, auto load, auto store) HWY_ATTR {
            store(hn::MulAdd(hn::Mul(hn::Sub(load(x + at), middle), factor), times, plus), y + at);
        });
    }
}

void Axpy(float a, const float* HWY_RESTRICT x, float* HWY_RESTRICT y, size_t n) {
    const F f;
    const V factor = hn::Set(f, a);
    const size_t lanes = hn::Lanes(f);
    size_t at = 0;
    for (; at + lanes <= n; at += lanes)
        hn::StoreU(hn::MulAdd(factor, hn::LoadU(f, x + at), hn::LoadU(f, y + at)), f, y + at);
    for (; at < n; at++) y[at] += a * x[at];
}

void LstmCell(const float* i, const float* o, const float* f, const float* c, float* cell, float* out, size_t n) {
    EachVector(n, [&](size_t at, auto load, auto store) HWY_ATTR {
        const V next = hn::MulAdd(SigmoidOf(load(f + at)), load(cell + at),
                                  hn::Mul(SigmoidOf(load(i + at)), TanhOf(load(c + at))));
        store(next, cell + at);
        store(hn::Mul(SigmoidOf(load(o + at)), TanhOf(next)), out + at);
    });
}

void SiluTimes(const float* gate, const float* up, float* y, size_t n) {
    EachVector(n, [&](size_t at, auto load, auto store)
                      HWY_ATTR { store(hn::Mul(Activate(Act::silu, load(gate + at)), load(up + at)), y + at); });
}

// Below AVX2 the processor has no conversions, and Highway's stand-ins round towards zero and know no NaN.
constexpr bool kConverts = HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON;

void ToFloats(const uint16_t* halves, float* y, size_t n) {
    const F f;
    const hn::Rebind<hwy::float16_t, F> f16s;
    const size_t lanes = hn::Lanes(f);
    size_t at = 0;
    for (; kConverts && at + lanes <= n; at += lanes)
        hn::StoreU(hn::PromoteTo(f, hn::LoadU(f16s, reinterpret_cast<const hwy::float16_t*>(halves + at))), f, y + at);
    for (; at < n; at++) y[at] = f16{halves[at]}.to_float();
}

void ToHalves(const float* x, uint16_t* halves, size_t n) {
    const F f;
    const hn::Rebind<hwy::float16_t, F> f16s;
    const size_t lanes = hn::Lanes(f);
    size_t at = 0;
    for (; kConverts && at + lanes <= n; at += lanes)
        hn::StoreU(hn::DemoteTo(f16s, hn::LoadU(f, x + at)), f16s, reinterpret_cast<hwy::float16_t*>(halves + at));
    for (; at < n; at++) halves[at] = f16::from(x[at]).bits;
}

void SetRows(Functions& to) {
    to.sum = Sum;
    to.largest = Largest;
    to.softmax = Softmax;
    to.rms_norm = RmsNorm;
    to.moments = Moments;
    to.normalise = Normalise;
    to.axpy = Axpy;
    to.lstm_cell = LstmCell;
    to.silu_times = SiluTimes;
    to.to_floats = ToFloats;
    to.to_halves = ToHalves;
}

}  // namespace xpu::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

#if HWY_ONCE
namespace xpu::simd {
void set_rows(Functions (&tables)[3]) { XPU_SIMD_SET(SetRows, tables); }
}  // namespace xpu::simd
#endif
