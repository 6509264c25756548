// Reports: JSON that comes back, pages that are well formed whatever the names in them, and what counts as slower.
#include "harness/report.hpp"
#include "harness/text.hpp"
#include "kernels/registry.hpp"
#include <algorithm>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace xpu;

namespace {

BenchRow row(std::string op, std::string shape, double median = 2e-3, double minimum = 1.5e-3) {
    BenchRow made;
    made.op = std::move(op);
    made.shape = std::move(shape);
    made.dtype = "f32";
    made.file = "kernel.wgsl";
    made.tile = "16x16";
    made.rung = "portable";
    made.minimum = minimum;
    made.median = median;
    made.runs = 70;
    made.bytes = 1e6;
    made.flops = 5e8;
    made.bound = "compute";
    made.floor = 1e-3;
    made.fraction = 0.5;
    made.proofs = 21;
    return made;
}

BenchReport report(std::vector<BenchRow> rows) {
    BenchReport made;
    made.device = {"A Device", "nvidia", "hopper", "words", "570.1", "vulkan", "discrete", false};
    made.caps.f16 = made.caps.timestamps = true;
    made.target = {"nvidia", "vendor \"nvidia\""};
    made.clock = {true, 1e-6, 5e-4};
    made.roof = {4e12, 4.5e12, 6e13, 9e13, 2e-6, 5e8};
    made.rows = std::move(rows);
    made.memory = {0, 1 << 20, uint64_t{5} << 30};
    made.seconds = 12.5;
    return made;
}

BenchReport plain() {
    BenchRow skipped = row("softmax", "4096x4096");
    skipped.skipped = "would take 2 s a run here";
    BenchRow hot = row("rms_norm", "8x8");
    hot.hot = true;
    hot.chosen = false;
    hot.bound = "memory";
    return report({row("matmul", "64x64x64"), skipped, hot});
}

/// The first thing that is wrong with a document's tags; empty when they balance.
std::string unbalanced(std::string_view text) {
    constexpr std::string_view kVoid[] = {"meta", "br", "hr", "img", "link", "!doctype"};
    std::vector<std::string> open;
    for (size_t at = 0; at < text.size();) {
        if (text[at] == '>') return "a stray > at " + std::string(text.substr(at, 40));
        if (text[at] == '&' && !text.substr(at, 6).contains(';'))
            return "a stray & at " + std::string(text.substr(at, 40));
        if (text[at] != '<') {
            at++;
            continue;
        }
        size_t end = at + 1;
        for (bool quoted = false; end < text.size() && (quoted || text[end] != '>'); end++) {
            if (text[end] == '"') quoted = !quoted;
            if (text[end] == '<') return "a < inside a tag: " + std::string(text.substr(at, 60));
        }
        if (end >= text.size()) return "a tag without an end: " + std::string(text.substr(at, 60));
        auto tag = text.substr(at + 1, end - at - 1);
        at = end + 1;
        const bool closing = tag.starts_with('/'), alone = tag.ends_with('/');
        if (closing) tag.remove_prefix(1);
        auto name = tag.substr(0, tag.find_first_of(" /"));
        if (name.empty() || std::count(tag.begin(), tag.end(), '"') % 2) return "a bad tag: " + std::string(tag);
        if (alone || std::find(std::begin(kVoid), std::end(kVoid), name) != std::end(kVoid)) continue;
        if (!closing) {
            open.emplace_back(name);
            if (name == "style") at = text.find("</style>", at);
            continue;
        }
        if (open.empty() || open.back() != name)
            return "</" + std::string(name) + "> closes " + (open.empty() ? "nothing" : open.back());
        open.pop_back();
    }
    return open.empty() ? "" : "never closed: " + open.back();
}

size_t occurrences(std::string_view text, std::string_view word) {
    size_t count = 0;
    for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + word.size())) count++;
    return count;
}

}  // namespace

TEST_CASE("a bench report comes back from its JSON") {
    const BenchReport before = plain();
    auto back = bench_from_json(to_json(before).dump());
    REQUIRE_MESSAGE(back, (back ? "" : back.error().message));
    auto want = to_json(before), got = to_json(*back);
    for (auto* one : {&want, &got}) {
        (*one)["device"].erase("limits");  // a saved report is for reading, and has no device behind it
        (*one)["device"]["features"].erase("subgroup_sizes");
    }
    CHECK(got.dump() == want.dump());
    CHECK(back->rows[1].skipped == "would take 2 s a run here");
    CHECK(back->rows[1].median == 0);
    CHECK(back->rows[0].median == before.rows[0].median);
    CHECK(back->target.name == "nvidia");
    CHECK(back->clock.device);
    CHECK(back->memory.peak == before.memory.peak);
    CHECK(back->memory.pooled == before.memory.pooled);
}

