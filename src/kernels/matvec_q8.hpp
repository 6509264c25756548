#pragma once
// Products of matrices of 8-bit codes and a vector: what matvec_q8 and the operators that go on from its result share. Their
// kernels are those of wgsl/matvec_q8_*.wgsl, and the parameters of all of them are the sizes.
#include "kernels/op_spec.hpp"

namespace xpu {

/// Ways to multiply one or two matrices of n rows and k columns, best first.
std::vector<Choice> matvec_q8_choices(const Caps& caps, uint32_t n, uint32_t k, uint32_t matrices);

/// The dispatch for one of them, but for its bindings. `words` are those of a row.
DispatchPlan matvec_q8_dispatch(const Caps& caps, const Choice& choice, uint32_t n, uint32_t k, uint64_t words,
                                uint32_t matrices);

/// A row's product and the magnitude of its terms, both times its scale.
struct MatvecQ8Row {
    double value, magnitude;
};
MatvecQ8Row matvec_q8_row(size_t row, const RefTensor& weight, const RefTensor& scale, const RefTensor& vector);

/// How far from that a kernel may be, in units of 2⁻²³ of the magnitude.
double matvec_q8_roundings(double k);

}  // namespace xpu
