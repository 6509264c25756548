#pragma once
// Parameters of an operator: names with values of JSON's kinds.
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace xpu {

/// `std::monostate` stands for a value of a kind that no operator takes (null, object).
using ParamValue = std::variant<std::monostate, bool, double, std::string, std::vector<double>>;

class Params {
  public:
    Params() = default;
    Params(std::initializer_list<std::pair<std::string, ParamValue>> values) : values_(values) {}

    const ParamValue* find(std::string_view name) const {
        for (auto& [key, value] : values_)
            if (key == name) return &value;
        return nullptr;
    }
    void set(std::string_view name, ParamValue value) {
        for (auto& [key, held] : values_)
            if (key == name) {
                held = std::move(value);
                return;
            }
        values_.emplace_back(name, std::move(value));
    }
    const auto& values() const { return values_; }

  private:
    std::vector<std::pair<std::string, ParamValue>> values_;
};

}  // namespace xpu
