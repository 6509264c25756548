#include "text/template.hpp"
#include <algorithm>
#include <cstdlib>

namespace xpu::jinja {

namespace {

constexpr std::string_view kBlanks = " \t\n\r\f\v";

std::string stripped(std::string_view text, std::string_view of, bool left, bool right) {
    const size_t begin = left ? text.find_first_not_of(of) : 0;
    if (begin == text.npos) return {};
    const size_t end = right ? text.find_last_not_of(of) : text.size() - 1;
    return end == text.npos ? std::string{} : std::string(text.substr(begin, end + 1 - begin));
}

// Letters beyond ASCII stay as they are: templates change the case of roles and of names of tools.
std::string cased(std::string text, bool upper) {
    for (char& c : text)
        if (upper ? c >= 'a' && c <= 'z' : c >= 'A' && c <= 'Z') c = static_cast<char>(c ^ 0x20);
    return text;
}

size_t letter_bytes(std::string_view text, size_t at) {
    size_t end = at + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) end++;
    return end - at;
}

List letters(std::string_view text) {
    List all;
    for (size_t at = 0; at < text.size();) {
        const size_t size = letter_bytes(text, at);
        all.push_back({std::string(text.substr(at, size))});
        at += size;
    }
    return all;
}

std::string replaced(std::string_view text, std::string_view old, std::string_view with) {
    std::string out;
    if (old.empty()) return std::string(text);
    for (;;) {
        const size_t at = text.find(old);
        out += text.substr(0, at);
        if (at == text.npos) return out;
        out += with;
        text.remove_prefix(at + old.size());
    }
}

List pairs_of(const Dict& dict) {
    List pairs;
    for (auto& [key, value] : dict) pairs.push_back(list_of({{key}, value}));
    return pairs;
}

const Value* argument(const std::vector<Value>& args, const Named& named, size_t place, std::string_view name) {
    if (place < args.size()) return &args[place];
    for (auto& [known, value] : named)
        if (known == name) return &value;
    return nullptr;
}

std::unexpected<Error> wrong(size_t line, std::string_view what, const Value& value, std::string_view wanted) {
    return fail_at(line,
                   std::string(what) + " of " + std::string(type_name(value)) + ", expected " + std::string(wanted));
}

// selectattr, rejectattr: the items whose attribute passes a test, or is true.
Result<Value> selected(size_t line, std::string_view name, const List& items, const std::vector<Value>& args) {
    if (args.empty() || !args[0].text()) return fail_at(line, std::string(name) + " without the name of an attribute");
    List kept;
    for (auto& item : items) {
        auto* value = item.dict() ? find(*item.dict(), *args[0].text()) : nullptr;
        const Value attribute = value ? *value : Value{};
        bool holds = truth(attribute);
        if (args.size() > 1) {
            if (!args[1].text()) return fail_at(line, std::string(name) + " with a test that is no name");
            auto tested = test(line, *args[1].text(), attribute, {args.begin() + 2, args.end()});
            if (!tested) return forward(tested);
            holds = *tested;
        }
        if (holds == (name == "selectattr")) kept.push_back(item);
    }
    return list_of(std::move(kept));
}

Result<Value> of_text(size_t line, std::string_view name, const std::string& text, const std::vector<Value>& args,
                      const Named& named) {
    if (name == "upper" || name == "lower") return Value{cased(text, name == "upper")};
    if (name == "capitalize")
        return Value{text.empty() ? text : cased(text.substr(0, 1), true) + cased(text.substr(1), false)};
    if (name == "trim") {
        auto* of = argument(args, named, 0, "chars");
        return Value{stripped(text, of && of->text() ? std::string_view(*of->text()) : kBlanks, true, true)};
    }
    if (name == "replace") {
        auto *old = argument(args, named, 0, "old"), *with = argument(args, named, 1, "new");
        if (!old || !with || !old->text() || !with->text()) return fail_at(line, "replace without two strings");
        return Value{replaced(text, *old->text(), *with->text())};
    }
    if (name == "indent") {
        auto* width = argument(args, named, 0, "width");
        auto* first = argument(args, named, 1, "first");
        const int64_t* number = width ? width->as<int64_t>() : nullptr;
        const std::string blanks(static_cast<size_t>(std::clamp<int64_t>(number ? *number : 4, 0, 64)), ' ');
        std::string out = first && truth(*first) ? blanks : "";
        for (size_t i = 0; i < text.size(); i++) {
            out += text[i];
            if (text[i] == '\n' && i + 1 < text.size() && text[i + 1] != '\n') out += blanks;
        }
        return Value{std::move(out)};
    }
    return fail_at(line, "the filter \"" + std::string(name) + "\" is not supported", Code::unsupported);
}

}  // namespace

