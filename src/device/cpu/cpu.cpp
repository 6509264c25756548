// The device of last resort: buffers in host memory, and no kernels. `run` computes by the operators' references there.
#include "device/state.hpp"
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace xpu {

namespace {

uint64_t wide(const uint32_t* words) { return words[0] | uint64_t{words[1]} << 32; }

class Host final : public Backend {
  public:
    void submit(std::span<const uint32_t> words, uint32_t ticket) override {
        Ending ending = Ending::ok;
        const char* why = "";
        for (size_t at = 0; at < words.size(); at += words[at + 1]) {
            const uint32_t* arguments = &words[at + 2];
            bool done = true;
            switch (static_cast<Opcode>(words[at])) {
            case Opcode::create_buffer: create(arguments[0], wide(arguments + 2)); break;
            case Opcode::destroy_buffer: buffers_.erase(arguments[0]); break;
            case Opcode::write:
                done = move(bytes_at(arguments[0], wide(arguments + 1), wide(arguments + 5)), address(arguments + 3),
                            wide(arguments + 5));
                break;
            case Opcode::clear: {
                std::byte* from = bytes_at(arguments[0], wide(arguments + 1), wide(arguments + 3));
                done = from != nullptr;
                if (done) std::memset(from, 0, wide(arguments + 3));
                break;
            }
            case Opcode::copy:
                done = move(bytes_at(arguments[1], wide(arguments + 4), wide(arguments + 6)),
                            bytes_at(arguments[0], wide(arguments + 2), wide(arguments + 6)), wide(arguments + 6));
                break;
            case Opcode::read:
                done = move(address(arguments + 5), bytes_at(arguments[0], wide(arguments + 1), wide(arguments + 3)),
                            wide(arguments + 3));
                break;
            case Opcode::drop_program: break;
            case Opcode::create_program:
            case Opcode::run:
            case Opcode::time_begin:
            case Opcode::time_end:
            case Opcode::read_times:
                ending = Ending::refused;
                why = "the cpu device runs no programs; it computes by the references";
                break;
            }
            if (!done) {
                ending = Ending::refused;
                why = "a buffer of the cpu device was used beyond its end, or the host had no memory for it";
            }
        }
        state->end(ticket, ending, why);
    }

    void compile(uint32_t, const std::string&, Layout, bool, uint32_t ticket) override {
        state->end(ticket, Ending::refused, "the cpu device compiles no kernels; it computes by the references");
    }

    void poll() override {}
    void destroy() override { buffers_.clear(); }

  private:
    struct Free {
        void operator()(std::byte* bytes) const { std::free(bytes); }
    };
    struct Piece {
        std::unique_ptr<std::byte, Free> bytes;
        uint64_t size = 0;
    };

    // Not a vector: where memory ends, that would end the process.
    void create(uint32_t buffer, uint64_t size) {
        bool fits = size <= SIZE_MAX;
        Piece piece{{}, size};
        if (fits) piece.bytes.reset(static_cast<std::byte*>(std::calloc(1, static_cast<size_t>(size))));
        buffers_[buffer] = std::move(piece);
    }
    // Null where the range is not within the buffer.
    std::byte* bytes_at(uint32_t buffer, uint64_t offset, uint64_t bytes) {
        auto found = buffers_.find(buffer);
        if (found == buffers_.end() || !found->second.bytes) return nullptr;
        uint64_t size = found->second.size;
        return offset <= size && bytes <= size - offset ? found->second.bytes.get() + offset : nullptr;
    }
    static std::byte* address(const uint32_t* words) {
        return reinterpret_cast<std::byte*>(static_cast<uintptr_t>(wide(words)));
    }
    static bool move(std::byte* to, const std::byte* from, uint64_t bytes) {
        if (to && from) std::memmove(to, from, bytes);
        return to && from;
    }

    std::unordered_map<uint32_t, Piece> buffers_;
};

}  // namespace

Device make_cpu_device() {
    AdapterInfo info;
    info.name = "cpu (f64 references)";
    info.vendor = "xpu";
    info.backend = "reference";
    info.type = "cpu";
    Caps caps;
    // What 32-bit element counts of 4 bytes need; the host's memory ends sooner.
    caps.max_buffer_bytes = caps.max_binding_bytes = sizeof(void*) > 4 ? uint64_t{16} << 30 : uint64_t{1} << 30;
    caps.f16 = true;
    caps.kernels = false;
    return Device(std::make_unique<Host>(), std::move(info), caps,
                  {{}, "the references have no kernels to choose from"});
}

}  // namespace xpu
