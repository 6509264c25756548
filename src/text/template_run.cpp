#include "text/template.hpp"
#include <algorithm>

namespace xpu::jinja {

namespace {

// A template comes with a model's file, from anywhere: it may not run or write without end. A message takes some sixty steps, and
// this many take a few seconds.
constexpr uint64_t kMostSteps = 2'000'000;
constexpr int64_t kMostInRange = 100'000;  // as Jinja's own sandbox has it

enum class Flow { on, leave, next };

class Runner {
  public:
    explicit Runner(Variables variables) { scopes_.push_back(std::move(variables)); }
    std::string take() { return std::move(out_); }

    Result<Flow> all(const std::vector<Statement>& statements) {
        for (auto& one : statements) {
            auto flow = statement(one);
            if (!flow || *flow != Flow::on) return flow;
        }
        return Flow::on;
    }

  private:
    Status step(size_t line) {
        if (++steps_ > kMostSteps)
            return fail_at(line, "it runs without end: stopped after " + std::to_string(kMostSteps) + " steps",
                           Code::limit);
        return {};
    }
    Status write(size_t line, std::string_view text) {
        if (text.size() > kMostBytes - std::min(out_.size(), kMostBytes))
            return fail_at(line, "it writes more than " + std::to_string(kMostBytes >> 20) + " MiB", Code::limit);
        out_ += text;
        return {};
    }
    Value* variable(std::string_view name) {
        for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
            for (auto& [known, value] : *scope)
                if (known == name) return &value;
        return nullptr;
    }
    void set(std::string_view name, Value value) {
        for (auto& [known, old] : scopes_.back())
            if (known == name) {
                old = std::move(value);
                return;
            }
        scopes_.back().emplace_back(name, std::move(value));
    }
    Status assign(const Statement& at, Value value) {
        const size_t dot = at.text.find('.');
        if (dot == at.text.npos) return set(at.text, std::move(value)), Status{};
        const std::string_view name = std::string_view(at.text).substr(0, dot),
                               field = std::string_view(at.text).substr(dot + 1);
        Value* of = variable(name);
        if (!of || !of->dict())
            return fail_at(at.line, "\"" + std::string(name) + "\" is no namespace, and an attribute of it is set");
        Dict changed = *of->dict();
        auto old = std::ranges::find(changed, field, &Dict::value_type::first);
        if (old == changed.end())
            changed.emplace_back(field, std::move(value));
        else
            old->second = std::move(value);
        *of = dict_of(std::move(changed));
        return {};
    }

    Result<Flow> statement(const Statement& at) {
        if (auto ok = step(at.line); !ok) return forward(ok);
        using Kind = Statement::Kind;
        switch (at.kind) {
        case Kind::text:
            if (auto ok = write(at.line, at.text); !ok) return forward(ok);
            return Flow::on;
        case Kind::output: {
            auto value = eval(at.exprs[0]);
            if (!value) return forward(value);
            if (auto ok = write(at.line, to_text(*value)); !ok) return forward(ok);
            return Flow::on;
        }
        case Kind::set: {
            auto value = eval(at.exprs[0]);
            if (!value) return forward(value);
            if (auto ok = assign(at, std::move(*value)); !ok) return forward(ok);
            return Flow::on;
        }
        case Kind::set_block: {
            std::string before = std::exchange(out_, {});
            scopes_.emplace_back();
            auto flow = all(at.body);
            scopes_.pop_back();
            if (!flow) return flow;
            std::string written = std::exchange(out_, std::move(before));
            if (auto ok = assign(at, {std::move(written)}); !ok) return forward(ok);
            return flow;
        }
        case Kind::branch: {
            auto condition = eval(at.exprs[0]);
            if (!condition) return forward(condition);
            return all(truth(*condition) ? at.body : at.otherwise);
        }
        case Kind::loop: return loop(at);
        case Kind::leave: return Flow::leave;
        case Kind::next: return Flow::next;
        }
        return Flow::on;
    }

