#pragma once
// The waist. Everything above it is the same C++ natively and in a page; below it stand two implementations of
// `Backend`: native (webgpu.h) and browser (a TypeScript replayer). It knows buffers, pipelines, command lists,
// submission, batched reads and device times, and nothing about operators.
#include "xpu/error.hpp"
#include "xpu/task.hpp"
#include "xpu/tensor.hpp"
#include <array>
#include <coroutine>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace xpu {

/// What a device allows and has. Defaults are the least that WebGPU guarantees.
struct Caps {
    uint64_t max_buffer_bytes = 268'435'456;
    uint64_t max_binding_bytes = 134'217'728;
    uint32_t max_storage_buffers = 8;
    uint32_t max_workgroup_bytes = 16'384;
    uint32_t max_invocations = 256;
    uint32_t max_workgroups = 65'535;  ///< in one dimension
    bool f16 = false;                  ///< arithmetic type f16 in kernels
    bool subgroups = false;
    uint32_t subgroup_min = 0, subgroup_max = 0;
    bool timestamps = false;
    bool trusted = false;  ///< kernels can be compiled without the compiler's bounds checks
    bool kernels = true;   ///< runs WGSL kernels; the cpu device has none of them
    bool simd = false;  ///< the cpu device runs the operators' CPU kernels, where they have one, and not all references
    bool software = false;  ///< the processor runs the kernels: its compiler takes long over long texts, for nothing
    bool enable_lines = false;  ///< the compiler wants `enable subgroups;` (Tint does, naga refuses it)
};

struct AdapterInfo {
    std::string name, vendor, architecture, description, driver;
    std::string backend;  ///< vulkan, metal, d3d12, browser, reference
    std::string type;     ///< discrete, integrated, virtual, software, cpu, unknown
    bool fallback = false;
};

/// Which family of kernels suits the device, and why.
struct Target {
    std::optional<std::string> name;
    std::string why;
};

struct MemoryUse {
    uint64_t in_use = 0;  ///< bytes of buffers that somebody holds
    uint64_t pooled = 0;  ///< bytes kept for reuse
    uint64_t peak = 0;    ///< highest in_use so far
};

class Device;
class DeviceState;
class CommandList;

/// One kind of binding per slot, four bits each, slot 0 lowest: 1 read-only storage, 2 read-write storage, 3 uniform.
/// At most 16 slots. It names an explicit bind-group layout.
using Layout = uint64_t;

struct Binding {
    Buffer buffer;
    uint64_t offset = 0;
    uint64_t bytes = 0;
};

/// What a dispatch of the cpu device calls, with the addresses of its bindings.
using HostKernel = std::function<void(std::span<std::byte* const>)>;

struct DispatchCall {
    uint32_t pipeline = 0;
    Layout layout = 0;
    std::array<uint32_t, 3> groups = {1, 1, 1};
    std::vector<Binding> bindings;
    std::shared_ptr<const HostKernel> host = {};  ///< instead of a pipeline, on the cpu device alone
};

/// A fixed list of dispatches with their bind groups, kept on the side that owns the device. Counted.
class ProgramHandle;
using Program = std::shared_ptr<const ProgramHandle>;

/// What a finished submission gives: the bytes of each read, in order, and the seconds of each timed span (0 where the
/// device has no timestamps).
struct Outcome {
    std::vector<std::vector<std::byte>> reads;
    std::vector<double> seconds;
};

/// A submission on its way; `co_await` it for its outcome. Destroying it detaches it.
class [[nodiscard]] Submission {
  public:
    Submission(std::shared_ptr<DeviceState> state, uint32_t ticket) : state_(std::move(state)), ticket_(ticket) {}
    Submission(Submission&& other) noexcept
        : state_(std::move(other.state_)), ticket_(std::exchange(other.ticket_, 0)) {}
    Submission& operator=(Submission&&) = delete;
    ~Submission();

    bool await_ready() const;
    void await_suspend(std::coroutine_handle<> waiter);
    Result<Outcome> await_resume();

