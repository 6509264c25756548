#pragma once
// Memory of a thread that grows to what was asked for once and stays, so that no product allocates after the first of its size.
#include <cstdint>
#include <cstdlib>

namespace xpu::simd {

class Buffer {
  public:
    Buffer() = default;
    Buffer(const Buffer&) = delete;
#ifndef __wasm__  // where the one thread ends with the module, and nothing can be registered for its end
    ~Buffer() { std::free(memory_); }
#endif
    /// So many floats, not set to anything, at a multiple of 64 bytes.
    float* floats(size_t count) {
        constexpr size_t kAlignment = 64;
        if (count > held_) {
            std::free(memory_);
            memory_ = std::malloc(count * sizeof(float) + kAlignment);
            if (!memory_) std::abort();  // as where operator new fails: there are no exceptions here
            held_ = count;
        }
        auto at = (reinterpret_cast<uintptr_t>(memory_) + kAlignment - 1) / kAlignment * kAlignment;
        return reinterpret_cast<float*>(at);
    }

  private:
    void* memory_ = nullptr;
    size_t held_ = 0;
};

}  // namespace xpu::simd