TEST_CASE("what is no report is refused, and what is damaged shows gaps") {
    for (std::string_view text :
         {"", "{", "[]", "3", "{}", R"({"format":"xpu bench 2","rows":[]})", R"({"format":"xpu bench 1"})",
          R"({"format":"xpu bench 1","rows":{}})", R"({"format":1,"rows":[]})"}) {
        auto report = bench_from_json(text);
        REQUIRE_FALSE(report);
        CHECK(report.error().code == Code::format);
    }
    for (
        std::string_view text :
        {R"({"format":"xpu bench 1","rows":[]})", R"({"format":"xpu bench 1","rows":[3,null,"x",[],{}]})",
         R"({"format":"xpu bench 1","rows":[{"op":3,"median_s":"x","chosen":1}],"device":[],"roof":3,"clock":"x"})",
         R"({"format":"xpu bench 1","rows":[],"device":{"features":7,"target":null},"memory":3})",
         R"({"format":"xpu bench 1","rows":[{"runs":-1,"proofs":1e300}],"memory":{"peak_bytes":-5,"in_use_bytes":1e99}})"}) {
        auto report = bench_from_json(text);
        REQUIRE(report);
        const BenchReport reports[] = {*report};
        CHECK(unbalanced(bench_html(reports)) == "");
    }
}

TEST_CASE(
    "comma-separated values: a line a row, quotes where RFC 4180 wants them, and nothing where there is no time") {
    BenchReport one = plain();
    one.device.name = "A \"fast\" device, really";
    one.rows[1].skipped = "two\nlines";
    const BenchReport reports[] = {one, report({row("matmul", "8x8x8")})};
    const std::string csv = bench_csv(reports);
    const std::string head =
        "device,backend,op,shape,dtype,file,tile,rung,chosen,hot,minimum_s,median_s,runs,bytes,flops,"
        "bound,floor_s,fraction,proofs,skipped\r\n";
    REQUIRE(csv.starts_with(head));
    const std::string device = "\"A \"\"fast\"\" device, really\",vulkan,";
    CHECK(
        csv.substr(head.size()) ==
        device +
            "matmul,64x64x64,f32,kernel.wgsl,16x16,portable,true,false,0.0015,0.002,70,1000000,500000000,compute,"
            "0.001,0.5,21,\r\n" +
            device +
            "softmax,4096x4096,f32,kernel.wgsl,16x16,portable,true,,,,,1000000,500000000,,,,,\"two\nlines\"\r\n" +
            device +
            "rms_norm,8x8,f32,kernel.wgsl,16x16,portable,false,true,0.0015,0.002,70,1000000,500000000,memory,"
            "0.001,0.5,21,\r\n" +
            "A Device,vulkan,matmul,8x8x8,f32,kernel.wgsl,16x16,portable,true,false,0.0015,0.002,70,1000000,500000000,"
            "compute,0.001,0.5,21,\r\n");
    for (auto [text, cell] :
         {std::pair("plain", "plain"), {"", ""}, {"a,b", "\"a,b\""}, {"\r", "\"\r\""}, {"\"", "\"\"\"\""}})
        CHECK(csv_cell(text) == cell);
}

