// The encoder of command lists. The decoders are native/replay.cpp and web/src/replay.ts.
#include "device/state.hpp"
#include <algorithm>

namespace xpu {

void put(std::vector<uint32_t>& words, uint64_t value) {
    words.push_back(static_cast<uint32_t>(value));
    words.push_back(static_cast<uint32_t>(value >> 32));
}

void record(std::vector<uint32_t>& words, Opcode opcode, size_t arguments) {
    words.push_back(static_cast<uint32_t>(opcode));
    words.push_back(static_cast<uint32_t>(arguments + 2));
}

// write: buffer, offset (64), address (64), bytes (64)
void CommandList::write(const Buffer& buffer, uint64_t offset, std::span<const std::byte> bytes) {
    if (bytes.empty()) return;
    record(words_, Opcode::write, 7);
    words_.push_back(buffer->id());
    put(words_, offset);
    put(words_, reinterpret_cast<uintptr_t>(bytes.data()));
    put(words_, bytes.size());
    buffers_.push_back(buffer);
}

// clear: buffer, offset (64), bytes (64)
void CommandList::clear(const Buffer& buffer, uint64_t offset, uint64_t bytes) {
    if (bytes == 0) return;
    record(words_, Opcode::clear, 5);
    words_.push_back(buffer->id());
    put(words_, offset);
    put(words_, bytes);
    buffers_.push_back(buffer);
}

// copy: source, target, source offset (64), target offset (64), bytes (64)
void CommandList::copy(const Buffer& source, uint64_t source_offset, const Buffer& target, uint64_t target_offset,
                       uint64_t bytes) {
    if (bytes == 0) return;
    record(words_, Opcode::copy, 8);
    words_.push_back(source->id());
    words_.push_back(target->id());
    put(words_, source_offset);
    put(words_, target_offset);
    put(words_, bytes);
    buffers_.push_back(source);
    buffers_.push_back(target);
}

// run: program, times
void CommandList::run(const Program& program, uint32_t times) {
    record(words_, Opcode::run, 2);
    words_.push_back(program->id());
    words_.push_back(times);
    programs_.push_back(program);
}

// time_begin: span. time_end: nothing.
void CommandList::time_begin() {
    record(words_, Opcode::time_begin, 1);
    words_.push_back(spans_++);
}

void CommandList::time_end() { record(words_, Opcode::time_end, 0); }

// read: buffer, offset (64), bytes (64), address (64). Written at submission, when the ticket owns the memory.
void CommandList::read(const Buffer& buffer, uint64_t offset, uint64_t bytes) {
    reads_.push_back({buffer, offset, bytes});
}

Submission DeviceState::submit(CommandList&& list) {
    uint32_t number = open_ticket();
    Ticket& held = tickets_[number];
    if (lost) {
        end(number, Ending::lost, lost_why);
        return {shared_from_this(), number};
    }
    // Numbers of another device mean other buffers here.
    auto ours = [&](auto& handle) { return handle && handle->belongs_to(*this); };
    auto ours_to_read = [&](auto& wanted) { return wanted.buffer && wanted.buffer->belongs_to(*this); };
    if (!std::all_of(list.buffers_.begin(), list.buffers_.end(), ours) ||
        !std::all_of(list.programs_.begin(), list.programs_.end(), ours) ||
        !std::all_of(list.reads_.begin(), list.reads_.end(), ours_to_read)) {
        end(number, Ending::refused, "a tensor or program of another device was given; copy it to this one first");
        held.error->code = Code::conflict;
        return {shared_from_this(), number};
    }
    std::vector<uint32_t> words = std::move(pending_);
    pending_.clear();
    words.insert(words.end(), list.words_.begin(), list.words_.end());
    for (const auto& wanted : list.reads_) {
        auto& bytes = held.outcome.reads.emplace_back(wanted.bytes);
        if (wanted.bytes == 0) continue;
        record(words, Opcode::read, 7);
        words.push_back(wanted.buffer->id());
        put(words, wanted.offset);
        put(words, wanted.bytes);
        put(words, reinterpret_cast<uintptr_t>(bytes.data()));
    }
    held.outcome.seconds.assign(list.spans_, 0.0);
    if (list.spans_ > 0 && caps.timestamps) {
        // read_times: spans, address (64) of as many doubles, in seconds
        record(words, Opcode::read_times, 3);
        words.push_back(list.spans_);
        put(words, reinterpret_cast<uintptr_t>(held.outcome.seconds.data()));
    }
    backend->submit(words, number);
    return {shared_from_this(), number};
}

// create_program: program, dispatches, then for each: pipeline, x, y, z, layout (64), bindings, then for each binding:
// buffer, offset (64), bytes (64). A function of the host has kHostPipeline and, for x and y, its
// address (64).
Result<Program> DeviceState::prepare(std::vector<DispatchCall>&& dispatches) {
    if (lost) return std::unexpected(lost_error(*this));
    std::vector<Buffer> buffers;
    std::vector<std::shared_ptr<const HostKernel>> kernels;
    std::vector<uint32_t> body;
    uint32_t id = next_id();
    body.push_back(id);
    body.push_back(static_cast<uint32_t>(dispatches.size()));
    for (auto& call : dispatches) {
        for (uint32_t groups : call.groups)
            if (groups > caps.max_workgroups)
                return fail(Code::limit, "a dispatch of " + std::to_string(groups) +
                                             " workgroups in one dimension; the device allows " +
                                             std::to_string(caps.max_workgroups));
        body.push_back(call.host ? kHostPipeline : call.pipeline);
        if (call.host) {
            put(body, reinterpret_cast<uintptr_t>(call.host.get()));
            body.push_back(1);
            kernels.push_back(std::move(call.host));
        } else {
            body.insert(body.end(), call.groups.begin(), call.groups.end());
        }
        put(body, call.layout);
        body.push_back(static_cast<uint32_t>(call.bindings.size()));
        for (auto& binding : call.bindings) {
            if (!binding.buffer || !binding.buffer->belongs_to(*this))
                return fail(Code::conflict, "a tensor of another device was given; copy it to this one first");
            if (binding.bytes == 0 || binding.bytes > caps.max_binding_bytes)
                return fail(Code::limit, "a binding of " + std::to_string(binding.bytes) +
                                             " bytes; the device allows " + std::to_string(caps.max_binding_bytes));
            body.push_back(binding.buffer->id());
            put(body, binding.offset);
            put(body, binding.bytes);
            buffers.push_back(std::move(binding.buffer));
        }
    }
    record(pending_, Opcode::create_program, body.size());
    pending_.insert(pending_.end(), body.begin(), body.end());
    return std::make_shared<const ProgramHandle>(weak_from_this(), id, std::move(buffers), std::move(kernels));
}

void DeviceState::drop_program(uint32_t id) {
    record(pending_, Opcode::drop_program, 1);
    pending_.push_back(id);
}

// create_buffer: buffer, uniform (0 or 1), bytes (64). destroy_buffer: buffer.
Result<Buffer> DeviceState::allocate(uint64_t bytes, bool uniform) {
    if (lost) return std::unexpected(lost_error(*this));
    // Multiples of 256 keep small requests apart, eighths of a power of two keep the waste of large ones below 12.5 %.
    uint64_t step = 256;
    while (step <= bytes / 16) step *= 2;
    uint64_t size = bytes > UINT64_MAX / 2 ? bytes : std::max<uint64_t>((bytes + step - 1) / step * step, 256);
    if (size > caps.max_buffer_bytes) size = bytes;
    if (size > caps.max_buffer_bytes)
        return fail(Code::limit, "a buffer of " + std::to_string(bytes) + " bytes; the device allows " +
                                     std::to_string(caps.max_buffer_bytes));
    uint32_t id = 0;
    auto& free = free_[uniform];
    if (auto found = free.find(size); found != free.end()) {
        id = found->second;
        free.erase(found);
        memory.pooled -= size;
    } else {
        id = next_id();
        record(pending_, Opcode::create_buffer, 4);
        pending_.push_back(id);
        pending_.push_back(uniform);
        put(pending_, size);
    }
    memory.in_use += size;
    memory.peak = std::max(memory.peak, memory.in_use);
    return std::make_shared<const BufferHandle>(weak_from_this(), id, size, uniform, true);
}

Buffer DeviceState::adopt_buffer(uint32_t id, uint64_t bytes) {
    return std::make_shared<const BufferHandle>(weak_from_this(), id, bytes, false, false);
}

// Reuse needs no wait: the queue runs submissions in order, so whatever is written into the buffer next comes after
// everything that has been submitted. A list that is still being recorded holds its buffers.
void DeviceState::release_buffer(uint32_t id, uint64_t bytes, bool uniform, bool pooled) {
    if (!pooled) {
        record(pending_, Opcode::destroy_buffer, 1);
        pending_.push_back(id);
        return;
    }
    memory.in_use -= bytes;
    memory.pooled += bytes;
    free_[uniform].emplace(bytes, id);
    // Enough to make a step of a model free of allocation, little enough that a finished one does not sit on the card.
    constexpr uint64_t kKeep = uint64_t{256} << 20;
    if (memory.pooled > kKeep) trim(kKeep);
}

void DeviceState::trim(uint64_t keep) {
    for (auto& free : free_)
        while (memory.pooled > keep && !free.empty()) {
            auto largest = std::prev(free.end());
            memory.pooled -= largest->first;
            record(pending_, Opcode::destroy_buffer, 1);
            pending_.push_back(largest->second);
            free.erase(largest);
        }
}

}  // namespace xpu
