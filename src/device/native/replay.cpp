#include "device/native/replay.hpp"
#include <algorithm>
#include <bit>
#include <cstring>

namespace xpu::native {

namespace {

// A span needs two queries. One submission has at most this many; the clock's longest list is far below.
constexpr uint32_t kMaxSpans = 2048;
// A submission that has not ended by then never will: what we send is sized to take well under a second.
constexpr auto kTimeout = std::chrono::seconds(30);
// A device made of software shares its cores with whatever else the machine does: a product that takes it 5 s alone was not done
// in 30 beside six compilers.
constexpr auto kSoftwareTimeout = std::chrono::seconds(300);

uint64_t wide(const uint32_t* words) { return words[0] | uint64_t{words[1]} << 32; }

}  // namespace

// --- life ---

NativeBackend::NativeBackend(Handles handles, std::shared_ptr<Loss> loss, bool timestamps)
    : handles_(handles), loss_(std::move(loss)), timestamps_(timestamps) {
    if (timestamps_) tick_seconds_ = timestamp_period(handles_.queue) * 1e-9;
}

NativeBackend::~NativeBackend() {
    if (thread_.joinable()) {
        {
            std::lock_guard lock(mutex_);
            stop_ = true;
        }
        wake_.notify_all();
        thread_.join();
    }
    // A device that never answers would hold its release for ever, so after a timeout its handles are left, and so is
    // what its callbacks may still write to.
    if (abandoned_) {
        for (auto& flight : flights_) (void)flight.release();
        return;
    }
    for (auto& job : compiled_)
        if (job.pipeline) wgpuComputePipelineRelease(job.pipeline);
    for (auto& [id, program] : programs_)
        for (auto& dispatch : program) wgpuBindGroupRelease(dispatch.group);
    for (auto& [id, pipeline] : pipelines_) wgpuComputePipelineRelease(pipeline);
    for (auto& [signature, layout] : layouts_) wgpuBindGroupLayoutRelease(layout);
    for (auto& [id, buffer] : buffers_) wgpuBufferRelease(buffer);
    for (auto& [bytes, buffer] : staging_) wgpuBufferRelease(buffer);
    for (auto& flight : flights_) {
        if (flight->staging) wgpuBufferRelease(flight->staging);
        if (!flight->done) (void)flight.release();  // its callback may still come
    }
    if (queries_) wgpuQuerySetRelease(queries_);
    if (resolved_) wgpuBufferRelease(resolved_);
    wgpuQueueRelease(handles_.queue);
    if (!handles_.owned) return;
    wgpuDeviceRelease(handles_.device);
    wgpuAdapterRelease(handles_.adapter);
    wgpuInstanceRelease(handles_.instance);
}

void NativeBackend::destroy() {
    if (handles_.owned) wgpuDeviceDestroy(handles_.device);
}

void NativeBackend::adopt_buffer(uint32_t id, WGPUBuffer buffer) {
    wgpuBufferAddRef(buffer);
    buffers_[id] = buffer;
}

// --- replaying ---

// Opens encoders and passes as records need them.
class NativeBackend::Encoder {
  public:
    explicit Encoder(NativeBackend& backend) : backend_(backend) {}
    ~Encoder() {
        end_pass();
        if (encoder_) wgpuCommandEncoderRelease(encoder_);
        for (auto buffer : finished_) wgpuCommandBufferRelease(buffer);
    }
    Encoder(const Encoder&) = delete;

    WGPUCommandEncoder outside_pass() {
        end_pass();
        if (!encoder_) encoder_ = wgpuDeviceCreateCommandEncoder(backend_.handles_.device, nullptr);
        return encoder_;
    }
    WGPUComputePassEncoder pass(const WGPUPassTimestampWrites* times = nullptr) {
        if (!pass_) {
            WGPUComputePassDescriptor descriptor = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
            descriptor.timestampWrites = times;
            pass_ = wgpuCommandEncoderBeginComputePass(outside_pass(), &descriptor);
        }
        return pass_;
    }
    void end_pass() {
        if (!pass_) return;
        wgpuComputePassEncoderEnd(pass_);
        wgpuComputePassEncoderRelease(pass_);
        pass_ = nullptr;
    }
    // Submitting anything invalid aborts the process, so what was recorded is finished first and looked at.
    bool flush(ErrorTrap& trap, std::string& error) {
        end_pass();
        if (!encoder_) return true;
        finished_.push_back(wgpuCommandEncoderFinish(encoder_, nullptr));
        wgpuCommandEncoderRelease(encoder_);
        encoder_ = nullptr;
        if (error = trap.take(); !error.empty()) return false;
        wgpuQueueSubmit(backend_.handles_.queue, 1, &finished_.back());
        return true;
    }

