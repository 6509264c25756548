// Activations of a vector, by the formulas of kernels/wgsl/activations.wgsl, which says why they are these; and loops over spans.
// Included once for each level of vectors.
#if defined(XPU_SIMD_ACTIVATIONS) == defined(HWY_TARGET_TOGGLE)
#ifdef XPU_SIMD_ACTIVATIONS
#undef XPU_SIMD_ACTIVATIONS
#else
#define XPU_SIMD_ACTIVATIONS
#endif

#include "hwy/contrib/math/math-inl.h"
#include "hwy/highway.h"
#include "simd/level.hpp"
#include <cstring>

#if XPU_SIMD_COMPILED

HWY_BEFORE_NAMESPACE();
namespace xpu::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
template <class V> using TagOf = hn::DFromV<V>;

// For each vector of n elements body(at, load, store), the last one by way of a buffer whose rest is zeros.
template <class Body> HWY_INLINE void EachVector(size_t n, Body&& body) {
    const hn::ScalableTag<float> f;
    const size_t lanes = hn::Lanes(f);
    size_t at = 0;
    for (; at + lanes <= n; at += lanes)
        body(
            at, [&](const float* from) HWY_ATTR { return hn::LoadU(f, from); },
            [&](auto v, float* to) HWY_ATTR { hn::StoreU(v, f, to); });
    if (const size_t rest = n - at; rest > 0)
        body(
            at,
            [&](const float* from) HWY_ATTR {
                HWY_ALIGN float part[HWY_MAX_BYTES / sizeof(float)] = {};
                std::memcpy(part, from, rest * sizeof(float));
                return hn::Load(f, part);
            },
            [&](auto v, float* to) HWY_ATTR {
                HWY_ALIGN float part[HWY_MAX_BYTES / sizeof(float)];
                hn::Store(v, f, part);
                std::memcpy(to, part, rest * sizeof(float));
            });
}

// e^x for x up to 88; Highway's takes NaN as small.
template <class V> HWY_INLINE V ExpOf(V x) { return hn::IfThenElse(hn::IsNaN(x), x, hn::Exp(TagOf<V>(), x)); }

// e^t − 1 for t from −40 to 0.
template <class V> HWY_INLINE V Expm1Of(V t) {
    const TagOf<V> f;
    V q = hn::Set(f, 0.00012913093f);
    for (float c : {0.0013011264f, 0.0082762083f, 0.041647468f, 0.16666366f, 0.49999985f})
        q = hn::MulAdd(q, t, hn::Set(f, c));
    const V near = hn::MulAdd(hn::Mul(t, t), q, t), far = hn::Sub(ExpOf(t), hn::Set(f, 1.0f));
    return hn::IfThenElse(hn::Gt(t, hn::Set(f, -1.0f)), near, far);
}

template <class V> HWY_INLINE V TimesSigmoid(V v, V half_y) {
    const TagOf<V> f;
    const V one = hn::Set(f, 1.0f), h = ExpOf(hn::Neg(half_y));
    const V s = hn::IfThenElse(hn::Lt(v, hn::Zero(f)), h, one);
    return hn::Div(hn::Mul(hn::Mul(v, s), s), hn::MulAdd(h, h, one));
}

template <class V> HWY_INLINE V TanhOf(V v) {
    const TagOf<V> f;
    const V m = Expm1Of(hn::Mul(hn::Set(f, -2.0f), hn::Min(hn::Abs(v), hn::Set(f, 20.0f))));
    const V size = hn::Div(hn::Abs(m), hn::Add(hn::Set(f, 2.0f), m));
    return hn::IfThenElse(hn::IsNaN(v), v, hn::CopySign(size, v));
}

template <class V> HWY_INLINE V GeluOf(V v) {
    const TagOf<V> f;
    const auto horner = [&](V a, float first, auto... rest) HWY_ATTR {
        V sum = hn::Set(f, first);
        ((sum = hn::MulAdd(sum, a, hn::Set(f, rest))), ...);
        return sum;
    };
    const V a = hn::Min(hn::Abs(v), hn::Set(f, 13.3f));
    const V p = horner(a, 0.0040202192f, 0.039984364f, 0.18130732f, 0.43568707f, 0.5f);
    const V q = horner(a, 0.010077052f, 0.10023332f, 0.4643818f, 1.1944865f, 1.6692591f, 1.0f);
    const V r = hn::Div(p, q), e = ExpOf(hn::Mul(hn::Mul(hn::Set(f, -0.5f), v), v));
    return hn::IfThenElse(hn::Lt(v, hn::Zero(f)), hn::Mul(hn::Mul(v, r), e),
                          hn::Mul(v, hn::NegMulAdd(r, e, hn::Set(f, 1.0f))));
}

template <class V> HWY_INLINE V SigmoidOf(V v) {
    const TagOf<V> f;
    const V one = hn::Set(f, 1.0f), e = ExpOf(hn::Neg(hn::Min(hn::Abs(v), hn::Set(f, 30.0f))));
    const V value = hn::Div(hn::IfThenElse(hn::Lt(v, hn::Zero(f)), e, one), hn::Add(one, e));
    return hn::IfThenElse(hn::IsNaN(v), v, value);
}

// Those that products and convolutions apply: the others are no operator's here.
template <class V> HWY_INLINE V Activate(Act act, V v) {
    const TagOf<V> f;
    switch (act) {
    case Act::relu: return hn::IfThenElse(hn::Lt(v, hn::Zero(f)), hn::Zero(f), v);
    case Act::silu: return TimesSigmoid(v, hn::Mul(hn::Set(f, 0.5f), hn::Abs(v)));
    case Act::tanh: return TanhOf(v);
    case Act::gelu: return GeluOf(v);
    case Act::gelu_tanh: {
        const V u = hn::MulAdd(hn::Mul(hn::Set(f, 0.035677408f), v), v, hn::Set(f, 0.79788456f));
        return TimesSigmoid(v, hn::Mul(hn::Abs(v), u));
    }
    default: return v;
    }
}

}  // namespace xpu::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

#endif
