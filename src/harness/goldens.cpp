#include "harness/goldens.hpp"
#include "xpu/safetensors.hpp"
#include <algorithm>
#include <nlohmann/json.hpp>

namespace xpu {

namespace {

using nlohmann::json;

struct GoldenCase {
    std::string op;
    Params params;
    double rel = 0, abs = 0;
    bool expect_error = false;
    std::string reason;
    std::vector<NamedHostTensor> inputs, expected;
};

bool names_an_output(std::string_view name) { return name == "out" || name.starts_with("out."); }

Result<GoldenCase> parse_case(std::span<const std::byte> file) {
    auto content = parse_safetensors(file);
    if (!content) return forward(content);
    GoldenCase golden;
    auto* op = content->find_metadata("op");
    auto* params = content->find_metadata("params");
    auto* tolerance = content->find_metadata("tol");
    if (!op || !params || !tolerance)
        return fail(Code::format, "not a golden case: __metadata__ needs op, params and tol");
    golden.op = *op;
    auto parsed = params_from_json(*params);
    if (!parsed) return forward(parsed);
    golden.params = std::move(*parsed);
    json tol = json::parse(*tolerance, nullptr, false);
    if (!tol.is_object() || !tol.contains("rel") || !tol.contains("abs") || !tol["rel"].is_number() ||
        !tol["abs"].is_number())
        return fail(Code::format, "tol is " + *tolerance + ", expected {\"rel\": number, \"abs\": number}");
    golden.rel = tol["rel"].get<double>();
    golden.abs = tol["abs"].get<double>();
    if (auto* reason = content->find_metadata("expect_error")) {
        golden.expect_error = true;
        golden.reason = *reason;
    }
    for (auto& one : content->tensors)
        (names_an_output(one.name) ? golden.expected : golden.inputs).push_back(std::move(one));
    if (golden.expect_error != golden.expected.empty())
        return fail(Code::format,
                    "not a golden case: it has neither an expected result nor an expected error, or both");
    return golden;
}

Task<Result<std::vector<HostTensor>>> run_on(Context& context, const GoldenCase& golden) {
    std::vector<NamedTensor> inputs;
    for (auto& input : golden.inputs) {
        auto tensor = context.device.upload(input.tensor);
        if (!tensor) co_return forward(tensor);
        inputs.push_back({input.name, std::move(*tensor)});
    }
    auto outputs = co_await run(context, golden.op, std::move(inputs), golden.params);
    if (!outputs) co_return forward(outputs);
    std::vector<HostTensor> read;
    for (auto& output : *outputs) {
        auto host = co_await context.device.read(output);
        if (!host) co_return forward(host);
        read.push_back(std::move(*host));
    }
    co_return read;
}

// Members of an object become parameters of their own: {"scaling": {"factor": 2}} is "scaling.factor". An empty object, or one
// in an object in an object, is a value that no operator takes.
void add_params(const json& object, const std::string& prefix, Params& params) {
    for (auto& [key, value] : object.items()) {
        if (value.is_object() && !value.empty() && std::count(prefix.begin(), prefix.end(), '.') < 2) {
            add_params(value, prefix + key + ".", params);
            continue;
        }
        ParamValue held;
        if (value.is_boolean()) held = value.get<bool>();
        if (value.is_number()) held = value.get<double>();
        if (value.is_string()) held = value.get<std::string>();
        if (value.is_array() && std::all_of(value.begin(), value.end(), [](auto& v) { return v.is_number(); }))
            held = value.get<std::vector<double>>();
        params.set(prefix + key, std::move(held));
    }
}

bool is_the_callers_fault(Code code) {
    return (code <= Code::conflict && code != Code::unknown) || code == Code::limit;
}

std::string compare(const GoldenCase& golden, const OpSpec& op, const std::vector<HostTensor>& got) {
    for (auto& want : golden.expected) {
        std::string_view label = want.name == "out" ? std::string_view("out") : std::string_view(want.name).substr(4);
        auto output =
            std::find_if(op.outputs.begin(), op.outputs.end(), [&](auto& spec) { return spec.name == label; });
        if (output == op.outputs.end()) return "the operator has no result " + want.name;
        auto& have = got[static_cast<size_t>(output - op.outputs.begin())];
        if (auto wrong = judge_golden(want.name, want.tensor, have, golden.rel, golden.abs)) {
            if (wrong->kind == "shape" || wrong->kind == "dtype")
                return want.name + " is " + to_string(have.type) + ", expected " + to_string(want.tensor.type);
            return wrong->to_string();
        }
    }
    return golden.expected.size() == op.outputs.size() ? "" : "the file does not expect every result of the operator";
}

}  // namespace

Result<Params> params_from_json(std::string_view text) {
    json root = json::parse(text, nullptr, false);
    if (!root.is_object()) return fail(Code::format, "the parameters are not a JSON object");
    Params params;
    add_params(root, "", params);
    return params;
}

Task<Result<GoldenVerdict>> check_golden(Context& context, std::span<const std::byte> file) {
    auto golden = parse_case(file);
    if (!golden) co_return GoldenVerdict{"", golden.error().message};
    GoldenVerdict verdict{golden->op, {}};
    auto op = find_op(golden->op);
    if (!op) {
        verdict.failure = op.error().message;
        co_return verdict;
    }
    auto got = co_await run_on(context, *golden);
    if (!got && (got.error().code == Code::lost || got.error().code == Code::timeout)) co_return forward(got);
    if (golden->expect_error) {
        if (got) verdict.failure = "a result came, expected the error \"" + golden->reason + "\"";
        if (!got && !is_the_callers_fault(got.error().code)) verdict.failure = got.error().message;
    } else {
        verdict.failure = got ? compare(*golden, **op, *got) : got.error().message;
    }
    co_return verdict;
}

}  // namespace xpu
