// Compiling on one worker thread, and the bind-group layouts that pipelines and bind groups share.
#include "device/native/replay.hpp"
#include "simd/thread.hpp"

namespace xpu::native {

WGPUBindGroupLayout NativeBackend::layout(Layout signature) {
    auto& made = layouts_[signature];
    if (made) return made;
    std::vector<WGPUBindGroupLayoutEntry> entries;
    for (uint32_t slot = 0; signature >> (4 * slot) & 15; slot++) {
        WGPUBindGroupLayoutEntry entry = WGPU_BIND_GROUP_LAYOUT_ENTRY_INIT;
        entry.binding = slot;
        entry.visibility = WGPUShaderStage_Compute;
        constexpr WGPUBufferBindingType kKinds[] = {WGPUBufferBindingType_Undefined,
                                                    WGPUBufferBindingType_ReadOnlyStorage,
                                                    WGPUBufferBindingType_Storage, WGPUBufferBindingType_Uniform};
        entry.buffer.type = kKinds[signature >> (4 * slot) & 3];
        entries.push_back(entry);
    }
    WGPUBindGroupLayoutDescriptor descriptor = WGPU_BIND_GROUP_LAYOUT_DESCRIPTOR_INIT;
    descriptor.entryCount = entries.size();
    descriptor.entries = entries.data();
    return made = wgpuDeviceCreateBindGroupLayout(handles_.device, &descriptor);
}

void NativeBackend::compile(uint32_t id, const std::string& source, Layout signature, bool checked, uint32_t ticket) {
    ErrorTrap trap(handles_);
    CompileJob job{id, ticket, source, {}, layout(signature), checked, nullptr};
    // naga's own error report ends the process where a line has a byte outside ASCII, and our kernels have none.
    for (char& c : job.text)
        if (static_cast<unsigned char>(c) >= 0x80) c = '_';
    job.error = trap.take();
    if (handles_.owned && !thread_.joinable()) thread_ = start_thread([this] { worker(); });
    if (!job.error.empty() || !thread_.joinable()) {
        // An error scope of a caller's device would swallow another thread's errors, so there it is compiled here; and where the
        // system gives no thread.
        if (job.error.empty()) run_compile(job);
        std::lock_guard lock(mutex_);
        compiled_.push_back(std::move(job));
        return;
    }
    {
        std::lock_guard lock(mutex_);
        waiting_.push_back(std::move(job));
    }
    wake_.notify_one();
}

void NativeBackend::run_compile(CompileJob& job) {
    ErrorTrap trap(handles_);
    WGPUShaderSourceWGSL source = WGPU_SHADER_SOURCE_WGSL_INIT;
    source.code = {job.text.data(), job.text.size()};
    WGPUShaderModuleDescriptor module_descriptor = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
    module_descriptor.nextInChain = &source.chain;
    auto module = job.checked || !has_trusted_modules()
                      ? wgpuDeviceCreateShaderModule(handles_.device, &module_descriptor)
                      : trusted_module(handles_.device, module_descriptor);
    WGPUPipelineLayoutDescriptor layout_descriptor = WGPU_PIPELINE_LAYOUT_DESCRIPTOR_INIT;
    layout_descriptor.bindGroupLayoutCount = 1;
    layout_descriptor.bindGroupLayouts = &job.layout;
    auto pipeline_layout = wgpuDeviceCreatePipelineLayout(handles_.device, &layout_descriptor);
    WGPUComputePipelineDescriptor descriptor = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    descriptor.layout = pipeline_layout;
    descriptor.compute.module = module;
    descriptor.compute.entryPoint = {"main", 4};
    job.pipeline = wgpuDeviceCreateComputePipeline(handles_.device, &descriptor);
    job.error = trap.take();
    if (pipeline_layout) wgpuPipelineLayoutRelease(pipeline_layout);
    if (module) wgpuShaderModuleRelease(module);
    if (!job.error.empty() && job.pipeline) {
        wgpuComputePipelineRelease(job.pipeline);
        job.pipeline = nullptr;
    }
}

void NativeBackend::worker() {
    for (;;) {
        CompileJob job;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stop_ || !waiting_.empty(); });
            if (stop_) return;
            job = std::move(waiting_.front());
            waiting_.pop_front();
        }
        run_compile(job);
        std::lock_guard lock(mutex_);
        compiled_.push_back(std::move(job));
    }
}

}  // namespace xpu::native
