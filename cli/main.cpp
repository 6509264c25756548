// xpu: portable neural-network operators, proven and timed on the device at hand.
#include "common.hpp"
#include "kernels/registry.hpp"
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <sstream>

namespace {

constexpr const char* kExamples = R"(Examples:
  xpu devices                         what there is to run on
  xpu doctor                          is every kernel right on this device?
  xpu bench                           how fast is it, and how close to what the device can do?
  xpu bench --op matmul --shape 512x512x512
  xpu check tests/goldens/*.safetensors
  xpu op softmax --in x.safetensors --out y.safetensors)";

// A mistyped verb gets the nearest one; everything else is CLI11's own sentence.
std::string sentence(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
    std::vector<std::string> names;
    for (auto* verb : app.get_subcommands([](const CLI::App*) { return true; })) names.push_back(verb->get_name());
    std::vector<std::string_view> views(names.begin(), names.end());
    if (argc > 1 && argv[1][0] != '-' &&
        std::find(views.begin(), views.end(), std::string_view(argv[1])) == views.end())
        return fmt::format("there is no verb \"{}\", expected {}{}", argv[1], fmt::join(names, ", "),
                           xpu::did_you_mean(argv[1], views));
    std::string what = error.what();
    for (char& c : what)
        if (c == '\n') c = ' ';
    return what + "; see `xpu --help`";
}

int run(int argc, char** argv) {
    CLI::App app{"Portable neural-network operators, proven and timed on the device at hand."};
    app.name("xpu");
    app.footer(kExamples);
    app.set_version_flag("--version", std::string(XPU_VERSION));
    app.require_subcommand(1);
    int exit_code = 0;
    cli::add_devices(app, exit_code);
    cli::add_doctor(app, exit_code);
    cli::add_bench(app, exit_code);
    cli::add_report(app, exit_code);
    cli::add_check(app, exit_code);
    cli::add_op(app, exit_code);
    cli::add_ops(app, exit_code);
    if (argc == 1) {
        fmt::print("{}", app.help());
        return 0;
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& wanted) {  // --help, --version
        std::ostringstream text;
        exit_code = app.exit(wanted, text, text);
        fmt::print("{}", text.str());
    } catch (const CLI::ParseError& error) {
        cli::complain("xpu: {}\n", sentence(app, error, argc, argv));
        return cli::kFailure;
    }
    return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
    std::setvbuf(stdout, nullptr, _IOLBF, 1 << 16);
    try {
        cli::hear_log(false);
        int exit_code = run(argc, argv);
        if (std::fflush(stdout) == 0) return exit_code;
        std::fprintf(stderr, "xpu: cannot write to standard output: %s\n", std::strerror(errno));
    } catch (const std::bad_alloc&) {
        std::fputs("xpu: there is not enough memory\n", stderr);
    } catch (const std::exception& error) {  // of fmt::print, where it cannot
        std::fprintf(stderr, "xpu: %s\n", error.what());
    }
    return cli::kFailure;
}
