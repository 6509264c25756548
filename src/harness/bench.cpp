#include "harness/bench.hpp"
#include "harness/doctor.hpp"
#include "harness/inputs.hpp"
#include "harness/shape.hpp"
#include "harness/text.hpp"
#include "kernels/cpu.hpp"
#include "kernels/reference.hpp"
#include <algorithm>

namespace xpu {

namespace {

// Large results rotate too; small ones share one buffer, so that each run waits for the one before as a chain of
// operators would, and a launch-bound row shows its launch.
constexpr uint64_t kSharedOutput = uint64_t{4} << 20;
// Programs and bind groups of a ring; small shapes that would need more are marked hot.
constexpr uint64_t kMostSets = 256;
// The largest shape whose f64 reference is computed on the spot, in FLOPs: about a second on one core.
constexpr double kReferenceFlops = 5e8;

struct Job {
    const OpSpec* op;
    Case one;
    Args args;
};

DType dtype_of(const Args& args) { return args.inputs.empty() ? args.outputs[0].dtype : args.inputs[0].dtype; }

Result<std::vector<Job>> jobs_of(const Device& device, const BenchOptions& options) {
    std::vector<const OpSpec*> ops;
    for (auto& name : options.ops) {
        auto op = find_op(name);
        if (!op) return forward(op);
        ops.push_back(*op);
    }
    if (ops.empty()) ops.assign(registered_ops().begin(), registered_ops().end());
    const Caps& caps = device.caps();
    if (!caps.kernels) std::erase_if(ops, [&](auto* op) { return !caps.simd || !op->cpu; });
    if (ops.empty())
        return fail(Code::unsupported,
                    device.info().name + ": the references are not made to be fast and are not timed");
    std::vector<Job> jobs;
    for (const OpSpec* op : ops) {
        auto cases = op->bench_cases();
        if (!options.shape.empty()) {
            auto shaped = with_shape(*op, cases[0], options.shape);
            if (!shaped) return forward(shaped);
            cases = {*shaped};
        }
        for (auto& one : cases) {
            if (options.quick && !one.quick && options.shape.empty()) continue;
            if (options.dtype && !options.shape.empty() && !one.inputs.empty())
                one.inputs[0].type.dtype = *options.dtype;
            auto args = check_case(*op, one);
            if (!args) return forward(args);
            if (options.dtype && dtype_of(*args) != *options.dtype) continue;
            args->inplace = one.inplace;
            jobs.push_back({op, one, std::move(*args)});
        }
    }
    if (jobs.empty()) return fail(Code::dtype, "no row to measure: no operator has a bench shape of that dtype");
    return jobs;
}

// What the device must do at least, and which of the three takes longest.
void judge_by_roof(const Roof& roof, BenchRow& row) {
    double memory = row.bytes / roof.copy;
    double compute = row.flops / roof.fma32;
    double launch = roof.launch;
    row.floor = std::max({memory, compute, launch});
    row.bound = row.floor == launch ? "launch" : row.floor == memory ? "memory" : "compute";
    row.fraction = row.median > 0 ? row.floor / row.median : 0;
}

void remember(Context& context, const Args& args, const Choice& best) {
    std::string shapes = shape_class(args);
    std::erase_if(context.preferred, [&](auto& one) { return one.op == args.op->name && one.shapes == shapes; });
    context.preferred.push_back({std::string(args.op->name), shapes, std::string(best.entry), best.tile});
}

class Bench {
  public:
    Bench(Context& context, const BenchOptions& options) : context_(context), options_(options) {}
    Task<Result<BenchReport>> run();

  private:
    Task<Result<std::vector<Program>>> ring_of(const Job& job, const Choice& choice, BenchRow& row);
    Task<Result<uint64_t>> prove(const Job& job, const Choice& choice, const std::string& file);
    Task<Result<bool>> measure(const Job& job, const Choice& choice, BenchRow& row);
    Task<Result<bool>> at_pace(double patience);

    struct Proof {
        const OpSpec* op;
        std::string entry, file;
        uint32_t tile;
        uint64_t cases;
        std::string wrong;
    };