TEST_CASE("slower means more than a tenth in both minimum and median, of the same row") {
    const auto slower = [](BenchRow then, BenchRow now) {
        const BenchReport before = report({std::move(then)}), after = report({std::move(now)});
        return regressions(before, after).size();
    };
    const BenchRow base = row("matmul", "64", 1.0, 1.0);
    CHECK(slower(base, base) == 0);
    CHECK(slower(base, row("matmul", "64", 1.2, 1.2)) == 1);
    CHECK(slower(base, row("matmul", "64", 1.2, 1.0)) == 0);
    CHECK(slower(base, row("matmul", "64", 1.0, 1.2)) == 0);
    CHECK(slower(base, row("matmul", "64", 1.09, 1.09)) == 0);
    CHECK(slower(base, row("matmul", "64", 1.11, 1.11)) == 1);
    CHECK(slower(base, row("matmul", "64", 0.5, 0.5)) == 0);
    CHECK(slower(base, row("matmul", "65", 2, 2)) == 0);
    CHECK(slower(base, row("softmax", "64", 2, 2)) == 0);
    BenchRow other = row("matmul", "64", 2, 2);
    other.dtype = "f16";
    CHECK(slower(base, other) == 0);
    other = row("matmul", "64", 2, 2);
    other.file = "tiled.wgsl";  // a call takes another kernel now: the row is the same
    CHECK(slower(base, other) == 1);
    other.chosen = false;
    CHECK(slower(base, other) == 0);
    BenchRow unchosen = base;
    unchosen.chosen = false;
    CHECK(slower(unchosen, other) == 0);  // another file
    other.file = unchosen.file;
    CHECK(slower(unchosen, other) == 1);
    other.tile = "8x8";
    CHECK(slower(unchosen, other) == 0);
    BenchRow skipped = row("matmul", "64", 2, 2);
    skipped.skipped = "wrong";
    CHECK(slower(base, skipped) == 0);
    CHECK(slower(skipped, row("matmul", "64", 9, 9)) == 0);
    auto found = regressions(report({base}), report({row("matmul", "64", 1.5, 1.5)}));
    REQUIRE(found.size() == 1);
    CHECK(found[0].row == "matmul 64 f32");
    CHECK(found[0].before == 1.0);
    CHECK(found[0].after == 1.5);
}

TEST_CASE("the page and the plot are well formed, and show each row") {
    const BenchReport two[] = {plain(), plain()};
    for (size_t many : {1u, 2u}) {
        const std::span<const BenchReport> reports(two, many);
        const std::string page = bench_html(reports);
        CHECK(unbalanced(page) == "");
        CHECK(occurrences(page, "<svg ") == 1);
        CHECK(occurrences(page, "<tr") == 4);  // the head and three rows
        CHECK(occurrences(page, "<td") == occurrences(page, "</td>"));
        CHECK(page.contains("A Device"));
        CHECK(page.contains("would take 2 s a run here"));
        const std::string plot = roofline_svg(reports);
        CHECK(unbalanced(plot) == "");
        CHECK(occurrences(plot, "<circle ") == reports.size());  // what a call takes, where it was timed
        CHECK_FALSE(plot.contains("nan"));
        CHECK_FALSE(plot.contains("inf"));
    }
    const std::string table = bench_markdown(two);
    CHECK(table.contains("| matmul | 64x64x64 |"));
    for (size_t at = table.find("\n|"), bars = 0; at != table.npos; at = table.find("\n|", at + 1)) {
        const auto line = std::string_view(table).substr(at + 1, table.find('\n', at + 1) - at - 1);
        if (!bars) bars = occurrences(line, "|");
        CHECK(occurrences(line, "|") == bars);
    }
}

TEST_CASE("names from outside cannot write into the page") {
    constexpr std::string_view evil = "<b>&\"'</b><script>";
    BenchReport hostile = plain();
    for (auto* text : {&hostile.device.name, &hostile.device.backend, &hostile.device.driver, &hostile.target.why})
        *text = evil;
    hostile.target.name = evil;
    for (auto& one : hostile.rows)
        for (auto* text : {&one.op, &one.shape, &one.dtype, &one.file, &one.tile, &one.rung, &one.bound}) *text = evil;
    hostile.rows[1].skipped = evil;
    const BenchReport reports[] = {hostile, hostile};
    const std::string page = bench_html(reports);
    CHECK(unbalanced(page) == "");
    CHECK_FALSE(page.contains("<script"));
    CHECK_FALSE(page.contains("<b>"));
    CHECK(unbalanced(roofline_svg(reports)) == "");
    CHECK_FALSE(roofline_svg(reports).contains("<script"));
}

