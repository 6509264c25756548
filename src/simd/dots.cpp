// Rows of a matrix times a vector: f32, and codes of 8 and 4 bits.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/dots.cpp"
#include "simd/level.hpp"

#include "hwy/foreach_target.h"

#include "hwy/highway.h"
#include <algorithm>
#include <cstring>

#if XPU_SIMD_COMPILED

HWY_BEFORE_NAMESPACE();
namespace xpu::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using F = hn::ScalableTag<float>;
using V = hn::Vec<F>;

// kRows rows at a time share what is read of x; two vectors of each keep the multiply-adds apart.
template <size_t kRows>
HWY_INLINE void DotsOf(const float* a, size_t a_row, const float* HWY_RESTRICT x, size_t k, float* y) {
    const F f;
    const size_t lanes = hn::Lanes(f);
    V sums[kRows][2];
    for (auto& row : sums) row[0] = row[1] = hn::Zero(f);
    size_t at = 0;
    for (; at + 2 * lanes <= k; at += 2 * lanes) {
        const V first = hn::LoadU(f, x + at), second = hn::LoadU(f, x + at + lanes);
        for (size_t r = 0; r < kRows; r++) {
            sums[r][0] = hn::MulAdd(hn::LoadU(f, a + r * a_row + at), first, sums[r][0]);
            sums[r][1] = hn::MulAdd(hn::LoadU(f, a + r * a_row + at + lanes), second, sums[r][1]);
        }
    }
    for (; at + lanes <= k; at += lanes)
        for (size_t r = 0; r < kRows; r++)
            sums[r][0] = hn::MulAdd(hn::LoadU(f, a + r * a_row + at), hn::LoadU(f, x + at), sums[r][0]);
    for (size_t r = 0; r < kRows; r++) {
        float sum = hn::GetLane(hn::SumOfLanes(f, hn::Add(sums[r][0], sums[r][1])));
        for (size_t i = at; i < k; i++) sum += a[r * a_row + i] * x[i];
        y[r] = sum;
    }
}

void Dots(const float* a, size_t a_row, size_t rows, const float* x, size_t k, float* y) {
    size_t r = 0;
    for (; r + 4 <= rows; r += 4) DotsOf<4>(a + r * a_row, a_row, x, k, y + r);
    for (; r < rows; r++) DotsOf<1>(a + r * a_row, a_row, x, k, y + r);
}

// kRows rows of bytes; the codes beyond the last whole vector one by one.
template <size_t kRows>
HWY_INLINE void ByteDotsOf(const int8_t* codes, size_t row_bytes, const float* HWY_RESTRICT x, size_t k, float* y) {
    const F f;
    const hn::RebindToSigned<F> i32;
    const hn::Rebind<int8_t, F> i8;
    const size_t lanes = hn::Lanes(f);
    const auto floats = [&](const int8_t* from)
                            HWY_ATTR { return hn::ConvertTo(f, hn::PromoteTo(i32, hn::LoadU(i8, from))); };
    V sums[kRows][2];
    for (auto& row : sums) row[0] = row[1] = hn::Zero(f);
    size_t at = 0;
    for (; at + 2 * lanes <= k; at += 2 * lanes) {
        const V first = hn::LoadU(f, x + at), second = hn::LoadU(f, x + at + lanes);
        for (size_t r = 0; r < kRows; r++) {
            sums[r][0] = hn::MulAdd(floats(codes + r * row_bytes + at), first, sums[r][0]);
            sums[r][1] = hn::MulAdd(floats(codes + r * row_bytes + at + lanes), second, sums[r][1]);
        }
    }
    for (size_t r = 0; r < kRows; r++) {
        float sum = hn::GetLane(hn::SumOfLanes(f, hn::Add(sums[r][0], sums[r][1])));
        for (size_t i = at; i < k; i++) sum += codes[r * row_bytes + i] * x[i];
        y[r] = sum;
    }
}

void ByteDots(const uint32_t* codes, size_t row_words, size_t rows, const float* x, size_t k, float* y) {
    const auto* bytes = reinterpret_cast<const int8_t*>(codes);
    size_t r = 0;
    for (; r + 4 <= rows; r += 4) ByteDotsOf<4>(bytes + r * row_words * 4, row_words * 4, x, k, y + r);
    for (; r < rows; r++) ByteDotsOf<1>(bytes + r * row_words * 4, row_words * 4, x, k, y + r);
}

// Codes of 4 bits are taken out in planes: plane p of a vector of words is code p of each. So the vector is spread to match: for each
// vector of words, its element for plane 0 of every word, then for plane 1. What is beyond k is 0.
constexpr size_t kPlanes = 8, kGroup = 16;  // codes of a word, words of a group

size_t SpreadSize(size_t k) {
    const size_t block = kPlanes * hn::Lanes(F());
    return (k + block - 1) / block * block;
}

