#pragma once
// A device whose backend keeps what it is given. It ends a ticket when the test says so, or all of them when polled.
#include "device/state.hpp"
#include <algorithm>

namespace xpu::fake {

struct Sent {
    std::vector<uint32_t> words;
    uint32_t ticket;
};

struct Compiled {
    uint32_t id;
    std::string text;
    Layout layout;
    bool checked;
    uint32_t ticket;
};

class Recorder final : public Backend {
  public:
    std::vector<Sent> sent;
    std::vector<Compiled> compiled;
    bool by_itself = true;      ///< a poll ends what is open
    std::string compiler_says;  ///< not empty: compiling fails with it
    uint32_t polls = 0, destroyed = 0;

    void submit(std::span<const uint32_t> words, uint32_t ticket) override {
        sent.push_back({{words.begin(), words.end()}, ticket});
        open_.push_back(ticket);
    }
    void compile(uint32_t id, const std::string& text, Layout layout, bool checked, uint32_t ticket) override {
        compiled.push_back({id, text, layout, checked, ticket});
        (compiler_says.empty() ? open_ : refused_).push_back(ticket);
    }
    void poll() override {
        polls++;
        if (!by_itself) return;
        for (uint32_t ticket : std::exchange(open_, {})) state->end(ticket, Ending::ok, "");
        for (uint32_t ticket : std::exchange(refused_, {})) state->end(ticket, Ending::refused, compiler_says);
    }
    void destroy() override { destroyed++; }

  private:
    std::vector<uint32_t> open_, refused_;
};

struct FakeDevice {
    Recorder* backend;
    Device device;
};

inline FakeDevice make(Caps caps = {}) {
    auto recorder = std::make_unique<Recorder>();
    auto* kept = recorder.get();
    AdapterInfo info;
    info.name = "made up";
    return {kept, Device(std::move(recorder), info, caps, {{}, "a test"})};
}

struct Record {
    Opcode opcode;
    std::vector<uint32_t> arguments;
    uint64_t wide(size_t i) const { return arguments[i] | uint64_t{arguments[i + 1]} << 32; }
};

/// The records of a command list. Stops at one that does not fit, so that the count tells.
inline std::vector<Record> records(const std::vector<uint32_t>& words) {
    std::vector<Record> found;
    for (size_t at = 0; at + 2 <= words.size() && words[at + 1] >= 2 && at + words[at + 1] <= words.size();
         at += words[at + 1])
        found.push_back({static_cast<Opcode>(words[at]),
                         {words.begin() + static_cast<ptrdiff_t>(at + 2),
                          words.begin() + static_cast<ptrdiff_t>(at + words[at + 1])}});
    return found;
}

inline std::vector<Opcode> opcodes(const std::vector<uint32_t>& words) {
    std::vector<Opcode> found;
    for (auto& one : records(words)) found.push_back(one.opcode);
    return found;
}

}  // namespace xpu::fake
