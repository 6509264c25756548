#pragma once
// How fast is every operator here, and how close is that to what this device can do?
#include "harness/host_cost.hpp"
#include <functional>

namespace xpu {

struct BenchRow {
    std::string op, shape, dtype;
    std::string file, tile, rung;
    double minimum = 0, median = 0;  ///< seconds
    uint32_t runs = 0;
    double bytes = 0, flops = 0;
    std::string bound;    ///< memory, compute or launch: whichever needs longest
    double floor = 0;     ///< seconds that the bound needs
    double fraction = 0;  ///< floor / median
    bool hot = false;     ///< the row's memory fits a cache, however it is rotated
    bool chosen = true;   ///< what a call takes; others are timed on request
    uint64_t proofs = 0;  ///< adversarial shapes at which this kernel was right just now
    std::string skipped;  ///< why there is no time: it is wrong, or would take too long here
};

struct BenchReport {
    AdapterInfo device;
    Caps caps;
    Target target;
    Clock clock;
    Roof roof;
    HostCost host;
    std::vector<BenchRow> rows;
    MemoryUse memory;  ///< of the whole device when all is done
    double seconds = 0;
};

/// Where a report's times come from, in words. On the cpu device the host's clock stands around each span.
inline std::string_view clock_name(const BenchReport& report) {
    if (report.device.type == "cpu") return "the processor's clock";
    return report.clock.device ? "device timestamps" : "batches by the host's clock";
}

struct BenchOptions {
    std::vector<std::string> ops;  ///< empty: all
    std::string shape;             ///< "MxNxK" in the order of the operator's symbols; empty: the operator's own shapes
    std::optional<DType> dtype;
    bool quick = false;
    bool all_kernels = false;  ///< every entry and tile that the device allows, not only the one that a call takes
    std::function<void(uint64_t done, uint64_t total, const std::string& what)> progress;
};

/// Proves each kernel at its adversarial shapes before it is timed. With `all_kernels`, leaves what was fastest for each
/// class of shapes in `context.preferred`. Errors: unknown, shape, dtype, lost, timeout.
Task<Result<BenchReport>> bench(Context& context, BenchOptions options);

/// A row that got slower: by how much, as a factor of the median.
struct Regression {
    std::string row;
    double before = 0, after = 0;
};

/// Rows of both reports, matched by operator, shape and dtype (and by file and tile where a call would take another), whose minimum and median are both more than
/// 10 % slower: repeated runs on one machine stay within 5 %, and a single slow sample moves only one of the two.
std::vector<Regression> regressions(const BenchReport& before, const BenchReport& after);

}  // namespace xpu
