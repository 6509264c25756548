#include "kernels/expand.hpp"

#include <doctest/doctest.h>

#include <initializer_list>

using xpu::Code;
using xpu::Constant;

namespace {

xpu::Result<std::string> expand(std::string_view text, std::initializer_list<Constant> constants = {}) {
    return xpu::expand(text, std::span(constants.begin(), constants.size()));
}

std::string expanded(std::string_view text, std::initializer_list<Constant> constants = {}) {
    const auto result = expand(text, constants);
    return result ? *result : "error: " + result.error().message;
}

std::string message(std::string_view text, std::initializer_list<Constant> constants = {}) {
    const auto result = expand(text, constants);
    return result ? "no error, but: " + *result : result.error().message;
}

/// The value of an expression, as a constant would have it.
std::string value(std::string_view expression) {
    const std::string text = expanded("//@const A = " + std::string(expression));
    return text.starts_with("const A: u32 = ") ? text.substr(15, text.size() - 17) : text;
}

}  // namespace

TEST_CASE("a text without directives comes back as it is") {
    for (std::string_view text :
         {"", "\n", "a", "fn f() {\n  // a comment, ${not} for us\n}\n", "a\r\nb", "\n\n//x\n\n"})
        CHECK(expanded(text) == text);
}

TEST_CASE("a constant becomes a declaration on its line and keeps its indentation") {
    CHECK(expanded("x\n  //@const TILE = 16\ny\n") == "x\n  const TILE: u32 = 16u;\ny\n");
    CHECK(expanded("//@const A=1") == "const A: u32 = 1u;");
    CHECK(expanded("\t// @const A = 1\n") == "\t// @const A = 1\n");  // a space makes it a plain comment
    CHECK(expanded("//@const A = 1\r\n") == "const A: u32 = 1u;\r\n");
}

TEST_CASE("a value that is passed takes the place of the default, and later constants follow it") {
    const std::string_view text = "//@const A = 2\n//@const B = A * 3\n";
    CHECK(expanded(text) == "const A: u32 = 2u;\nconst B: u32 = 6u;\n");
    CHECK(expanded(text, {{"A", 5}}) == "const A: u32 = 5u;\nconst B: u32 = 15u;\n");
    CHECK(expanded(text, {{"A", 5}, {"B", 1}}) == "const A: u32 = 5u;\nconst B: u32 = 1u;\n");
    CHECK(expanded("//@const A = 0", {{"A", 4294967295u}}) == "const A: u32 = 4294967295u;");
}

TEST_CASE("expressions have the usual precedence and associate to the left") {
    CHECK(value("1 + 2 * 3") == "7");
    CHECK(value("(1 + 2) * 3") == "9");
    CHECK(value("20 / 3 / 2") == "3");
    CHECK(value("20 - 3 - 2") == "15");
    CHECK(value("17 % 5 * 2") == "4");
    CHECK(value("((7))") == "7");
    CHECK(value("2-5+4") == "1");
    CHECK(value("4294967295") == "4294967295");
}

TEST_CASE("a loop repeats its lines") {
    CHECK(expanded("a\n//@for i in 0..3\nb${i};\n//@end\nc\n") == "a\nb0;\nb1;\nb2;\nc\n");
    CHECK(expanded("//@for i in 2..2\nb\n//@end\nc") == "c");
    CHECK(expanded("//@const N = 2\n  //@for i in N - 1..N * 2\n  x${ i }\n  //@end\n") ==
          "const N: u32 = 2u;\n  x1\n  x2\n  x3\n");
    CHECK(expanded("//@for i in 0..2\nlast${i} //@end\n//@end\n") == "last0 //@end\nlast1 //@end\n");
}

