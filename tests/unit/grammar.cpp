// Names of kernel files and which of them serves a call.
#include "kernels/grammar.hpp"
#include <array>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

std::string message(std::string_view file, const Vocabulary& vocabulary = kernel_vocabulary()) {
    auto name = parse_kernel_name(file, vocabulary);
    if (name) return "no error";
    return name.error().code == Code::format ? name.error().message : "another code";
}

/// "entry/target/dtype", with a minus for what is not there.
std::string parts(std::string_view file, const Vocabulary& vocabulary = kernel_vocabulary()) {
    auto name = parse_kernel_name(file, vocabulary);
    if (!name) return name.error().message;
    return name->entry + "/" + name->target.value_or("-") + "/" + name->dtype.value_or("-");
}

const std::vector<KernelFile> kTable = {
    {"other", "kernel.nvidia.wgsl", "other nvidia"},
    {"other", "kernel.wgsl", "other"},
    {"op", "kernel.wgsl", "portable"},
    {"op", "kernel.f16.wgsl", "f16"},
    {"op", "kernel.nvidia.wgsl", "nvidia"},
    {"op", "kernel.nvidia.f16.wgsl", "nvidia f16"},
    {"op", "kernel.soc.wgsl", "soc"},
    {"op", "inverse.wgsl", "inverse"},
    {"op", "README.md", "no kernel"},
};

Resolution resolved(const Wanted& wanted, std::span<const Disabled> disabled = {}) {
    auto found = resolve(kTable, "op", wanted, disabled);
    REQUIRE_MESSAGE(found, (found ? "" : found.error().message));
    return *found;
}

using Files = std::vector<std::string>;

}  // namespace

TEST_CASE("a kernel file is named by entry, target and dtype") {
    CHECK(parts("kernel.wgsl") == "kernel/-/-");
    CHECK(parts("inverse.wgsl") == "inverse/-/-");
    CHECK(parts("kernel.apple.wgsl") == "kernel/apple/-");
    CHECK(parts("kernel.nvidia.wgsl") == "kernel/nvidia/-");
    CHECK(parts("kernel.amd.wgsl") == "kernel/amd/-");
    CHECK(parts("kernel.soc.wgsl") == "kernel/soc/-");
    CHECK(parts("kernel.f32.wgsl") == "kernel/-/f32");
    CHECK(parts("kernel.f16.wgsl") == "kernel/-/f16");
    CHECK(parts("kernel.i32.wgsl") == "kernel/-/i32");
    CHECK(parts("kernel.u32.wgsl") == "kernel/-/u32");
    CHECK(parts("kernel.soc.f16.wgsl") == "kernel/soc/f16");
    CHECK(parse_kernel_name("kernel.soc.f16.wgsl")->file == "kernel.soc.f16.wgsl");
    CHECK(parts("inverze.wgsl") == "inverze/-/-");  // a misspelt entry is a new entry, and fails where it is asked for
}

TEST_CASE("a name that is not a kernel's is refused, and the message says why") {
    CHECK(message("kernel.glsl").contains("does not end in .wgsl"));
    CHECK(message("kernel").contains("does not end in .wgsl"));
    CHECK(message("").contains("does not end in .wgsl"));
    CHECK(message("kernelwgsl").contains("does not end in .wgsl"));
    CHECK(message("kernel.wgsl.bak").contains("does not end in .wgsl"));
    CHECK(message(".wgsl").contains("the entry's name is empty"));
    CHECK(message(".f16.wgsl").contains("the entry's name is empty"));
    for (std::string_view bare : {"nvidia", "apple", "amd", "soc", "f32", "f16", "i32", "u32"})
        CHECK(message(std::string(bare) + ".wgsl").contains("is a target or dtype, expected the entry's name first"));
    CHECK(
        message("kernel.nvidai.wgsl").contains("\"nvidai\" is neither a target (apple, nvidia, amd, soc) nor a dtype"));
    CHECK(message("kernel.fp16.wgsl").contains("\"fp16\" is neither"));
    CHECK(message("kernel..wgsl").contains("\"\" is neither"));
    CHECK(message("kernel.NVIDIA.wgsl").contains("\"NVIDIA\" is neither"));
    CHECK(message("kernel.f16.apple.wgsl").contains("\"f16\" is not a target"));
    CHECK(message("kernel.f16.f32.wgsl").contains("\"f16\" is not a target"));
    CHECK(message("kernel.nvidai.f16.wgsl").contains("\"nvidai\" is not a target"));
    CHECK(message("kernel.nvidia.amd.wgsl").contains("\"amd\" is not a dtype"));
    CHECK(message("kernel.nvidia.fp16.wgsl").contains("\"fp16\" is not a dtype (f32, f16, i32, u32)"));
    CHECK(message("kernel.nvidia.f16.fast.wgsl").contains("it has 3 suffixes"));
    CHECK(message("kernel.nvidia.f16..wgsl").contains("it has 3 suffixes"));
    CHECK(message("kernel.nvidai.wgsl").contains("kernel.nvidai.wgsl"));  // each names the file
}

