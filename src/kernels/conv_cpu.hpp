#pragma once
// Convolutions on the processor: the rows of the weights times a matrix of samples, of which only what a tile reads next is written out.
#include "kernels/conv_nd.hpp"
#include "kernels/cpu.hpp"

namespace xpu {

/// Inputs 0, 1 and 2 are samples, weights and biases. The depth is 1; the padding of an axis is what stands before it.
void conv_cpu(const ConvNd& conv, size_t height, size_t width, Act act, const CpuCall& call);

}  // namespace xpu