  private:
    NativeBackend& backend_;
    WGPUCommandEncoder encoder_ = nullptr;
    WGPUComputePassEncoder pass_ = nullptr;
    std::vector<WGPUCommandBuffer> finished_;
};

void NativeBackend::create_program(const uint32_t* words) {
    auto& program = programs_[words[0]];
    uint32_t count = words[1];
    words += 2;
    for (uint32_t i = 0; i < count; i++) {
        PreparedDispatch dispatch{pipelines_[words[0]], nullptr, words[1], words[2], words[3]};
        Layout signature = wide(words + 4);
        uint32_t bindings = words[6];
        words += 7;
        std::vector<WGPUBindGroupEntry> entries;
        for (uint32_t slot = 0; slot < bindings; slot++, words += 5) {
            WGPUBindGroupEntry entry = WGPU_BIND_GROUP_ENTRY_INIT;
            entry.binding = slot;
            entry.buffer = buffers_[words[0]];
            entry.offset = wide(words + 1);
            entry.size = wide(words + 3);
            entries.push_back(entry);
        }
        WGPUBindGroupDescriptor descriptor = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
        descriptor.layout = layout(signature);
        descriptor.entryCount = entries.size();
        descriptor.entries = entries.data();
        dispatch.group = wgpuDeviceCreateBindGroup(handles_.device, &descriptor);
        program.push_back(dispatch);
    }
}

WGPUBuffer NativeBackend::take_staging(uint64_t bytes, uint64_t& capacity) {
    capacity = std::max<uint64_t>(std::bit_ceil(bytes), 4096);
    if (auto found = staging_.find(capacity); found != staging_.end()) {
        auto buffer = found->second;
        staging_.erase(found);
        return buffer;
    }
    WGPUBufferDescriptor descriptor = WGPU_BUFFER_DESCRIPTOR_INIT;
    descriptor.usage = WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst;
    descriptor.size = capacity;
    return wgpuDeviceCreateBuffer(handles_.device, &descriptor);
}

void NativeBackend::submit(std::span<const uint32_t> words, uint32_t ticket) {
    ErrorTrap trap(handles_);
    Encoder encoder(*this);
    auto flight = std::make_unique<Flight>();
    flight->ticket = ticket;
    flight->since = Clock::now();
    struct Copy {
        WGPUBuffer source;
        uint64_t offset, bytes, target;
    };
    std::vector<Copy> copies;
    uint64_t staged = 0;
    std::string error;
    auto refuse = [&] {
        if (error.find("lost") != std::string::npos) state->lose(Ending::lost, error);
        state->end(ticket, Ending::refused, error);
        if (flight->staging) wgpuBufferRelease(flight->staging);
    };

    for (size_t at = 0; at < words.size(); at += words[at + 1]) {
        const uint32_t* a = words.data() + at + 2;
        switch (static_cast<Opcode>(words[at])) {
        case Opcode::create_buffer: {
            WGPUBufferDescriptor descriptor = WGPU_BUFFER_DESCRIPTOR_INIT;
            descriptor.usage = a[1] ? WGPUBufferUsage_Uniform | WGPUBufferUsage_CopyDst
                                    : WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst;
            descriptor.size = wide(a + 2);
            buffers_[a[0]] = wgpuDeviceCreateBuffer(handles_.device, &descriptor);
            break;
        }
        case Opcode::destroy_buffer:
            if (auto found = buffers_.find(a[0]); found != buffers_.end()) {
                wgpuBufferRelease(found->second);
                buffers_.erase(found);
            }
            break;
        case Opcode::write:
            if (!encoder.flush(trap, error)) return refuse();
            wgpuQueueWriteBuffer(handles_.queue, buffers_[a[0]], wide(a + 1),
                                 reinterpret_cast<const void*>(wide(a + 3)), wide(a + 5));
            break;
        case Opcode::clear:
            wgpuCommandEncoderClearBuffer(encoder.outside_pass(), buffers_[a[0]], wide(a + 1), wide(a + 3));
            break;
        case Opcode::copy:
            wgpuCommandEncoderCopyBufferToBuffer(encoder.outside_pass(), buffers_[a[0]], wide(a + 2), buffers_[a[1]],
                                                 wide(a + 4), wide(a + 6));
            break;
        case Opcode::create_program: create_program(a); break;
        case Opcode::drop_program:
            for (auto& dispatch : programs_[a[0]]) wgpuBindGroupRelease(dispatch.group);
            programs_.erase(a[0]);
            break;
        case Opcode::run:
            // An invalid bind group or pipeline would panic when it is set; its error is here by now.
            if (error = trap.take(); !error.empty()) return refuse();
            for (auto& dispatch : programs_[a[0]])
                if (!dispatch.pipeline || !dispatch.group) {
                    error = "a program names a pipeline that does not exist";
                    return refuse();
                }
            for (uint32_t time = 0; time < a[1]; time++)
                for (auto& dispatch : programs_[a[0]]) {
                    auto pass = encoder.pass();
                    wgpuComputePassEncoderSetPipeline(pass, dispatch.pipeline);
                    wgpuComputePassEncoderSetBindGroup(pass, 0, dispatch.group, 0, nullptr);
                    wgpuComputePassEncoderDispatchWorkgroups(pass, dispatch.x, dispatch.y, dispatch.z);
                }
            break;
        case Opcode::time_begin: {
            encoder.end_pass();
            if (!timestamps_ || a[0] >= kMaxSpans) break;
            if (!queries_) {
                WGPUQuerySetDescriptor descriptor = WGPU_QUERY_SET_DESCRIPTOR_INIT;
                descriptor.type = WGPUQueryType_Timestamp;
                descriptor.count = 2 * kMaxSpans;
                queries_ = wgpuDeviceCreateQuerySet(handles_.device, &descriptor);
                WGPUBufferDescriptor buffer = WGPU_BUFFER_DESCRIPTOR_INIT;
                buffer.usage = WGPUBufferUsage_QueryResolve | WGPUBufferUsage_CopySrc;
                buffer.size = uint64_t{16} * kMaxSpans;
                resolved_ = wgpuDeviceCreateBuffer(handles_.device, &buffer);
            }
            WGPUPassTimestampWrites times = WGPU_PASS_TIMESTAMP_WRITES_INIT;
            times.querySet = queries_;
            times.beginningOfPassWriteIndex = 2 * a[0];
            times.endOfPassWriteIndex = 2 * a[0] + 1;
            encoder.pass(&times);
            break;
        }
        case Opcode::time_end: encoder.end_pass(); break;
        case Opcode::read:
            copies.push_back({buffers_[a[0]], wide(a + 1), wide(a + 3), staged});
            flight->destinations.push_back({reinterpret_cast<void*>(wide(a + 5)), wide(a + 3), staged, false});
            staged += (wide(a + 3) + 255) / 256 * 256;
            break;
        case Opcode::read_times: {
            uint32_t spans = std::min(a[0], kMaxSpans);
            wgpuCommandEncoderResolveQuerySet(encoder.outside_pass(), queries_, 0, 2 * spans, resolved_, 0);
            copies.push_back({resolved_, 0, 16ull * spans, staged});
            flight->destinations.push_back({reinterpret_cast<void*>(wide(a + 1)), 16ull * spans, staged, true});
            staged += (16ull * spans + 255) / 256 * 256;
            break;
        }
        }
    }
    if (staged > 0) {
        flight->staging = take_staging(staged, flight->staging_bytes);
        for (auto& copy : copies)
            wgpuCommandEncoderCopyBufferToBuffer(encoder.outside_pass(), copy.source, copy.offset, flight->staging,
                                                 copy.target, copy.bytes);
    }
    if (!encoder.flush(trap, error)) return refuse();
    if (error = trap.take(); !error.empty()) return refuse();

    ErrorTrap after(handles_);
    if (flight->staging) {
        WGPUBufferMapCallbackInfo info = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
        info.mode = WGPUCallbackMode_AllowSpontaneous;
        info.userdata1 = flight.get();
        info.callback = [](WGPUMapAsyncStatus status, WGPUStringView message, void* flown, void*) {
            auto* over = static_cast<Flight*>(flown);
            if (status != WGPUMapAsyncStatus_Success) over->error = "mapping for a read failed: " + text(message);
            over->done = true;
        };
        flight->mapped_bytes = staged;
        wgpuBufferMapAsync(flight->staging, WGPUMapMode_Read, 0, staged, info);
    } else {
        WGPUQueueWorkDoneCallbackInfo info = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
        info.mode = WGPUCallbackMode_AllowSpontaneous;
        info.userdata1 = flight.get();
        info.callback = [](WGPUQueueWorkDoneStatus status, WGPUStringView message, void* flown, void*) {
            auto* over = static_cast<Flight*>(flown);
            if (status != WGPUQueueWorkDoneStatus_Success) over->error = "the work was not done: " + text(message);
            over->done = true;
        };
        wgpuQueueOnSubmittedWorkDone(handles_.queue, info);
    }
    flights_.push_back(std::move(flight));
}

// --- landing ---

// A caller's device tells its loss to the caller alone, and looking at a mapped buffer of a lost one ends the process: so
// it is asked first, by a call that answers with an error.
void NativeBackend::ask_for_loss() {
    if (handles_.owned || state->lost) return;
    ErrorTrap trap(handles_);
    WGPUBufferDescriptor descriptor = WGPU_BUFFER_DESCRIPTOR_INIT;
    descriptor.usage = WGPUBufferUsage_CopyDst;
    descriptor.size = 16;
    auto probe = wgpuDeviceCreateBuffer(handles_.device, &descriptor);
    if (std::string error = trap.take(); error.find("lost") != std::string::npos) state->lose(Ending::lost, error);
    if (probe) wgpuBufferRelease(probe);
}

void NativeBackend::land(Flight& flight) {
    if (flight.staging) ask_for_loss();
    if (flight.staging && flight.error.empty() && !state->lost) {
        auto* mapped =
            static_cast<const std::byte*>(wgpuBufferGetConstMappedRange(flight.staging, 0, flight.mapped_bytes));
        for (auto& to : flight.destinations) {
            if (!to.ticks) {
                std::memcpy(to.address, mapped + to.offset, to.bytes);
                continue;
            }
            auto* seconds = static_cast<double*>(to.address);
            for (uint64_t span = 0; span < to.bytes / 16; span++) {
                uint64_t ticks[2];
                std::memcpy(ticks, mapped + to.offset + 16 * span, 16);
                seconds[span] = ticks[1] > ticks[0] ? static_cast<double>(ticks[1] - ticks[0]) * tick_seconds_ : 0;
            }
        }
        wgpuBufferUnmap(flight.staging);
        // Staging above 16 MiB is rare (whole tensors for a check) and would sit on host memory.
        if (flight.staging_bytes <= uint64_t{16} << 20)
            staging_.emplace(flight.staging_bytes, flight.staging);
        else
            wgpuBufferRelease(flight.staging);
    } else if (flight.staging) {
        wgpuBufferRelease(flight.staging);
    }
    flight.staging = nullptr;
    state->end(flight.ticket,
               flight.error.empty() ? Ending::ok
               : state->lost        ? Ending::lost
                                    : Ending::refused,
               flight.error);
}

void NativeBackend::poll() {
    if (abandoned_) return;
    native::poll(handles_.instance, handles_.device);
    {
        std::unique_lock lock(mutex_);
        while (!compiled_.empty()) {
            CompileJob job = std::move(compiled_.front());
            compiled_.pop_front();
            lock.unlock();
            if (job.pipeline) pipelines_[job.id] = job.pipeline;
            state->end(job.ticket, job.error.empty() ? Ending::ok : Ending::refused, job.error);
            lock.lock();
        }
    }
    {
        std::unique_lock lock(loss_->mutex);
        if (loss_->happened && !state->lost) {
            std::string why = loss_->why;
            lock.unlock();
            state->lose(Ending::lost, why);
        }
    }
    while (!flights_.empty() && flights_.front()->done) {
        land(*flights_.front());
        flights_.pop_front();
        progress_ = Clock::now();
    }
    // A long queue may wait; what counts is that the device finishes something.
    const auto patience = state->info.type == "software" ? kSoftwareTimeout : kTimeout;
    if (!flights_.empty() && !state->lost && Clock::now() - std::max(progress_, flights_.front()->since) > patience) {
        abandoned_ = true;
        state->lose(Ending::timeout, "the device " + state->info.name + " did not finish within " +
                                         std::to_string(patience.count()) + " s and counts as lost");
    }
}

}  // namespace xpu::native
