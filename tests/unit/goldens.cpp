// Golden files made up here: what passes, what fails, and what is no case at all.
#include "harness/goldens.hpp"
#include "xpu/safetensors.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

struct File {
    std::vector<std::pair<std::string, std::string>> metadata;
    std::vector<NamedHostTensor> tensors;
};

HostTensor f32s(Shape shape, std::vector<float> values) { return HostTensor::f32(std::move(shape), values); }

/// A good case of softmax: two rows of two.
File softmax_case() {
    return {{{"op", "softmax"}, {"params", "{}"}, {"source", "by hand"}, {"tol", R"({"rel": 1e-5, "abs": 1e-6})"}},
            {{"input", f32s({2, 2}, {0, 0, 0, std::log(3.0f)})}, {"out", f32s({2, 2}, {0.5f, 0.5f, 0.25f, 0.75f})}}};
}

File rms_norm_error(std::string params) {
    return {{{"op", "rms_norm"},
             {"params", std::move(params)},
             {"tol", R"({"rel": 0, "abs": 0})"},
             {"expect_error", "missing"}},
            {{"input", f32s({1, 2}, {1, 2})}, {"weight", f32s({1, 2}, {1, 1})}}};
}

void set(File& file, const std::string& key, const std::string& value) {
    for (auto& [name, held] : file.metadata)
        if (name == key) {
            held = value;
            return;
        }
    file.metadata.emplace_back(key, value);
}

/// The verdict of the reference on these bytes: empty when passed.
std::string verdict(std::span<const std::byte> bytes) {
    Context context(make_reference_device());  // whose results are exact
    auto task = check_golden(context, bytes);
    task.start();
    REQUIRE(task.done());
    REQUIRE(task.result());
    return task.result()->failure;
}
std::string verdict(const File& file) { return verdict(write_safetensors({file.tensors, file.metadata})); }

}  // namespace

TEST_CASE("a good case passes") { CHECK(verdict(softmax_case()) == ""); }

TEST_CASE("a result that is off, of another shape or of another dtype fails") {
    File file = softmax_case();
    file.tensors[1].tensor.as<float>()[2] = 0.3f;
    CHECK(verdict(file).starts_with("out[2] is 0.25, expected 0.3"));
    file = softmax_case();
    file.tensors[1].tensor.as<float>()[1] = std::nanf("");
    CHECK(verdict(file) == "out[1] is 0.5, expected nan (1 element is wrong)");
    file = softmax_case();
    file.tensors[1].tensor.type.shape = {4, 1};
    CHECK(verdict(file) == "out is f32 [2, 2], expected f32 [4, 1]");
    file = softmax_case();
    file.tensors[1].tensor.type.dtype = DType::i32;
    CHECK(verdict(file) == "out is f32 [2, 2], expected i32 [2, 2]");
    file = softmax_case();
    set(file, "tol", R"({"rel": 0, "abs": 0})");
    file.tensors[1].tensor.as<float>()[3] = 0.75000006f;
    CHECK(verdict(file) != "");
}

TEST_CASE("the tolerance is the file's") {
    File file = softmax_case();
    file.tensors[1].tensor.as<float>()[2] = 0.3f;
    set(file, "tol", R"({"rel": 0, "abs": 0.06})");
    CHECK(verdict(file) == "");
    set(file, "tol", R"({"rel": 0.2, "abs": 0})");
    CHECK(verdict(file) == "");
    set(file, "tol", R"({"rel": 0.1, "abs": 0.01})");
    CHECK(verdict(file) != "");
}

TEST_CASE("an unknown operator, tensor or parameter is a failed case") {
    File file = softmax_case();
    set(file, "op", "sofmax");
    CHECK(verdict(file).contains("no operator is called \"sofmax\"; did you mean softmax?"));
    file = softmax_case();
    file.tensors.push_back({"mask", f32s({2}, {1, 1})});
    CHECK(verdict(file).contains("softmax: there is no input \"mask\""));
    file = softmax_case();
    set(file, "params", R"({"axis": 1})");
    CHECK(verdict(file).contains("softmax: there is no parameter \"axis\""));
    file = softmax_case();
    file.tensors.push_back({"out.second", f32s({2}, {1, 1})});
    CHECK(verdict(file).contains("no result out.second"));
    file = softmax_case();
    file.tensors[1].name = "out.probs";
    CHECK(verdict(file).contains("no result out.probs"));
}

