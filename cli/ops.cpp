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

// docs/operators.md.
void print_markdown() {
    fmt::print("# Operators\n\nWritten by `xpu ops -o md` from the declarations; each operator's header in `ops/` says "
               "exactly what it "
               "computes, and which\nerrors there are. `?` marks what may be left out, `K/4` a quotient that is "
               "rounded up, and `[...]` any "
               "shape. Where a tensor has several\ntypes, all of the call are of one.\n");
    for (auto* op : xpu::registered_ops()) {
        std::string more = op->inplace.empty() ? "" : fmt::format(" The result may be written over `{}`.", op->inplace);
        if (op->cpu) more += " It has a CPU kernel.";
        fmt::print("\n## {}\n\n{}{}\n\n    {}{}\n\nConventions: {}\n", op->name, op->summary, more, op->name,
                   signature(*op), op->source);
    }
}

int ops(const std::string& output) {
    if (output == "json") {
        fmt::print("{}\n", xpu::ops_json().dump(2));
        return 0;
    }
    if (output == "md") {
        print_markdown();
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
    auto output = std::make_shared<std::string>("table");
    verb->add_option("-o", *output, "table, json or md")
        ->check(CLI::IsMember({"table", "json", "md"}))
        ->capture_default_str();
    verb->add_flag_callback("--json", [output] { *output = "json"; }, "as -o json");
    verb->footer("Examples:\n  xpu ops\n  xpu ops --json\n  xpu ops -o md > docs/operators.md");
    verb->callback([output, &exit_code] { exit_code = ops(*output); });
}

}  // namespace cli
