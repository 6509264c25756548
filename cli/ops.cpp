#include "common.hpp"
#include "harness/report.hpp"
#include "kernels/registry.hpp"
#include <nlohmann/json.hpp>

namespace cli {

namespace {

std::string signature(const xpu::OpSpec& op) {
    auto tensors = [](const auto& list) {
        std::string text;
        for (auto& arg : list) {
            std::string types;
            for (auto type : arg.dtypes) types += (types.empty() ? "" : "|") + std::string(xpu::name(type));
            text += fmt::format("{}{}{} {}[{}]", text.empty() ? "" : ", ", arg.name, arg.optional ? "?" : "", types,
                                fmt::join(arg.dims, ", "));
        }
        return text;
    };
    std::string params;
    for (auto& param : op.params) {
        using Given = xpu::ParamSpec::Given;
        params +=
            fmt::format("{}{}{}", params.empty() ? "" : ", ", param.name, param.given == Given::or_absent ? "?" : "");
        if (param.choices.size() > 0) params += fmt::format(": {}", fmt::join(param.choices, "|"));
        if (param.given != Given::or_default) continue;
        if (param.kind == xpu::ParamSpec::Kind::choice)
            params += fmt::format(" = {}", param.fallback_choice);
        else
            params += fmt::format(" = {}", param.fallback);
    }
    return fmt::format("({}{}) -> {}", tensors(op.inputs), params.empty() ? "" : "; " + params, tensors(op.outputs));
}

int ops(bool json) {
    if (json) {
        fmt::print("{}\n", xpu::ops_json().dump(2));
        return 0;
    }
    for (auto* op : xpu::registered_ops()) {
        fmt::print("{}{}\n    {}\n    {}\n", strong(op->name), signature(*op), op->summary,
                   dim(fmt::format("as {}", op->source)));
    }
    return 0;
}

}  // namespace

void add_ops(CLI::App& app, int& exit_code) {
    auto* verb = app.add_subcommand("ops", "List the operators with their tensors and parameters");
    auto json = std::make_shared<bool>(false);
    verb->add_flag("--json", *json, "print JSON");
    verb->callback([json, &exit_code] { exit_code = ops(*json); });
}

}  // namespace cli
