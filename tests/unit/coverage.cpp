// The coverage guard: a kernel file that the cases do not reach, and a case that is gone, turn this red.
#include "fake_device.hpp"
#include "harness/doctor.hpp"
#include "kernels/grammar.hpp"
#include "made_up_caps.hpp"
#include <doctest/doctest.h>
#include <map>
#include <set>

using namespace xpu;

namespace {

using Files = std::vector<std::string>;

/// The files of `op` that fewer than three cases run, on any of the made-up devices, where the doctor would run them.
Files unreached(const OpSpec& op, std::span<const KernelFile> kernels) {
    std::map<std::string, std::set<std::string>> reached;
    for (auto& [name, caps] : made_up::all()) {
        auto fake = fake::make(caps);
        Context context(fake.device);
        context.kernels = kernels;
        for (auto& one : op.cases()) {
            auto args = check_case(op, one);
            REQUIRE_MESSAGE(args, (args ? "" : args.error().message));
            if (std::all_of(args->outputs.begin(), args->outputs.end(),
                            [](auto& type) { return type.elements() == 0; }))
                continue;
            for (bool inplace : {false, true}) {
                if (inplace && op.inplace.empty()) continue;
                args->inplace = inplace;
                for (auto& choice : op.choices(caps, *args))
                    for (auto& dispatch : op.plan(caps, *args, choice).dispatches)
                        for (auto& file : runnable_files(context, op, dispatch.entry)) reached[file].insert(one.name);
            }
        }
    }
    Files missing;
    for (auto& kernel : kernels)
        if (kernel.op == op.name && reached[std::string(kernel.file)].size() < 3) missing.emplace_back(kernel.file);
    return missing;
}

bool prime(uint64_t n) {
    for (uint64_t i = 2; i * i <= n; i++)
        if (n % i == 0) return false;
    return n > 1;
}

/// The kinds of adversarial case that an operator lacks.
Files lacking(const OpSpec& op) {
    const auto cases = op.cases();
    const auto some = [&](auto test) { return std::any_of(cases.begin(), cases.end(), test); };
    // Of the sizes that a caller chooses: not of those that the declaration fixes ("16") or computes ("K/32", and "words(K, type)",
    // which is a name of a size that `validate` knows). Where one is fixed,
    // another may be a multiple of a third, which is never prime: there the first input's sizes have to do.
    const bool fixed = std::any_of(op.inputs.begin(), op.inputs.end(), [](auto& input) {
        return std::any_of(input.dims.begin(), input.dims.end(),
                           [](auto dim) { return dim.find_first_not_of("0123456789") == std::string_view::npos; });
    });
    const auto every_size = [&](const Case& one, auto test) {
        return std::all_of(one.inputs.begin(), fixed ? one.inputs.begin() + 1 : one.inputs.end(), [&](auto& input) {
            auto spec = std::find_if(op.inputs.begin(), op.inputs.end(), [&](auto& s) { return s.name == input.name; });
            const auto& shape = input.type.shape;
            for (size_t i = 0; i < shape.size(); i++) {
                const bool named = spec != op.inputs.end() && i < spec->dims.size() && spec->dims[i] != kAnyShape;
                if (named &&
                    (spec->dims[i].find_first_of("/(") != std::string_view::npos || std::isdigit(spec->dims[i][0])))
                    continue;
                if (!test(shape[i])) return false;
            }
            return true;
        });
    };
    const auto filled = [](const Case& one, Fill fill) {
        return std::any_of(one.inputs.begin(), one.inputs.end(), [&](auto& input) { return input.fill == fill; });
    };
    Files missing;
    const auto need = [&](const char* kind, bool there) {
        if (!there) missing.emplace_back(kind);
    };
    const auto first = [](const Case& one) {
        return one.inputs[0].type.shape.empty() ? 1 : one.inputs[0].type.shape.front();
    };
    const auto last = [](const CaseInput& input) { return input.type.shape.empty() ? 1 : input.type.shape.back(); };
    std::set<std::string> names;
    for (auto& one : cases) names.insert(one.name);
    need("names of their own", names.size() == cases.size());
    need("folded", some([](auto& one) { return one.fold_at > 0; }));
    if (op.inputs.size() == 0) return missing;
    // An operator may refuse what is empty.
    const auto legal = [&](auto change) {
        return cases.empty() || some([&](Case one) {
                   change(one);
                   return check_case(op, one).has_value();
               });
    };
    const bool rows = legal([](Case& one) { one.inputs[0].type.shape.front() = 0; });
    const bool columns = legal([](Case& one) { one.inputs.back().type.shape.back() = 0; });
    need("no rows", !rows || some([&](auto& one) { return first(one) == 0; }));
    need("no columns", !columns || some([&](auto& one) { return last(one.inputs.back()) == 0; }));
    // Where no case has an odd number of columns they come in pairs, and pairs count as elements.
    const bool odd = some([&](auto& one) { return last(one.inputs[0]) % 2 != 0; });
    const auto half = [&](uint64_t n) { return !odd && n % 2 == 0 ? n / 2 : n; };
    need("one element", some([&](auto& one) { return every_size(one, [&](uint64_t n) { return half(n) == 1; }); }));
    need("primes", some([&](auto& one) {
             return every_size(one, [&](uint64_t n) { return prime(half(n)); }) && first(one) > 16 &&
                    last(one.inputs[0]) > 16;
         }));
    need("more than 65,535 rows", some([&](auto& one) { return first(one) > 65535; }));
    const bool floats = std::any_of(op.inputs.begin(), op.inputs.end(), [](auto& input) {
        return std::any_of(input.dtypes.begin(), input.dtypes.end(),
                           [](DType type) { return type == DType::f32 || type == DType::f16; });
    });
    need("not finite", !floats || some([&](auto& one) { return filled(one, Fill::not_finite); }));
    need("large", !floats || some([&](auto& one) { return filled(one, Fill::large); }));
    return missing;
}

/// An operator of the registry with other cases.
OpSpec with_cases(std::string_view name, std::vector<Case> (*cases)()) {
    OpSpec changed = **find_op(name);
    changed.cases = cases;
    return changed;
}

std::vector<KernelFile> and_also(KernelFile stray) {
    std::vector<KernelFile> kernels(embedded_kernels().begin(), embedded_kernels().end());
    kernels.push_back(stray);
    return kernels;
}

}  // namespace

