#pragma once
// What an operator declares. One `OpSpec` drives the command line, the golden check, the doctor, the bench, the
// documentation and the TypeScript declarations; nothing lists the operators a second time.
#include "kernels/expand.hpp"
#include "xpu/device.hpp"
#include "xpu/params.hpp"
#include <array>
#include <bit>
#include <initializer_list>

namespace xpu {

/// A fixed little list that can be a compile-time constant.
template <class T, size_t N> struct List {
    std::array<T, N> items{};
    size_t count = 0;
    constexpr List() = default;
    constexpr List(std::initializer_list<T> values) {
        for (const T& value : values) items[count++] = value;
    }
    constexpr const T* begin() const { return items.data(); }
    constexpr const T* end() const { return items.data() + count; }
    constexpr size_t size() const { return count; }
    constexpr const T& operator[](size_t i) const { return items[i]; }
};

/// A tensor argument or result. A dimension is a symbol, which has one value wherever it stands; a number; a symbol over a
/// number, such as "K/4", which is the quotient rounded up; or, alone, `kAnyShape`.
struct ArgSpec {
    std::string_view name;
    List<DType, 5> dtypes;  ///< any of these; inputs and results with several have that of the first input
    List<std::string_view, 6> dims;
    bool optional = false;  ///< an input that may be left out
};

/// The only dimension of a tensor that may have any; all such tensors of a call have the same shape.
inline constexpr std::string_view kAnyShape = "...";

template <class... Dims> constexpr ArgSpec tensor(DType type, std::string_view name, Dims... dims) {
    return {name, {type}, {std::string_view(dims)...}};
}
template <class... Dims> constexpr ArgSpec f32(std::string_view name, Dims... dims) {
    return tensor(DType::f32, name, dims...);
}
/// f32, or f16 as storage.
template <class... Dims> constexpr ArgSpec f32_or_f16(std::string_view name, Dims... dims) {
    return {name, {DType::f32, DType::f16}, {std::string_view(dims)...}};
}
/// Any type of four bytes, for operators that only move elements.
template <class... Dims> constexpr ArgSpec words(std::string_view name, Dims... dims) {
    return {name, {DType::f32, DType::i32, DType::u32}, {std::string_view(dims)...}};
}
constexpr ArgSpec optional(ArgSpec spec) {
    spec.optional = true;
    return spec;
}

struct ParamSpec {
    enum class Kind : uint8_t { real, integer, flag, choice, reals, integers };
    enum class Given : uint8_t { always, or_default, or_absent };
    std::string_view name;  ///< one with a dot, "scaling.factor", is a member of the object before the dot
    std::string_view summary;
    Kind kind = Kind::real;
    Given given = Given::always;
    double fallback = 0;               ///< the default of a number, a flag or a list of numbers
    std::string_view fallback_choice;  ///< the default of a choice
    List<std::string_view, 8> choices;
    std::string_view equals;  ///< the dimension that this integer must repeat
};

constexpr ParamSpec real(std::string_view name, std::string_view summary) {
    return {name, summary, ParamSpec::Kind::real, ParamSpec::Given::always, 0, {}, {}, {}};
}
constexpr ParamSpec real(std::string_view name, std::string_view summary, double fallback) {
    return {name, summary, ParamSpec::Kind::real, ParamSpec::Given::or_default, fallback, {}, {}, {}};
}
constexpr ParamSpec integer(std::string_view name, std::string_view summary, double fallback) {
    return {name, summary, ParamSpec::Kind::integer, ParamSpec::Given::or_default, fallback, {}, {}, {}};
}
constexpr ParamSpec flag(std::string_view name, std::string_view summary, bool fallback) {
    return {name, summary, ParamSpec::Kind::flag, ParamSpec::Given::or_default, fallback ? 1.0 : 0.0, {}, {}, {}};
}
constexpr ParamSpec flag(std::string_view name, std::string_view summary) {
    return {name, summary, ParamSpec::Kind::flag, ParamSpec::Given::always, 0, {}, {}, {}};
}
/// An integer that may be absent and then has no value: ask `Args::has_param`.
constexpr ParamSpec optional_integer(std::string_view name, std::string_view summary) {
    return {name, summary, ParamSpec::Kind::integer, ParamSpec::Given::or_absent, 0, {}, {}, {}};
}
constexpr ParamSpec integer(std::string_view name, std::string_view summary) {
    return {name, summary, ParamSpec::Kind::integer, ParamSpec::Given::always, 0, {}, {}, {}};
}
/// A number that may be absent and then has no value.
constexpr ParamSpec optional_real(std::string_view name, std::string_view summary) {
    return {name, summary, ParamSpec::Kind::real, ParamSpec::Given::or_absent, 0, {}, {}, {}};
}
/// A number or a list of them: ask `Args::numbers`, which gives a single number as a list of one.
constexpr ParamSpec reals(std::string_view name, std::string_view summary) {
    return {name, summary, ParamSpec::Kind::reals, ParamSpec::Given::always, 0, {}, {}, {}};
}
constexpr ParamSpec integers(std::string_view name, std::string_view summary) {
    return {name, summary, ParamSpec::Kind::integers, ParamSpec::Given::always, 0, {}, {}, {}};
}
constexpr ParamSpec integers(std::string_view name, std::string_view summary, double fallback) {
    return {name, summary, ParamSpec::Kind::integers, ParamSpec::Given::or_default, fallback, {}, {}, {}};
}
/// A size that a tensor shows too, where its words do not.
constexpr ParamSpec size(std::string_view name, std::string_view summary, std::string_view dim) {
    return {name, summary, ParamSpec::Kind::integer, ParamSpec::Given::always, 0, {}, {}, dim};
}
constexpr ParamSpec choice(std::string_view name, std::string_view summary, List<std::string_view, 8> choices) {
    return {name, summary, ParamSpec::Kind::choice, ParamSpec::Given::always, 0, {}, choices, {}};
}
constexpr ParamSpec choice(std::string_view name, std::string_view summary, List<std::string_view, 8> choices,
                           std::string_view fallback) {
    return {name, summary, ParamSpec::Kind::choice, ParamSpec::Given::or_default, 0, fallback, choices, {}};
}

/// A choice that may be absent and then has no value.
constexpr ParamSpec optional_choice(std::string_view name, std::string_view summary,
                                    List<std::string_view, 8> choices) {
    return {name, summary, ParamSpec::Kind::choice, ParamSpec::Given::or_absent, 0, {}, choices, {}};
}

struct OpSpec;
struct CpuCall;  // kernels/cpu.hpp

/// A checked call: shapes and parameters, nothing on a device. What validation, plan, reference and cost see.
struct Args {
    const OpSpec* op = nullptr;
    std::vector<TensorType> inputs;  ///< in the declaration's order; one that was left out has no elements
    std::vector<TensorType> outputs;
    Params params;  ///< complete: defaults are filled in
    std::vector<std::pair<std::string_view, uint64_t>> dims;
    std::vector<bool> present;  ///< which inputs were given
    bool inplace = false;       ///< the result is written over the input that `OpSpec::inplace` names

