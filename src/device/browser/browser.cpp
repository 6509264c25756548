#include "device/browser/browser.hpp"
#include "device/browser/host.hpp"
#include "device/state.hpp"

namespace xpu::browser {

namespace {

class Replayer : public Backend {
  public:
    void submit(std::span<const uint32_t> words, uint32_t ticket) override {
        xpu_host_submit(words.data(), static_cast<uint32_t>(words.size()), ticket);
    }

    // A page's compiler always keeps its checks, so `checked` says nothing new.
    void compile(uint32_t id, const std::string& text, Layout layout, bool, uint32_t ticket) override {
        xpu_host_compile(id, text.data(), static_cast<uint32_t>(text.size()), static_cast<uint32_t>(layout),
                         static_cast<uint32_t>(layout >> 32), ticket);
    }

    // The event loop makes the progress, and `xpu_end` reports it.
    void poll() override {}

    void destroy() override { xpu_host_destroy(); }
};

}  // namespace

std::unique_ptr<Backend> make_backend() { return std::make_unique<Replayer>(); }

Submission give_way(Device& device) {
    auto& state = device.state();
    uint32_t ticket = state->open_ticket();
    if (state->lost)
        state->end(ticket, Ending::lost, state->lost_why);
    else
        xpu_host_yield(ticket);
    return {state, ticket};
}

}  // namespace xpu::browser

namespace xpu {

double host_seconds() { return xpu_host_now(); }

}  // namespace xpu