TEST_CASE("an expected error passes when an error comes, and fails when a result does") {
    CHECK(verdict(rms_norm_error("{}")) == "");
    CHECK(verdict(rms_norm_error(R"({"eps": 0})")) == "");
    CHECK(verdict(rms_norm_error(R"({"eps": "small"})")) == "");
    CHECK(verdict(rms_norm_error(R"({"eps": 1e-5})")) == "a result came, expected the error \"missing\"");
    File file = rms_norm_error("{}");
    file.tensors.pop_back();
    CHECK(verdict(file) == "");
}

TEST_CASE("an expected error does not excuse a file that is not about the operator") {
    CHECK(verdict(rms_norm_error(R"({"eps": 1e-5, "epsilon": 1})")) != "");
    File file = rms_norm_error("{}");
    file.tensors.push_back({"bias", f32s({2}, {1, 1})});
    CHECK(verdict(file) != "");
    set(file, "op", "rms");
    CHECK(verdict(file) != "");
}

TEST_CASE("a file that is no case fails and says what it lacks") {
    for (auto key : {"op", "params", "tol"}) {
        File file = softmax_case();
        std::erase_if(file.metadata, [&](auto& pair) { return pair.first == key; });
        CHECK(verdict(file) == "not a golden case: __metadata__ needs op, params and tol");
    }
    File file = softmax_case();
    file.tensors.pop_back();
    CHECK(verdict(file).contains("neither an expected result nor an expected error"));
    file = rms_norm_error("{}");
    file.tensors.push_back({"out", f32s({1, 2}, {1, 1})});
    CHECK(verdict(file).contains("or both"));
    for (auto tol :
         {"", "3", "{}", R"({"rel": 1})", R"({"rel": "1", "abs": 0})", R"({"rel": null, "abs": 0})", "[1, 2]"}) {
        file = softmax_case();
        set(file, "tol", tol);
        CHECK(verdict(file).starts_with("tol is "));
    }
    for (auto params : {"", "[]", "null", "{", "3"}) {
        file = softmax_case();
        set(file, "params", params);
        CHECK(verdict(file) == "the parameters are not a JSON object");
    }
    CHECK(verdict(std::span<const std::byte>{}).starts_with("safetensors: "));
    auto bytes = write_safetensors({softmax_case().tensors, softmax_case().metadata});
    bytes.pop_back();
    CHECK(verdict(bytes).starts_with("safetensors: "));
}

TEST_CASE("a case of f16 is widened before it is compared, and empty ones pass") {
    const auto halves = [](Shape shape, std::vector<float> values) {
        HostTensor tensor = HostTensor::zeros({DType::f16, std::move(shape)});
        for (size_t i = 0; i < values.size(); i++) tensor.as<f16>()[i] = f16::from(values[i]);
        return tensor;
    };
    File file = softmax_case();
    file.tensors = {{"input", halves({1, 4}, {0, 0, 0, 0})}, {"out", halves({1, 4}, {0.25f, 0.25f, 0.25f, 0.25f})}};
    CHECK(verdict(file) == "");
    file.tensors[1].tensor.as<f16>()[3] = f16::from(0.26f);
    CHECK(verdict(file).starts_with("out[3] is 0.25"));
    file.tensors = {{"input", f32s({0, 4}, {})}, {"out", f32s({0, 4}, {})}};
    CHECK(verdict(file) == "");
    file.tensors = {{"input", f32s({4, 0}, {})}, {"out", f32s({0, 4}, {})}};
    CHECK(verdict(file) == "out is f32 [4, 0], expected f32 [0, 4]");
}

TEST_CASE("parameters are read as JSON's kinds") {
    auto params = params_from_json(
        R"({"a": 1, "b": 2.5, "c": true, "d": "x", "e": [1, 2], "f": null, "g": {}, "h": [1, "2"], "i": []})");
    REQUIRE(params);
    CHECK(*params->find("a") == ParamValue(1.0));
    CHECK(*params->find("b") == ParamValue(2.5));
    CHECK(*params->find("c") == ParamValue(true));
    CHECK(*params->find("d") == ParamValue(std::string("x")));
    CHECK(*params->find("e") == ParamValue(std::vector<double>{1, 2}));
    CHECK(*params->find("f") == ParamValue(std::monostate{}));
    CHECK(*params->find("g") == ParamValue(std::monostate{}));
    CHECK(*params->find("h") == ParamValue(std::monostate{}));
    CHECK(*params->find("i") == ParamValue(std::vector<double>{}));
    CHECK(params->find("z") == nullptr);
    CHECK(params_from_json("{}")->values().empty());
    CHECK(params_from_json("[1]").error().code == Code::format);
    CHECK_FALSE(params_from_json(R"({"a": 1e999})"));
}
