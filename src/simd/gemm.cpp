// Products of matrices: b is packed in panels of a tile's width, a in panels of its height, so that a tile reads both in order from
// the nearest caches while its sums stay in registers (Goto & van de Geijn 2008).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/gemm.cpp"
#include "simd/level.hpp"

#include "hwy/foreach_target.h"

#include "hwy/highway.h"
#include "simd/activations-inl.hpp"
#include "simd/buffer.hpp"
#include <algorithm>

#if XPU_SIMD_COMPILED

HWY_BEFORE_NAMESPACE();
namespace xpu::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using F = hn::ScalableTag<float>;
using V = hn::Vec<F>;

// A tile's sums, a row of b and an element of a are to fit the registers: 32 of AVX-512 and NEON, else 16. The more sums, the less is
// read for each; 14 rows are 5 % faster than 12.
#if HWY_TARGET == HWY_AVX3
constexpr size_t kHeight = 14, kVectors = 2;
#elif HWY_TARGET == HWY_AVX2
constexpr size_t kHeight = 6, kVectors = 2;
#elif HWY_TARGET == HWY_NEON
constexpr size_t kHeight = 8, kVectors = 2;
#else
constexpr size_t kHeight = 4, kVectors = 2;
#endif
constexpr size_t kWidth = kVectors * HWY_MAX_BYTES / sizeof(float);
// Of k at a time. Of 256, 384 and 512 the last is the fastest by 5 %: results are read and written less often, and a panel of b of 64 KiB
// with AVX-512 comes from the second cache as fast as it is needed.
constexpr size_t kDepth = 512;
// Rows of a packed at a time: 336 KiB, a part of the second cache. A multiple of every height.
constexpr size_t kRows = 168;
static_assert(kRows % kHeight == 0);
// Columns packed at a time: 4 MiB.
constexpr size_t kColumns = 2048;

/// A panel of b: packed, or the addresses of its rows.
struct Panel {
    const float* packed;
    const float* const* rows;
};

// rows x columns of c from one panel of each; `first` overwrites, else it adds.
template <bool kPacked> void Tile(size_t depth, const float* HWY_RESTRICT a, const Panel& panel, float* HWY_RESTRICT c,
                                  size_t c_row, size_t rows, size_t columns, bool first) {
    const F f;
    const size_t lanes = hn::Lanes(f);
    V sums[kHeight][kVectors];
    for (auto& row : sums)
        for (auto& sum : row) sum = hn::Zero(f);
    for (size_t k = 0; k < depth; k++, a += kHeight) {
        const float* const b = kPacked ? panel.packed + k * kWidth : panel.rows[k];
        const V left = hn::LoadU(f, b), right = hn::LoadU(f, b + lanes);
        for (size_t i = 0; i < kHeight; i++) {
            const V factor = hn::Set(f, a[i]);
            sums[i][0] = hn::MulAdd(factor, left, sums[i][0]);
            sums[i][1] = hn::MulAdd(factor, right, sums[i][1]);
        }
    }
    if (rows == kHeight && columns == kWidth) {
        for (size_t i = 0; i < kHeight; i++, c += c_row)
            for (size_t j = 0; j < kVectors; j++) {
                float* to = c + j * lanes;
                hn::StoreU(first ? sums[i][j] : hn::Add(sums[i][j], hn::LoadU(f, to)), f, to);
            }
        return;
    }
    HWY_ALIGN float whole[kHeight * kWidth];
    for (size_t i = 0; i < kHeight; i++)
        for (size_t j = 0; j < kVectors; j++) hn::Store(sums[i][j], f, whole + i * kWidth + j * lanes);
    for (size_t i = 0; i < rows; i++, c += c_row)
        for (size_t j = 0; j < columns; j++) c[j] = whole[i * kWidth + j] + (first ? 0 : c[j]);
}

void FinishRow(float* HWY_RESTRICT row, size_t n, float row_bias, const float* column_bias, const float* add,
               const Finish& finish) {
    const F f;
    const V scale = hn::Set(f, finish.scale), bias = hn::Set(f, row_bias);
    EachVector(n, [&](size_t at, auto load, auto store) {
        V v = load(row + at);
        if (finish.scale != 1) v = hn::Mul(v, scale);
        v = hn::Add(v, bias);
        if (column_bias) v = hn::Add(v, load(column_bias + at));
        v = Activate(finish.act, v);
        if (add) v = hn::Add(v, load(add + at));
        store(v, row + at);
    });
}

void FinishBlock(const Product& p, size_t i0, size_t rows, size_t j0, size_t columns) {
    const Finish& finish = p.finish;
    if (finish.scale == 1 && !finish.row_bias && !finish.column_bias && finish.act == Act::none && !finish.add) return;
    for (size_t i = i0; i < i0 + rows; i++)
        FinishRow(p.c + i * p.c_row + j0, columns, finish.row_bias ? finish.row_bias[i] : 0,
                  finish.column_bias ? finish.column_bias + j0 : nullptr,
                  finish.add ? finish.add + i * p.n + j0 : nullptr, finish);
}

