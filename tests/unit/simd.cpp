// The loops over vectors by themselves, with every level of them that this processor has, and the threads.
#include "simd/simd.hpp"
#include "xpu/dtype.hpp"
#include <atomic>
#include <bit>
#include <cmath>
#include <doctest/doctest.h>
#include <thread>
#include <vector>

using namespace xpu;

namespace {

std::vector<float> numbers(size_t count, uint32_t seed) {
    std::vector<float> values(count);
    for (auto& value : values) {
        seed = seed * 1664525 + 1013904223;
        value = static_cast<float>(static_cast<int>(seed >> 24)) / 16 - 8;  // sums of products are exact
    }
    return values;
}

// Every second panel, so that both kinds meet in one product.
bool in_place(const void* b, size_t k0, size_t kn, size_t n0, size_t nn, const float** to) {
    auto& matrix = *static_cast<const simd::Matrix*>(b);
    for (size_t k = 0; k < kn; k++) to[k] = matrix.data + (k0 + k) * matrix.row + n0;
    return n0 / nn % 2 == 0;
}

}  // namespace

TEST_CASE("parallel takes each index once, within itself too, and from several threads") {
    std::vector<std::atomic<int>> seen(1000);
    auto all = [&] {
        simd::parallel(10,
                       [&](size_t outer) { simd::parallel(100, [&](size_t inner) { seen[outer * 100 + inner]++; }); });
    };
    std::thread other(all);
    all();
    other.join();
    for (auto& count : seen) CHECK(count == 2);
    for (size_t count : {0u, 1u, 99u, 100u, 101u, 12345u}) {
        std::vector<std::atomic<int>> covered(count);
        simd::parallel_pieces(count, 100, [&](size_t begin, size_t end) {
            for (size_t i = begin; i < end; i++) covered[i]++;
        });
        for (auto& one : covered) CHECK(one == 1);
    }
}

TEST_CASE("products of every odd size, from rows and from columns, with what becomes of the sums") {
    for (auto level : simd::levels()) {
        auto& simd = simd::functions(level);
        CAPTURE(simd.name);
        for (auto [m, n, k] :
             {std::array<size_t, 3>{1, 1, 1}, {5, 33, 7}, {13, 65, 513}, {169, 31, 3}, {15, 2049, 2}, {3, 4, 0}}) {
            CAPTURE(m);
            CAPTURE(n);
            CAPTURE(k);
            const auto a = numbers(m * k, 1), b = numbers(k * n, 2), rows = numbers(m, 3), columns = numbers(n, 4),
                       add = numbers(m * n, 5);
            std::vector<float> turned(k * n);
            for (size_t i = 0; i < k; i++)
                for (size_t j = 0; j < n; j++) turned[j * k + i] = b[i * n + j];
            const simd::Matrix straight{b.data(), n}, across{turned.data(), k};
            const size_t row = n + 3;  // of the result
            enum class From : uint8_t { rows, columns, rows_in_place };
            for (From from : {From::rows, From::columns, From::rows_in_place}) {
                CAPTURE(static_cast<int>(from));
                std::vector<float> c(m * row, 77);
                simd::Product product{m, n, k, a.data(), k, simd::pack_rows, &straight, c.data(), row};
                product.finish = {0.5f, rows.data(), columns.data(), Act::relu, add.data()};
                if (from == From::columns) product.pack = simd::pack_columns, product.b = &across;
                if (from == From::rows_in_place) product.rows = in_place;
                simd.product(product);
                size_t wrong = 0;
                for (size_t i = 0; i < m; i++)
                    for (size_t j = 0; j < row; j++) {
                        float sum = 0;
                        for (size_t l = 0; l < k && j < n; l++) sum += a[i * k + l] * b[l * n + j];
                        const float want =
                            j < n ? std::max(0.5f * sum + rows[i] + columns[j], 0.0f) + add[i * n + j] : 77;
                        wrong += c[i * row + j] != want;
                    }
                CHECK(wrong == 0);
            }
        }
    }
}

TEST_CASE("halves become floats and floats halves as they do one by one") {
    std::vector<uint16_t> halves(65536 + 5);
    for (size_t i = 0; i < halves.size(); i++) halves[i] = static_cast<uint16_t>(i);
    std::vector<float> ties;  // between two halves, and beside that
    for (uint32_t i = 0; i < 0x7c00; i++)
        for (int off : {-1, 0, 1}) {
            const float middle =
                (f16{static_cast<uint16_t>(i)}.to_float() + f16{static_cast<uint16_t>(i + 1)}.to_float()) / 2;
            if (std::isfinite(middle))
                ties.push_back(std::bit_cast<float>(std::bit_cast<uint32_t>(middle) + static_cast<uint32_t>(off)));
        }
    for (float one : {65520.0f, 65519.9f, 1e30f, -1e30f, 1e-30f, -0.0f, INFINITY, NAN}) ties.push_back(one);
    for (auto level : simd::levels()) {
        auto& simd = simd::functions(level);
        CAPTURE(simd.name);
        std::vector<float> floats(halves.size());
        simd.to_floats(halves.data(), floats.data(), halves.size());
        size_t wrong = 0;
        for (size_t i = 0; i < halves.size(); i++) {
            const float want = f16{halves[i]}.to_float();
            wrong += !(floats[i] == want || (std::isnan(floats[i]) && std::isnan(want)));
        }
        CHECK(wrong == 0);
        std::vector<uint16_t> back(ties.size());
        simd.to_halves(ties.data(), back.data(), ties.size());
        wrong = 0;
        for (size_t i = 0; i < ties.size(); i++) {
            const f16 got{back[i]}, want = f16::from(ties[i]);
            wrong += !(got.bits == want.bits || (std::isnan(got.to_float()) && std::isnan(want.to_float())));
        }
        CHECK(wrong == 0);
    }
}