    Context& context_;
    const BenchOptions& options_;
    BenchReport report_;
    Pace pace_;
    std::vector<Proof> proofs_;
};

Task<Result<uint64_t>> Bench::prove(const Job& job, const Choice& choice, const std::string& file) {
    for (auto& known : proofs_)
        if (known.op == job.op && known.file == file && known.entry == choice.entry && known.tile == choice.tile) {
            if (!known.wrong.empty()) co_return fail(Code::unsupported, known.wrong);
            co_return known.cases;
        }
    Proof proof{job.op, std::string(choice.entry), file, choice.tile, 0, {}};
    auto cases = job.op->cases();
    // The row's own shape is proof as well, where its reference takes no longer than a second.
    if (job.op->cost(job.args).flops <= kReferenceFlops) cases.push_back(job.one);
    for (auto& one : cases) {
        auto args = check_case(*job.op, one);
        if (!args) co_return forward(args);
        args->inplace = job.args.inplace;
        auto choices = choices_on(context_.device.caps(), *args);
        if (!dispatches(*args) || dtype_of(*args) != dtype_of(job.args) ||
            std::none_of(choices.begin(), choices.end(),
                         [&](auto& c) { return c.entry == choice.entry && c.tile == choice.tile; }))
            continue;
        auto trial = co_await make_trial(context_, *job.op, one);
        if (!trial) co_return forward(trial);
        trial->args.inplace = job.args.inplace;
        auto verdict = co_await try_choice(context_, *trial, choice, Forced{std::string(choice.entry), file});
        if (!verdict) co_return forward(verdict);
        if (verdict->wrong) {
            proof.wrong = "wrong at \"" + one.name + "\": " + verdict->wrong->to_string();
            break;
        }
        proof.cases++;
    }
    if (proof.cases == 0 && proof.wrong.empty()) proof.wrong = "no adversarial shape proves it";
    proofs_.push_back(proof);
    if (!proof.wrong.empty()) co_return fail(Code::unsupported, proof.wrong);
    co_return proof.cases;
}

Task<Result<std::vector<Program>>> Bench::ring_of(const Job& job, const Choice& choice, BenchRow& row) {
    Device& device = context_.device;
    uint64_t in_bytes = 0, out_bytes = 0;
    for (auto& type : job.args.inputs) in_bytes += type.bytes();
    for (auto& type : job.args.outputs) out_bytes += type.bytes();
    bool share = out_bytes <= kSharedOutput || job.args.inplace;
    uint64_t set = std::max<uint64_t>(in_bytes + (share ? 0 : out_bytes), 1);
    uint64_t wanted = static_cast<uint64_t>(report_.roof.probe_bytes);
    uint64_t sets = std::clamp<uint64_t>((wanted + set - 1) / set, 2, kMostSets);
    row.hot = sets * set < std::min<uint64_t>(wanted, uint64_t{128} << 20);
    std::vector<Program> ring;
    std::vector<Binding> outputs;
    for (uint64_t i = 0; i < sets; i++) {
        std::vector<Binding> inputs(job.args.inputs.size());
        if (job.args.inplace || !share) outputs.clear();
        for (size_t input = 0; input < inputs.size(); input++) {
            auto name = job.op->inputs[input].name;
            auto given =
                std::find_if(job.one.inputs.begin(), job.one.inputs.end(), [&](auto& one) { return one.name == name; });
            if (given == job.one.inputs.end()) continue;  // an optional one that this row leaves out
            auto tensor = device.empty(job.args.inputs[input]);
            if (!tensor) co_return forward(tensor);
            inputs[input] = bind(*tensor);
            auto filled = co_await fill_random(context_, inputs[input], given->type.dtype,
                                               static_cast<uint32_t>(i * 8 + input), given->below);
            if (!filled) co_return forward(filled);
            if (job.args.inplace && name == job.op->inplace) outputs.push_back(inputs[input]);
        }
        if (outputs.empty()) {
            for (auto& type : job.args.outputs) {
                auto tensor = device.empty(type);
                if (!tensor) co_return forward(tensor);
                outputs.push_back(bind(*tensor));
            }
        }
        auto ready = co_await prepare(context_, job.args, choice, inputs, outputs);
        if (!ready) co_return forward(ready);
        // Of several dispatches the one that the choice is about stands for them all.
        auto used =
            std::find_if(ready->used.begin(), ready->used.end(), [&](auto& one) { return one.entry == choice.entry; });
        if (used == ready->used.end()) used = ready->used.begin();
        row.file = used->file;
        row.rung = used->rung;
        auto program = device.prepare(std::move(ready->dispatches));
        if (!program) co_return forward(program);
        CommandList list;
        ready->write_params(list);
        auto sent = device.submit(std::move(list));
        if (sent.await_ready())
            if (auto outcome = sent.await_resume(); !outcome) co_return forward(outcome);
        ring.push_back(std::move(*program));
    }
    co_return ring;
}

// A device that idled while a kernel was proven has lowered its clocks, and raises them when it pleases: an H200 under Chromium
// still had them low after a third of a second of short runs, and was then 2.5 times too slow throughout.
Task<Result<bool>> Bench::at_pace(double patience) {
    if (!report_.clock.device) co_return true;  // the host's clock has too much else in it
    constexpr double kSlow = 1.5;
    const double begin = host_seconds();
    for (;;) {
        CommandList list;
        list.time_begin();
        list.run(pace_.program);
        list.time_end();
        auto outcome = co_await context_.device.submit(std::move(list));
        if (!outcome) co_return forward(outcome);
        if (outcome->seconds.empty() || outcome->seconds[0] < kSlow * pace_.seconds) co_return true;
        if (host_seconds() - begin >= patience) co_return false;
    }
}

Task<Result<bool>> Bench::measure(const Job& job, const Choice& choice, BenchRow& row) {
    auto ring = co_await ring_of(job, choice, row);
    if (!ring) co_return forward(ring);
    auto proofs = co_await prove(job, choice, row.file);
    if (!proofs) {
        if (proofs.error().code != Code::unsupported) co_return forward(proofs);
        row.skipped = proofs.error().message;
        co_return true;
    }
    row.proofs = *proofs;
    // The second time is the last, for a device that stays slow: it may be hot, or somebody else's as well.
    for (int attempt = 0; attempt < 2; attempt++) {
        if (auto woken = co_await at_pace(1.0); !woken) co_return forward(woken);
        auto samples = co_await time_ring(context_, report_.clock, *ring, options_.quick ? 1.0 : 3.0);
        if (!samples) co_return forward(samples);
        row.minimum = samples->minimum;
        row.median = samples->median;
        row.runs = samples->runs;
        auto still = co_await at_pace(0);
        if (!still) co_return forward(still);
        if (*still) break;
    }
    judge_by_roof(report_.roof, row);
    co_return true;
}

Task<Result<BenchReport>> Bench::run() {
    double begin = host_seconds();
    auto jobs = jobs_of(context_.device, options_);
    if (!jobs) co_return forward(jobs);
    auto tell = [&](uint64_t done, const std::string& what) {
        if (options_.progress) options_.progress(done, jobs->size() + 1, what);
    };
    report_.device = context_.device.info();
    report_.caps = context_.device.caps();
    report_.target = context_.device.target();
    tell(0, "roofline");
    auto clock = co_await find_clock(context_);
    if (!clock) co_return forward(clock);
    report_.clock = *clock;
    auto roof = co_await measure_roof(context_, report_.clock, options_.quick);
    if (!roof) co_return forward(roof);
    report_.roof = *roof;
    auto pace = co_await prepare_pace(context_, *roof);
    if (!pace) co_return forward(pace);
    pace_ = std::move(*pace);
    if (context_.device.caps().kernels) {
        tell(0, "host");
        auto host = co_await measure_host(context_, *roof);
        if (!host) co_return forward(host);
        report_.host = *host;
    }

    // Cheapest first within an operator, because what is measured there says what the next will take: a software device
    // must not spend minutes on a large product.
    std::vector<size_t> order(jobs->size());
    for (size_t i = 0; i < order.size(); i++) order[i] = i;
    auto floor_of = [&](size_t i) {
        Cost cost = (*jobs)[i].op->cost((*jobs)[i].args);
        return std::max({cost.bytes / roof->copy, cost.flops / roof->fma32, roof->launch});
    };
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
        return std::tuple((*jobs)[a].op, floor_of(a), a) < std::tuple((*jobs)[b].op, floor_of(b), b);
    });
    double longest = options_.quick ? 0.5 : 1.0;
    std::vector<std::pair<size_t, BenchRow>> rows;
    const OpSpec* op = nullptr;
    double slack = 1;  // how many times its floor the operator's last row took
    for (size_t done = 0; done < order.size(); done++) {
        auto& job = (*jobs)[order[done]];
        tell(done + 1, std::string(job.op->name) + ", " + job.one.name);
        if (std::exchange(op, job.op) != job.op) slack = 1;
        auto choices = ranked_choices(context_, job.args);
        std::erase_if(choices, [](auto& choice) { return choice.entry == kReferenceEntry; });
        if (!options_.all_kernels) choices.resize(1);
        std::optional<size_t> fastest;
        Choice best;
        for (size_t i = 0; i < choices.size(); i++) {
            BenchRow row;
            row.op = job.op->name;
            row.shape = job.one.name;
            row.dtype = name(dtype_of(job.args));
            row.tile = choices[i].label;
            row.file = std::string(choices[i].entry) + (context_.device.caps().kernels ? ".wgsl" : ".cpp");
            row.chosen = i == 0;
            Cost cost = job.op->cost(job.args);
            row.bytes = cost.bytes;
            row.flops = cost.flops;
            if (double predicted = floor_of(order[done]) * slack; predicted > longest) {
                row.skipped = "would take " + seconds_text(predicted) + " a run here";
            } else {
                auto measured = co_await measure(job, choices[i], row);
                if (!measured) {
                    if (measured.error().code == Code::lost || measured.error().code == Code::timeout)
                        co_return forward(measured);
                    row.skipped = measured.error().message;
                }
                if (row.fraction > 0 && i == 0) slack = std::max(1.0, 1 / row.fraction);
            }
            if (row.skipped.empty() && (!fastest || row.median < rows[*fastest].second.median)) {
                fastest = rows.size();
                best = choices[i];
            }
            rows.emplace_back(order[done], std::move(row));
            context_.device.trim();
        }
        if (options_.all_kernels && fastest) remember(context_, job.args, best);
    }
    std::vector<size_t> place(rows.size());
    for (size_t i = 0; i < place.size(); i++) place[i] = i;
    std::sort(place.begin(), place.end(),
              [&](size_t a, size_t b) { return std::pair(rows[a].first, a) < std::pair(rows[b].first, b); });
    for (size_t i : place) report_.rows.push_back(std::move(rows[i].second));
    pace_ = {};  // its memory is no operator's
    report_.memory = context_.device.memory();
    report_.seconds = host_seconds() - begin;
    co_return std::move(report_);
}

}  // namespace

Task<Result<BenchReport>> bench(Context& context, BenchOptions options) {
    Bench run(context, options);
    auto report = co_await run.run();
    co_return report;
}

std::vector<Regression> regressions(const BenchReport& before, const BenchReport& after) {
    constexpr double kSlower = 1.10;
    std::vector<Regression> found;
    for (auto& now : after.rows)
        for (auto& then : before.rows) {
            if (now.op != then.op || now.shape != then.shape || now.dtype != then.dtype || now.chosen != then.chosen)
                continue;
            if (!now.chosen && (now.file != then.file || now.tile != then.tile)) continue;
            if (!now.skipped.empty() || !then.skipped.empty()) continue;
            if (now.median > kSlower * then.median && now.minimum > kSlower * then.minimum)
                found.push_back({now.op + " " + now.shape + " " + now.dtype, then.median, now.median});
        }
    return found;
}

}  // namespace xpu
