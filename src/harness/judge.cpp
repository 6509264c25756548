#include "harness/judge.hpp"
#include "harness/inputs.hpp"
#include "harness/text.hpp"
#include "kernels/reference.hpp"
#include <algorithm>
#include <cmath>
#include <cstring>

namespace xpu {

namespace {

// Longer than any tile's overhang that the tests look for: a kernel that writes a whole vector or row too far is seen.
constexpr uint64_t kBandBytes = 4096;
// Outputs before the kernel runs: a NaN that no arithmetic gives, in f32 and in each half.
constexpr uint32_t kSentinel = 0x7fa57fa5;
// The band after an input: NaN for f32 and f16, and large for integers.
constexpr uint32_t kPoison = 0x7fc07fc0;

bool untouched(const HostTensor& tensor, uint64_t i) {
    if (size_of(tensor.type.dtype) == 4) return tensor.as<uint32_t>()[i] == kSentinel;
    if (size_of(tensor.type.dtype) == 2) return tensor.as<uint16_t>()[i] == static_cast<uint16_t>(kSentinel);
    return false;
}

std::string output_name(const OpSpec& op, size_t i) { return std::string(op.outputs[i].name); }

// Keeps the worst: a named failure beats a number that is off, and a larger excess beats a smaller one.
class Worst {
  public:
    void note(std::string_view kind, uint64_t index, double got, double want, double bound) {
        count_++;
        double excess = kind == "off" ? std::fabs(got - want) / bound : std::numeric_limits<double>::infinity();
        if (found_ && excess <= excess_) return;
        excess_ = excess;
        found_ = Disagreement{std::string(kind), {}, index, 0, got, want, bound};
    }
    std::optional<Disagreement> result(std::string_view tensor) {
        if (found_) {
            found_->tensor = tensor;
            found_->count = count_;
        }
        return found_;
    }

