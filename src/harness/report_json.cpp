#include "harness/report.hpp"
#include "kernels/grammar.hpp"
#include <nlohmann/json.hpp>

namespace xpu {

using nlohmann::json;

json to_json(const AdapterInfo& info, const Caps& caps, const Target& target) {
    json out = {{"name", info.name},
                {"vendor", info.vendor},
                {"architecture", info.architecture},
                {"description", info.description},
                {"driver", info.driver},
                {"backend", info.backend},
                {"type", info.type},
                {"target_why", target.why}};
    out["target"] = target.name ? json(*target.name) : json();
    out["features"] = {{"f16", caps.f16},
                       {"subgroups", caps.subgroups},
                       {"subgroup_sizes", {caps.subgroup_min, caps.subgroup_max}},
                       {"timestamps", caps.timestamps},
                       {"trusted", caps.trusted}};
    out["limits"] = {{"buffer_bytes", caps.max_buffer_bytes},       {"binding_bytes", caps.max_binding_bytes},
                     {"storage_buffers", caps.max_storage_buffers}, {"workgroup_bytes", caps.max_workgroup_bytes},
                     {"invocations", caps.max_invocations},         {"workgroups", caps.max_workgroups}};
    return out;
}

json to_json(const MemoryUse& use) {
    return {{"in_use_bytes", use.in_use}, {"peak_bytes", use.peak}, {"pooled_bytes", use.pooled}};
}

json to_json(const BenchReport& report) {
    json rows = json::array();
    for (auto& row : report.rows) {
        json out = {{"op", row.op},         {"shape", row.shape}, {"dtype", row.dtype},
                    {"file", row.file},     {"tile", row.tile},   {"rung", row.rung},
                    {"chosen", row.chosen}, {"bytes", row.bytes}, {"flops", row.flops}};
        if (row.skipped.empty())
            out.update({{"minimum_s", row.minimum},
                        {"median_s", row.median},
                        {"runs", row.runs},
                        {"bound", row.bound},
                        {"floor_s", row.floor},
                        {"fraction", row.fraction},
                        {"hot", row.hot},
                        {"proofs", row.proofs}});
        else
            out["skipped"] = row.skipped;
        rows.push_back(std::move(out));
    }
    return {{"format", "xpu bench 1"},
            {"device", to_json(report.device, report.caps, report.target)},
            {"clock",
             {{"source", report.clock.device ? "device timestamps" : "host batches"},
              {"resolution_s", report.clock.resolution}}},
            {"roof",
             {{"read_Bps", report.roof.read},
              {"copy_Bps", report.roof.copy},
              {"fma32_flops", report.roof.fma32},
              {"fma16_flops", report.roof.fma16},
              {"launch_s", report.roof.launch},
              {"probe_bytes", report.roof.probe_bytes}}},
            {"host",
             {{"dispatches", report.host.dispatches},
              {"replay_s", report.host.replay},
              {"submit_s", report.host.submit},
              {"readback_s", report.host.readback}}},
            {"rows", rows},
            {"memory", to_json(report.memory)},
            {"seconds", report.seconds}};
}

json to_json(const DoctorReport& report) {
    json findings = json::array(), fallbacks = json::array(), coverage = json::array();
    for (auto& f : report.findings)
        findings.push_back({{"op", f.op},
                            {"shape", f.shape},
                            {"file", f.file},
                            {"tile", f.tile},
                            {"mode", f.mode},
                            {"what", f.what},
                            {"error", f.error}});
    for (auto& f : report.fallbacks)
        fallbacks.push_back({{"op", f.op}, {"file", f.file}, {"reason", f.reason}, {"instead", f.instead}});
    for (auto& c : report.coverage)
        coverage.push_back({{"op", c.op}, {"file", c.file}, {"tile", c.tile}, {"cases", c.cases}});
    return {{"format", "xpu doctor 1"},  {"passed", report.passed},          {"failed", report.failed},
            {"findings", findings},      {"fallbacks", fallbacks},           {"coverage", coverage},
            {"skipped", report.skipped}, {"memory", to_json(report.memory)}, {"seconds", report.seconds}};
}

namespace {

json args_json(const auto& list) {
    json out = json::array();
    for (auto& arg : list) {
        json dtypes = json::array(), dims = json::array();
        for (DType type : arg.dtypes) dtypes.push_back(name(type));
        for (auto dim : arg.dims) dims.push_back(dim);
        json one = {{"name", arg.name}, {"dtypes", dtypes}, {"dims", dims}};
        if (arg.optional) one["optional"] = true;
        out.push_back(std::move(one));
    }
    return out;
}

json params_json(const OpSpec& op) {
    json out = json::array();
    constexpr std::string_view kKinds[] = {"real", "integer", "flag", "choice", "reals", "integers"};
    for (auto& param : op.params) {
        json one = {{"name", param.name},
                    {"kind", kKinds[static_cast<size_t>(param.kind)]},
                    {"required", param.given == ParamSpec::Given::always},
                    {"summary", param.summary}};
        if (param.given == ParamSpec::Given::or_default) {
            if (param.kind == ParamSpec::Kind::choice)
                one["default"] = param.fallback_choice;
            else if (param.kind == ParamSpec::Kind::flag)
                one["default"] = param.fallback != 0;
            else
                one["default"] = param.fallback;
        }
        for (auto choice : param.choices) one["choices"].push_back(choice);
        out.push_back(std::move(one));
    }
    return out;
}

// Missing and mistyped values read as nothing; a damaged report then shows gaps instead of stopping the reader.
double real_in(const json& from, const char* key) {
    return from.is_object() && from.contains(key) && from[key].is_number() ? from[key].get<double>() : 0;
}
uint64_t count_in(const json& from, const char* key) {
    double value = real_in(from, key);
    return value >= 1 && value < 1e15 ? static_cast<uint64_t>(value) : 0;
}
std::string text_in(const json& from, const char* key) {
    return from.is_object() && from.contains(key) && from[key].is_string() ? from[key].get<std::string>() : "";
}
bool flag_in(const json& from, const char* key) {
    return from.is_object() && from.contains(key) && from[key].is_boolean() && from[key].get<bool>();
}

}  // namespace

json ops_json() {
    json ops = json::array();
    for (const OpSpec* op : registered_ops()) {
        json kernels = json::array();
        for (auto& kernel : embedded_kernels())
            if (kernel.op == op->name) kernels.push_back(kernel.file);
        ops.push_back({{"name", op->name},
                       {"summary", op->summary},
                       {"source", op->source},
                       {"inputs", args_json(op->inputs)},
                       {"params", params_json(*op)},
                       {"outputs", args_json(op->outputs)},
                       {"inplace", op->inplace},
                       {"kernels", kernels}});
    }
    return ops;
}

Result<BenchReport> bench_from_json(std::string_view text) {
    json root = json::parse(text, nullptr, false);
    if (text_in(root, "format") != "xpu bench 1" || !root.contains("rows") || !root["rows"].is_array())
        return fail(Code::format,
                    "not a saved bench report: expected a JSON object with \"format\": \"xpu bench 1\" and rows");
    BenchReport report;
    json device = root.value("device", json::object()), roof = root.value("roof", json::object()),
         clock = root.value("clock", json::object());
    report.device = {text_in(device, "name"),         text_in(device, "vendor"),
                     text_in(device, "architecture"), text_in(device, "description"),
                     text_in(device, "driver"),       text_in(device, "backend"),
                     text_in(device, "type"),         false};
    if (!text_in(device, "target").empty()) report.target.name = text_in(device, "target");
    report.target.why = text_in(device, "target_why");
    if (device.contains("features")) {
        report.caps.f16 = flag_in(device["features"], "f16");
        report.caps.subgroups = flag_in(device["features"], "subgroups");
        report.caps.timestamps = flag_in(device["features"], "timestamps");
        report.caps.trusted = flag_in(device["features"], "trusted");
    }
    report.clock = {text_in(clock, "source") == "device timestamps", real_in(clock, "resolution_s"), 0};
    report.roof = {real_in(roof, "read_Bps"),    real_in(roof, "copy_Bps"), real_in(roof, "fma32_flops"),
                   real_in(roof, "fma16_flops"), real_in(roof, "launch_s"), real_in(roof, "probe_bytes")};
    json host = root.value("host", json::object());
    report.host = {static_cast<uint32_t>(count_in(host, "dispatches")), real_in(host, "replay_s"),
                   real_in(host, "submit_s"), real_in(host, "readback_s")};
    for (auto& row : root["rows"]) {
        BenchRow out;
        out.op = text_in(row, "op");
        out.shape = text_in(row, "shape");
        out.dtype = text_in(row, "dtype");
        out.file = text_in(row, "file");
        out.tile = text_in(row, "tile");
        out.rung = text_in(row, "rung");
        out.chosen = flag_in(row, "chosen");
        out.minimum = real_in(row, "minimum_s");
        out.median = real_in(row, "median_s");
        out.runs = static_cast<uint32_t>(count_in(row, "runs"));
        out.bytes = real_in(row, "bytes");
        out.flops = real_in(row, "flops");
        out.bound = text_in(row, "bound");
        out.floor = real_in(row, "floor_s");
        out.fraction = real_in(row, "fraction");
        out.hot = flag_in(row, "hot");
        out.proofs = count_in(row, "proofs");
        out.skipped = text_in(row, "skipped");
        report.rows.push_back(std::move(out));
    }
    json memory = root.value("memory", json::object());
    report.memory = {count_in(memory, "in_use_bytes"), count_in(memory, "pooled_bytes"),
                     count_in(memory, "peak_bytes")};
    report.seconds = real_in(root, "seconds");
    return report;
}

}  // namespace xpu
