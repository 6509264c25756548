#include "xpu/device.hpp"
#include "core/log.hpp"
#include "device/state.hpp"
#include <algorithm>

namespace xpu {

BufferHandle::~BufferHandle() {
    if (auto state = state_.lock()) state->release_buffer(id_, bytes_, uniform_, pooled_);
}

ProgramHandle::~ProgramHandle() {
    if (auto state = state_.lock()) state->drop_program(id_);
}

Error lost_error(const DeviceState& state) {
    return {Code::lost, "the device " + state.info.name + " is lost (" + state.lost_why + "); make a new one"};
}

// --- tickets ---

uint32_t DeviceState::open_ticket() {
    uint32_t number = ++numbers_;
    tickets_.emplace(number, Ticket{});
    open_++;
    return number;
}

DeviceState::Ticket* DeviceState::ticket(uint32_t number) {
    auto found = tickets_.find(number);
    return found == tickets_.end() ? nullptr : &found->second;
}

// An open ticket's memory must outlive the replaying side's copy into it, so it goes when the ending comes.
void DeviceState::close_ticket(uint32_t number) {
    Ticket* held = ticket(number);
    if (!held) return;
    held->waiters.clear();
    if (held->done)
        tickets_.erase(number);
    else
        held->detached = true;
}

void DeviceState::wait_for(uint32_t number, std::coroutine_handle<> waiter) {
    if (Ticket* held = ticket(number)) held->waiters.push_back(waiter);
}

void DeviceState::stop_waiting(uint32_t number, std::coroutine_handle<> waiter) {
    if (Ticket* held = ticket(number)) std::erase(held->waiters, waiter);
}

void DeviceState::end(uint32_t number, Ending ending, std::string_view message) {
    Ticket* held = ticket(number);
    if (!held || held->done) return;
    held->done = true;
    open_--;
    switch (ending) {
    case Ending::ok: break;
    case Ending::refused: held->error = Error{Code::device, std::string(message)}; break;
    case Ending::lost: held->error = lost_error(*this); break;
    case Ending::timeout: held->error = Error{Code::timeout, std::string(message)}; break;
    }
    if (held->detached)
        tickets_.erase(number);
    else
        ready_.push_back(number);
}

void DeviceState::lose(Ending ending, std::string_view why) {
    if (lost) return;
    lost = true;
    lost_why = why;
    // A device that its owner has destroyed is no accident.
    log(why == "destroyed" ? LogLevel::info : LogLevel::error,
        ending == Ending::timeout ? std::string(why) : lost_error(*this).message);
    std::vector<uint32_t> open;
    for (auto& [number, held] : tickets_)
        if (!held.done) open.push_back(number);
    std::sort(open.begin(), open.end());
    for (uint32_t number : open) end(number, ending, why);
}

void DeviceState::drain() {
    auto self = shared_from_this();  // what is resumed may drop the last Device
    while (!ready_.empty()) {
        uint32_t number = ready_.front();
        ready_.erase(ready_.begin());
        // One at a time, looked up anew: a resumed coroutine may close this ticket or stop another waiter.
        for (Ticket* held = ticket(number); held && !held->waiters.empty(); held = ticket(number)) {
            auto waiter = held->waiters.front();
            held->waiters.erase(held->waiters.begin());
            waiter.resume();
        }
    }
}

// --- Submission ---

Submission::~Submission() {
    if (ticket_) state_->close_ticket(ticket_);
}

bool Submission::await_ready() const {
    auto* held = state_->ticket(ticket_);
    return !held || held->done;
}

void Submission::await_suspend(std::coroutine_handle<> waiter) { state_->wait_for(ticket_, waiter); }

Result<Outcome> Submission::await_resume() {
    auto* held = state_->ticket(ticket_);
    if (held->error) return std::unexpected(*held->error);
    return std::move(held->outcome);
}

// --- Device ---

Device::Device(std::unique_ptr<Backend> backend, AdapterInfo info, Caps caps, Target target)
    : state_(std::make_shared<DeviceState>()) {
    state_->backend = std::move(backend);
    state_->backend->state = state_.get();
    state_->info = std::move(info);
    state_->caps = caps;
    state_->target = std::move(target);
}

const AdapterInfo& Device::info() const { return state_->info; }
const Caps& Device::caps() const { return state_->caps; }
const Target& Device::target() const { return state_->target; }
bool Device::lost() const { return state_->lost; }
MemoryUse Device::memory() const { return state_->memory; }
Result<Buffer> Device::allocate(uint64_t bytes) { return state_->allocate(bytes, false); }
Result<Buffer> Device::allocate_uniform(uint64_t bytes) { return state_->allocate(bytes, true); }
Result<Program> Device::prepare(std::vector<DispatchCall> dispatches) { return state_->prepare(std::move(dispatches)); }
Submission Device::submit(CommandList&& list) { return state_->submit(std::move(list)); }
void Device::trim() { state_->trim(0); }

Result<Tensor> Device::empty(const TensorType& type) {
    auto buffer = allocate(type.bytes());
    if (!buffer) return forward(buffer);
    return Tensor{*buffer, 0, type};
}

namespace {

// Copies go in whole words; a tensor of bytes or halves may end inside one.
uint64_t whole_words(uint64_t bytes) { return (bytes + 3) / 4 * 4; }

}  // namespace

Result<Tensor> Device::upload(const HostTensor& host) {
    if (host.data.size() != host.type.bytes())
        return fail(Code::shape, "a tensor " + to_string(host.type) + " needs " + std::to_string(host.type.bytes()) +
                                     " bytes; " + std::to_string(host.data.size()) + " came");
    auto tensor = empty(host.type);
    if (!tensor) return tensor;
    CommandList list;
    uint64_t whole = host.data.size() / 4 * 4;
    list.write(tensor->buffer, 0, std::span(host.data).first(whole));
    std::array<std::byte, 4> last{};
    if (whole < host.data.size()) {
        std::copy(host.data.begin() + static_cast<ptrdiff_t>(whole), host.data.end(), last.begin());
        list.write(tensor->buffer, whole, last);
    }
    Submission sent = submit(std::move(list));
    if (sent.await_ready())
        if (auto outcome = sent.await_resume(); !outcome) return forward(outcome);
    return tensor;
}

Task<Result<HostTensor>> Device::read(Tensor tensor) {
    HostTensor host{tensor.type, {}};
    CommandList list;
    list.read(tensor.buffer, tensor.offset, whole_words(tensor.type.bytes()));
    auto outcome = co_await submit(std::move(list));
    if (!outcome) co_return forward(outcome);
    host.data = std::move(outcome->reads[0]);
    host.data.resize(tensor.type.bytes());
    co_return host;
}

namespace {

// Waits for a ticket that several may wait for; whoever comes first settles it.
struct SharedWait {
    DeviceState& state;
    uint32_t number;
    std::coroutine_handle<> waiter = {};
    bool await_ready() const {
        auto* held = state.ticket(number);
        return !held || held->done;
    }
    void await_suspend(std::coroutine_handle<> handle) { state.wait_for(number, waiter = handle); }
    void await_resume() { waiter = {}; }
    ~SharedWait() {
        if (waiter) state.stop_waiting(number, waiter);
    }
};

}  // namespace

Task<Result<uint32_t>> Device::compile(std::string text, Layout layout, bool checked) {
    auto state = state_;
    if (!state->caps.trusted) checked = true;
    std::string key = text + '\0' + std::to_string(layout) + (checked ? "c" : "t");
    // References into an unordered_map stay good while others are inserted.
    auto& entry = state->pipelines[key];
    if (entry.id == 0) {
        if (state->lost) co_return std::unexpected(lost_error(*state));
        entry.id = state->next_id();
        entry.ticket = state->open_ticket();
        state->backend->compile(entry.id, text, layout, checked, entry.ticket);
    }
    while (entry.ticket != 0) {
        co_await SharedWait{*state, entry.ticket};
        auto* held = state->ticket(entry.ticket);
        if (!held || !held->done) continue;
        entry.error = held->error;
        // The ticket goes with the last who waited for it.
        if (!held->waiters.empty()) break;
        state->close_ticket(entry.ticket);
        entry.ticket = 0;
    }
    if (entry.error) co_return std::unexpected(*entry.error);
    co_return entry.id;
}

bool Device::poll() {
    auto state = state_;
    state->backend->poll();
    state->drain();
    return state->busy();
}

void Device::destroy() {
    state_->backend->destroy();
    state_->lose(Ending::lost, "destroyed");
    state_->drain();
}

}  // namespace xpu
