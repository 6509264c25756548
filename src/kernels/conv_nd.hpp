#pragma once
// The convolutions over two and three axes: all that conv2d and conv3d have in common, which is all but their declaration.
#include "kernels/activations.hpp"

namespace xpu {

/// One axis of a convolution.
struct ConvAxis {
    int64_t size = 1, taps = 1, stride = 1, padding = 0, dilation = 1;
    /// Results along it, or 0 where the kernel reaches beyond the input with its padding.
    int64_t results() const {
        const int64_t room = size + 2 * padding - dilation * (taps - 1) - 1;
        return room < 0 ? 0 : room / stride + 1;
    }
};

/// The sizes of a call; the depth of one over two axes is 1.
struct ConvNd {
    int64_t n, cin, cout, cg, groups;
    ConvAxis depth, height, width;
    /// Of an input channel for one output channel, and of a channel of one n. Not signed: where a tensor is empty they may be
    /// beyond 64 bits, and then nobody asks.
    uint64_t taps() const { return product(depth.taps, height.taps, width.taps); }
    uint64_t results() const { return product(depth.results(), height.results(), width.results()); }

  private:
    static uint64_t product(int64_t a, int64_t b, int64_t c) {
        return static_cast<uint64_t>(a) * static_cast<uint64_t>(b) * static_cast<uint64_t>(c);
    }
};

/// input [N,Cin,(D,)H,W], weight [Cout,Cg,(KD,)KH,KW], bias [Cout]; stride, padding and dilation a number or one for each
/// axis; groups; act.
ConvNd conv_nd_of(const Args& args);

/// Binds the symbols of the result's axes, Dout, Hout and Wout.
Status conv_nd_validate(Args& args);
void conv_nd_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double conv_nd_error_factor(const Args& args);
std::vector<Choice> conv_nd_choices(const Caps& caps, const Args& args);
Plan conv_nd_plan(const Caps& caps, const Args& args, const Choice& choice);
Cost conv_nd_cost(const Args& args);

}  // namespace xpu