TEST_CASE("loops nest, and an inner range may use an outer variable") {
    CHECK(expanded("//@for i in 0..2\n<\n//@for j in i..2\n${i*4+1}_${j}\n//@end\n>\n//@end\n") ==
          "<\n1_0\n1_1\n>\n<\n5_1\n>\n");
    CHECK(expanded("//@for i in 0..1\na${i}\n//@end\n//@for i in 5..6\nb${i}\n//@end\n") == "a0\nb5\n");
}

TEST_CASE("outside a loop ${} is plain text") { CHECK(expanded("//@const A = 1\n${A}") == "const A: u32 = 1u;\n${A}"); }

TEST_CASE("an inlined function is written where it is called, and its lines stay") {
    CHECK(expanded("//@inline\nfn at(i: u32) -> f32 { return a[2u * i]; }\nx = at(k + 1u) + at(0u);\n") ==
          "\n\nx = (a[2u * (k + 1u)]) + (a[2u * (0u)]);\n");
    CHECK(expanded("//@inline\nfn put(i: u32, v: f32) { out[i] = v; }\n  put(min(i, n), v[0, 1]);") ==
          "\n\n  out[(min(i, n))] = (v[0, 1]);");
    CHECK(expanded("x = one() * one();\n//@inline\nfn one() -> f32 { return 1.0; }\n") == "x = (1.0) * (1.0);\n\n\n");
    // In a call's values too, after the values of a loop, and never in the middle of another name.
    CHECK(expanded("//@inline\nfn f(i: u32) -> u32 { return i + 1u; }\n//@for k in 2..3\nf(f(${k}u)) + g.f1(2) + of(i) "
                   "+ 3f(i);\n//@end\n") == "\n\n((((2u) + 1u)) + 1u) + g.f1(2) + of(i) + 3f(i);\n");
}

TEST_CASE("errors of inlined functions") {
    CHECK(message("//@inline") == "kernel line 2: a function was expected after //@inline");
    CHECK(message("//@inline\nlet x = 1;\n").starts_with("kernel line 2: a function of one line was expected"));
    CHECK(message("//@inline\nfn f(i: u32) {\n}").starts_with("kernel line 2: a function of one line was expected"));
    const std::string f = "//@inline\nfn f(i: u32) -> u32 { return i; }\n";
    CHECK(message(f + "f(1u, 2u)") == "kernel line 3: a call of \"f\" with 1 values in one line was expected");
    std::string deep = "x", wide = "x";
    for (int i = 0; i < 40; i++) deep = "f(" + deep + ")";
    for (int i = 0; i < 30; i++) wide = "g(" + wide + ")";
    CHECK(message(f + deep) == "kernel line 3: at most 32 nested calls of inlined functions were expected");
    CHECK(message("//@inline\nfn g(i: u32) -> u32 { return i + i; }\n" + wide) ==
          "kernel line 3: at most 1 MiB of expanded text was expected");
    CHECK(message(f + "f(1u +\n 2u)") == "kernel line 3: a call of \"f\" with 1 values in one line was expected");
}

