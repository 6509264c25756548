#include "kernels/conv_cpu.hpp"
#include <algorithm>
#include <cmath>
#include <cstring>

namespace xpu {

namespace {

/// The samples of one group of channels, as the matrix [cg · taps, height · width of the results].
struct Samples {
    const float* x;
    const ConvNd& conv;
    size_t width;
};

/// Which of `count` results, from the one whose sample is at `first`, lie within the axis, for a stride of 1.
struct Inside {
    size_t begin, end;
};
Inside inside(int64_t first, int64_t size, size_t count) {
    const auto all = static_cast<int64_t>(count);
    const int64_t begin = std::clamp<int64_t>(-first, 0, all), end = std::clamp<int64_t>(size - first, begin, all);
    return {static_cast<size_t>(begin), static_cast<size_t>(end)};
}

// `count` samples of a line, from `first` on, with zeros for those outside.
void copy_line(const float* line, const ConvAxis& axis, int64_t first, size_t count, float* to) {
    if (axis.stride == 1) {
        const auto [begin, end] = inside(first, axis.size, count);
        std::fill_n(to, begin, 0.0f);
        if (end > begin) std::memcpy(to + begin, line + first + static_cast<int64_t>(begin), (end - begin) * 4);
        std::fill_n(to + end, count - end, 0.0f);
        return;
    }
    for (size_t i = 0; i < count; i++, first += axis.stride) to[i] = first < 0 || first >= axis.size ? 0 : line[first];
}

// The samples of one tap, for results of several lines and with what lies outside.
void pack_lines(const Samples& from, const float* channel, int64_t tap_y, int64_t tap_x, size_t n0, size_t nn,
                float* to) {
    const ConvAxis &h = from.conv.height, &w = from.conv.width;
    for (size_t n = n0; n < n0 + nn;) {
        const size_t column = n % from.width, count = std::min(from.width - column, n0 + nn - n);
        const int64_t y = static_cast<int64_t>(n / from.width) * h.stride + tap_y * h.dilation - h.padding;
        const int64_t x = static_cast<int64_t>(column) * w.stride + tap_x * w.dilation - w.padding;
        if (y < 0 || y >= h.size)
            std::fill_n(to + (n - n0), count, 0.0f);
        else
            copy_line(channel + y * w.size, w, x, count, to + (n - n0));
        n += count;
    }
}

// Rows of the matrix are channels, and of each its taps in order: take(row, line) for each with where its first sample lies, or null
// where not all of the nn samples lie side by side.
template <class Take> void each_row(const Samples& from, size_t k0, size_t kn, size_t n0, size_t nn, const Take& take) {
    const ConvAxis &h = from.conv.height, &w = from.conv.width;
    const auto taps = static_cast<size_t>(h.taps * w.taps), row_taps = static_cast<size_t>(w.taps);
    const float* channel = from.x + k0 / taps * static_cast<size_t>(h.size * w.size);
    auto tap_y = static_cast<int64_t>(k0 % taps / row_taps), tap_x = static_cast<int64_t>(k0 % row_taps);
    const auto row = static_cast<int64_t>(n0 / from.width), column = static_cast<int64_t>(n0 % from.width);
    const bool one_line = w.stride == 1 && static_cast<size_t>(column) + nn <= from.width;
    for (size_t k = 0; k < kn; k++) {
        const int64_t y = row * h.stride + tap_y * h.dilation - h.padding;
        const int64_t x = column * w.stride + tap_x * w.dilation - w.padding;
        const bool there = one_line && y >= 0 && y < h.size && x >= 0 && x + static_cast<int64_t>(nn) <= w.size;
        if (!take(k, there ? channel + y * w.size + x : nullptr, channel, tap_y, tap_x)) return;
        if (++tap_x < w.taps) continue;
        tap_x = 0;
        if (++tap_y < h.taps) continue;
        tap_y = 0;
        channel += h.size * w.size;
    }
}

void pack_samples(const void* b, size_t k0, size_t kn, size_t n0, size_t nn, size_t width, float* to) {
    auto& from = *static_cast<const Samples*>(b);
    each_row(from, k0, kn, n0, nn,
             [&](size_t k, const float* line, const float* channel, int64_t tap_y, int64_t tap_x) {
                 float* const row = to + k * width;
                 if (line)
                     for (size_t n = 0; n < nn; n++) row[n] = line[n];
                 else
                     pack_lines(from, channel, tap_y, tap_x, n0, nn, row);
                 return true;
             });
}

// Nearly everywhere, with a stride of 1: then what a tap reads lies as the product wants it.
bool rows_of_samples(const void* b, size_t k0, size_t kn, size_t n0, size_t nn, const float** to) {
    bool all = true;
    each_row(*static_cast<const Samples*>(b), k0, kn, n0, nn,
             [&](size_t k, const float* line, const float*, int64_t, int64_t) {
                 to[k] = line;
                 return all = line != nullptr;
             });
    return all;
}

// One channel of results, where there are few of a group. For them a product would copy each sample for each tap and hardly use it;
// here a line of results takes lines of samples, moved, times the taps.
void one_channel(const float* x, const float* weight, const ConvNd& conv, size_t height, size_t width, float* out,
                 const simd::Functions& simd) {
    const ConvAxis &h = conv.height, &w = conv.width;
    for (size_t row = 0; row < height; row++, out += width) {
        std::fill_n(out, width, 0.0f);
        const float *channel = x, *factor = weight;
        for (int64_t c = 0; c < conv.cg; c++, channel += h.size * w.size)
            for (int64_t tap_y = 0; tap_y < h.taps; tap_y++)
                for (int64_t tap_x = 0; tap_x < w.taps; tap_x++, factor++) {
                    const int64_t y = static_cast<int64_t>(row) * h.stride + tap_y * h.dilation - h.padding;
                    const int64_t first = tap_x * w.dilation - w.padding;
                    const auto [begin, end] = y < 0 || y >= h.size ? Inside{0, 0} : inside(first, w.size, width);
                    if (end > begin)
                        simd.axpy(*factor, channel + y * w.size + first + static_cast<int64_t>(begin), out + begin,
                                  end - begin);
                    if (std::isfinite(*factor)) continue;
                    for (size_t i = 0; i < width; i++)  // times the padding's zeros
                        if (i < begin || i >= end) out[i] += *factor * 0;
                }
    }
}

}  // namespace

void conv_cpu(const ConvNd& conv, size_t height, size_t width, Act act, const CpuCall& call) {
    const auto groups = static_cast<size_t>(conv.groups), n = static_cast<size_t>(conv.n);
    const size_t rows = static_cast<size_t>(conv.cout) / std::max<size_t>(groups, 1);
    const auto cg = static_cast<size_t>(conv.cg);
    const size_t columns = height * width, k = cg * conv.taps();
    const auto plane = static_cast<size_t>(conv.height.size * conv.width.size);
    constexpr size_t kFew = 4;
    if (rows <= kFew && conv.width.stride == 1)
        return simd::parallel(n * groups * rows, [&](size_t at) {
            const size_t o = at % (groups * rows), group = at / rows;
            const simd::Finish finish{.act = act};
            float* const out = call.out() + at * columns;
            one_channel(call.in(0) + group * cg * plane, call.in(1) + o * k, conv, height, width, out, call.simd);
            call.simd.finish(out, columns, call.in(2) ? call.in(2)[o] : 0, nullptr, nullptr, finish);
        });
    const auto one = [&](size_t at) {
        const size_t group = at % groups;
        const float* const weight = call.in(1) + group * rows * k;
        const simd::Finish finish{.row_bias = call.in(2) ? call.in(2) + group * rows : nullptr, .act = act};
        // With one tap each row is another channel, a power of two away as often as not: these would drive each other from the cache.
        const auto rows_in_place = conv.taps() > 1 ? rows_of_samples : nullptr;
        const Samples samples{call.in(0) + at * cg * plane, conv, width};
        float* const out = call.out() + at * rows * columns;
        call.simd.product({rows, columns, k, weight, k, pack_samples, &samples, out, columns, finish, rows_in_place});
    };
    // A product takes all threads by itself, but many small ones are better side by side.
    if (n * groups >= 2 * simd::threads()) return simd::parallel(n * groups, one);
    for (size_t at = 0; at < n * groups; at++) one(at);
}

}  // namespace xpu
