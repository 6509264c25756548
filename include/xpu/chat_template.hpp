#pragma once
// From the messages of a chat to the one text that a model reads.
#include "xpu/error.hpp"
#include <span>
#include <string>
#include <string_view>

namespace xpu {

struct ChatMessage {
    std::string role;  ///< "system", "user" or "assistant", or what else the template knows
    std::string content;
};

struct ChatTemplateInput {
    std::span<const ChatMessage> messages;
    bool add_generation_prompt = true;  ///< end with the beginning of the assistant's answer
    std::string_view bos_token = "", eos_token = "";
};

/// Renders a model's own chat template (tokenizer.chat_template of a GGUF file, chat_template of tokenizer_config.json) as
/// transformers does, whose Jinja trims a line's end after a block and the blanks before one.
/// Supported: if, for with conditions and else, set, break, continue and generation; expressions with all operators, slices and
/// conditions; the usual filters, tests and methods of strings, lists and dictionaries; raise_exception, namespace, dict and range.
/// Errors: format, with the line, of a damaged template, or of one that refuses the messages; unsupported, of what is beyond this
/// part of Jinja, by name; limit, of a template that runs or writes without end.
Result<std::string> render_chat_template(std::string_view text, const ChatTemplateInput& input);

}  // namespace xpu