TEST_CASE("at least three cases run each kernel file of each operator") {
    for (const OpSpec* op : registered_ops()) {
        INFO(op->name);
        CHECK(unreached(*op, embedded_kernels()) == Files{});
    }
}

TEST_CASE("each operator has the kinds of case that found others' mistakes") {
    for (const OpSpec* op : registered_ops()) {
        INFO(op->name);
        CHECK(lacking(*op) == Files{});
    }
}

TEST_CASE("the guard sees a file of an entry that no choice names, and takes a variant of one that is named") {
    const OpSpec& op = **find_op("softmax");
    CHECK(unreached(op, and_also({"softmax", "inverze.wgsl", ""})) == Files{"inverze.wgsl"});
    CHECK(unreached(op, and_also({"softmax", "kernel.nvidia.wgsl", ""})) == Files{});
    CHECK(unreached(op, and_also({"rms_norm", "inverze.wgsl", ""})) == Files{});
    CHECK(unreached(**find_op("rms_norm"), and_also({"rms_norm", "inverze.wgsl", ""})) == Files{"inverze.wgsl"});
}

TEST_CASE("the guard sees cases that are gone") {
    const auto gone = with_cases("softmax", [] { return std::vector<Case>{}; });
    const auto files = [](std::string_view begin) {
        Files found;
        for (auto& kernel : embedded_kernels())
            if (kernel.op == "softmax" && kernel.file.starts_with(begin)) found.emplace_back(kernel.file);
        return found;
    };
    CHECK(unreached(gone, embedded_kernels()) == files(""));
    CHECK(lacking(gone).size() == 8);
    const auto no_halves = with_cases("softmax", [] {
        auto cases = (*find_op("softmax"))->cases();
        std::erase_if(cases, [](auto& one) { return one.inputs[0].type.dtype == DType::f16; });
        return cases;
    });
    CHECK(unreached(no_halves, embedded_kernels()) == files("half"));
    REQUIRE(files("half").size() >= 2);
    const auto no_fold = with_cases("matmul", [] {
        auto cases = (*find_op("matmul"))->cases();
        std::erase_if(cases, [](auto& one) { return one.fold_at > 0 || one.inputs[0].type.shape[0] > 65535; });
        return cases;
    });
    CHECK(lacking(no_fold) == Files{"folded", "more than 65,535 rows"});
    const auto twice = with_cases("rms_norm", [] {
        auto cases = (*find_op("rms_norm"))->cases();
        cases.push_back(cases[0]);
        return cases;
    });
    CHECK(lacking(twice) == Files{"names of their own"});
}

TEST_CASE("folded cases do fold, and large ones need more workgroups than one dimension has") {
    const Caps caps = made_up::large();
    for (const OpSpec* op : registered_ops()) {
        uint64_t most = 0;
        for (auto& one : op->cases()) {
            auto args = check_case(*op, one);
            REQUIRE(args);
            for (auto& choice : op->choices(caps, *args))
                for (auto& dispatch : op->plan(caps, *args, choice).dispatches) {
                    most = std::max(most, dispatch.workgroups);
                    INFO(op->name, ", ", one.name, ", ", choice.entry, " ", choice.label);
                    if (one.fold_at > 0 && &choice == &op->choices(caps, *args)[0])
                        CHECK(dispatch.workgroups > one.fold_at);
                }
        }
        CHECK(most > 0);
    }
}

TEST_CASE("the guard names what a device cannot run as not reached, where nothing else runs it") {
    auto fake = fake::make(made_up::minimum());
    Context context(fake.device);
    CHECK(runnable_files(context, **find_op("softmax"), "half") == Files{"half.wgsl"});
    auto other = fake::make(made_up::large());
    Context wide(other.device);
    CHECK(runnable_files(wide, **find_op("softmax"), "half") == Files{"half.wgsl", "half.f16.wgsl"});
    CHECK(runnable_files(wide, **find_op("softmax"), "nothing").empty());
}