  private:
    std::shared_ptr<DeviceState> state_;
    uint32_t ticket_;
};

class Backend;

/// A device. Copies share it. All calls but `compile` belong to one thread at a time.
class Device {
  public:
    Device(std::unique_ptr<Backend> backend, AdapterInfo info, Caps caps, Target target);

    const AdapterInfo& info() const;
    const Caps& caps() const;
    const Target& target() const;
    bool lost() const;
    MemoryUse memory() const;

    /// Storage for kernels. Contents are undefined. Errors: limit, device, lost.
    Result<Buffer> allocate(uint64_t bytes);
    /// A small buffer for kernel parameters. Errors as `allocate`.
    Result<Buffer> allocate_uniform(uint64_t bytes);
    /// A tensor with undefined contents.
    Result<Tensor> empty(const TensorType& type);
    /// A tensor with the host's contents; the copy is made before the call returns.
    Result<Tensor> upload(const HostTensor& host);
    Task<Result<HostTensor>> read(Tensor tensor);

    /// Compiles final WGSL whose entry point is `main`, once: later calls with the same text, layout and mode share
    /// the pipeline. `checked` keeps the compiler's bounds checks; without `caps().trusted` they are always kept.
    /// Errors: device (with the compiler's message), lost.
    Task<Result<uint32_t>> compile(std::string text, Layout layout, bool checked);

    /// Makes the bind groups of a list of dispatches. Errors: limit, device, lost.
    Result<Program> prepare(std::vector<DispatchCall> dispatches);

    /// Hands the list over. Whatever it names is kept alive until it is done. Errors come with the outcome.
    Submission submit(CommandList&& list);

    /// Lets the device make progress and resumes what is done; `false` when nothing is in flight. The page needs no
    /// call.
    bool poll();
    /// Gives pooled memory back.
    void trim();
    /// Ends the device; every pending and later call answers `lost`. What a test of recovery needs.
    void destroy();

    const std::shared_ptr<DeviceState>& state() const { return state_; }

  private:
    std::shared_ptr<DeviceState> state_;
};

/// The processor as a device, which every machine has: tensors in host memory. Operators with a CPU kernel run it, in the widest vectors
/// that there are and on all processors; the others compute by their plain f64 references, which is slow. `KernelUse` says which.
Device make_cpu_device();
/// The same with references alone.
Device make_reference_device();

/// Commands recorded for one submission, as plain words that either side can replay.
class CommandList {
  public:
    /// Copies host bytes (a multiple of 4) into a buffer. `bytes` must stay alive until `submit` has returned.
    void write(const Buffer& buffer, uint64_t offset, std::span<const std::byte> bytes);
    /// Zeroes a range whose offset and size are multiples of 4.
    void clear(const Buffer& buffer, uint64_t offset, uint64_t bytes);
    void copy(const Buffer& source, uint64_t source_offset, const Buffer& target, uint64_t target_offset,
              uint64_t bytes);
    void run(const Program& program, uint32_t times = 1);
    /// Opens and closes a timed span; spans do not nest and hold only `run`s.
    void time_begin();
    void time_end();
    /// Asks for bytes of a buffer (offset and size multiples of 4); they come with the outcome.
    void read(const Buffer& buffer, uint64_t offset, uint64_t bytes);

  private:
    friend class DeviceState;
    struct Read {
        Buffer buffer;
        uint64_t offset, bytes;
    };
    std::vector<uint32_t> words_;
    std::vector<Buffer> buffers_;
    std::vector<Program> programs_;
    std::vector<Read> reads_;
    uint32_t spans_ = 0;
};

/// Drives a task on a native device until it is done. In a page there is nothing to drive, and nothing to block.
template <class T> T wait(Device& device, Task<T> task);

/// How long `wait` has seen nothing end.
struct Idle {
    uint64_t endings = 0;
    double since = 0;
};
void idle(Device& device, Idle& waited);

template <class T> T wait(Device& device, Task<T> task) {
    task.start();
    for (Idle waited; !task.done();) idle(device, waited);
    return std::move(task.result());
}

}  // namespace xpu
