#include "kernels/rope_angles.hpp"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace xpu {

namespace {

constexpr uint32_t kThreads = 256;  // of a workgroup: the most that every device allows

std::string number(double value) { return std::to_string(value); }

/// Reads a call's parameters behind a prefix, and keeps what is wrong first.
class Reader {
  public:
    Reader(const Args& args, std::string prefix) : args_(args), prefix_(std::move(prefix)) {}

    bool has(const char* name) const { return args_.has_param(prefix_ + name); }
    double positive(const char* name, std::optional<double> fallback = {}) {
        if (!has(name)) {
            if (!fallback) note(Code::missing, "parameter " + prefix_ + name + " is missing");
            return fallback.value_or(1);
        }
        double value = args_.real(prefix_ + name);
        if (value <= 0)
            note(Code::range, "parameter " + prefix_ + name + " is " + number(value) + ", expected more than 0");
        return value;
    }
    void refuse(const char* name, const std::string& without) {
        if (has(name))
            note(Code::conflict, "parameter " + prefix_ + name + " was given, which is of no use " + without);
    }
    void note(Code code, std::string message) {
        if (ok_) ok_ = fail(code, std::move(message));
    }
    const Status& status() const { return ok_; }

  private:
    const Args& args_;
    std::string prefix_;
    Status ok_ = {};
};

// What kinds of scaling take beside a factor.
struct Taken {
    const char* name;
    std::string_view by[2];
};
constexpr Taken kTaken[] = {{"scaling.original_context_length", {"yarn", "llama3"}},
                            {"scaling.beta_fast", {"yarn"}},
                            {"scaling.beta_slow", {"yarn"}},
                            {"scaling.attention_factor", {"yarn"}},
                            {"scaling.low_freq_factor", {"llama3"}},
                            {"scaling.high_freq_factor", {"llama3"}}};

}  // namespace

Result<RopeScalars> rope_scalars(const Args& args, const std::string& prefix, uint32_t dim) {
    Reader read(args, prefix);
    RopeScalars scalars;
    double theta = read.positive("theta_base");
    // A lower base would turn channels by more than a radian a position.
    if (theta < 1)
        read.note(Code::range, "parameter " + prefix + "theta_base is " + number(theta) + ", expected at least 1");
    scalars.base = theta;
    double d = dim;
    const bool scaled = read.has("scaling.type");
    const std::string_view type = scaled ? kRopeScalings[args.choice(prefix + "scaling.type")] : "";
    const std::string without = scaled ? "to " + std::string(type) : "without a type of scaling";
    for (auto& [name, by] : kTaken)
        if (!scaled || std::ranges::find(by, type) == std::end(by)) read.refuse(name, without);
    const double factor = scaled ? read.positive("scaling.factor") : 1;
    if (!scaled) {
        read.refuse("scaling.factor", without);
    } else if (type == "ntk") {
        scalars.base = theta * std::pow(factor, d / (d - 2));
    } else if (type == "linear") {
        scalars.interp = factor;
        scalars.low = -1, scalars.high = 0;  // every pair is beyond the ramp
    } else if (type == "llama3") {
        scalars.interp = factor;
        scalars.context = read.positive("scaling.original_context_length");
        scalars.low = read.positive("scaling.low_freq_factor");
        scalars.high = read.positive("scaling.high_freq_factor");
        if (scalars.low >= scalars.high)
            read.note(Code::range, "parameter " + prefix + "scaling.low_freq_factor is " + number(scalars.low) +
                                       ", expected less than high_freq_factor, " + number(scalars.high));
    } else {
        double length = read.positive("scaling.original_context_length");
        double fast = read.positive("scaling.beta_fast", 32), slow = read.positive("scaling.beta_slow", 1);
        if (theta <= 1) read.note(Code::range, "parameter " + prefix + "theta_base is 1, expected more for yarn");
        // Which pair makes so many turns in the original context.
        auto pair_of = [&](double turns) {
            return d * std::log(length / (2 * std::numbers::pi * turns)) / (2 * std::log(theta));
        };
        scalars.interp = factor;
        scalars.low = std::max(std::floor(pair_of(fast)), 0.0);
        scalars.high = std::min(std::ceil(pair_of(slow)), d - 1);
        if (scalars.low == scalars.high) scalars.high += 0.001;
        scalars.att = read.has("scaling.attention_factor") ? args.real(prefix + "scaling.attention_factor")
                      : factor <= 1                        ? 1
                                                           : 0.1 * std::log(factor) + 1;
    }
    if (!read.status()) return forward(read.status());
    return scalars;
}

