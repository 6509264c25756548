// Cases that other people's software computed.
#include "harness/goldens.hpp"
#include "support.hpp"
#include <filesystem>
#include <fstream>
#include <set>

using namespace xpu;

namespace {

struct File {
    std::string name;
    std::vector<std::byte> bytes;
};

std::vector<File> files() {
    std::vector<File> found;
    for (auto& entry : std::filesystem::directory_iterator(std::filesystem::path(XPU_SOURCE_DIR) / "tests/goldens")) {
        if (entry.path().extension() != ".safetensors") continue;
        std::ifstream in(entry.path(), std::ios::binary);
        std::vector<char> text((std::istreambuf_iterator<char>(in)), {});
        auto bytes = std::as_bytes(std::span(text));
        found.push_back({entry.path().filename().string(), {bytes.begin(), bytes.end()}});
    }
    std::sort(found.begin(), found.end(), [](auto& a, auto& b) { return a.name < b.name; });
    return found;
}

}  // namespace

// tests/roads has the program check them on every device here and by the reference, unchecked as it runs them.
TEST_CASE("every golden file passes with the compiler's checks, and every operator has one") {
    Context context(test::device());
    context.checked = true;
    std::set<std::string> ops;
    for (auto& file : files()) {
        INFO(file.name);
        auto verdict = VALUE(wait(context.device, check_golden(context, file.bytes)));
        CHECK(verdict.failure == "");
        ops.insert(verdict.op);
    }
    for (const OpSpec* op : registered_ops()) CHECK_MESSAGE(ops.contains(std::string(op->name)), op->name);
}
