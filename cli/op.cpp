#include "common.hpp"
#include "harness/goldens.hpp"
#include "harness/report.hpp"
#include "harness/text.hpp"
#include "kernels/registry.hpp"
#include "xpu/safetensors.hpp"
#include <nlohmann/json.hpp>

namespace cli {

namespace {

struct Flags {
    std::string name, in, out;
    std::vector<std::string> params;
    DeviceFlags device;
    bool json = false;
};

// "eps=1e-5": the value is JSON where it parses as such, else a name.
xpu::Result<std::string> params_json(const std::vector<std::string>& given) {
    nlohmann::json params = nlohmann::json::object();
    for (auto& pair : given) {
        size_t equals = pair.find('=');
        if (equals == std::string::npos || equals == 0)
            return xpu::fail(xpu::Code::format, fmt::format("--param is \"{}\", expected name=value", pair));
        auto value = nlohmann::json::parse(pair.substr(equals + 1), nullptr, false);
        params[pair.substr(0, equals)] = value.is_discarded() ? nlohmann::json(pair.substr(equals + 1)) : value;
    }
    return params.dump();
}

xpu::Task<xpu::Result<std::vector<xpu::HostTensor>>> run_on(xpu::Context& context, std::string name,
                                                            std::vector<xpu::NamedHostTensor> inputs,
                                                            xpu::Params params, std::vector<xpu::KernelUse>& used) {
    std::vector<xpu::NamedTensor> on_device;
    for (auto& input : inputs) {
        auto tensor = context.device.upload(input.tensor);
        if (!tensor) co_return xpu::forward(tensor);
        on_device.push_back({input.name, *tensor});
    }
    auto outputs = co_await xpu::run(context, name, std::move(on_device), std::move(params), &used);
    if (!outputs) co_return xpu::forward(outputs);
    std::vector<xpu::HostTensor> host;
    for (auto& output : *outputs) {
        auto read = co_await context.device.read(output);
        if (!read) co_return xpu::forward(read);
        host.push_back(std::move(*read));
    }
    co_return host;
}

int op(const Flags& flags) {
    auto spec = xpu::find_op(flags.name);
    if (!spec) return failed(spec.error());
    xpu::SafeTensors content;  // without a file, of an operator that takes no tensor
    if (!flags.in.empty()) {
        auto bytes = read_file(flags.in);
        if (!bytes) return failed(bytes.error());
        auto parsed = xpu::parse_safetensors(*bytes);
        if (!parsed) return failed({parsed.error().code, flags.in + ": " + parsed.error().message});
        content = std::move(*parsed);
    }
    // A file that this verb wrote, or a golden one, holds results beside the inputs.
    std::erase_if(content.tensors, [](auto& one) { return one.name == "out" || one.name.starts_with("out."); });
    auto text = params_json(flags.params);
    if (!text) return failed(text.error());
    auto params = xpu::params_from_json(*text);
    if (!params) return failed(params.error());
    auto context = open(flags.device);
    if (!context) return failed(context.error());

    std::vector<xpu::KernelUse> used;
    auto outputs = xpu::wait(context->device, run_on(*context, flags.name, content.tensors, *params, used));
    if (!outputs) return failed(outputs.error());
    xpu::SafeTensors result;
    result.metadata = {{"op", flags.name}, {"params", *text}};
    for (size_t i = 0; i < outputs->size(); i++) {
        std::string name((*spec)->outputs[i].name);
        result.tensors.push_back({outputs->size() == 1 ? "out" : "out." + name, std::move((*outputs)[i])});
    }
    if (auto written = write_file(flags.out, xpu::write_safetensors(result)); !written) return failed(written.error());
    if (flags.json) {
        nlohmann::json out = {{"op", flags.name}, {"out", flags.out}, {"device", context->device.info().name}};
        for (auto& tensor : result.tensors)
            out["tensors"].push_back({{"name", tensor.name}, {"type", to_string(tensor.tensor.type)}});
        for (auto& use : used)
            out["kernels"].push_back({{"file", use.file},
                                      {"tile", use.tile},
                                      {"rung", use.rung},
                                      {"tried", use.tried},
                                      {"fallback", use.fallback}});
        out["memory"] = xpu::to_json(context->device.memory());
        fmt::print("{}\n", out.dump(2));
        return 0;
    }
    for (auto& tensor : result.tensors) fmt::print("{} {}\n", tensor.name, to_string(tensor.tensor.type));
    fmt::print("{}\n", dim("on " + context->device.info().name));
    for (auto& use : used) {
        std::string how = use.tried.empty() ? "" : fmt::format(" ({}; tried {})", use.rung, fmt::join(use.tried, ", "));
        fmt::print("{}\n", dim(fmt::format("by {}{}{}{}", use.file, use.tile.empty() ? "" : " ", use.tile, how)));
        if (!use.fallback.empty()) fmt::print("fell back: {}\n", use.fallback);
    }
    fmt::print("{}\n", dim("memory: " + xpu::memory_text(context->device.memory())));
    return 0;
}

}  // namespace

void add_op(CLI::App& app, int& exit_code) {
    auto* verb = app.add_subcommand("op", "Run one operator on the tensors of a safetensors file");
    verb->footer("Example:\n  xpu op rms_norm --in x.safetensors --out y.safetensors --param eps=1e-5");
    auto flags = std::make_shared<Flags>();
    verb->add_option("NAME", flags->name, "the operator; `xpu ops` lists them")->required();
    verb->add_option("--in", flags->in, "safetensors file with tensors named as the operator's inputs");
    verb->add_option("--out", flags->out, "safetensors file to write")->required();
    verb->add_option("--param", flags->params, "a parameter as name=value; may be repeated")->allow_extra_args(false);
    verb->add_flag("--json", flags->json, "print JSON");
    add_device_flags(*verb, flags->device);
    verb->callback([flags, &exit_code] { exit_code = op(*flags); });
}

}  // namespace cli
