// The processor as a device: buffers in host memory, and programs of functions of the host, which run within `submit`.
#include "device/state.hpp"
#include "simd/simd.hpp"
#include <algorithm>
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
        seconds_.clear();
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
            case Opcode::create_program: create_program(arguments); break;
            case Opcode::drop_program: programs_.erase(arguments[0]); break;
            case Opcode::run: {
                auto& program = programs_[arguments[0]];
                if (std::all_of(program.begin(), program.end(), [](auto& call) { return call.kernel; })) {
                    done = run(program, arguments[1]);
                } else {
                    ending = Ending::refused;
                    why = "the cpu device runs no WGSL, and a program asks for a pipeline";
                }
                break;
            }
            case Opcode::time_begin: begin_ = host_seconds(); break;
            case Opcode::time_end: seconds_.push_back(host_seconds() - begin_); break;
            case Opcode::read_times: {
                auto* to = reinterpret_cast<double*>(address(arguments + 1));
                for (size_t i = 0; i < std::min<size_t>(seconds_.size(), arguments[0]); i++) to[i] = seconds_[i];
                break;
            }
            }
            if (!done) {
                ending = Ending::refused;
                why = "a buffer of the cpu device was used beyond its end, or the host had no memory for it";
            }
        }
        state->end(ticket, ending, why);
    }

    void compile(uint32_t, const std::string&, Layout, bool, uint32_t ticket) override {
        state->end(ticket, Ending::refused, "the cpu device runs no WGSL");
    }

    void poll() override {}
    void destroy() override {
        programs_.clear();
        buffers_.clear();
    }

  private:
    static constexpr size_t kAlignment = 64;  // a cache's line, and the widest vector
    struct Free {
        void operator()(std::byte* bytes) const { std::free(bytes); }
    };
    struct Piece {
        std::unique_ptr<std::byte, Free> memory;
        uint64_t size = 0;
        std::byte* bytes() const {
            auto at = (reinterpret_cast<uintptr_t>(memory.get()) + kAlignment - 1) / kAlignment * kAlignment;
            return reinterpret_cast<std::byte*>(at);
        }
    };
    struct Part {
        uint32_t buffer;
        uint64_t offset, bytes;
    };
    struct Call {
        const HostKernel* kernel;  // null where a dispatch asks for a pipeline
        std::vector<Part> parts;
        std::vector<std::byte*> addresses;  // room for them
    };

    void create_program(const uint32_t* words) {
        auto& program = programs_[words[0]];
        const uint32_t count = words[1];
        words += 2;
        for (uint32_t i = 0; i < count; i++) {
            Call call{nullptr, {}, {}};
            if (words[0] == kHostPipeline) call.kernel = reinterpret_cast<const HostKernel*>(address(words + 1));
            const uint32_t bindings = words[6];
            words += 7;
            for (uint32_t slot = 0; slot < bindings; slot++, words += 5)
                call.parts.push_back({words[0], wide(words + 1), wide(words + 3)});
            call.addresses.resize(bindings);
            program.push_back(std::move(call));
        }
    }
    bool run(std::vector<Call>& program, uint32_t times) {
        for (auto& call : program) {
            for (size_t i = 0; i < call.parts.size(); i++) {
                auto& part = call.parts[i];
                call.addresses[i] = bytes_at(part.buffer, part.offset, part.bytes);
                if (!call.addresses[i]) return false;
            }
        }
        for (uint32_t time = 0; time < times; time++)
            for (auto& call : program) (*call.kernel)(call.addresses);
        return true;
    }

    // Not a vector: where memory ends, that would end the process.
    void create(uint32_t buffer, uint64_t size) {
        bool fits = size <= SIZE_MAX - kAlignment;
        Piece piece{{}, size};
        if (fits) piece.memory.reset(static_cast<std::byte*>(std::calloc(1, static_cast<size_t>(size) + kAlignment)));
        buffers_[buffer] = std::move(piece);
    }
    // Null where the range is not within the buffer.
    std::byte* bytes_at(uint32_t buffer, uint64_t offset, uint64_t bytes) {
        auto found = buffers_.find(buffer);
        if (found == buffers_.end() || !found->second.memory) return nullptr;
        uint64_t size = found->second.size;
        return offset <= size && bytes <= size - offset ? found->second.bytes() + offset : nullptr;
    }
    static std::byte* address(const uint32_t* words) {
        return reinterpret_cast<std::byte*>(static_cast<uintptr_t>(wide(words)));
    }
    static bool move(std::byte* to, const std::byte* from, uint64_t bytes) {
        if (to && from) std::memmove(to, from, bytes);
        return to && from;
    }

    std::unordered_map<uint32_t, Piece> buffers_;
    std::unordered_map<uint32_t, std::vector<Call>> programs_;
    double begin_ = 0;
    std::vector<double> seconds_;  // of the spans of one submission
};

Device make_device(std::string name, std::string backend, bool simd) {
    AdapterInfo info;
    info.name = std::move(name);
    info.vendor = "xpu";
    info.backend = std::move(backend);
    info.type = "cpu";
    Caps caps;
    // What 32-bit element counts of 4 bytes need; the host's memory ends sooner.
    caps.max_buffer_bytes = caps.max_binding_bytes = sizeof(void*) > 4 ? uint64_t{16} << 30 : uint64_t{1} << 30;
    caps.f16 = true;
    caps.timestamps = true;
    caps.kernels = false;
    caps.simd = simd;
    return Device(std::make_unique<Host>(), std::move(info), caps, {{}, "WGSL kernels do not run there"});
}

}  // namespace

Device make_cpu_device() {
    auto levels = simd::levels();
    if (levels.empty()) return make_reference_device();
    std::string threads = simd::threads() == 1 ? "1 thread" : std::to_string(simd::threads()) + " threads";
    return make_device("cpu (" + std::string(simd::functions(levels[0]).name) + ", " + threads + ")", "cpu", true);
}

Device make_reference_device() { return make_device("cpu (f64 references)", "reference", false); }

}  // namespace xpu
