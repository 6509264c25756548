#pragma once
// What all copies of a Device share: the buffer pool, the pipeline cache and the tickets of work in flight.
#include "device/backend.hpp"
#include <map>
#include <unordered_map>

namespace xpu {

enum class Opcode : uint32_t {
#define OPCODE(name, number) name = (number),
#include "device/opcodes.inc"
#undef OPCODE
};

/// Stands for a pipeline where a dispatch calls a function of the host.
inline constexpr uint32_t kHostPipeline = UINT32_MAX;

class BufferHandle {
  public:
    BufferHandle(std::weak_ptr<DeviceState> state, uint32_t id, uint64_t bytes, bool uniform, bool pooled)
        : state_(std::move(state)), id_(id), bytes_(bytes), uniform_(uniform), pooled_(pooled) {}
    ~BufferHandle();
    BufferHandle(const BufferHandle&) = delete;
    uint32_t id() const { return id_; }
    uint64_t bytes() const { return bytes_; }
    bool belongs_to(const DeviceState& state) const { return state_.lock().get() == &state; }

  private:
    std::weak_ptr<DeviceState> state_;
    uint32_t id_;
    uint64_t bytes_;
    bool uniform_, pooled_;
};

class ProgramHandle {
  public:
    ProgramHandle(std::weak_ptr<DeviceState> state, uint32_t id, std::vector<Buffer> buffers,
                  std::vector<std::shared_ptr<const HostKernel>> kernels)
        : state_(std::move(state)), id_(id), buffers_(std::move(buffers)), kernels_(std::move(kernels)) {}
    ~ProgramHandle();
    ProgramHandle(const ProgramHandle&) = delete;
    uint32_t id() const { return id_; }
    bool belongs_to(const DeviceState& state) const { return state_.lock().get() == &state; }

  private:
    std::weak_ptr<DeviceState> state_;
    uint32_t id_;
    std::vector<Buffer> buffers_;
    std::vector<std::shared_ptr<const HostKernel>> kernels_;  // whose addresses the backend has
};

class DeviceState : public std::enable_shared_from_this<DeviceState> {
  public:
    std::unique_ptr<Backend> backend;
    AdapterInfo info;
    Caps caps;
    Target target;
    MemoryUse memory;
    bool lost = false;
    std::string lost_why;

    Result<Buffer> allocate(uint64_t bytes, bool uniform);
    /// A handle on a buffer that the caller owns; `id` is one that the backend knows it by.
    Buffer adopt_buffer(uint32_t id, uint64_t bytes);
    void release_buffer(uint32_t id, uint64_t bytes, bool uniform, bool pooled);
    void trim(uint64_t keep);
    Result<Program> prepare(std::vector<DispatchCall>&& dispatches);
    void drop_program(uint32_t id);
    Submission submit(CommandList&& list);
    uint32_t next_id() { return ++ids_; }

    // Tickets. A number is never used twice, so that a late ending can only be dropped, never misdelivered.
    struct Ticket {
        bool done = false, detached = false;
        std::optional<Error> error;
        Outcome outcome;
        std::vector<std::coroutine_handle<>> waiters;
    };
    uint32_t open_ticket();
    Ticket* ticket(uint32_t number);
    void close_ticket(uint32_t number);
    void wait_for(uint32_t number, std::coroutine_handle<> waiter);
    void stop_waiting(uint32_t number, std::coroutine_handle<> waiter);
    /// The backend says that a ticket is over. Resumes nobody; `drain` does.
    void end(uint32_t number, Ending ending, std::string_view message);
    /// Ends every open ticket and refuses what comes.
    void lose(Ending ending, std::string_view why);
    void drain();
    bool busy() const { return open_ > 0; }
    /// How many tickets have ended.
    uint64_t endings() const { return numbers_ - open_; }

    struct Pipeline {
        uint32_t id = 0;
        uint32_t ticket = 0;  ///< not 0 while it compiles
        std::optional<Error> error;
    };
    std::unordered_map<std::string, Pipeline> pipelines;

  private:
    std::vector<uint32_t> pending_;  // records that wait for the next submission: drops and creations
    std::multimap<uint64_t, uint32_t> free_[2];
    std::unordered_map<uint32_t, Ticket> tickets_;
    std::vector<uint32_t> ready_;
    uint32_t ids_ = 0, numbers_ = 0, open_ = 0;
};

Error lost_error(const DeviceState& state);

// The encoder's small tools, shared by everything that writes records.
void put(std::vector<uint32_t>& words, uint64_t value);
void record(std::vector<uint32_t>& words, Opcode opcode, size_t arguments);

}  // namespace xpu