Result<Value> filter(size_t line, std::string_view name, const Value& value, const std::vector<Value>& args,
                     const Named& named) {
    if (name == "default" || name == "d") {
        auto *other = argument(args, named, 0, "default_value"), *also = argument(args, named, 1, "boolean");
        const bool takes = value.undefined() || (also && truth(*also) && !truth(value));
        return takes ? (other ? *other : Value{std::string{}}) : value;
    }
    if (name == "tojson") {
        auto* indent = argument(args, named, 0, "indent");
        const int64_t* width = indent ? indent->as<int64_t>() : nullptr;
        return Value{to_json(value, width ? static_cast<int>(std::clamp<int64_t>(*width, 0, 16)) : 0)};
    }
    if (name == "string") return Value{to_text(value)};
    if (name == "safe") return value;
    if (name == "int" || name == "float") {
        const std::string text = to_text(value);
        const double number = value.as<bool>() ? truth(value) : std::strtod(text.c_str(), nullptr);
        if (name == "float") return Value{number};
        return Value{number > -9e18 && number < 9e18 ? static_cast<int64_t>(number) : int64_t{0}};
    }
    if (name == "list") {
        if (value.list()) return value;
        if (value.text()) return list_of(letters(*value.text()));
        List keys;
        if (value.dict())
            for (auto& [key, unused] : *value.dict()) keys.push_back({key});
        else if (!value.undefined())
            return wrong(line, "list", value, "what has items");
        return list_of(std::move(keys));
    }
    if (name == "items" || name == "dictsort") {
        if (value.undefined()) return list_of({});
        if (!value.dict()) return wrong(line, name, value, "a dictionary");
        Dict all = *value.dict();
        if (name == "dictsort") std::ranges::sort(all, {}, &Dict::value_type::first);
        return list_of(pairs_of(all));
    }
    if (name == "length" || name == "count") {
        if (value.undefined()) return Value{int64_t{0}};
        auto items = filter(line, "list", value, {}, {});
        if (!items) return wrong(line, name, value, "what has items");
        return Value{static_cast<int64_t>(items->list()->size())};
    }
    if (value.text() && name != "first" && name != "last" && name != "reverse")
        return of_text(line, name, *value.text(), args, named);
    static constexpr std::string_view kOfLists[] = {"first",      "last",       "join", "reverse",
                                                    "selectattr", "rejectattr", "map"};
    if (std::ranges::find(kOfLists, name) != std::end(kOfLists)) {
        auto all = filter(line, "list", value, {}, {});
        if (!all) return wrong(line, name, value, "a list");
        auto& items = *all->list();
        if (name == "first") return items.empty() ? Value{} : items.front();
        if (name == "last") return items.empty() ? Value{} : items.back();
        if (name == "selectattr" || name == "rejectattr") return selected(line, name, items, args);
        if (name == "reverse") return list_of({items.rbegin(), items.rend()});
        if (name == "join") {
            auto* between = argument(args, named, 0, "d");
            std::string out;
            for (size_t i = 0; i < items.size(); i++)
                out += (i && between ? to_text(*between) : "") + to_text(items[i]);
            return Value{std::move(out)};
        }
        auto* attribute = argument({}, named, 0, "attribute");
        List mapped;
        for (auto& item : items) {
            if (attribute) {
                auto* found = item.dict() ? find(*item.dict(), to_text(*attribute)) : nullptr;
                mapped.push_back(found ? *found : Value{});
                continue;
            }
            if (args.empty() || !args[0].text()) return fail_at(line, "map without a filter or an attribute");
            auto one = filter(line, *args[0].text(), item, {args.begin() + 1, args.end()}, {});
            if (!one) return one;
            mapped.push_back(std::move(*one));
        }
        return list_of(std::move(mapped));
    }
    static constexpr std::string_view kOfTexts[] = {"upper", "lower", "capitalize", "trim", "replace", "indent"};
    if (std::ranges::find(kOfTexts, name) != std::end(kOfTexts))
        return of_text(line, name, to_text(value), args, named);
    return fail_at(line, "the filter \"" + std::string(name) + "\" is not supported", Code::unsupported);
}