TEST_CASE("both vocabularies can be injected") {
    const std::array<std::string_view, 2> targets = {"quantum", "abacus"};
    const std::array<std::string_view, 1> dtypes = {"bf16"};
    const Vocabulary own{targets, dtypes};
    CHECK(parts("kernel.quantum.bf16.wgsl", own) == "kernel/quantum/bf16");
    CHECK(parts("kernel.bf16.wgsl", own) == "kernel/-/bf16");
    CHECK(parts("nvidia.wgsl", own) == "nvidia/-/-");  // only a word here
    CHECK(message("kernel.nvidia.wgsl", own).contains("neither a target (quantum, abacus) nor a dtype (bf16)"));
    CHECK(message("kernel.abacus.f16.wgsl", own).contains("\"f16\" is not a dtype (bf16)"));
    CHECK(message("abacus.wgsl", own).contains("is a target or dtype"));
    CHECK(message("kernel.quantum.wgsl").contains("\"quantum\" is neither"));
    const std::vector<KernelFile> table = {{"op", "kernel.abacus.wgsl", ""}, {"op", "kernel.wgsl", ""}};
    CHECK(variants_in(table, "op", own).has_value());
    CHECK_FALSE(variants_in(table, "op").has_value());
}

TEST_CASE("a listing is sorted, and leaves out other operators' files and what is no kernel") {
    auto names = variants_in(kTable, "op");
    REQUIRE(names);
    Files files;
    for (auto& name : *names) files.push_back(name.file);
    CHECK(files == Files{"inverse.wgsl", "kernel.f16.wgsl", "kernel.nvidia.f16.wgsl", "kernel.nvidia.wgsl",
                         "kernel.soc.wgsl", "kernel.wgsl"});
    REQUIRE(variants_in(kTable, "nothing"));
    CHECK(variants_in(kTable, "nothing")->empty());
}

TEST_CASE("a listing refuses a misspelt variant, and a variant without a portable file") {
    const std::vector<KernelFile> misspelt = {{"op", "kernel.wgsl", ""}, {"op", "kernel.nvidai.wgsl", ""}};
    auto bad = variants_in(misspelt, "op");
    REQUIRE_FALSE(bad);
    CHECK(bad.error().code == Code::format);
    CHECK(bad.error().message.contains("op: kernel file \"kernel.nvidai.wgsl\""));
    // The portable file of another entry, or of another operator, does not stand in.
    const std::vector<KernelFile> orphan = {
        {"op", "kernel.wgsl", ""}, {"op", "inverse.f16.wgsl", ""}, {"other", "inverse.wgsl", ""}};
    auto lonely = variants_in(orphan, "op");
    REQUIRE_FALSE(lonely);
    CHECK(lonely.error().code == Code::missing);
    CHECK(lonely.error().message == "op: inverse.f16.wgsl has no portable file beside it, expected inverse.wgsl");
}

TEST_CASE("resolution takes the first rung that has a file, and tells what it tried") {
    auto best = resolved({"kernel", "nvidia", "f16", {}});
    CHECK(best.rung == "target+dtype");
    CHECK(best.name.file == "kernel.nvidia.f16.wgsl");
    CHECK(best.text == "nvidia f16");
    CHECK(best.name.entry == "kernel");
    CHECK(best.name.target == "nvidia");
    CHECK(best.name.dtype == "f16");
    CHECK(best.tried == Files{"kernel.nvidia.f16.wgsl"});
    CHECK(best.fallback.empty());

    auto target = resolved({"kernel", "soc", "f16", {}});  // a target's file comes before a dtype's
    CHECK(target.rung == "target");
    CHECK(target.text == "soc");
    CHECK(target.tried == Files{"kernel.soc.f16.wgsl", "kernel.soc.wgsl"});

    auto dtype = resolved({"kernel", "amd", "f16", {}});
    CHECK(dtype.rung == "dtype");
    CHECK(dtype.text == "f16");
    CHECK(dtype.tried == Files{"kernel.amd.f16.wgsl", "kernel.amd.wgsl", "kernel.f16.wgsl"});

    auto portable = resolved({"kernel", "amd", "u32", {}});
    CHECK(portable.rung == "portable");
    CHECK(portable.text == "portable");
    CHECK(portable.tried == Files{"kernel.amd.u32.wgsl", "kernel.amd.wgsl", "kernel.u32.wgsl", "kernel.wgsl"});
    CHECK_FALSE(portable.name.target);
    CHECK_FALSE(portable.name.dtype);

    // Without a target its rungs are skipped, and so are a dtype's without a dtype.
    CHECK(resolved({"kernel", {}, "f16", {}}).tried == Files{"kernel.f16.wgsl"});
    CHECK(resolved({"kernel", {}, {}, {}}).tried == Files{"kernel.wgsl"});
    CHECK(resolved({"kernel", "nvidia", {}, {}}).tried == Files{"kernel.nvidia.wgsl"});
    CHECK(resolved({"kernel", "apple", {}, {}}).tried == Files{"kernel.apple.wgsl", "kernel.wgsl"});
}