TEST_CASE("rows without FLOPs, bytes or time do not break the plot") {
    BenchRow no_flops = row("transpose", "64"), no_bytes = row("softmax", "0x5"), no_time = row("softmax", "1");
    no_flops.flops = 0;
    no_flops.bound = "memory";
    no_bytes.bytes = no_bytes.flops = 0;
    no_time.median = no_time.minimum = 0;
    for (auto& rows : {std::vector{no_flops}, std::vector{no_bytes}, std::vector{no_time},
                       std::vector{no_flops, no_bytes, no_time, row("matmul", "8")}, std::vector<BenchRow>{}}) {
        const BenchReport reports[] = {report(rows)};
        const std::string plot = roofline_svg(reports);
        CHECK(plot.size() < 100'000);
        CHECK(unbalanced(plot) == "");
        CHECK_FALSE(plot.contains("nan"));
        CHECK_FALSE(plot.contains("inf"));
        CHECK(unbalanced(bench_html(reports)) == "");
    }
    BenchReport nothing;
    CHECK(unbalanced(roofline_svg(std::span(&nothing, 1))) == "");
}

TEST_CASE("the check of tags would see a mistake") {
    CHECK(unbalanced("<a><b/></a>") == "");
    CHECK(unbalanced("<a><b></a></b>") != "");
    CHECK(unbalanced("<a>") != "");
    CHECK(unbalanced("</a>") != "");
    CHECK(unbalanced("<a x=\"1>2</a>") != "");
    CHECK(unbalanced("a > b") != "");
    CHECK(unbalanced("a & b") != "");
    CHECK(unbalanced("a &amp; b") == "");
}

TEST_CASE("the operators' JSON has what the page and the documentation are made from") {
    auto ops = ops_json();
    REQUIRE(ops.is_array());
    REQUIRE(ops.size() == registered_ops().size());
    for (auto& op : ops) {
        for (auto key : {"name", "summary", "source", "inputs", "params", "outputs", "kernels"})
            CHECK(op.contains(key));
        CHECK(op["kernels"].size() > 0);
        for (auto list : {"inputs", "outputs"})
            for (auto& arg : op[list]) CHECK(arg["dtypes"].size() > 0);
    }
    auto rms = std::find_if(ops.begin(), ops.end(), [](auto& op) { return op["name"] == "rms_norm"; });
    REQUIRE(rms != ops.end());
    CHECK(
        (*rms)["params"][0].dump() ==
        R"({"kind":"real","name":"eps","required":true,"summary":"added to the mean square, inside the root; above 0"})");
    CHECK((*rms)["params"][1]["default"] == 1.0);
}

TEST_CASE("a doctor's report becomes JSON") {
    DoctorReport doctor;
    doctor.passed = 3;
    doctor.failed = 1;
    doctor.findings = {{"softmax", "primes", "kernel.wgsl", "256", "checked", "out[3] was never written", false}};
    doctor.fallbacks = {{"softmax", "kernel.nvidia.wgsl", "wrong", "kernel.wgsl (portable)"}};
    doctor.coverage = {{"softmax", "kernel.wgsl", "256", 7}};
    doctor.skipped = {"softmax/half.f16.wgsl: the device has no shader-f16"};
    doctor.memory = {256, 1024, 4096};
    auto json = to_json(doctor);
    CHECK(json["format"] == "xpu doctor 1");
    CHECK(json["failed"] == 1);
    CHECK(json["findings"][0]["what"] == "out[3] was never written");
    CHECK(json["fallbacks"][0]["instead"] == "kernel.wgsl (portable)");
    CHECK(json["coverage"][0]["cases"] == 7);
    CHECK(json["skipped"].size() == 1);
    CHECK(json["memory"].dump() == R"({"in_use_bytes":256,"peak_bytes":4096,"pooled_bytes":1024})");
}

TEST_CASE("numbers read as people write them") {
    CHECK(seconds_text(2) == "2.00 s");
    CHECK(seconds_text(1.234e-3) == "1.23 ms");
    CHECK(seconds_text(45.6e-6) == "45.6 µs");
    CHECK(seconds_text(123e-6) == "123 µs");
    CHECK(bytes_text(0) == "0 B");
    CHECK(bytes_text(67108864) == "64 MiB");
    CHECK(bytes_text(1536) == "1.50 KiB");
    CHECK(memory_text({0, 1536, 67108864}) == "0 B in use, 64 MiB at most, 1.50 KiB kept for reuse");
    CHECK(si(46.4e12) == "46.4 T");
    CHECK(si(999) == "999 ");
    CHECK(si(0) == "0.00 ");
    CHECK(number(0.25) == "0.25");
    CHECK(number(1.0 / 0.0) == "inf");
    CHECK(fixed(1.005, 1) == "1.0");
    CHECK(fixed(1e300, 2) == "1e+300");
}