Result<Value> method(size_t line, std::string_view name, const Value& value, const std::vector<Value>& args) {
    auto text_at = [&](size_t i) { return i < args.size() ? args[i].text() : nullptr; };
    if (auto* text = value.text()) {
        if (name == "strip" || name == "lstrip" || name == "rstrip") {
            const std::string_view of = text_at(0) ? std::string_view(*text_at(0)) : kBlanks;
            return Value{stripped(*text, of, name != "rstrip", name != "lstrip")};
        }
        if (name == "startswith" || name == "endswith") {
            if (!text_at(0)) return fail_at(line, std::string(name) + "() without a string");
            return Value{name == "startswith" ? text->starts_with(*text_at(0)) : text->ends_with(*text_at(0))};
        }
        if (name == "split") {
            List parts;
            const std::string between = text_at(0) ? *text_at(0) : "";
            if (text_at(0) && between.empty()) return fail_at(line, "split() at an empty string");
            auto* most = args.size() > 1 ? args[1].as<int64_t>() : nullptr;
            std::string_view rest = *text;
            if (!text_at(0)) {  // at runs of blanks
                while (!(rest = rest.substr(std::min(rest.find_first_not_of(kBlanks), rest.size()))).empty()) {
                    const size_t end = std::min(rest.find_first_of(kBlanks), rest.size());
                    parts.push_back({std::string(rest.substr(0, end))});
                    rest.remove_prefix(end);
                }
                return list_of(std::move(parts));
            }
            for (size_t at; (!most || *most < 0 || static_cast<int64_t>(parts.size()) < *most) &&
                            (at = rest.find(between)) != rest.npos;) {
                parts.push_back({std::string(rest.substr(0, at))});
                rest.remove_prefix(at + between.size());
            }
            parts.push_back({std::string(rest)});
            return list_of(std::move(parts));
        }
        if (name == "upper" || name == "lower" || name == "capitalize" || name == "replace")
            return filter(line, name, value, args, {});
        if (name == "join" && !args.empty()) return filter(line, "join", args[0], {value}, {});
    }
    if (auto* dict = value.dict()) {
        if (name == "items") return filter(line, "items", value, {}, {});
        if (name == "keys") return filter(line, "list", value, {}, {});
        if (name == "values") {
            List values;
            for (auto& [key, one] : *dict) values.push_back(one);
            return list_of(std::move(values));
        }
        if (name == "get" && text_at(0)) {
            auto* found = find(*dict, *text_at(0));
            return found ? *found : args.size() > 1 ? args[1] : Value{None{}};
        }
    }
    return fail_at(line,
                   "the method " + std::string(name) + "() of " + std::string(type_name(value)) + " is not supported",
                   Code::unsupported);
}

Result<bool> test(size_t line, std::string_view name, const Value& value, const std::vector<Value>& args) {
    if (name == "defined") return !value.undefined();
    if (name == "undefined") return value.undefined();
    if (name == "none") return value.as<None>() != nullptr;
    if (name == "true") return value.as<bool>() && truth(value);
    if (name == "false") return value.as<bool>() && !truth(value);
    if (name == "boolean") return value.as<bool>() != nullptr;
    if (name == "string") return value.text() != nullptr;
    if (name == "mapping") return value.dict() != nullptr;
    if (name == "sequence" || name == "iterable")
        return value.text() || value.list() || value.dict() || value.undefined();
    if (name == "integer") return value.as<int64_t>() != nullptr;
    if (name == "float") return value.as<double>() != nullptr;
    if (name == "number") return value.as<int64_t>() || value.as<double>() || value.as<bool>();
    if (name == "odd" || name == "even") {
        auto* number = value.as<int64_t>();
        if (!number) return wrong(line, name, value, "a whole number");
        return (*number % 2 != 0) == (name == "odd");
    }
    if (!args.empty()) {
        if (name == "equalto" || name == "eq" || name == "==") return equal(value, args[0]);
        if (name == "ne" || name == "!=") return !equal(value, args[0]);
        if (name == "in") {
            if (auto* list = args[0].list())
                return std::ranges::any_of(*list, [&](auto& one) { return equal(value, one); });
            if (args[0].text() && value.text()) return args[0].text()->find(*value.text()) != std::string::npos;
            return args[0].dict() && value.text() && find(*args[0].dict(), *value.text());
        }
    }
    return fail_at(line, "the test \"is " + std::string(name) + "\" is not supported", Code::unsupported);
}

}  // namespace xpu::jinja