    /// The value of a dimension's symbol. Every dimension and every tensor's element count is below 2³².
    uint32_t dim(std::string_view symbol) const;
    /// Gives a symbol of a result its value, for `validate`.
    void bind(std::string_view symbol, uint64_t value);
    /// Whether the optional input was given.
    bool has(std::string_view input) const;
    bool has_param(std::string_view param) const { return params.find(param) != nullptr; }
    double real(std::string_view param) const;
    int64_t integer(std::string_view param) const;
    bool flag(std::string_view param) const;
    /// Of a list, or of a single number in its place.
    std::vector<double> numbers(std::string_view param) const;
    /// Which of its declared choices a parameter is, from 0.
    uint32_t choice(std::string_view param) const;
};

/// One way to compute the operator: an entry, and which of its tiles.
struct Choice {
    std::string_view entry;
    uint32_t tile = 0;
    std::string label = {};  ///< of the tile, for reports; empty where there is but one
};

struct BindingRef {
    enum class Of : uint8_t { input, output, scratch };
    Of of;
    uint32_t index;
    bool write;
};
constexpr BindingRef in(uint32_t i) { return {BindingRef::Of::input, i, false}; }
constexpr BindingRef out(uint32_t i) { return {BindingRef::Of::output, i, true}; }

/// Words of a dispatch's parameters: the uniform binding of 16 KiB that every device allows, tables of the host's included.
inline constexpr uint32_t kMaxPlanParams = 4096;

struct DispatchPlan {
    std::string_view entry;
    std::optional<DType> storage;  ///< asks for a variant of this dtype where the device has the type
    bool subgroups = false;        ///< the kernel uses subgroup operations
    std::vector<Constant> constants;
    uint64_t workgroups = 1;  ///< folded into two dimensions where one does not hold them
    std::vector<BindingRef> bindings;
    std::vector<uint32_t> params;  ///< words of the uniform buffer, bound last; at most kMaxPlanParams
};

struct Plan {
    std::vector<DispatchPlan> dispatches;
    std::vector<uint64_t> scratch_bytes;
};

/// Values of one tensor in f64, and for a result how large the terms were that went into each element.
struct RefTensor {
    TensorType type;
    std::vector<double> values;
    std::vector<double> magnitude;
};

/// How a case's input is filled. Each aims at one kind of mistake.
enum class Fill : uint8_t {
    uniform,     ///< [-1, 1)
    sixteenths,  ///< multiples of 1/16 in [-1, 1]: sums are exact in any order
    large,       ///< ±[0.5, 1)·2^40
    logits,      ///< ±700: overflows exp unless the maximum is taken off
    masked,      ///< −Inf in most places, whole rows of it among them
    not_finite,  ///< one NaN, one Inf and one −Inf among ordinary values
    zeros,
    words,    ///< any bits, for packed integers
    indices,  ///< [0, below), and a few that are negative or too large
};

struct CaseInput {
    std::string_view name;
    TensorType type;
    Fill fill = Fill::uniform;
    uint32_t below = 0;               ///< of indices
    std::vector<double> values = {};  ///< instead of a fill: these, over and over
};

struct Case {
    std::string name;
    std::vector<CaseInput> inputs;
    Params params;
    bool quick = true;     ///< for bench shapes: part of `--quick`
    uint32_t fold_at = 0;  ///< runs with so many workgroups a dimension at most
    bool inplace = false;  ///< for bench shapes: times the result written over an input
};

struct Cost {
    double bytes;  ///< each input read once, each output written once
    double flops;
};

struct OpSpec {
    std::string_view name;
    std::string_view summary;  ///< one sentence, for lists and documentation
    std::string_view source;   ///< paper or torch function that decides conventions
    List<ArgSpec, 8> inputs;
    List<ParamSpec, 24> params;
    List<ArgSpec, 4> outputs;
    /// The input over which the only result may be written, where the operator has kernels for that; else empty. The
    /// doctor then proves every case in place as well.
    std::string_view inplace = {};

