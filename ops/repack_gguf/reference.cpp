#include "ops/repack_gguf/parts.hpp"

namespace xpu {

namespace {

double half_at(const double* bytes) { return f16{static_cast<uint16_t>(bytes[0] + 256 * bytes[1])}.to_float(); }

// Number i of so many bits in words that were 0.
void put(double* words, size_t bits, size_t i, uint32_t value) { words[i * bits / 32] += value << i * bits % 32; }

/// A block of a file, and where number b of a row's blocks goes; `of_row` is how many there are.
struct Move {
    const double* bytes;
    double* row;
    size_t b, of_row;
    uint32_t byte(size_t i) const { return static_cast<uint32_t>(bytes[i]); }
    uint32_t nibble(size_t i, size_t high) const { return byte(i) >> 4 * high & 15; }
};

void move_q8_0(const Move& move) {
    for (size_t k = 0; k < 32; k++) put(move.row + 8 * move.b, 8, k, move.byte(2 + k));
}

// First the low nibbles of all bytes, then the high ones.
void move_nibbles(const Move& move, size_t halves) {
    for (size_t k = 0; k < 32; k++) put(move.row + 4 * move.b, 4, k, move.nibble(2 * halves + k % 16, k / 16));
}

// d, dmin, 12 bytes of scales and least weights, and of each 64 codes first the low nibbles of 32 bytes, then the high ones.
void move_q4_k(const Move& move) {
    for (size_t k = 0; k < 256; k++)
        put(move.row + 32 * move.b, 4, k, move.nibble(16 + k / 64 * 32 + k % 32, k / 32 % 2));
    double* const words = move.row + 32 * move.of_row + 3 * move.b;
    for (size_t j = 0; j < 8; j++) {
        // Those of the first four parts have a byte each, whose two upper bits belong to the parts four further on.
        uint32_t scale = move.byte(4 + j % 4), least = move.byte(8 + j % 4);
        if (j < 4)
            scale &= 63, least &= 63;
        else
            scale = move.nibble(8 + j, 0) | scale >> 6 << 4, least = move.nibble(8 + j, 1) | least >> 6 << 4;
        put(words, 8, j, scale | (least & 3) << 6);
        put(words + 2, 4, j, least >> 2);
    }
}

// 128 bytes of nibbles, 64 of pairs, 16 scales, d. Of each 128 codes the first 64 are low nibbles and the others high ones, and a byte
// of pairs has those of four codes that are 32 apart.
void move_q6_k(const Move& move) {
    for (size_t k = 0; k < 256; k++) {
        put(move.row + 32 * move.b, 4, k, move.nibble(k / 128 * 64 + k % 64, k / 64 % 2));
        put(move.row + 32 * move.of_row + 16 * move.b, 2, k,
            move.byte(128 + k / 128 * 32 + k % 32) >> 2 * (k / 32 % 4) & 3);
    }
    for (size_t i = 0; i < 16; i++) put(move.row + 48 * move.of_row + 4 * move.b, 8, i, move.byte(192 + i));
}

}  // namespace

void repack_gguf_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    auto& format = gguf::format_of(args);
    const auto type = gguf::kTypes[args.choice("type")];
    const size_t of_row = inputs[0].type.shape[1] / format.block_bytes;
    for (size_t i = 0; i < inputs[0].values.size() / format.block_bytes; i++) {
        const double* const bytes = inputs[0].values.data() + i * format.block_bytes;
        const size_t n = i / of_row;
        const Move move = {bytes, outputs[0].values.data() + n * of_row * format.words, i % of_row, of_row};
        if (type == "q8_0")
            move_q8_0(move);
        else if (type == "q4_k")
            move_q4_k(move);
        else if (type == "q6_k")
            move_q6_k(move);
        else
            move_nibbles(move, format.halves);
        for (size_t h = 0; h < format.halves; h++)
            outputs[1].values[i * format.halves + h] = half_at(bytes + (type == "q6_k" ? 208 : 2 * h));
    }
}

double repack_gguf_error_factor(const Args&) { return 0; }

}  // namespace xpu
