// Rows of a matrix times a vector: f32, and codes of 8 and 4 bits.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/dots.cpp"
#include "simd/level.hpp"

#include "hwy/foreach_target.h"

#include "hwy/highway.h"
#include <algorithm>
#include <cstring>
#include <type_traits>

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

// Nibbles of 32 codes as bytes in order: the low ones of the 16 bytes and the high ones take turns.
HWY_INLINE void InOrder(const uint32_t* codes, uint8_t* HWY_RESTRICT room) {
    const hn::FixedTag<uint8_t, 16> u8;
    const hn::FixedTag<uint16_t, 8> u16;
    const auto bytes = hn::LoadU(u8, reinterpret_cast<const uint8_t*>(codes)), mask = hn::Set(u8, 15);
    const auto low = hn::And(bytes, mask);
    const auto high = hn::And(hn::BitCast(u8, hn::ShiftRight<4>(hn::BitCast(u16, bytes))), mask);
    hn::Store(hn::InterleaveLower(u8, low, high), u8, room);
    hn::Store(hn::InterleaveUpper(u8, low, high), u8, room + 16);
}

// Sets bits 4 and 5 of 32 bytes to their pair of bits. A byte of four pairs becomes a word that has it at bits 0, 6, 12 and 18, of
// which two bits of each byte are what belongs there.
HWY_INLINE void AddPairs(const uint32_t* pairs, uint8_t* HWY_RESTRICT room) {
    const hn::FixedTag<uint8_t, 16> u8;
    const hn::FixedTag<uint8_t, 4> four;
    const hn::FixedTag<uint32_t, 4> u32;
    for (size_t half = 0; half < 2; half++) {
        const auto byte = hn::PromoteTo(u32, hn::LoadU(four, reinterpret_cast<const uint8_t*>(pairs + half)));
        const auto spread =
            hn::Or(hn::Or(byte, hn::ShiftLeft<6>(byte)), hn::Or(hn::ShiftLeft<12>(byte), hn::ShiftLeft<18>(byte)));
        const auto high = hn::ShiftLeft<4>(hn::And(spread, hn::Set(u32, 0x03030303)));
        hn::Store(hn::Or(hn::Load(u8, room + 16 * half), hn::BitCast(u8, high)), u8, room + 16 * half);
    }
}

constexpr size_t kBlock = 32;

/// 32 weights with the scales that they have in common, and its weights from the one at `at` on, a vector of them. Of a block of 256
/// it is an eighth, and number b of the row all the same.
template <BlockType kType> struct Block {
    static constexpr bool kLeast = kType == BlockType::q4_1 || kType == BlockType::q4_k;
    static constexpr int kZero = kType == BlockType::q4_0 ? 8 : kType == BlockType::q6_k ? 32 : 0;
    V scale[2], least;  // the second scale is of the upper 16
    const uint8_t* codes;

    HWY_INLINE Block(const uint32_t* row, size_t row_words, const float* scales, size_t b, uint8_t* room) {
        const F f;
        float first = 0, second = 0, low = 0;
        if constexpr (kType == BlockType::q8_0) {
            codes = reinterpret_cast<const uint8_t*>(row + 8 * b);
            first = second = scales[b];
        } else {
            InOrder(row + 4 * b, room);
            codes = room;
        }
        if constexpr (kType == BlockType::q4_1) first = second = scales[2 * b], low = scales[2 * b + 1];
        if constexpr (kType == BlockType::q4_0) first = second = scales[b];
        if constexpr (kType == BlockType::q4_k) {
            const size_t blocks = row_words / 35, part = b % 8;
            const uint32_t* const words = row + 32 * blocks + b / 8 * 3;
            const uint32_t both = words[part / 4] >> 8 * (part % 4) & 255, high = words[2] >> 4 * part & 15;
            first = second = scales[b / 8 * 2] * static_cast<float>(both & 63);
            low = -(scales[b / 8 * 2 + 1] * static_cast<float>(both >> 6 | high << 2));
        }
        if constexpr (kType == BlockType::q6_k) {
            const size_t blocks = row_words / 52;
            AddPairs(row + 32 * blocks + 2 * b, room);
            const auto* const bytes = reinterpret_cast<const int8_t*>(row + 48 * blocks) + 2 * b;
            first = scales[b / 8] * bytes[0], second = scales[b / 8] * bytes[1];
        }
        scale[0] = hn::Set(f, first), scale[1] = hn::Set(f, second), least = hn::Set(f, low);
    }
    HWY_INLINE V weights(size_t at) const {
        const F f;
        const hn::RebindToSigned<F> i32;
        using Codes = std::conditional_t<kType == BlockType::q8_0, int8_t, uint8_t>;
        auto code = hn::PromoteTo(i32, hn::LoadU(hn::Rebind<Codes, F>(), reinterpret_cast<const Codes*>(codes) + at));
        // Taken off before the product: an infinite scale times a code, less the same, would be NaN.
        if constexpr (kZero > 0) code = hn::Sub(code, hn::Set(i32, kZero));
        const V by = kType == BlockType::q6_k ? scale[at / 16] : scale[0];
        if constexpr (kLeast) return hn::MulAdd(hn::ConvertTo(f, code), by, least);
        return hn::Mul(hn::ConvertTo(f, code), by);
    }
};

