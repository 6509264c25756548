#pragma once
// The part of Jinja that models' chat templates use: what chat_template.cpp renders. A template is parsed into statements, and
// these are run. Whitespace is as transformers sets it: trim_blocks and lstrip_blocks.
#include "xpu/error.hpp"
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace xpu::jinja {

struct Value;
struct Undefined {};
struct None {};
using List = std::vector<Value>;
using Dict = std::vector<std::pair<std::string, Value>>;  // in the order of insertion

/// Lists and dictionaries are shared, because nothing in a template changes one: `set` of an attribute makes another.
struct Value {
    std::variant<Undefined, None, bool, int64_t, double, std::string, std::shared_ptr<const List>,
                 std::shared_ptr<const Dict>>
        is;

    template <class T> const T* as() const { return std::get_if<T>(&is); }
    bool undefined() const { return as<Undefined>() != nullptr; }
    const List* list() const {
        return as<std::shared_ptr<const List>>() ? as<std::shared_ptr<const List>>()->get() : nullptr;
    }
    const Dict* dict() const {
        return as<std::shared_ptr<const Dict>>() ? as<std::shared_ptr<const Dict>>()->get() : nullptr;
    }
    const std::string* text() const { return as<std::string>(); }
};
Value list_of(List items);
Value dict_of(Dict items);
const Value* find(const Dict& dict, std::string_view key);

/// What Python says of a value: its truth, its type, `str` and `json.dumps` of it.
bool truth(const Value& value);
std::string_view type_name(const Value& value);
std::string to_text(const Value& value);
std::string to_json(const Value& value, int indent, int depth = 0);
bool equal(const Value& a, const Value& b);

struct Expr {
    enum class Kind {
        literal,    ///< value
        name,       ///< text
        list,       ///< args
        dict,       ///< args: key, value, key, value …
        attribute,  ///< args[0].text, where args[0] is no name of a function
        item,       ///< args[0][args[1]]
        slice,      ///< args[0][args[1]:args[2]:args[3]]; a literal None where there is none
        call,       ///< text(args…) of a function, or of a method of args[0] where `method`
        filter,     ///< args[0] | text(args[1]…)
        test,       ///< args[0] is text args[1]…
        unary,      ///< text args[0]: "not", "-" or "+"
        binary,     ///< args[0] text args[1]
        compare,    ///< args[0] names[0] args[1] names[1] args[2] …
        select,     ///< args[0] if args[1] else args[2]
    };
    Kind kind = Kind::literal;
    size_t line = 0;
    std::string text = {};
    Value value = {};
    std::vector<Expr> args = {};
    std::vector<std::string> names =
        {};  ///< of the last arguments of a call or a filter, given by name; the operators of a comparison
    bool method = false;
};

struct Statement {
    enum class Kind { text, output, set, set_block, branch, loop, leave, next };
    Kind kind = Kind::text;
    size_t line = 0;
    std::string text = {};  ///< what is written; the variable that is set, or its attribute as "ns.name"
    std::vector<Expr> exprs =
        {};  ///< output, set: one. branch: the condition. loop: the sequence, and a condition where there is one
    std::vector<std::string> names = {};  ///< the variables of a loop
    std::vector<Statement> body = {}, otherwise = {};
};

/// Errors: format, with the line, of a template that is no Jinja; unsupported, of what is not read here.
Result<std::vector<Statement>> parse(std::string_view source);

/// One sentence with the line, as errors of templates are said.
std::unexpected<Error> fail_at(size_t line, std::string why, Code code = Code::format);

using Variables = std::vector<std::pair<std::string, Value>>;
/// Errors: format, with the line, of what the statements ask for and cannot be had, and of raise_exception; limit, where a
/// template runs or writes without end.
Result<std::string> run(const std::vector<Statement>& statements, Variables variables);

/// Operators of two values: arithmetic, joining, and comparisons with "in" and "not in".
Result<Value> operate(size_t line, std::string_view op, const Value& a, const Value& b);
Result<bool> compared(size_t line, std::string_view op, const Value& a, const Value& b);
/// of[begin:end:step] of a list or a string, None where a part is not given.
Result<Value> sliced(size_t line, const Value& of, std::span<const Value, 3> by);
/// The longest text that an expression or a template may make: a hundred times a chat of a whole context.
inline constexpr size_t kMostBytes = size_t{64} << 20;

/// Filters, tests and methods. `named` are arguments given by name.
using Named = std::vector<std::pair<std::string, Value>>;
Result<Value> filter(size_t line, std::string_view name, const Value& value, const std::vector<Value>& args,
                     const Named& named);
Result<Value> method(size_t line, std::string_view name, const Value& value, const std::vector<Value>& args);
Result<bool> test(size_t line, std::string_view name, const Value& value, const std::vector<Value>& args);

}  // namespace xpu::jinja