void Spread(const float* x, size_t k, float* to) {
    const size_t lanes = hn::Lanes(F()), size = SpreadSize(k);
    for (size_t block = 0; block < size; block += kPlanes * lanes)
        for (size_t plane = 0; plane < kPlanes; plane++)
            for (size_t word = 0; word < lanes; word++) {
                const size_t from = block + word * kPlanes + plane;
                *to++ = from < k ? x[from] : 0;
            }
}

template <int kPlane, class Words> HWY_INLINE V PlaneOf(Words words) {
    return hn::ConvertTo(F(), hn::ShiftRight<28>(hn::ShiftLeft<28 - 4 * kPlane>(words)));
}

template <size_t kRows> HWY_INLINE void NibbleDotsOf(const uint32_t* codes, size_t row_words, const float* scales,
                                                     size_t row_scales, const float* HWY_RESTRICT spread, float* y) {
    const F f;
    const hn::RebindToSigned<F> i32;
    const size_t lanes = hn::Lanes(f);
    V sums[kRows], groups[kRows];
    for (size_t r = 0; r < kRows; r++) sums[r] = groups[r] = hn::Zero(f);
    for (size_t at = 0; at < row_words; at += lanes, spread += kPlanes * lanes) {
        const bool whole = at + lanes <= row_words;
        // A group is a whole number of vectors.
        const bool ends = (at + lanes) % kGroup == 0 || at + lanes >= row_words;
        for (size_t r = 0; r < kRows; r++) {
            const uint32_t* from = codes + r * row_words + at;
            HWY_ALIGN uint32_t rest[HWY_MAX_BYTES / sizeof(uint32_t)] = {};
            if (!whole) from = static_cast<uint32_t*>(std::memcpy(rest, from, (row_words - at) * sizeof(uint32_t)));
            const auto words = hn::LoadU(i32, reinterpret_cast<const int32_t*>(from));
            const auto times = [&](V code, size_t plane, V sum)
                                   HWY_ATTR { return hn::MulAdd(code, hn::LoadU(f, spread + plane * lanes), sum); };
            V even = times(PlaneOf<0>(words), 0, groups[r]),
              odd = hn::Mul(PlaneOf<1>(words), hn::LoadU(f, spread + lanes));
            even = times(PlaneOf<2>(words), 2, even), odd = times(PlaneOf<3>(words), 3, odd);
            even = times(PlaneOf<4>(words), 4, even), odd = times(PlaneOf<5>(words), 5, odd);
            even = times(PlaneOf<6>(words), 6, even), odd = times(PlaneOf<7>(words), 7, odd);
            groups[r] = hn::Add(even, odd);
            if (!ends) continue;
            sums[r] = hn::MulAdd(groups[r], hn::Set(f, scales[r * row_scales + at / kGroup]), sums[r]);
            groups[r] = hn::Zero(f);
        }
    }
    for (size_t r = 0; r < kRows; r++) y[r] = hn::GetLane(hn::SumOfLanes(f, sums[r]));
}

void NibbleDots(const uint32_t* codes, size_t row_words, const float* scales, size_t row_scales, size_t rows,
                const float* spread, float* y) {
    size_t r = 0;
    for (; r + 4 <= rows; r += 4)
        NibbleDotsOf<4>(codes + r * row_words, row_words, scales + r * row_scales, row_scales, spread, y + r);
    for (; r < rows; r++)
        NibbleDotsOf<1>(codes + r * row_words, row_words, scales + r * row_scales, row_scales, spread, y + r);
}

// Codes of a block as bytes in order: of nibbles, the low ones of the block's 16 bytes and the high ones take turns.
HWY_INLINE const uint8_t* InOrder(const uint32_t* codes, uint8_t* HWY_RESTRICT room) {
    const hn::FixedTag<uint8_t, 16> u8;
    const hn::FixedTag<uint16_t, 8> u16;
    const auto bytes = hn::LoadU(u8, reinterpret_cast<const uint8_t*>(codes)), mask = hn::Set(u8, 15);
    const auto low = hn::And(bytes, mask);
    const auto high = hn::And(hn::BitCast(u8, hn::ShiftRight<4>(hn::BitCast(u16, bytes))), mask);
    hn::Store(hn::InterleaveLower(u8, low, high), u8, room);
    hn::Store(hn::InterleaveUpper(u8, low, high), u8, room + 16);
    return room;
}

constexpr size_t kBlock = 32;

/// A block's codes and scales, and its weights from the one at `at` on, a vector of them.
template <bool kNibbles> struct Block {
    static constexpr size_t kWords = kNibbles ? 4 : 8, kScales = kNibbles ? 2 : 1;
    V scale, least;
    const uint8_t* codes;

    HWY_INLINE Block(const uint32_t* from, const float* scales, uint8_t* room)
        : scale(hn::Set(F(), scales[0])), least(hn::Set(F(), kNibbles ? scales[1] : 0)),
          codes(kNibbles ? InOrder(from, room) : reinterpret_cast<const uint8_t*>(from)) {}
    HWY_INLINE V weights(size_t at) const {
        const F f;
        const hn::RebindToSigned<F> i32;
        if constexpr (kNibbles) {
            const auto code = hn::PromoteTo(i32, hn::LoadU(hn::Rebind<uint8_t, F>(), codes + at));
            return hn::MulAdd(hn::ConvertTo(f, code), scale, least);
        } else {
            const auto* from = reinterpret_cast<const int8_t*>(codes) + at;
            return hn::Mul(hn::ConvertTo(f, hn::PromoteTo(i32, hn::LoadU(hn::Rebind<int8_t, F>(), from))), scale);
        }
    }
};

