// The roofline, drawn. Colours come from CSS variables with fallbacks, so that a page's light and dark themes hold.
#include "harness/report.hpp"
#include "harness/text.hpp"
#include <algorithm>
#include <cmath>

namespace xpu {

namespace {

constexpr double kWidth = 860, kHeight = 460, kLeft = 96, kRight = 20, kTop = 26, kBottom = 52;
constexpr const char* kColours[] = {"var(--xpu-series-1, #2563eb)", "var(--xpu-series-2, #d97706)",
                                    "var(--xpu-series-3, #059669)"};

struct Axes {
    double x0, x1, y0, y1;  // decades
    double x(double value) const { return kLeft + (std::log10(value) - x0) / (x1 - x0) * (kWidth - kLeft - kRight); }
    double y(double value) const {
        return kHeight - kBottom - (std::log10(value) - y0) / (y1 - y0) * (kHeight - kTop - kBottom);
    }
};

// A row in the plot: what it needs in FLOPs a byte, and what it reached. Rows without FLOPs to speak of stand at the left.
struct Point {
    double intensity, rate;
};
Point point_of(const BenchRow& row) { return {row.flops / row.bytes, row.flops / row.median}; }

std::string line(double x1, double y1, double x2, double y2, std::string_view style) {
    return "<line x1=\"" + fixed(x1, 1) + "\" y1=\"" + fixed(y1, 1) + "\" x2=\"" + fixed(x2, 1) + "\" y2=\"" +
           fixed(y2, 1) + "\" " + std::string(style) + "/>";
}

std::string label(double x, double y, std::string_view anchor, std::string_view text, std::string_view more = "") {
    return "<text x=\"" + fixed(x, 1) + "\" y=\"" + fixed(y, 1) + "\" text-anchor=\"" + std::string(anchor) + "\" " +
           std::string(more) + ">" + escape_markup(text) + "</text>";
}

std::string grid(const Axes& axes) {
    std::string out;
    for (int decade = static_cast<int>(axes.x0); decade <= static_cast<int>(axes.x1); decade++) {
        double x = axes.x(std::pow(10, decade));
        out += line(x, kTop, x, kHeight - kBottom, "stroke=\"currentColor\" stroke-opacity=\".12\"");
        out += label(x, kHeight - kBottom + 18, "middle", number(std::pow(10, decade)));
    }
    for (int decade = static_cast<int>(axes.y0); decade <= static_cast<int>(axes.y1); decade++) {
        double y = axes.y(std::pow(10, decade));
        out += line(kLeft, y, kWidth - kRight, y, "stroke=\"currentColor\" stroke-opacity=\".12\"");
        // Whole numbers: "1 GFLOP/s", "10 GFLOP/s".
        constexpr const char* kPrefix[] = {" ", " k", " M", " G", " T", " P"};
        out += label(kLeft - 8, y + 4, "end",
                     number(std::pow(10, decade % 3)) + kPrefix[std::clamp(decade / 3, 0, 5)] + "FLOP/s");
    }
    return out + label((kLeft + kWidth - kRight) / 2, kHeight - 12, "middle",
                       "arithmetic intensity, FLOP a byte of memory traffic");
}

std::string roof_line(const Axes& axes, const Roof& roof, const char* colour, bool first) {
    double ridge = roof.fma32 / roof.copy, left = std::pow(10, axes.x0), right = std::pow(10, axes.x1);
    // The slope may enter through the bottom edge.
    left = std::max(left, std::pow(10, axes.y0) / roof.copy);
    std::string style = std::string("stroke=\"") + colour + "\" stroke-width=\"2\" fill=\"none\"" +
                        (first ? "" : " stroke-dasharray=\"7 4\"");
    std::string out = "<polyline points=\"" + fixed(axes.x(left), 1) + "," + fixed(axes.y(left * roof.copy), 1) + " " +
                      fixed(axes.x(ridge), 1) + "," + fixed(axes.y(roof.fma32), 1) + " " + fixed(axes.x(right), 1) +
                      "," + fixed(axes.y(roof.fma32), 1) + "\" " + style + "/>";
    if (!first) return out;
    out += label(axes.x(right) - 4, axes.y(roof.fma32) - 7, "end", "f32 multiply-add " + si(roof.fma32) + "FLOP/s");
    double at = std::sqrt(left * ridge);
    return out + label(axes.x(at) - 8, axes.y(at * roof.copy) - 8, "end", "copy " + si(roof.copy) + "B/s");
}

// Names of points, each where it meets no other and no point: right, left, then a line above and below. One that finds no
// room is left to the point's tooltip.
class Names {
  public:
    void avoid(double x, double y) { taken_.push_back({x - 5, y, 10}); }
    std::string place(double x, double y, const std::string& text) {
        double width = 5.6 * static_cast<double>(text.size());
        for (double shift : {0.0, -13.0, 13.0})
            for (bool left : {false, true}) {
                Box box{left ? x - 9 - width : x + 9, y + shift - 6, width};
                bool inside =
                    box.x > kLeft && box.x + width < kWidth - kRight && box.y > kTop && box.y < kHeight - kBottom - 12;
                bool free = std::none_of(taken_.begin(), taken_.end(), [&](const Box& other) {
                    return box.x < other.x + other.width && other.x < box.x + box.width &&
                           std::fabs(box.y - other.y) < 12;
                });
                if (!inside || !free) continue;
                taken_.push_back(box);
                return label(left ? x - 9 : x + 9, y + shift + 4, left ? "end" : "start", text,
                             "font-size=\"10.5\" fill-opacity=\".8\"");
            }
        return {};
    }