// kRows rows at a time share what is read of x.
template <BlockType kType, size_t kRows> HWY_INLINE void BlockDotsOf(const uint32_t* codes, size_t row_words,
                                                                     const float* scales, size_t row_scales,
                                                                     const float* HWY_RESTRICT x, size_t k, float* y) {
    using OneBlock = Block<kType>;
    const F f;
    const size_t lanes = hn::Lanes(f), whole = k / kBlock;
    V sums[kRows][2];
    for (auto& row : sums) row[0] = row[1] = hn::Zero(f);
    HWY_ALIGN uint8_t room[kBlock];
    for (size_t b = 0; b < whole; b++)
        for (size_t r = 0; r < kRows; r++) {
            const OneBlock block(codes + r * row_words, row_words, scales + r * row_scales, b, room);
            for (size_t at = 0; at < kBlock; at += lanes) {
                V& sum = sums[r][at / lanes % 2];
                sum = hn::MulAdd(block.weights(at), hn::LoadU(f, x + b * kBlock + at), sum);
            }
        }
    for (size_t r = 0; r < kRows; r++) {
        y[r] = hn::GetLane(hn::SumOfLanes(f, hn::Add(sums[r][0], sums[r][1])));
        if (whole * kBlock == k) continue;
        // Not past the end of x, and no weight that is not finite times a zero in its place.
        const OneBlock block(codes + r * row_words, row_words, scales + r * row_scales, whole, room);
        HWY_ALIGN float rest[kBlock];
        for (size_t at = 0; at < kBlock; at += lanes) hn::Store(block.weights(at), f, rest + at);
        for (size_t i = whole * kBlock; i < k; i++) y[r] += rest[i % kBlock] * x[i];
    }
}

template <BlockType kType> void RowsOfBlocks(const uint32_t* codes, size_t row_words, const float* scales,
                                             size_t row_scales, size_t rows, const float* x, size_t k, float* y) {
    size_t r = 0;
    for (; r + 4 <= rows; r += 4)
        BlockDotsOf<kType, 4>(codes + r * row_words, row_words, scales + r * row_scales, row_scales, x, k, y + r);
    for (; r < rows; r++)
        BlockDotsOf<kType, 1>(codes + r * row_words, row_words, scales + r * row_scales, row_scales, x, k, y + r);
}

void BlockDots(BlockType type, const uint32_t* codes, size_t row_words, const float* scales, size_t row_scales,
               size_t rows, const float* x, size_t k, float* y) {
    constexpr decltype(&RowsOfBlocks<BlockType::q8_0>) kAll[] = {
        RowsOfBlocks<BlockType::q8_0>, RowsOfBlocks<BlockType::q4_1>, RowsOfBlocks<BlockType::q4_0>,
        RowsOfBlocks<BlockType::q4_k>, RowsOfBlocks<BlockType::q6_k>};
    kAll[static_cast<size_t>(type)](codes, row_words, scales, row_scales, rows, x, k, y);
}

template <BlockType kType> void BlockWeightsOf(const uint32_t* codes, size_t row_words, const float* scales, size_t k0,
                                               size_t kn, float* to, size_t step) {
    const F f;
    const size_t lanes = hn::Lanes(f);
    HWY_ALIGN uint8_t room[kBlock];
    HWY_ALIGN float weights[kBlock];
    for (size_t k = k0; k < k0 + kn;) {
        const size_t b = k / kBlock, last = std::min((b + 1) * kBlock, k0 + kn);
        const Block<kType> block(codes, row_words, scales, b, room);
        for (size_t at = 0; at < kBlock; at += lanes) hn::Store(block.weights(at), f, weights + at);
        for (; k < last; k++, to += step) *to = weights[k % kBlock];
    }
}

void BlockWeights(BlockType type, const uint32_t* codes, size_t row_words, const float* scales, size_t k0, size_t kn,
                  float* to, size_t step) {
    constexpr decltype(&BlockWeightsOf<BlockType::q8_0>) kAll[] = {
        BlockWeightsOf<BlockType::q8_0>, BlockWeightsOf<BlockType::q4_1>, BlockWeightsOf<BlockType::q4_0>,
        BlockWeightsOf<BlockType::q4_k>, BlockWeightsOf<BlockType::q6_k>};
    kAll[static_cast<size_t>(type)](codes, row_words, scales, k0, kn, to, step);
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