TEST_CASE("resolution stays within its entry and its operator") {
    auto inverse = resolved({"inverse", "nvidia", "f16", {}});
    CHECK(inverse.text == "inverse");
    CHECK(inverse.rung == "portable");
    CHECK(inverse.tried.size() == 4);
    auto other = resolve(kTable, "other", {"kernel", "nvidia", "f16", {}});
    REQUIRE(other);
    CHECK(other->text == "other nvidia");
}

TEST_CASE("an override beats everything, and never falls through") {
    auto forced = resolved({"kernel", "nvidia", "f16", "kernel.soc.wgsl"});
    CHECK(forced.rung == "override");
    CHECK(forced.text == "soc");
    CHECK(forced.tried == Files{"kernel.soc.wgsl"});
    auto absent = resolve(kTable, "op", {"kernel", "nvidia", "f16", "kernel.apple.wgsl"});
    REQUIRE_FALSE(absent);
    CHECK(absent.error().code == Code::unknown);
    CHECK(absent.error().message.contains("tried kernel.apple.wgsl"));
    CHECK(absent.error().message.contains("there are kernel.wgsl, kernel.f16.wgsl"));
    // A file of another operator is not there either.
    CHECK_FALSE(resolve(kTable, "op", {"kernel", {}, {}, "kernel.glsl"}));
}

TEST_CASE("an entry without a portable file is an error that says what was tried and what exists") {
    auto none = resolve(kTable, "op", {"forward", "nvidia", "f16", {}});
    REQUIRE_FALSE(none);
    CHECK(none.error().code == Code::missing);
    CHECK(none.error().message.contains(
        "tried forward.nvidia.f16.wgsl, forward.nvidia.wgsl, forward.f16.wgsl, forward.wgsl"));
    CHECK(none.error().message.contains("there are kernel.wgsl"));
    auto empty = resolve({}, "op", {});
    REQUIRE_FALSE(empty);
    CHECK(empty.error().message.contains("there are nothing"));
}

TEST_CASE("a disabled file is passed over with its reason") {
    const std::vector<Disabled> off = {{"op", "kernel.nvidia.f16.wgsl", "wrong at \"primes\""},
                                       {"other", "kernel.nvidia.wgsl", "another operator's"}};
    auto next = resolved({"kernel", "nvidia", "f16", {}}, off);
    CHECK(next.rung == "target");
    CHECK(next.text == "nvidia");
    CHECK(next.tried == Files{"kernel.nvidia.f16.wgsl", "kernel.nvidia.wgsl"});
    CHECK(next.fallback == "kernel.nvidia.f16.wgsl is disabled: wrong at \"primes\"");

    const std::vector<Disabled> two = {{"op", "kernel.nvidia.f16.wgsl", "a"}, {"op", "kernel.nvidia.wgsl", "b"}};
    CHECK(resolved({"kernel", "nvidia", "f16", {}}, two).fallback ==
          "kernel.nvidia.f16.wgsl is disabled: a; kernel.nvidia.wgsl is disabled: b");

    const std::vector<Disabled> all = {{"op", "inverse.wgsl", "it hangs"}};
    auto none = resolve(kTable, "op", {"inverse", {}, {}, {}}, all);
    REQUIRE_FALSE(none);
    CHECK(none.error().code == Code::unsupported);
    CHECK(none.error().message.contains("inverse.wgsl is disabled: it hangs"));
    auto forced = resolve(kTable, "op", {"kernel", {}, {}, "inverse.wgsl"}, all);
    REQUIRE_FALSE(forced);
    CHECK(forced.error().code == Code::unsupported);
}
