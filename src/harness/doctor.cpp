#include "harness/doctor.hpp"
#include "harness/clock.hpp"
#include "kernels/cpu.hpp"
#include "kernels/grammar.hpp"
#include <algorithm>

namespace xpu {

namespace {

struct Step {
    const OpSpec* op;
    const Case* one;
    Choice choice;
    std::string entry;  ///< of the first file
    std::vector<std::string>
        files;  ///< what the run judges: the one that is forced, and those that have no other of their entry
    bool inplace, checked;
};

Result<std::vector<const OpSpec*>> chosen(const std::vector<std::string>& names) {
    auto all = registered_ops();
    if (names.empty()) return std::vector<const OpSpec*>(all.begin(), all.end());
    std::vector<const OpSpec*> ops;
    for (auto& name : names) {
        auto op = find_op(name);
        if (!op) return forward(op);
        ops.push_back(*op);
    }
    return ops;
}

void count(DoctorReport& report, const OpSpec& op, const std::string& file, const std::string& tile) {
    for (auto& row : report.coverage)
        if (row.op == op.name && row.file == file && row.tile == tile) {
            row.cases++;
            return;
        }
    report.coverage.push_back({std::string(op.name), file, tile, 1});
}

std::vector<std::string> entries_of(const Plan& plan) {
    std::vector<std::string> entries;
    for (auto& dispatch : plan.dispatches)
        if (std::find(entries.begin(), entries.end(), dispatch.entry) == entries.end())
            entries.emplace_back(dispatch.entry);
    return entries;
}

// On a device made of software, which takes a hundred times as long for a tile and where none is of use, one of the tiles whose plans
// have the same dispatches: the first, and in every other case the last.
std::vector<Choice> examined(const Caps& caps, const Args& args, bool first) {
    auto choices = args.op->choices(caps, args);
    if (!caps.software) return choices;
    if (!first) std::reverse(choices.begin(), choices.end());
    std::vector<std::vector<std::string>> seen;
    std::erase_if(choices, [&](auto& choice) {
        auto entries = entries_of(args.op->plan(caps, args, choice));
        if (std::find(seen.begin(), seen.end(), entries) != seen.end()) return true;
        seen.push_back(std::move(entries));
        return false;
    });
    return choices;
}

void disable(Context& context, const OpSpec& op, const std::string& file, const std::string& reason) {
    for (auto& off : context.disabled)
        if (off.op == op.name && off.file == file) return;
    context.disabled.push_back({std::string(op.name), file, reason});
}

// Which file a call takes now that some are off: of the same entry, else of the entry that the operator would choose next.
std::string what_serves(const Context& context, const Disabled& off) {
    if (!context.device.caps().kernels) return "the f64 reference";
    auto name = parse_kernel_name(off.file);
    auto op = find_op(off.op);
    if (!name || !op) return {};
    auto serves = [&](const std::string& entry, std::optional<std::string> target) -> std::string {
        Wanted wanted{entry, std::move(target), name->dtype, {}};
        auto found = resolve(context.kernels, off.op, wanted, context.disabled);
        return found ? found->name.file + " (" + found->rung + ")" : "";
    };
    if (auto same = serves(name->entry, name->target ? name->target : context.target); !same.empty()) return same;
    for (auto& one : (*op)->cases()) {
        auto args = check_case(**op, one);
        if (!args) continue;
        auto choices = (*op)->choices(context.device.caps(), *args);
        if (std::none_of(choices.begin(), choices.end(), [&](auto& choice) { return choice.entry == name->entry; }))
            continue;
        for (auto& choice : choices)
            if (auto other = serves(std::string(choice.entry), context.target); !other.empty()) return other;
    }
    return {};
}

}  // namespace

std::vector<std::string> runnable_files(const Context& context, const OpSpec& op, std::string_view entry) {
    std::vector<std::string> files;
    auto names = variants_in(context.kernels, op.name);
    if (!names) return files;
    for (auto& name : *names)
        if (name.entry == entry && (name.dtype != "f16" || context.device.caps().f16)) files.push_back(name.file);
    // Sorted by name, "kernel.f16.wgsl" stands before "kernel.wgsl".
    auto portable = std::find(files.begin(), files.end(), std::string(entry) + ".wgsl");
    if (portable != files.end()) std::rotate(files.begin(), portable, portable + 1);
    return files;
}

namespace {

struct Run {
    std::string entry;
    std::vector<std::string> files;
};

// What has to run so that every file of a plan's entries was used: a file of an entry with several is forced once; one that has its
// entry to itself is in every run.
std::vector<Run> runs_of(const Context& context, const OpSpec& op, const Plan& plan) {
    std::vector<Run> runs;
    Run always;
    for (auto& entry : entries_of(plan)) {
        auto files = runnable_files(context, op, entry);
        if (files.size() == 1) {
            if (always.files.empty()) always.entry = entry;
            always.files.push_back(files[0]);
        } else
            for (auto& file : files) runs.push_back({entry, {file}});
    }
    if (runs.empty() && !always.files.empty()) return {always};
    for (auto& run : runs) run.files.insert(run.files.end(), always.files.begin(), always.files.end());
    return runs;
}

}  // namespace

Task<Result<DoctorReport>> doctor(Context& context, DoctorOptions options) {
    double begin = host_seconds();
    DoctorReport report;
    auto ops = chosen(options.ops);
    if (!ops) co_return forward(ops);
    const Caps caps = context.device.caps();
    if (!caps.kernels) {
        std::erase_if(*ops, [&](auto* op) { return !caps.simd || !op->cpu; });
        if (ops->empty())
            co_return fail(Code::unsupported,
                           context.device.info().name +
                               ": its references are what kernels are compared with; there is none to examine");
    }
    std::vector<bool> modes;  // checked?
    if (options.trusted && caps.trusted) modes.push_back(false);
    if (options.checked || !caps.trusted) modes.push_back(true);

    // A text of the caller's own is always checked.
    auto modes_of = [&](const OpSpec& op, std::span<const std::string> files) {
        for (auto& file : files)
            if (auto* own = override_of_file(context, op.name, file); own && !own->text.empty())
                return std::vector<bool>{true};
        return modes;
    };

    std::vector<std::vector<Case>> cases;  // owned here: steps point into it
    std::vector<Step> steps;
    for (const OpSpec* op : *ops) {
        if (!caps.kernels) {
            cases.push_back(op->cases());
            for (auto& one : cases.back()) {
                auto args = check_case(*op, one);
                if (!args) co_return fail(args.error().code, "case \"" + one.name + "\": " + args.error().message);
                for (auto& choice : choices_on(caps, *args))
                    if (choice.entry == kCpuEntry)
                        steps.push_back({op, &one, choice, std::string(kCpuEntry), {"cpu.cpp"}, false, true});
            }
            continue;
        }
        auto names = variants_in(context.kernels, op->name);
        if (!names) co_return forward(names);
        for (auto& name : *names)
            if (name.dtype == "f16" && !caps.f16)
                report.skipped.push_back(std::string(op->name) + "/" + name.file + ": the device has no shader-f16");
        cases.push_back(op->cases());
        for (auto& one : cases.back()) {
            auto args = check_case(*op, one);
            if (!args) co_return fail(args.error().code, "case \"" + one.name + "\": " + args.error().message);
            for (bool inplace : {false, true}) {
                if (inplace && op->inplace.empty()) continue;
                args->inplace = inplace;
                for (auto& choice : examined(caps, *args, (&one - cases.back().data()) % 2 == 0))
                    for (auto& [entry, files] : runs_of(context, *op, op->plan(caps, *args, choice)))
                        for (bool checked : modes_of(*op, files))
                            steps.push_back({op, &one, choice, entry, files, inplace, checked});
            }
        }
    }
    std::erase_if(context.disabled, [&](auto& off) {
        return std::any_of(ops->begin(), ops->end(), [&](auto* op) { return op->name == off.op; });
    });  // judged anew
    bool was_checked = context.checked;
    const Case* current = nullptr;
    std::optional<Trial> trial;
    for (size_t i = 0; i < steps.size(); i++) {
        auto& step = steps[i];
        if (options.progress) options.progress(i, steps.size(), std::string(step.op->name) + ", " + step.one->name);
        if (step.one != current) {
            auto made = co_await make_trial(context, *step.op, *step.one);
            if (!made) co_return forward(made);
            trial = std::move(*made);
            current = step.one;
        }
        context.checked = step.checked;
        trial->args.inplace = step.inplace;
        std::vector<Disabled> found = std::exchange(context.disabled, {});  // a disabled file is still to be looked at
        auto verdict = co_await try_choice(context, *trial, step.choice, Forced{step.entry, step.files[0]});
        context.disabled = std::move(found);
        context.checked = was_checked;
        if (!verdict && (verdict.error().code == Code::lost || verdict.error().code == Code::timeout))
            co_return forward(verdict);
        if (dispatches(trial->args))
            for (auto& file : step.files) count(report, *step.op, file, step.choice.label);
        if (verdict && !verdict->wrong) {
            report.passed++;
            continue;
        }
        report.failed++;
        // Which of several dispatches was wrong nobody knows.
        for (auto& file : step.files) {
            Finding finding{std::string(step.op->name),
                            step.one->name + (step.inplace ? ", in place" : ""),
                            file,
                            step.choice.label,
                            !caps.kernels  ? "cpu"
                            : step.checked ? "checked"
                                           : "trusted",
                            {},
                            !verdict};
            finding.what = verdict ? verdict->wrong->to_string() : verdict.error().message;
            disable(context, *step.op, file, finding.what + " at \"" + finding.shape + "\"");
            report.findings.push_back(std::move(finding));
        }
    }
    for (const OpSpec* op : *ops)
        for (auto& kernel : context.kernels)
            if (caps.kernels && kernel.op == op->name &&
                std::none_of(report.coverage.begin(), report.coverage.end(),
                             [&](auto& row) { return row.op == op->name && row.file == kernel.file; }))
                report.coverage.push_back({std::string(op->name), std::string(kernel.file), {}, 0});
    std::sort(report.coverage.begin(), report.coverage.end(),
              [](auto& a, auto& b) { return std::tie(a.op, a.file, a.tile) < std::tie(b.op, b.file, b.tile); });
    for (auto& off : context.disabled)
        report.fallbacks.push_back({off.op, off.file, off.reason, what_serves(context, off)});
    trial.reset();  // what is in use now is somebody else's
    report.memory = context.device.memory();
    report.seconds = host_seconds() - begin;
    co_return report;
}

}  // namespace xpu