    // What a loop goes through: a list's items, a dictionary's keys, a text's characters.
    Result<List> sequence(const Expr& from) {
        auto value = eval(from);
        if (!value) return forward(value);
        if (auto* items = value->list()) return *items;
        if (value->undefined()) return List{};
        auto items = filter(from.line, "list", *value, {}, {});
        if (!items) return fail_at(from.line, "a loop over " + std::string(type_name(*value)) + ", expected a list");
        return *items->list();
    }
    Status bind(const Statement& at, const Value& item) {
        if (at.names.size() == 1) return set(at.names[0], item), Status{};
        auto* parts = item.list();
        if (!parts || parts->size() != at.names.size())
            return fail_at(at.line, "a loop with " + std::to_string(at.names.size()) +
                                        " variables over items that are no " + std::to_string(at.names.size()) +
                                        " values");
        for (size_t i = 0; i < parts->size(); i++) set(at.names[i], (*parts)[i]);
        return {};
    }
    Result<Flow> loop(const Statement& at) {
        auto items = sequence(at.exprs[0]);
        if (!items) return forward(items);
        scopes_.emplace_back();
        auto flow = rounds(at, std::move(*items));
        scopes_.pop_back();
        return flow;
    }
    Result<Flow> rounds(const Statement& at, List items) {
        if (at.exprs.size() > 1) {
            List kept;
            for (auto& item : items) {
                if (auto ok = bind(at, item); !ok) return forward(ok);
                auto condition = eval(at.exprs[1]);
                if (!condition) return forward(condition);
                if (truth(*condition)) kept.push_back(item);
            }
            items = std::move(kept);
        }
        if (items.empty()) return all(at.otherwise);
        const auto count = static_cast<int64_t>(items.size());
        for (int64_t i = 0; i < count; i++) {
            if (auto ok = step(at.line); !ok) return forward(ok);
            const auto here = static_cast<size_t>(i);
            scopes_.back().clear();
            if (auto ok = bind(at, items[here]); !ok) return forward(ok);
            set("loop", dict_of({{"index", {i + 1}},
                                 {"index0", {i}},
                                 {"revindex", {count - i}},
                                 {"revindex0", {count - i - 1}},
                                 {"first", {i == 0}},
                                 {"last", {i + 1 == count}},
                                 {"length", {count}},
                                 {"previtem", i > 0 ? items[here - 1] : Value{}},
                                 {"nextitem", i + 1 < count ? items[here + 1] : Value{}}}));
            auto flow = all(at.body);
            if (!flow) return flow;
            if (*flow == Flow::leave) break;
        }
        return Flow::on;
    }

    Result<std::vector<Value>> evaluated(const Expr& at, size_t from, size_t to) {
        std::vector<Value> values;
        for (size_t i = from; i < to; i++) {
            auto value = eval(at.args[i]);
            if (!value) return forward(value);
            values.push_back(std::move(*value));
        }
        return values;
    }
    Result<Named> named(const Expr& at) {
        Named values;
        const size_t first = at.args.size() - at.names.size();
        for (size_t i = 0; i < at.names.size(); i++) {
            auto value = eval(at.args[first + i]);
            if (!value) return forward(value);
            values.emplace_back(at.names[i], std::move(*value));
        }
        return values;
    }

    Result<Value> eval(const Expr& at) {
        if (auto ok = step(at.line); !ok) return forward(ok);
        using Kind = Expr::Kind;
        switch (at.kind) {
        case Kind::literal: return at.value;
        case Kind::name: {
            auto* known = variable(at.text);
            return known ? *known : Value{};
        }
        case Kind::list: {
            auto items = evaluated(at, 0, at.args.size());
            if (!items) return forward(items);
            return list_of(std::move(*items));
        }
        case Kind::dict: {
            Dict items;
            for (size_t i = 0; i < at.args.size(); i += 2) {
                auto key = eval(at.args[i]);
                if (!key) return key;
                if (!key->text())
                    return fail_at(at.line, "a key that is " + std::string(type_name(*key)) + ", expected a string");
                auto value = eval(at.args[i + 1]);
                if (!value) return value;
                items.emplace_back(*key->text(), std::move(*value));
            }
            return dict_of(std::move(items));
        }
        case Kind::attribute: {
            auto of = eval(at.args[0]);
            if (!of) return of;
            return member(at, *of, {at.text});
        }
        case Kind::item: {
            auto of = eval(at.args[0]);
            if (!of) return of;
            auto index = eval(at.args[1]);
            if (!index) return index;
            return member(at, *of, *index);
        }
        case Kind::slice: {
            auto parts = evaluated(at, 0, 4);
            if (!parts) return forward(parts);
            return sliced(at.line, (*parts)[0], std::span(*parts).subspan<1, 3>());
        }
        case Kind::call: return call(at);
        case Kind::filter: {
            auto args = evaluated(at, 0, at.args.size() - at.names.size());
            if (!args) return forward(args);
            auto by_name = named(at);
            if (!by_name) return forward(by_name);
            const Value first = std::move(args->front());
            args->erase(args->begin());
            return filter(at.line, at.text, first, *args, *by_name);
        }
        case Kind::test: {
            auto args = evaluated(at, 0, at.args.size());
            if (!args) return forward(args);
            const Value first = std::move(args->front());
            args->erase(args->begin());
            auto holds = test(at.line, at.text, first, *args);
            if (!holds) return forward(holds);
            return Value{*holds};
        }
        case Kind::unary: {
            auto value = eval(at.args[0]);
            if (!value) return value;
            if (at.text == "not") return Value{!truth(*value)};
            if (auto* number = value->as<int64_t>())
                return Value{at.text == "-" ? static_cast<int64_t>(0 - static_cast<uint64_t>(*number)) : *number};
            if (auto* number = value->as<double>()) return Value{at.text == "-" ? -*number : *number};
            return fail_at(at.line, "\"" + at.text + "\" of " + std::string(type_name(*value)) + ", expected a number");
        }
        case Kind::binary: return binary(at);
        case Kind::compare: return compare(at);
        case Kind::select: {
            auto condition = eval(at.args[1]);
            if (!condition) return condition;
            return eval(at.args[truth(*condition) ? 0 : 2]);
        }
        }
        return Value{};
    }

