// attention, flash_attention and gqa on the processor: blocks of queries, each with all its scores at once.
#include "kernels/attention.hpp"
#include "kernels/cpu.hpp"
#include "simd/buffer.hpp"
#include <cmath>
#include <limits>

namespace xpu::sdpa {

namespace {

// The scores of a block are read and written by two products: many queries share what is packed of the keys, and a few million bytes
// stay in a cache.
constexpr size_t kQueries = 64, kScores = size_t{1} << 20;
// So few queries do not pay for packing the keys.
constexpr size_t kFew = 4;

bool sees_nothing(const float* scores, size_t seen, const simd::Functions& simd) {
    if (simd.largest(scores, seen) != -std::numeric_limits<float>::infinity()) return false;
    for (size_t i = 0; i < seen; i++)  // it may have passed over NaN
        if (std::isnan(scores[i])) return false;
    return true;
}

}  // namespace

void cpu(const CpuCall& call) {
    const Call sizes = call_of(call.args);
    const auto& simd = call.simd;
    const bool weights = call.outputs.size() == 2;
    const size_t l = sizes.l, s = sizes.s, d = sizes.d, dv = sizes.dv, heads = sizes.heads;
    const size_t each = std::clamp<size_t>(kScores / (s + 1), kFew, kQueries), blocks = (l + each - 1) / each;
    const float* const mask = call.in(3);
    simd::parallel(sizes.batch * heads * blocks, [&](size_t task) {
        static thread_local simd::Buffer memory;
        const size_t first = task % blocks * each, count = std::min(each, l - first);
        const size_t b = task / blocks / heads, h = task / blocks % heads;
        const size_t head = b * sizes.kv_heads + h / (heads / sizes.kv_heads), row = (b * heads + h) * l + first;
        const float* const q = call.in(0) + row * d;
        const float* const v = call.in(2) + head * s * dv;
        const simd::Matrix keys{call.in(1) + head * s * d, d}, values{v, dv};
        float* const scores = weights ? call.out(0) + row * s : memory.floats(count * s);
        float* const out = call.out(weights ? 1 : 0) + row * dv;
        const size_t most = sizes.visible(static_cast<uint32_t>(first + count - 1));
        if (count > kFew)
            simd.product({count, most, d, q, d, simd::pack_columns, &keys, scores, s, {.scale = sizes.scale}});
        for (size_t i = 0; i < count; i++) {
            float* const line = scores + i * s;
            const size_t seen = sizes.visible(static_cast<uint32_t>(first + i));
            if (count <= kFew) {
                simd.dots(keys.data, d, seen, q + i * d, d, line);
                simd.finish(line, seen, 0, nullptr, nullptr, {.scale = sizes.scale});
            }
            if (mask) {
                const Shape& shape = call.args.inputs[3].shape;
                const size_t at = ((b % shape[0]) * shape[1] + h % shape[1]) * shape[2] + (first + i) % shape[2];
                simd.axpy(1, mask + at * s, line, seen);
            }
            const size_t live = sees_nothing(line, seen, simd) ? 0 : seen;
            simd.softmax(line, line, live);
            std::fill_n(line + live, (weights ? s : most) - live, 0.0f);
            if (count > kFew) continue;
            std::fill_n(out + i * dv, dv, 0.0f);
            for (size_t j = 0; j < live; j++) simd.axpy(line[j], v + j * dv, out + i * dv, dv);
        }
        if (count > kFew) simd.product({count, dv, most, scores, s, simd::pack_rows, &values, out, dv});
    });
}

}  // namespace xpu::sdpa
