#include "kernels/conv_tiles.hpp"
#include "kernels/registry.hpp"
#include "tests/unit/made_up_caps.hpp"
#include "tests/unit/wgsl.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

using Floats = std::vector<float>;

Result<std::vector<HostTensor>> convolve(Shape shape, const Floats& x, Shape weight_shape, const Floats& weight,
                                         const Params& params, const Floats& bias = {}) {
    std::vector<NamedHostTensor> given = {{"input", HostTensor::f32(std::move(shape), x)},
                                          {"weight", HostTensor::f32(std::move(weight_shape), weight)}};
    if (!bias.empty()) given.push_back({"bias", HostTensor::f32({bias.size()}, bias)});
    return run_reference("conv1d", given, params);
}

Floats values(Shape shape, const Floats& x, Shape weight_shape, const Floats& weight, const Params& params = {},
              const Floats& bias = {}) {
    auto outputs = convolve(std::move(shape), x, std::move(weight_shape), weight, params, bias);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(TensorType input, TensorType weight, const Params& params = {}, std::optional<TensorType> bias = {}) {
    std::vector<NamedType> given = {{"input", std::move(input)}, {"weight", std::move(weight)}};
    if (bias) given.push_back({"bias", *bias});
    auto args = check_args(**find_op("conv1d"), given, params);
    return args ? "no error" : std::string(name(args.error().code)) + ": " + args.error().message;
}

std::string error(Shape input, Shape weight, const Params& params = {}) {
    return error({DType::f32, std::move(input)}, {DType::f32, std::move(weight)}, params);
}

}  // namespace

TEST_CASE("conv1d: pinned values") {
    // Correlation: the kernel turned round would give 123, 234.
    CHECK(values({1, 1, 4}, {1, 2, 3, 4}, {1, 1, 3}, {1, 10, 100}) == Floats{321, 432});
    CHECK(values({1, 1, 4}, {1, 2, 3, 4}, {1, 1, 3}, {1, 10, 100}, {}, {1000}) == Floats{1321, 1432});
    CHECK(values({1, 1, 4}, {1, 2, 3, 4}, {1, 1, 3}, {1, 0, 0}, {{"padding", 2.0}}) == Floats{0, 0, 1, 2, 3, 4});
    CHECK(values({1, 1, 4}, {1, 2, 3, 4}, {1, 1, 3}, {1, 10, 100}, {{"pad_left", 2.0}}) == Floats{100, 210, 321, 432});
    CHECK(values({1, 1, 4}, {1, 2, 3, 4}, {1, 1, 3}, {1, 10, 100}, {{"pad_right", 2.0}}) == Floats{321, 432, 43, 4});
    CHECK(values({1, 1, 5}, {1, 2, 3, 4, 5}, {1, 1, 2}, {1, 10}, {{"stride", 3.0}}) == Floats{21, 54});
    CHECK(values({1, 1, 5}, {1, 2, 3, 4, 5}, {1, 1, 2}, {1, 10}, {{"dilation", 3.0}}) == Floats{41, 52});
    CHECK(values({1, 1, 2}, {1, 2}, {1, 1, 5}, {1, 10, 100, 1000, 10000}, {{"padding", 2.0}}) == Floats{2100, 210});
}

TEST_CASE("conv1d: channels, groups and batches") {
    CHECK(values({1, 2, 2}, {1, 2, 3, 4}, {2, 2, 1}, {1, 10, 100, 1000}) == Floats{31, 42, 3100, 4200});
    // Two groups: each half of the results sees its half of the channels.
    CHECK(values({1, 2, 2}, {1, 2, 3, 4}, {4, 1, 1}, {1, 10, 100, 1000}, {{"groups", 2.0}}) ==
          Floats{1, 2, 10, 20, 300, 400, 3000, 4000});
    CHECK(values({2, 1, 2}, {1, 2, 3, 4}, {1, 1, 2}, {1, 10}) == Floats{21, 43});
    CHECK(values({0, 1, 2}, {}, {1, 1, 2}, {1, 10}).empty());
    CHECK(values({1, 0, 3}, {}, {2, 0, 2}, {}, {}, {5, 7}) == Floats{5, 5, 7, 7});
    CHECK(values({1, 1, 0}, {}, {1, 1, 1}, {3}, {{"padding", 1.0}}, {5}) == Floats{5, 5});
}