    /// What the generic checks cannot see (ranges, divisibility), and the sizes of results that no input has. May be
    /// null.
    Status (*validate)(Args&) = nullptr;
    /// Inputs whose values decide whether a call is an error, and what decides it: it sees these inputs' values, in the order of
    /// `inputs`, and the others empty. A call reads them from the device before anything is dispatched, and waits for that; the
    /// harness, which dispatches by itself, does not ask.
    List<std::string_view, 2> examined = {};
    Status (*examine)(const Args&, std::span<const RefTensor> inputs) = nullptr;
    /// The plainest f64 loop that is obviously right.
    void (*reference)(const Args&, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
    /// |got − want| ≤ factor · 2⁻²³ · magnitude + 2⁻¹²⁶ (+ half a step of f16 where that is stored). The operator's
    /// reference.cpp derives the factor.
    double (*error_factor)(const Args&);
    /// Every way that the device allows, best first; at least one needs nothing beyond WebGPU's minimum.
    std::vector<Choice> (*choices)(const Caps&, const Args&);
    Plan (*plan)(const Caps&, const Args&, const Choice&);
    std::vector<Case> (*cases)();
    std::vector<Case> (*bench_cases)();
    Cost (*cost)(const Args&);
    /// On the processor, made of what simd/simd.hpp has; null where the cpu device computes by the reference.
    void (*cpu)(const CpuCall&) = nullptr;
};

inline uint32_t bits(float value) { return std::bit_cast<uint32_t>(value); }

}  // namespace xpu
