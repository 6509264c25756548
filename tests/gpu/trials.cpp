// One kernel at a time: what the judge sees around a result, on plain kernels that make one mistake each.
#include "support.hpp"

using namespace xpu;

namespace {

// rms_norm by one thread; MISTAKE stands for what is done wrong.
constexpr std::string_view kPlain = R"(//@const LANES = 1
struct Params { n: u32, d: u32, g: u32, eps: f32 };
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> weight: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
@group(0) @binding(3) var<uniform> p: Params;

@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) w: vec3u) {
  if (w.x + w.y > 0u) { return; }
  let total = p.n * p.d;
  for (var row = 0u; row < p.n; row++) {
    var sum = 0.0;
    for (var i = 0u; i < p.d READ_MORE; i++) { sum += x[row * p.d + i] * x[row * p.d + i]; }
    let scale = inverseSqrt(sum / f32(p.d) + p.eps);
    for (var i = 0u; i < p.d; i++) {
      let at = row * p.d + i;
      if (SKIP) { continue; }
      y[at] = x[at] * scale * weight[(row % p.g) * p.d + i] FACTOR;
    }
  }
  MISTAKE
}
)";

struct Mistake {
    std::string_view read_more = "", skip = "false", factor = "", mistake = "";
};

std::string text_of(const Mistake& mistake) {
    std::string text(kPlain);
    const auto put = [&](std::string_view mark, std::string_view value) {
        const size_t at = text.find(mark);
        REQUIRE(at != text.npos);
        text.replace(at, mark.size(), value);
    };
    put("READ_MORE", mistake.read_more);
    put("SKIP", mistake.skip);
    put("FACTOR", mistake.factor);
    put("MISTAKE", mistake.mistake);
    return text;
}

/// The verdict on such a kernel at 5 × 41, in one of the modes.
std::string verdict(const Mistake& mistake, bool checked = false) {
    const std::string text = text_of(mistake);
    const std::vector<KernelFile> kernels = {{"rms_norm", "kernel.wgsl", text}};
    Context context(test::device());
    context.kernels = kernels;
    context.checked = checked;
    const OpSpec& op = **find_op("rms_norm");
    const Case one{"5 x 41",
                   {{"input", {DType::f32, {5, 41}}, Fill::uniform}, {"weight", {DType::f32, {1, 41}}, Fill::uniform}},
                   test::kEps};
    auto trial = VALUE(wait(context.device, make_trial(context, op, one)));
    const auto choices = op.choices(context.device.caps(), trial.args);
    const auto choice = std::find_if(choices.begin(), choices.end(), [](auto& each) { return each.entry == "kernel"; });
    REQUIRE(choice != choices.end());
    auto found = VALUE(wait(context.device, try_choice(context, trial, *choice, {})));
    CHECK(found.used[0].file == "kernel.wgsl");
    return found.wrong ? found.wrong->kind + " " + std::to_string(found.wrong->index) + " x" +
                             std::to_string(found.wrong->count)
                       : "right";
}

}  // namespace

TEST_CASE("the plain kernel is right in both modes") {
    CHECK(verdict({}) == "right");
    CHECK(verdict({}, true) == "right");
}

TEST_CASE("one zeroed row, one element off, one that was not written: each is seen") {
    CHECK(verdict({.factor = "* select(1.0, 1.0001, at == 77u)"}) == "off 77 x1");
    CHECK(verdict({.factor = "* select(1.0, 0.0, row == 3u)"}).starts_with("off 1"));
    CHECK(verdict({.factor = "* select(1.0, 0.0, row == 3u)"}).ends_with(" x41"));
    CHECK(verdict({.skip = "at == 204u"}) == "untouched 204 x1");
    CHECK(verdict({.skip = "row == 4u"}) == "untouched 164 x41");
    CHECK(verdict({.mistake = "y[7] = bitcast<f32>(p.n * 0u + 0x7fc00000u);"}) == "nan 7 x1");
    CHECK(verdict({.mistake = "y[7] = bitcast<f32>(p.n * 0u + 0x7f800000u);"}) == "inf 7 x1");
}

TEST_CASE("a write beyond the end is seen in the band, from its first word to its last, in both modes") {
    for (bool checked : {false, true}) {
        CHECK(verdict({.mistake = "y[total] = 1.0;"}, checked) == "band 205 x1");
        CHECK(verdict({.mistake = "y[total + 1023u] = 0.0;"}, checked) == "band 1228 x1");
    }
}

TEST_CASE("a read beyond the end of an input meets NaN") {
    CHECK(verdict({.read_more = "+ select(0u, 1u, row == p.n - 1u)"}).starts_with("nan 164 "));
}