TEST_CASE("conv1d: the activation comes after the bias") {
    const auto activated = [](const char* act) {
        return values({1, 1, 2}, {1, -3}, {1, 1, 1}, {1}, {{"act", std::string(act)}}, {1});  // of 2 and −2
    };
    CHECK(activated("none") == Floats{2, -2});
    CHECK(activated("relu") == Floats{2, 0});
    CHECK(activated("tanh")[0] == doctest::Approx(0.96402758).epsilon(1e-6));
    CHECK(activated("silu")[1] == doctest::Approx(-0.23840584).epsilon(1e-6));
    CHECK(activated("gelu_erf")[1] == doctest::Approx(-0.04550026).epsilon(1e-6));
    CHECK(activated("gelu_tanh")[1] == doctest::Approx(-0.04540231).epsilon(1e-6));
}

TEST_CASE("conv1d: NaN and Inf, also against the zeros of the padding") {
    auto out = values({1, 1, 4}, {1, NAN, 3, 4}, {1, 1, 2}, {1, 1});
    CHECK(std::isnan(out[0]));
    CHECK(std::isnan(out[1]));
    CHECK(out[2] == 7);
    CHECK(values({1, 1, 2}, {1, INFINITY}, {1, 1, 1}, {-1})[1] == -INFINITY);
    out = values({1, 1, 2}, {1, 2}, {1, 1, 2}, {INFINITY, 1}, {{"pad_left", 1.0}});
    CHECK(std::isnan(out[0]));
    CHECK(out[1] == INFINITY);
}

TEST_CASE("conv1d: errors") {
    const Shape x = {1, 4, 8}, w = {2, 4, 3};
    CHECK(error({1, 5, 8}, {4, 2, 3}, {{"groups", 2.0}}) ==
          "divisible: conv1d: parameter groups is 2, expected it to divide the 5 channels of input");
    CHECK(error(x, {3, 2, 3}, {{"groups", 2.0}}) ==
          "divisible: conv1d: parameter groups is 2, expected it to divide the 3 channels of weight");
    CHECK(error(x, {2, 3, 3}) ==
          "shape: conv1d: weight is f32 [2, 3, 3], expected shape [Cout, 4, K]: Cin / groups is 4 / 1");
    CHECK(error(x, {2, 4, 0}) == "range: conv1d: weight is f32 [2, 4, 0], expected K of at least 1");
    CHECK(error(x, w, {{"stride", 0.0}}) == "range: conv1d: parameter stride is 0, expected at least 1");
    CHECK(error(x, w, {{"dilation", -2.0}}) == "range: conv1d: parameter dilation is -2, expected at least 1");
    CHECK(error(x, w, {{"groups", 0.0}}) == "range: conv1d: parameter groups is 0, expected at least 1");
    CHECK(error(x, w, {{"pad_right", -1.0}}) == "range: conv1d: parameter pad_right is -1, expected at least 0");
    CHECK(error(x, w, {{"padding", 1.0}, {"pad_right", 0.0}}) ==
          "conflict: conv1d: parameter padding was given with pad_right, expected it or the pads of the two sides");
    CHECK(error(x, w, {{"padding", std::string("same")}}) ==
          "type: conv1d: parameter padding is \"same\", expected an integer");
    CHECK(error(x, w, {{"act", std::string("gelu")}})
              .starts_with("kind: conv1d: parameter act is \"gelu\", expected one"));
    CHECK(
        error({1, 2, 3}, {2, 2, 4}) ==
        "range: conv1d: the kernel reaches over 4 samples, and the input with its padding has 3: expected at least one "
        "result");
    CHECK(error(x, w, {{"dilation", 2147483647.0}}).starts_with("range: conv1d: the kernel reaches over 4294967295 "));
    CHECK(error({DType::f32, x}, {DType::f32, w}, {}, TensorType{DType::f32, {1}}) ==
          "shape: conv1d: bias is f32 [1], expected shape [Cout=2]");
    CHECK(error({DType::f16, x}, {DType::f32, w}) ==
          "dtype: conv1d: weight is f32 [2, 4, 3], expected f16 as input is");
    CHECK(error({1, 1, 4294967295}, {1, 1, 1}, {{"pad_left", 1.0}}) ==
          "limit: conv1d: input with its padding has rows of 4294967296, expected at most 2^32 - 1");
    CHECK(error({2, 1, 2147483647}, {2, 1, 1}).starts_with("limit: conv1d: out would be f32 [2, 2, 2147483647]"));
}