  private:
    struct Box {
        double x, y, width;
    };
    std::vector<Box> taken_;
};

}  // namespace

std::string roofline_svg(std::span<const BenchReport> reports) {
    Axes axes{0, 1, 9, 10};
    double top = 0, bottom = 1e30, right = 1;
    for (auto& report : reports) {
        top = std::max(top, report.roof.fma32);
        if (report.roof.copy > 0) right = std::max(right, report.roof.fma32 / report.roof.copy);
        for (auto& row : report.rows)
            if (row.skipped.empty() && row.median > 0 && row.flops > 0 && row.bytes > 0) {
                auto p = point_of(row);
                bottom = std::min(bottom, p.rate);
                right = std::max(right, p.intensity);
            }
    }
    if (top <= 0)
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 860 40\"><text x=\"10\" y=\"25\">nothing was "
               "measured</text></svg>";
    bottom = std::min(bottom, top / 1e4);
    axes = {-1, std::ceil(std::log10(right * 1.5)), std::floor(std::log10(bottom)), std::ceil(std::log10(top * 1.3))};
    std::string out =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 860 460\" role=\"img\" aria-label=\"Roofline\" "
        "font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"currentColor\" "
        "style=\"width:100%;height:auto\">";
    out += grid(axes);
    size_t series = 0;
    Names names;
    for (auto& report : reports) {
        const char* colour = kColours[std::min<size_t>(series, std::size(kColours) - 1)];
        out += roof_line(axes, report.roof, colour, series == 0);
        std::vector<std::pair<const BenchRow*, std::pair<double, double>>> points;
        for (auto& row : report.rows) {
            if (!row.skipped.empty() || row.median <= 0 || row.flops <= 0 || row.bytes <= 0 || !row.chosen) continue;
            auto p = point_of(row);
            points.push_back({&row, {axes.x(std::max(p.intensity, 0.1)), axes.y(p.rate)}});
            names.avoid(points.back().second.first, points.back().second.second);
        }
        for (auto& [shown, place] : points) {
            auto& row = *shown;
            auto [x, y] = place;
            std::string what = row.op + " " + row.shape + (row.dtype == "f32" ? "" : " " + row.dtype);
            out += "<circle cx=\"" + fixed(x, 1) + "\" cy=\"" + fixed(y, 1) + "\" r=\"4.5\" fill=\"" + colour +
                   "\"><title>" + escape_markup(what) + ": " + seconds_text(row.median) + ", " +
                   fixed(100 * row.fraction, 0) + " % of the " + escape_markup(row.bound) + " roof</title></circle>";
            if (series == 0) out += names.place(x, y, what);
        }
        out += "<rect x=\"" + fixed(kLeft + 10, 0) + "\" y=\"" + fixed(kTop + 4 + 18 * static_cast<double>(series), 0) +
               "\" width=\"12\" height=\"12\" fill=\"" + colour + "\"/>";
        out += label(kLeft + 28, kTop + 14 + 18 * static_cast<double>(series), "start",
                     report.device.name + ", " + report.device.backend);
        series++;
    }
    return out + "</svg>";
}

}  // namespace xpu