TEST_CASE("errors name the line and what was expected") {
    CHECK(message("a\n//@if x\n") ==
          "kernel line 2: //@const, //@for, //@end or //@inline was expected, came \"//@if x\"");
    CHECK(message("//@end of it\n").starts_with("kernel line 1: //@const, //@for, //@end or //@inline was expected"));
    CHECK(message("//@for i in 0..2\n//@for j in 0..2\n//@end\n") ==
          "kernel line 1: an //@end was expected after this loop");
    CHECK(message("\n\n//@end") == "kernel line 3: a //@for was expected before this end");
    CHECK(message("//@const A = B") == "kernel line 1: a constant or loop variable was expected, came \"B\"");
    CHECK(message("//@for i in 0..2\n\n${i + k}\n//@end").starts_with("kernel line 3: a constant or loop variable"));
    CHECK(message("//@const A = 1 / (2 - 2)") == "kernel line 1: division by zero");
    CHECK(message("//@const A = 1 % 0") == "kernel line 1: division by zero");
    CHECK(message("//@for i in 3..2\n//@end") == "kernel line 1: 0 to 4096 repeats were expected, came 3..2");
    CHECK(message("//@for i in 0..4097\n//@end") == "kernel line 1: 0 to 4096 repeats were expected, came 0..4097");
    CHECK(message("//@for i in 0-9223372036854775807..9223372036854775807\n//@end").contains("repeats were expected"));
    CHECK(message("//@for 3 in 0..4\n//@end") == "kernel line 1: //@for NAME in EXPR..EXPR was expected");
    CHECK(message("//@for i in 4\n//@end") == "kernel line 1: //@for NAME in EXPR..EXPR was expected");
    CHECK(message("//@for i = 0..4\n//@end") == "kernel line 1: //@for NAME in EXPR..EXPR was expected");
    CHECK(message("//@const A 3") == "kernel line 1: //@const NAME = EXPR was expected");
    CHECK(message("//@const = 3") == "kernel line 1: //@const NAME = EXPR was expected");
    CHECK(message("//@const A = 2 - 3") == "kernel line 1: a value from 0 to 4294967295 was expected, came -1");
    CHECK(message("//@const A = 4294967296").contains("a value from 0 to 4294967295 was expected"));
    CHECK(message("//@const A = 9223372036854775808").contains("a number that fits 64 bits was expected"));
    CHECK(message("//@const A = 9223372036854775807 + 1").contains("a value that fits 64 bits was expected"));
    CHECK(message("//@const A = (0 - 9223372036854775807 - 1) / (0 - 1)").contains("fits 64 bits"));
    CHECK(message("//@const A =").contains("a number, a name or a parenthesis was expected"));
    CHECK(message("//@const A = -1").contains("a number, a name or a parenthesis was expected"));
    CHECK(message("//@const A = 1 2").contains("an operator was expected, came \"2\""));
    CHECK(message("//@const A = (1").contains("a closing parenthesis was expected"));
    CHECK(message("//@const A = 1)").contains("an operator was expected"));
    CHECK(message("//@const A = 1\n//@const A = 2") == "kernel line 2: a new name was expected, came \"A\"");
    CHECK(message("//@const A = 1\n//@for A in 0..2\n//@end") == "kernel line 2: a new name was expected, came \"A\"");
    CHECK(message("//@for i in 0..2\n//@const A = 1\n//@end") ==
          "kernel line 2: constants were expected outside loops");
    CHECK(message("//@for i in 0..2\n${i\n//@end") == "kernel line 2: a closing } was expected after ${");
    CHECK(message("//@const A = 1\n", {{"B", 1}}) == "the kernel declares no constant \"B\"");
    CHECK(expand("plain", {{"B", 1}}).error().code == Code::unknown);
    CHECK(expand("//@end").error().code == Code::format);
}

TEST_CASE("a passed constant that is a loop's variable is not declared") {
    CHECK(message("//@for i in 0..2\n//@end", {{"i", 1}}) == "the kernel declares no constant \"i\"");
}

TEST_CASE("what could grow without end is bounded") {
    const std::string line(1024, 'x');
    CHECK(expanded("//@for i in 0..1000\n" + line + "\n//@end").size() == 1025 * 1000);
    CHECK(message("//@for i in 0..1024\n" + line + "\n//@end").contains("at most 1 MiB of expanded text was expected"));

    std::string empty_loops;
    for (char name = 'a'; name < 'a' + 8; ++name) empty_loops += std::string("//@for ") + name + " in 0..4096\n";
    for (int i = 0; i < 8; ++i) empty_loops += "//@end\n";
    CHECK(message(empty_loops).contains("at most 1 MiB"));

    std::string deep_loops;
    for (int i = 0; i < 100000; ++i) deep_loops += "//@for i in 0..1\n";
    CHECK(message(deep_loops) == "kernel line 33: at most 32 nested loops were expected");
    CHECK(message("//@const A = " + std::string(100000, '(')).contains("at most 32 nested parentheses were expected"));
}