double rope_frequency(const RopeScalars& scalars, uint32_t pair, uint32_t dim) {
    double e = std::pow(scalars.base, -2.0 * pair / dim), q = e / scalars.interp;
    // How far a pair is slowed: yarn goes by its number, llama3 by its turns in the original context.
    const double r = scalars.context > 0
                         ? (scalars.high - scalars.context * e / (2 * std::numbers::pi)) / (scalars.high - scalars.low)
                         : (pair - scalars.low) / (scalars.high - scalars.low);
    return e + (q - e) * std::clamp(r, 0.0, 1.0);
}

void push_turns(std::vector<uint32_t>& params, double frequency) {
    double turns = frequency / (2 * std::numbers::pi);
    double words = (turns - std::floor(turns)) * 0x1p32, high = std::floor(words);
    params.push_back(static_cast<uint32_t>(high));
    params.push_back(static_cast<uint32_t>((words - high) * 0x1p32));
}

// An angle x ≤ π/4 is rounded when it becomes f32, which some devices do towards 0, and by its product with 2π, whose constant is
// off by half a unit: 3.5 · x, of which cosine and sine show x·sin x and x·cos x, 0.56 at most: 1.95. It is cut off below 2⁻³² of
// a turn, in two places: 0.05. The last rounding is half a unit, and the terms before it, 0.31 of the cosine at most, are rounded
// three times and the polynomial is off: 1.0. That is 3.5, and 4 leaves room for a sum that is contracted.
// On the host a frequency and its product with the position are rounded, in all by 3·2⁻⁵³ of the angle, and the frequency's 64 bits
// are cut off. No cosine is off by more than 2.
double rope_angle_error(double position, double frequency) {
    double far = std::fabs(position) * (3 * std::fabs(frequency) * 0x1p-29 + 0x1p-37);
    return std::min(4 + far, 0x1p25);
}

DispatchPlan rotation_dispatch(std::string_view entry, const Rotation& r) {
    DispatchPlan dispatch;
    uint32_t groups = r.heads / r.heads_a_thread + (r.heads % r.heads_a_thread != 0);
    dispatch.entry = entry;
    dispatch.constants = {{"HEADS", r.heads_a_thread}, {"THREADS", kThreads}};
    dispatch.workgroups = (uint64_t{r.tokens} * groups * r.columns + kThreads - 1) / kThreads;
    dispatch.params = {r.tokens, r.heads, groups, r.width, r.first, r.columns, r.head_begin, r.head_end};
    return dispatch;
}

void pad_rope_table(DispatchPlan& dispatch) {
    constexpr size_t kHeader = 12, kRound = 32;  // words before the table; vectors
    size_t vectors = (dispatch.params.size() - kHeader + 3) / 4;
    vectors = std::max((vectors + kRound - 1) / kRound, size_t{1}) * kRound;
    dispatch.params.resize(kHeader + 4 * vectors);
    dispatch.constants.push_back({"TABLE", static_cast<uint32_t>(vectors)});
}

std::vector<uint32_t> rotation_tiles(uint64_t elements, uint32_t heads) {
    // Four heads share the cost of their angles, and their loads hide its latency; but few elements are spread over more threads.
    if (heads > 1 && elements >= 1 << 20) return {4, 1};
    return heads > 1 ? std::vector<uint32_t>{1, 4} : std::vector<uint32_t>{1};
}

Status check_positions(int64_t first, uint64_t count) {
    if (std::abs(first) + static_cast<int64_t>(count) > INT32_MAX)
        return fail(Code::range, "positions up to " + std::to_string(std::abs(first) + static_cast<int64_t>(count)) +
                                     " are beyond 2^31 - 1");
    return {};
}

}  // namespace xpu