  private:
    std::optional<Disagreement> found_;
    double excess_ = 0;
    uint64_t count_ = 0;
};

// The name of a disagreement of values that are not both finite; empty where they agree.
std::string_view special(double got, double want) {
    if (std::isnan(want) && std::isnan(got)) return "";
    if (std::isnan(got) != std::isnan(want)) return "nan";
    return got == want ? "" : "inf";
}

}  // namespace

std::string Disagreement::to_string() const {
    std::string text = tensor;
    if (kind == "shape" || kind == "dtype") return text + " has a wrong " + kind;
    text += "[" + std::to_string(index) + "]";
    if (kind == "untouched")
        text += " was never written";
    else if (kind == "band")
        text += " lies past the end and was written: " + number(got);
    else
        text += " is " + number(got) + ", expected " + number(want) + (kind == "off" ? " within " + number(bound) : "");
    return text + " (" + std::to_string(count) + (count == 1 ? " element is wrong)" : " elements are wrong)");
}

std::optional<Disagreement> judge(const Args& args, size_t output, const RefTensor& want, const HostTensor& got) {
    std::string name = output_name(*args.op, output);
    if (got.type.dtype != want.type.dtype) return Disagreement{"dtype", name};
    if (got.type.shape != want.type.shape) return Disagreement{"shape", name};
    RefTensor wide = widen(got);
    bool integer = got.type.dtype != DType::f32 && got.type.dtype != DType::f16;
    bool half = got.type.dtype == DType::f16;
    double factor = args.op->error_factor(args);
    Worst worst;
    for (uint64_t i = 0; i < wide.values.size(); i++) {
        double have = wide.values[i], should = want.values[i];
        // What is stored decides which magnitudes are infinite.
        double stored = half      ? f16::from(static_cast<float>(should)).to_float()
                        : integer ? should
                                  : static_cast<float>(should);
        if (untouched(got, i)) {
            worst.note("untouched", i, have, should, 0);
            continue;
        }
        if (integer) {
            if (have != should) worst.note("exact", i, have, should, 0);
            continue;
        }
        double bound = factor * 0x1p-23 * want.magnitude[i] + 0x1p-126;
        // Half a step of the storage type, at the magnitude of the result or of the smallest normal half.
        if (half) bound += std::max(std::fabs(should) * 0x1p-11, 0x1p-25);
        if (!std::isfinite(have) || !std::isfinite(stored)) {
            // Either side of an overflow is right where the bound reaches across it.
            double limit = half ? 65520.0 : 0x1.ffffffp127;
            bool across = std::isinf(have) != std::isinf(stored) && !std::isnan(have) && !std::isnan(stored) &&
                          std::isfinite(should) && std::fabs(std::fabs(should) - limit) <= bound &&
                          std::signbit(have) == std::signbit(should);
            if (auto kind = special(have, stored); !kind.empty() && !across) worst.note(kind, i, have, stored, 0);
        } else if (!(std::fabs(have - should) <= bound)) {
            worst.note("off", i, have, should, bound);
        }
    }
    return worst.result(name);
}

std::optional<Disagreement> judge_golden(std::string_view tensor, const HostTensor& want, const HostTensor& got,
                                         double rel, double abs) {
    if (got.type.dtype != want.type.dtype) return Disagreement{"dtype", std::string(tensor)};
    if (got.type.shape != want.type.shape) return Disagreement{"shape", std::string(tensor)};
    bool integer = got.type.dtype != DType::f32 && got.type.dtype != DType::f16;
    RefTensor have = widen(got), should = widen(want);
    Worst worst;
    for (uint64_t i = 0; i < have.values.size(); i++) {
        double g = have.values[i], w = should.values[i];
        if (g == w || (std::isnan(g) && std::isnan(w))) continue;
        if (integer) {
            worst.note("exact", i, g, w, 0);
        } else if (!std::isfinite(g) || !std::isfinite(w)) {
            worst.note(special(g, w), i, g, w, 0);
        } else {
            double bound = std::max(abs, rel * std::fabs(w));
            if (!(std::fabs(g - w) <= bound)) worst.note("off", i, g, w, bound);
        }
    }
    return worst.result(tensor);
}

namespace {

// Room for a tensor and a guard band after its last whole word: all of it one word, except for what the tensor holds.
std::vector<std::byte> banded(std::span<const std::byte> held, uint64_t live, uint32_t word) {
    uint64_t whole = (live + 3) / 4 * 4;
    std::vector<std::byte> bytes(whole + kBandBytes);
    for (uint64_t i = 0; i < bytes.size(); i += 4) std::memcpy(bytes.data() + i, &word, 4);
    std::copy(held.begin(), held.end(), bytes.begin());
    return bytes;
}

}  // namespace

bool dispatches(const Args& args) {
    return std::any_of(args.outputs.begin(), args.outputs.end(), [](auto& type) { return type.elements() > 0; });
}

Task<Result<Trial>> make_trial(Context& context, const OpSpec& op, const Case& one) {
    auto args = check_case(op, one);
    if (!args) co_return forward(args);
    Trial trial{std::move(*args), {}, {}, {}, one.fold_at};
    trial.inputs.resize(op.inputs.size());
    trial.hosts.resize(op.inputs.size());
    std::vector<RefTensor> wide(op.inputs.size());
    auto hosts = make_inputs(one);
    for (size_t i = 0; i < hosts.size(); i++) {
        auto spec = std::find_if(op.inputs.begin(), op.inputs.end(),
                                 [&](auto& input) { return input.name == one.inputs[i].name; });
        size_t at = static_cast<size_t>(spec - op.inputs.begin());
        wide[at] = widen(hosts[i]);
        std::vector<std::byte> bytes = banded(hosts[i].data, hosts[i].data.size(), kPoison);
        auto buffer = context.device.allocate(bytes.size());
        if (!buffer) co_return forward(buffer);
        CommandList list;
        list.write(*buffer, 0, bytes);
        auto sent = context.device.submit(std::move(list));
        if (sent.await_ready())
            if (auto outcome = sent.await_resume(); !outcome) co_return forward(outcome);
        trial.inputs[at] = {*buffer, 0, bytes.size()};
        trial.hosts[at] = std::move(hosts[i]);
    }
    trial.want = reference_of(trial.args, wide);
    co_return trial;
}

Task<Result<Verdict>> try_choice(Context& context, const Trial& trial, Choice choice, std::optional<Forced> forced) {
    std::vector<Binding> outputs;
    std::vector<std::vector<std::byte>> fills;
    CommandList list;
    auto& op = *trial.args.op;
    for (auto& want : trial.want) {
        std::span<const std::byte> before;  // in place, what the input holds
        for (size_t i = 0; i < op.inputs.size(); i++)
            if (trial.args.inplace && op.inputs[i].name == op.inplace) before = trial.hosts[i].data;
        auto& fill = fills.emplace_back(banded(before, want.type.bytes(), kSentinel));
        auto buffer = context.device.allocate(fill.size());
        if (!buffer) co_return forward(buffer);
        list.write(*buffer, 0, fill);
        outputs.push_back({*buffer, 0, fill.size()});
    }
    Verdict verdict;
    std::optional<Prepared> ready;
    if (dispatches(trial.args)) {
        uint32_t was = std::exchange(context.fold_at, trial.fold_at);
        auto made = co_await prepare(context, trial.args, choice, trial.inputs, outputs, forced);
        context.fold_at = was;
        if (!made) co_return forward(made);
        ready = std::move(*made);
        auto program = context.device.prepare(ready->dispatches);
        if (!program) co_return forward(program);
        ready->write_params(list);
        list.run(*program);
        verdict.used = ready->used;
    }
    for (auto& output : outputs) list.read(output.buffer, 0, output.bytes);
    auto outcome = co_await context.device.submit(std::move(list));
    if (!outcome) co_return forward(outcome);
    for (size_t i = 0; i < outputs.size() && !verdict.wrong; i++) {
        auto& bytes = outcome->reads[i];
        const TensorType& type = trial.want[i].type;
        uint64_t live = type.bytes();
        HostTensor got{type, {bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(live)}};
        verdict.wrong = judge(trial.args, i, trial.want[i], got);
        // The last word may end in padding that belongs to the tensor's own words; the band begins after it.
        for (uint64_t at = (live + 3) / 4 * 4; at < bytes.size() && !verdict.wrong; at += 4) {
            uint32_t word;
            std::memcpy(&word, bytes.data() + at, 4);
            if (word != kSentinel)
                verdict.wrong = Disagreement{"band", output_name(*trial.args.op, i), at / size_of(type.dtype),
                                             1,      std::bit_cast<float>(word),     0,
                                             0};
        }
    }
    co_return verdict;
}

}  // namespace xpu