// kRows rows at a time share what is read of x.
template <bool kNibbles, size_t kRows> HWY_INLINE void BlockDotsOf(const uint32_t* codes, size_t row_words,
                                                                   const float* scales, size_t row_scales,
                                                                   const float* HWY_RESTRICT x, size_t k, float* y) {
    using OneBlock = Block<kNibbles>;
    const F f;
    const size_t lanes = hn::Lanes(f), whole = k / kBlock;
    V sums[kRows][2];
    for (auto& row : sums) row[0] = row[1] = hn::Zero(f);
    HWY_ALIGN uint8_t room[kBlock];
    for (size_t b = 0; b < whole; b++)
        for (size_t r = 0; r < kRows; r++) {
            const OneBlock block(codes + r * row_words + b * OneBlock::kWords,
                                 scales + r * row_scales + b * OneBlock::kScales, room);
            for (size_t at = 0; at < kBlock; at += lanes) {
                V& sum = sums[r][at / lanes % 2];
                sum = hn::MulAdd(block.weights(at), hn::LoadU(f, x + b * kBlock + at), sum);
            }
        }
    for (size_t r = 0; r < kRows; r++) {
        y[r] = hn::GetLane(hn::SumOfLanes(f, hn::Add(sums[r][0], sums[r][1])));
        if (whole * kBlock == k) continue;
        // Not past the end of x, and no weight that is not finite times a zero in its place.
        const OneBlock block(codes + r * row_words + whole * OneBlock::kWords,
                             scales + r * row_scales + whole * OneBlock::kScales, room);
        HWY_ALIGN float rest[kBlock];
        for (size_t at = 0; at < kBlock; at += lanes) hn::Store(block.weights(at), f, rest + at);
        for (size_t i = whole * kBlock; i < k; i++) y[r] += rest[i % kBlock] * x[i];
    }
}

template <bool kNibbles> void RowsOfBlocks(const uint32_t* codes, size_t row_words, const float* scales,
                                           size_t row_scales, size_t rows, const float* x, size_t k, float* y) {
    size_t r = 0;
    for (; r + 4 <= rows; r += 4)
        BlockDotsOf<kNibbles, 4>(codes + r * row_words, row_words, scales + r * row_scales, row_scales, x, k, y + r);
    for (; r < rows; r++)
        BlockDotsOf<kNibbles, 1>(codes + r * row_words, row_words, scales + r * row_scales, row_scales, x, k, y + r);
}

void BlockDots(size_t codes_of_word, const uint32_t* codes, size_t row_words, const float* scales, size_t row_scales,
               size_t rows, const float* x, size_t k, float* y) {
    const auto all = codes_of_word == 8 ? RowsOfBlocks<true> : RowsOfBlocks<false>;
    all(codes, row_words, scales, row_scales, rows, x, k, y);
}

template <bool kNibbles>
void BlockWeightsOf(const uint32_t* codes, const float* scales, size_t k0, size_t kn, float* to, size_t step) {
    using OneBlock = Block<kNibbles>;
    const F f;
    const size_t lanes = hn::Lanes(f);
    HWY_ALIGN uint8_t room[kBlock];
    HWY_ALIGN float weights[kBlock];
    for (size_t k = k0; k < k0 + kn;) {
        const size_t b = k / kBlock, last = std::min((b + 1) * kBlock, k0 + kn);
        const OneBlock block(codes + b * OneBlock::kWords, scales + b * OneBlock::kScales, room);
        for (size_t at = 0; at < kBlock; at += lanes) hn::Store(block.weights(at), f, weights + at);
        for (; k < last; k++, to += step) *to = weights[k % kBlock];
    }
}

void BlockWeights(size_t codes_of_word, const uint32_t* codes, const float* scales, size_t k0, size_t kn, float* to,
                  size_t step) {
    const auto all = codes_of_word == 8 ? BlockWeightsOf<true> : BlockWeightsOf<false>;
    all(codes, scales, k0, kn, to, step);
}

void SetDots(Functions& to) {
    to.dots = Dots;
    to.spread_size = SpreadSize;
    to.spread = Spread;
    to.byte_dots = ByteDots;
    to.nibble_dots = NibbleDots;
    to.block_dots = BlockDots;
    to.block_weights = BlockWeights;
}

}  // namespace xpu::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

#if HWY_ONCE
namespace xpu::simd {
void set_dots(Functions (&tables)[3]) { XPU_SIMD_SET(SetDots, tables); }
}  // namespace xpu::simd
#endif
