// Tests on a real graphics library. Without an adapter they are skipped, visibly; in CI that is a failure.
#define DOCTEST_CONFIG_IMPLEMENT
#include "support.hpp"
#include <cstdlib>

int main(int argc, char** argv) {
    if (xpu::adapters().empty()) {
        const char* ci = std::getenv("CI");
        const bool must = ci && std::string_view(ci) == "true";
        std::printf("no WebGPU adapter was found: nothing here was tested%s\n0 passed, %d failed, %d skipped\n",
                    must ? ", and in CI it has to be" : "", must, !must);
        return must;
    }
    std::setvbuf(stdout, nullptr, _IOLBF, 1 << 16);
    doctest::Context context(argc, argv);
    const int result = context.run();
    test::close();
    return result;
}