// Panels of kHeight rows, each an element of every row after the other; rows beyond the last are zeros.
void PackA(const Product& p, size_t i0, size_t rows, size_t k0, size_t depth, float* HWY_RESTRICT to) {
    for (size_t i = 0; i < rows; i += kHeight, to += kHeight * depth) {
        const size_t live = std::min(kHeight, rows - i);
        for (size_t r = 0; r < kHeight; r++) {
            const float* HWY_RESTRICT from = p.a + (i0 + i + r) * p.a_row + k0;
            for (size_t k = 0; k < depth; k++) to[k * kHeight + r] = r < live ? from[k] : 0;
        }
    }
}

void Multiply(const Product& p) {
    if (p.k == 0) {
        for (size_t i = 0; i < p.m; i++) std::fill_n(p.c + i * p.c_row, p.n, 0.0f);
        return FinishBlock(p, 0, p.m, 0, p.n);
    }
    static thread_local Buffer packed;
    for (size_t n0 = 0; n0 < p.n; n0 += kColumns) {
        const size_t columns = std::min(kColumns, p.n - n0), panels = (columns + kWidth - 1) / kWidth;
        // Blocks of rows times pieces of columns: several for each thread, but none narrower than what packing a costs little of.
        const size_t blocks = (p.m + kRows - 1) / kRows, wanted = 4 * threads();
        const size_t pieces = std::clamp<size_t>((wanted + blocks - 1) / blocks, 1, (panels + 3) / 4);
        for (size_t k0 = 0; k0 < p.k; k0 += kDepth) {
            const size_t depth = std::min(kDepth, p.k - k0);
            float* const b = packed.floats(panels * kWidth * depth);
            static_assert(kWidth * sizeof(float) >=
                          sizeof(const float*));  // a packed row has room for the address of one
            bool in_place[kColumns / kWidth];
            parallel_pieces(panels, std::max<size_t>(1, 65536 / (kWidth * depth)), [&](size_t begin, size_t end) {
                for (size_t panel = begin; panel < end; panel++) {
                    float* to = b + panel * kWidth * depth;
                    const size_t live = std::min(kWidth, columns - panel * kWidth), from = n0 + panel * kWidth;
                    in_place[panel] = p.rows && live == kWidth &&
                                      p.rows(p.b, k0, depth, from, live, reinterpret_cast<const float**>(to));
                    if (in_place[panel]) continue;
                    if (live < kWidth) std::fill_n(to, kWidth * depth, 0.0f);
                    p.pack(p.b, k0, depth, from, live, kWidth, to);
                }
            });
            parallel(blocks * pieces, [&](size_t task) {
                static thread_local Buffer of_a;
                const size_t block = task / pieces, piece = task % pieces;
                const size_t i0 = block * kRows, rows = std::min(kRows, p.m - i0);
                float* const a = of_a.floats(kRows * kDepth);
                PackA(p, i0, rows, k0, depth, a);
                const size_t from = panels * piece / pieces, to = panels * (piece + 1) / pieces;
                for (size_t panel = from; panel < to; panel++) {
                    const float* const at = b + panel * kWidth * depth;
                    const Panel of_b{at, reinterpret_cast<const float* const*>(at)};
                    const auto tile = in_place[panel] ? Tile<false> : Tile<true>;
                    for (size_t i = 0; i < rows; i += kHeight)
                        tile(depth, a + i * depth, of_b, p.c + (i0 + i) * p.c_row + n0 + panel * kWidth, p.c_row,
                             std::min(kHeight, rows - i), std::min(kWidth, columns - panel * kWidth), k0 == 0);
                }
                if (k0 + depth == p.k && to > from)
                    FinishBlock(p, i0, rows, n0 + from * kWidth, std::min(to * kWidth, columns) - from * kWidth);
            });
        }
    }
}

// Eight vectors of results at a time.
void VectorProduct(const float* HWY_RESTRICT x, const Matrix& b, size_t k, size_t n, float* HWY_RESTRICT y) {
    const F f;
    const size_t lanes = hn::Lanes(f);
    constexpr size_t kStrip = 8;
    parallel_pieces((n + kStrip * lanes - 1) / (kStrip * lanes), std::max<size_t>(1, 16384 / (k + 1)),
                    [&](size_t begin, size_t end) {
                        size_t j = begin * kStrip * lanes;
                        const size_t last = std::min(end * kStrip * lanes, n);
                        for (; j + kStrip * lanes <= last; j += kStrip * lanes) {
                            V sums[kStrip];
                            for (auto& sum : sums) sum = hn::Zero(f);
                            const float* from = b.data + j;
                            for (size_t i = 0; i < k; i++, from += b.row) {
                                const V factor = hn::Set(f, x[i]);
                                for (size_t s = 0; s < kStrip; s++)
                                    sums[s] = hn::MulAdd(factor, hn::LoadU(f, from + s * lanes), sums[s]);
                            }
                            for (size_t s = 0; s < kStrip; s++) hn::StoreU(sums[s], f, y + j + s * lanes);
                        }
                        for (size_t c = j; c < last; c++) y[c] = 0;
                        for (size_t i = 0; i < k && j < last; i++)
                            for (size_t c = j; c < last; c++) y[c] += x[i] * b.data[i * b.row + c];
                    });
}

void SetGemm(Functions& to) {
    to.product = Multiply;
    to.finish = FinishRow;
    to.vector_product = VectorProduct;
}

}  // namespace xpu::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

#if HWY_ONCE
namespace xpu::simd {
void set_gemm(Functions (&tables)[3]) { XPU_SIMD_SET(SetGemm, tables); }
}  // namespace xpu::simd
#endif