    // of.name, of["name"] or of[number].
    Result<Value> member(const Expr& at, const Value& of, const Value& index) {
        if (of.undefined())
            return fail_at(at.line,
                           what(at.args[0]) + " is undefined, and \"" + to_text(index) + "\" of it is asked for");
        if (auto* dict = of.dict()) {
            auto* found = index.text() ? find(*dict, *index.text()) : nullptr;
            return found ? *found : Value{};
        }
        auto* number = index.as<int64_t>();
        if (!number) return Value{};
        if (auto* list = of.list()) {
            const auto size = static_cast<int64_t>(list->size());
            const int64_t place = *number < 0 ? *number + size : *number;
            return place >= 0 && place < size ? (*list)[static_cast<size_t>(place)] : Value{};
        }
        if (of.text()) {
            auto letters = filter(at.line, "list", of, {}, {});
            if (!letters) return letters;
            return member(at, *letters, index);
        }
        return Value{};
    }
    static std::string what(const Expr& at) {
        if (at.kind == Expr::Kind::name) return "\"" + at.text + "\"";
        if (at.kind == Expr::Kind::attribute) return what(at.args[0]) + "." + at.text;
        return "a value";
    }

    Result<Value> call(const Expr& at) {
        if (at.method) {
            auto of = eval(at.args[0]);
            if (!of) return of;
            if (of->undefined())
                return fail_at(at.line, what(at.args[0]) + " is undefined, and " + at.text + "() of it is asked for");
            if (!at.names.empty())
                return fail_at(at.line, at.text + "() with arguments given by name is not supported",
                               Code::unsupported);
            auto args = evaluated(at, 1, at.args.size());
            if (!args) return forward(args);
            return method(at.line, at.text, *of, *args);
        }
        auto args = evaluated(at, 0, at.args.size() - at.names.size());
        if (!args) return forward(args);
        auto by_name = named(at);
        if (!by_name) return forward(by_name);
        if (at.text == "raise_exception") {
            const std::string why = args->empty() ? "" : to_text(args->front());
            return fail_at(at.line, "it refuses these messages: " + why);
        }
        if (at.text == "namespace" || at.text == "dict") return dict_of(std::move(*by_name));
        if (at.text == "range") {
            int64_t numbers[3] = {0, 0, 1};
            if (args->empty() || args->size() > 3)
                return fail_at(at.line, "range() of " + std::to_string(args->size()) + " arguments, expected 1 to 3");
            for (size_t i = 0; i < args->size(); i++) {
                auto* number = (*args)[i].as<int64_t>();
                if (!number)
                    return fail_at(at.line,
                                   "range() of " + std::string(type_name((*args)[i])) + ", expected whole numbers");
                numbers[args->size() == 1 ? 1 : i] = *number;
            }
            if (numbers[2] == 0) return fail_at(at.line, "range() by steps of 0");
            List items;
            for (int64_t i = numbers[0]; numbers[2] > 0 ? i < numbers[1] : i > numbers[1];) {
                if (std::ssize(items) == kMostInRange)
                    return fail_at(at.line, "range() of more than " + std::to_string(kMostInRange) + " numbers",
                                   Code::limit);
                items.push_back({i});
                if (__builtin_add_overflow(i, numbers[2], &i)) break;
            }
            return list_of(std::move(items));
        }
        return fail_at(at.line, at.text + "() is not supported; raise_exception, namespace, dict and range are",
                       Code::unsupported);
    }

    Result<Value> binary(const Expr& at) {
        auto left = eval(at.args[0]);
        if (!left) return left;
        if (at.text == "and" || at.text == "or") {
            if (truth(*left) == (at.text == "or")) return left;
            return eval(at.args[1]);
        }
        auto right = eval(at.args[1]);
        if (!right) return right;
        auto result = operate(at.line, at.text, *left, *right);
        if (!result) return result;
        // So that making strings and lists again and again has an end too.
        if (result->text()) steps_ += result->text()->size() / 256;
        if (result->list()) steps_ += result->list()->size();
        return result;
    }
    Result<Value> compare(const Expr& at) {
        auto left = eval(at.args[0]);
        if (!left) return left;
        for (size_t i = 0; i < at.names.size(); i++) {
            auto right = eval(at.args[i + 1]);
            if (!right) return right;
            auto holds = compared(at.line, at.names[i], *left, *right);
            if (!holds) return forward(holds);
            if (!*holds) return Value{false};
            left = std::move(right);
        }
        return Value{true};
    }
    std::vector<Variables> scopes_;
    std::string out_;
    uint64_t steps_ = 0;
};

}  // namespace

Result<std::string> run(const std::vector<Statement>& statements, Variables variables) {
    Runner runner(std::move(variables));
    auto flow = runner.all(statements);
    if (!flow) return forward(flow);
    return runner.take();
}

}  // namespace xpu::jinja
