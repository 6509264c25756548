#pragma once
// Operators on the processor: their CPU kernels, and their references in the same place.
#include "kernels/prepare.hpp"
#include "simd/simd.hpp"

namespace xpu {

/// What an operator's CPU kernel gets: live elements in host memory. Halves come and go as f32.
struct CpuCall {
    const Args& args;
    const simd::Functions& simd;
    std::span<std::byte* const> inputs, outputs;  ///< null for an input that was left out

    const float* in(size_t i) const { return reinterpret_cast<const float*>(inputs[i]); }
    const uint32_t* words(size_t i) const { return reinterpret_cast<const uint32_t*>(inputs[i]); }
    float* out(size_t i = 0) const { return reinterpret_cast<float*>(outputs[i]); }
};

/// The entries of the cpu device: the CPU kernel, a tile for each level of vectors, and the reference.
inline constexpr std::string_view kCpuEntry = "cpu", kReferenceEntry = "reference";

/// The operator's choices on any device, best first.
std::vector<Choice> choices_on(const Caps& caps, const Args& args);

/// `prepare` on the cpu device. Bindings of tensors that were left out are empty. Errors: unsupported, where the CPU kernel is disabled.
Result<Prepared> prepare_on_cpu(Context& context, const Args& args, const Choice& choice,
                                const std::vector<Binding>& inputs, const std::vector<Binding>& outputs);

}  // namespace xpu
