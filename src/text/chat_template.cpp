#include "xpu/chat_template.hpp"
#include "text/template.hpp"

namespace xpu {

Result<std::string> render_chat_template(std::string_view text, const ChatTemplateInput& input) {
    auto statements = jinja::parse(text);
    if (!statements) return forward(statements);
    jinja::List messages;
    for (auto& one : input.messages)
        messages.push_back(jinja::dict_of({{"role", {one.role}}, {"content", {one.content}}}));
    return jinja::run(*statements, {{"messages", jinja::list_of(std::move(messages))},
                                    {"add_generation_prompt", {input.add_generation_prompt}},
                                    {"bos_token", {std::string(input.bos_token)}},
                                    {"eos_token", {std::string(input.eos_token)}},
                                    {"tools", {jinja::None{}}}});
}

}  // namespace xpu
