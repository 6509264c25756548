// Chat templates: what Jinja makes of them, in tests/chat_templates/goldens.json, and what a hostile one may not do.
#include "xpu/chat_template.hpp"
#include <doctest/doctest.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

using namespace xpu;

namespace {

Result<std::string> rendered(std::string_view text) {
    const ChatMessage messages[] = {{"user", "Hi"}};
    return render_chat_template(text, {.messages = messages, .bos_token = "<s>"});
}

std::string error_of(std::string_view text) {
    auto result = rendered(text);
    return result ? "no error: " + *result : result.error().message;
}

}  // namespace

TEST_CASE("chat templates are rendered as Jinja renders them") {
    std::ifstream file(std::string(XPU_SOURCE_DIR) + "/tests/chat_templates/goldens.json");
    std::stringstream text;
    text << file.rdbuf();
    const auto golden = nlohmann::json::parse(text.str(), nullptr, false);
    REQUIRE(golden.is_object());
    size_t refused = 0;
    for (auto& one : golden["cases"]) {
        const auto source = golden["templates"][one["template"].get<size_t>()].get<std::string>();
        std::vector<ChatMessage> messages;
        for (auto& message : one["messages"])
            messages.push_back({message["role"].get<std::string>(), message["content"].get<std::string>()});
        auto result = render_chat_template(source, {.messages = messages,
                                                    .add_generation_prompt = one["prompt"].get<bool>(),
                                                    .bos_token = "<s>",
                                                    .eos_token = "</s>"});
        CAPTURE(source);
        if (one["text"].is_null()) {
            REQUIRE_FALSE(result);
            CHECK(result.error().message.starts_with("chat template, line "));
            refused++;
        } else {
            REQUIRE_MESSAGE(result, (result ? "" : result.error().message));
            CHECK(*result == one["text"].get<std::string>());
        }
    }
    CHECK(golden["cases"].size() >= 100);
    CHECK(refused >= 20);
}

TEST_CASE("what is wrong with a chat template is one sentence with its line") {
    CHECK(error_of("a\n{% if x %}b") == "chat template, line 2: {% if %} without its {% endif %}");
    CHECK(error_of("{% for m in messages %}\n\n{% endif %}") ==
          "chat template, line 3: {% endif %} within {% for %} of line 1");
    CHECK(error_of("{% macro f() %}{% endmacro %}") ==
          "chat template, line 1: {% macro %} is not supported; if, for, set, break, continue and generation are");
    CHECK(error_of("{{ messages | groupby('role') }}") ==
          "chat template, line 1: the filter \"groupby\" is not supported");
    CHECK(error_of("{{ lipsum() }}").starts_with("chat template, line 1: lipsum() is not supported"));
    CHECK(error_of("\n\n{{ raise_exception('no system role') }}") ==
          "chat template, line 3: it refuses these messages: no system role");
    CHECK(error_of("{{ missing.role }}") ==
          "chat template, line 1: \"missing\" is undefined, and \"role\" of it is asked for");
    CHECK(error_of("{{ 'a") == "chat template, line 1: a string without its end");
    CHECK(error_of("{{ ( }}") == "chat template, line 1: a \"}\" that closes nothing");
    CHECK(error_of("{# a") == "chat template, line 1: a comment without its #}");
    CHECK(error_of("{{ 99999999999999999999 }}") ==
          "chat template, line 1: 99999999999999999999 is more than 64 bits hold");
    CHECK(rendered("{% macro f() %}").error().code == Code::unsupported);
}

TEST_CASE("a chat template cannot run, grow or nest without end") {
    const std::string many(100'000, '(');
    CHECK(error_of("{{ " + many).contains("brackets within one another"));
    std::string negated = "{{ ";
    for (int i = 0; i < 100'000; i++) negated += "not ";
    CHECK(error_of(negated + "1 }}").contains("levels"));
    std::string minus = "{{ " + std::string(100'000, '-') + "1 }}";
    CHECK(error_of(minus).contains("levels"));
    std::string blocks;
    for (int i = 0; i < 10'000; i++) blocks += "{% if 1 %}";
    CHECK(error_of(blocks).contains("blocks within one another"));
    std::string chosen = "{{ 1";
    for (int i = 0; i < 100'000; i++) chosen += " if 1 else 1";
    CHECK(error_of(chosen + " }}").contains("levels"));
    CHECK(error_of("{% for i in range(100001) %}{% endfor %}").contains("range() of more than 100000 numbers"));
    CHECK(error_of("{% for i in [1, 2] * 2 %}{% endfor %}").contains("means nothing"));
    CHECK(rendered("{% set n = namespace(a='x') %}{% for i in range(64) %}{% set n.a = n.a + n.a %}{% endfor %}")
              .error()
              .code == Code::limit);
    CHECK(rendered("{% set n = namespace(a=[1]) %}{% for i in range(64) %}{% set n.a = n.a + n.a %}{% endfor %}")
              .error()
              .code == Code::limit);
    const auto chain = [](std::string_view begin, std::string_view link, int times, std::string_view end) {
        std::string text(begin);
        for (int i = 0; i < times; i++) text += link;
        return text.append(end);
    };
    CHECK(rendered(chain("{{ 0", " + 1", 100, " }}")) == "100");
    CHECK(error_of(chain("{{ 0", " + 1", 100'000, " }}")).contains("parts"));
    CHECK(error_of(chain("{{ messages", ".a", 100'000, " }}")).contains("parts"));
    CHECK(error_of(chain("{{ messages", " | list", 100'000, " }}")).contains("parts"));
    CHECK(error_of(chain("{{ messages", " is none", 100'000, " }}")).contains("parts"));
    CHECK(rendered(chain("{% if 0 %}", "{% elif 0 %}", 100, "{% else %}x{% endif %}")) == "x");
    CHECK(error_of(chain("{% if 0 %}", "{% elif 0 %}", 10'000, "{% endif %}")).contains("alternatives"));
    CHECK(rendered("{{ -9223372036854775807 - 1 }}") == "-9223372036854775808");
    CHECK(rendered("{{ (-9223372036854775807 - 1) // -1 }}").error().code == Code::format);
    CHECK(rendered("{{ (-9223372036854775807 - 1) % -1 }}") == "0");
    CHECK(
        rendered(
            "{{ 'abc'[9223372036854775807:] }}{{ 'abc'[:-9223372036854775807] }}{{ 'abc'[::9223372036854775807] }}") ==
        "a");
    CHECK(rendered("{{ range(9223372036854775806, 9223372036854775807, 5) | length }}") == "1");
}

TEST_CASE("a chat template that is cut off anywhere gives a text or a sentence") {
    const std::string whole = "{% for m in messages if m.role != 'system' -%}{{ '<' ~ m['role'] | trim ~ '>' }}{# c "
                              "#}{% if loop.last and not "
                              "(m.content[1:] is none) %}{{ {'a': [1, 2.5]}.a | join(',') }}{% elif true %}{% set x.y "
                              "= 1 %}{% endif %}{%- endfor %}";
    for (size_t size = 0; size <= whole.size(); size++) {
        auto result = rendered(std::string_view(whole).substr(0, size));
        CHECK((result || result.error().message.starts_with("chat template, line ")));
    }
    CHECK(rendered(whole) == "<user>1,2.5");
    for (size_t at = 0; at < whole.size(); at++)
        for (char c : {'{', '}', '%', '"', '\0', '\xff', '(', '.', '|', '-'}) {
            std::string changed = whole;
            changed[at] = c;
            auto result = rendered(changed);
            CHECK((result || result.error().message.starts_with("chat template, line ")));
        }
}