TEST_CASE("conv1d: ways are found for every shape, never one that the device cannot take, each once") {
    for (auto [invocations, bytes] : {std::pair{256u, 16384u}, {256u, 32768u}, {512u, 16384u}, {1024u, 49152u}})
        for (uint64_t groups : {1u, 3u})
            for (uint64_t rows : {0u, 1u, 2u, 7u, 64u, 1090u})
                for (uint64_t channels : {0u, 1u, 9u, 4294967295u})
                    for (uint64_t columns : {0u, 1u, 33u, 24000u, 4294967295u}) {
                        Caps caps;
                        caps.max_invocations = invocations;
                        caps.max_workgroup_bytes = bytes;
                        conv_tiles::Tiled tiled;
                        tiled.padded = 24;
                        auto all = conv_tiles::choices(
                            caps, {groups, rows, channels, 3, columns, conv_tiles::Edges::most}, tiled);
                        CHECK(std::ranges::any_of(all, [](auto& choice) { return choice.entry == "kernel"; }));
                        for (size_t i = 0; i < all.size(); i++) {
                            for (size_t j = 0; j < i; j++)
                                CHECK((all[i].entry != all[j].entry || all[i].tile != all[j].tile));
                            if (all[i].entry != "tiled") continue;
                            auto& tile = conv_tiles::tiles[conv_tiles::way_of(all[i].tile).tile];
                            CHECK(tile.invocations() <= invocations);
                            CHECK(tile.workgroup_bytes() <= bytes);
                        }
                    }
}

TEST_CASE("conv1d: what a tile is said to take is what its kernel asks for") {
    Caps caps = made_up::large();
    auto& op = **find_op("conv1d");
    std::vector<NamedType> given = {{"input", {DType::f32, {1, 64, 999}}}, {"weight", {DType::f32, {64, 64, 3}}}};
    auto args = check_args(op, given, {});
    REQUIRE(args);
    for (uint32_t i = 0; i < conv_tiles::tiles.size(); i++)
        for (auto& kernel : embedded_kernels()) {
            if (kernel.op != "conv1d" || kernel.file != "tiled.wgsl") continue;
            auto& tile = conv_tiles::tiles[i];
            INFO(tile.label());
            auto plan = op.plan(caps, *args, {"tiled", conv_tiles::Way{i}.index()});
            auto text = expand(kernel.text, plan.dispatches[0].constants);
            REQUIRE(text);
            const auto asks = wgsl::demand(*text);
            REQUIRE_MESSAGE(asks.error.empty(), asks.error);
            CHECK(asks.invocations == tile.invocations());
            CHECK(asks.workgroup_bytes == tile.workgroup_bytes());
            CHECK(plan.dispatches[0].workgroups == (64 + tile.bm - 1) / tile.bm * ((997 + tile.bn - 1) / tile.bn));
        }
}
