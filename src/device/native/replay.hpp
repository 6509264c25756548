#pragma once
// The native backend: replays command lists on a WGPUDevice.
#include "device/native/wgpu.hpp"
#include "device/state.hpp"
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

namespace xpu::native {

/// The graphics handles that a device stands on. An owned device is released with them; the instance and the adapter
/// must outlive it, or it aborts after some hundreds of dispatches.
struct Handles {
    WGPUInstance instance = nullptr;
    WGPUAdapter adapter = nullptr;
    WGPUDevice device = nullptr;
    WGPUQueue queue = nullptr;
    bool owned = true;
};

/// What callbacks of an owned device write to; it outlives the backend because the loss callback may.
struct Loss {
    std::mutex mutex;
    bool happened = false;
    std::string why;
};

/// Catches errors of the calls made in its life. An owned device's uncaptured-error callback fires on the calling thread
/// inside the call and fills a thread-local slot; on a caller's device that callback is the caller's, so scopes are used.
class ErrorTrap {
  public:
    explicit ErrorTrap(const Handles& handles);
    ~ErrorTrap();
    ErrorTrap(const ErrorTrap&) = delete;
    /// The first error since the last call; empty when there was none.
    std::string take();
    static void on_uncaptured(const WGPUDevice*, WGPUErrorType, WGPUStringView message, void*, void*);

  private:
    const Handles& handles_;
};

class NativeBackend final : public Backend {
  public:
    NativeBackend(Handles handles, std::shared_ptr<Loss> loss, bool timestamps);
    ~NativeBackend() override;
    void submit(std::span<const uint32_t> words, uint32_t ticket) override;
    void compile(uint32_t id, const std::string& source, Layout signature, bool checked, uint32_t ticket) override;
    void poll() override;
    void destroy() override;
    /// Takes a reference on the caller's buffer.
    void adopt_buffer(uint32_t id, WGPUBuffer buffer);

  private:
    using Clock = std::chrono::steady_clock;
    struct PreparedDispatch {
        WGPUComputePipeline pipeline;
        WGPUBindGroup group;
        uint32_t x, y, z;
    };
    struct Destination {
        void* address;
        uint64_t bytes, offset;  ///< offset in the staging buffer
        bool ticks;              ///< pairs of timestamps, to become seconds
    };
    // One submission on its way. Callbacks hold its address.
    struct Flight {
        uint32_t ticket;
        Clock::time_point since;
        WGPUBuffer staging = nullptr;
        uint64_t staging_bytes = 0, mapped_bytes = 0;
        std::vector<Destination> destinations;
        bool done = false;
        std::string error;
    };
    struct CompileJob {
        uint32_t id, ticket;
        std::string text, error;
        WGPUBindGroupLayout layout;
        bool checked;
        WGPUComputePipeline pipeline = nullptr;
    };
    class Encoder;

    WGPUBindGroupLayout layout(Layout signature);
    void create_program(const uint32_t* words);
    WGPUBuffer take_staging(uint64_t bytes, uint64_t& capacity);
    void ask_for_loss();
    void land(Flight& flight);
    void run_compile(CompileJob& job);
    void worker();

    Handles handles_;
    std::shared_ptr<Loss> loss_;
    bool timestamps_, abandoned_ = false;
    Clock::time_point progress_;
    double tick_seconds_ = 0;
    std::unordered_map<uint32_t, WGPUBuffer> buffers_;
    std::unordered_map<uint32_t, WGPUComputePipeline> pipelines_;
    std::unordered_map<uint32_t, std::vector<PreparedDispatch>> programs_;
    std::unordered_map<Layout, WGPUBindGroupLayout> layouts_;
    std::multimap<uint64_t, WGPUBuffer> staging_;
    WGPUQuerySet queries_ = nullptr;
    WGPUBuffer resolved_ = nullptr;
    std::deque<std::unique_ptr<Flight>> flights_;

    std::mutex mutex_;  // guards the queues below, which the worker shares
    std::condition_variable wake_;
    std::deque<CompileJob> waiting_, compiled_;
    bool stop_ = false;
    std::thread thread_;
};

}  // namespace xpu::native
