#include "kernels/attention.hpp"
#include "kernels/row_tiles.hpp"
#include <algorithm>
#include <cmath>
#include <limits>

namespace xpu::sdpa {

namespace {

uint64_t quotient(uint64_t n, uint64_t by) { return (n + by - 1) / by; }

/// Constants of attention_tiles.wgsl: TY · TM rows of a workgroup of 16 · TY threads, and keys of a step.
struct Tile {
    uint32_t ty, tm, bn;

    uint32_t rows() const { return ty * tm; }
    uint64_t bytes(const Call& call) const {
        const uint64_t bm = rows();
        return 4 * (bm * call.d + uint64_t{4} * bn * stride(call) + bm * (bn + 64 / tm) + uint64_t{16} * ty +
                    (bm + 3) / 4 * 4);
    }
    /// Vectors from one staged key to the next: odd, so that threads of neighbouring keys use different banks.
    static uint32_t stride(const Call& call) { return std::max(call.d, call.dv) / 4 | 1; }
    std::string label() const { return std::to_string(rows()) + "x" + std::to_string(bn); }
};

// The first that fits serves. A thread's products want registers that leave room for many threads: on an H200 8 rows by 4 keys a
// thread took twice as long as 4 by 4, and 8 by 2 as long.
constexpr std::array tiles = {
    Tile{8, 4, 64},
    // For heads of 128, where 64 keys do not fit.
    Tile{8, 4, 32},
    // Heads of 64 in 16 KiB.
    Tile{8, 2, 32},
    // Heads of 128 in 16 KiB.
    Tile{2, 4, 16},
};

/// Keys of a chunk in attention_split.wgsl: one for each thread.
constexpr uint32_t kChunk = 256;

bool grouped(const Args& args) { return args.has_param("kv_heads"); }

std::string is(std::string_view param, int64_t value) {
    return "parameter " + std::string(param) + " is " + std::to_string(value);
}

Status validate_group(const Args& args) {
    const int64_t heads = args.dim("H"), kv_heads = args.integer("kv_heads");
    if (kv_heads < 1) return fail(Code::range, is("kv_heads", kv_heads) + ", expected at least 1");
    if (heads % kv_heads != 0)
        return fail(Code::divisible,
                    is("kv_heads", kv_heads) + ", expected it to divide the " + std::to_string(heads) + " heads of q");
    for (size_t i : {1, 2})
        if (args.inputs[i].shape[1] != static_cast<uint64_t>(kv_heads))
            return fail(Code::shape, std::string(args.op->inputs[i].name) + " is " + to_string(args.inputs[i]) +
                                         ", expected " + std::to_string(kv_heads) + " heads, which is kv_heads");
    if (!args.has_param("s_eff")) return {};
    const int64_t s = args.dim("S"), s_eff = args.integer("s_eff");
    if (s_eff < 1 || s_eff > s)
        return fail(Code::range, is("s_eff", s_eff) + ", expected 1 to " + std::to_string(s) + ", the keys that k has");
    if (!args.flag("causal") && s_eff != s)
        return fail(Code::range,
                    is("s_eff", s_eff) + ", expected " + std::to_string(s) + ", all keys of k, where not causal");
    const int64_t seen = std::min(s, int64_t{args.dim("L")} + args.integer("query_offset"));
    if (args.flag("causal") && s_eff < seen)
        return fail(Code::range,
                    is("s_eff", s_eff) + ", expected at least the " + std::to_string(seen) + " keys that queries see");
    return {};
}

Status validate_mask(const Args& args) {
    if (!args.has("mask")) return {};
    if (args.flag("causal")) return fail(Code::conflict, "mask was given with causal, expected one of them");
    const Shape& shape = args.inputs[3].shape;
    constexpr std::string_view symbols[] = {"B", "H", "L"};
    for (size_t i = 0; i < 3; i++)
        if (shape[i] != 1 && shape[i] != args.dim(symbols[i]))
            return fail(Code::shape, "mask is " + to_string(args.inputs[3]) + ", expected 1 or " +
                                         std::string(symbols[i]) + "=" + std::to_string(args.dim(symbols[i])) +
                                         " as dimension " + std::to_string(i));
    return {};
}

std::vector<uint32_t> parameters(const Args& args, const Call& call, uint64_t chunks) {
    // What is broadcast has a step of 0; where there is no mask nothing of it is read.
    uint32_t steps[3] = {};
    if (args.has("mask")) {
        const Shape& shape = args.inputs[3].shape;
        uint64_t step = call.s;
        for (size_t i = 3; i-- > 0; step *= shape[i])
            if (shape[i] > 1) steps[i] = static_cast<uint32_t>(step);
    }
    constexpr float inf = std::numeric_limits<float>::infinity();
    return {call.heads,
            call.kv_heads,
            call.kv_heads > 0 ? call.heads / call.kv_heads : 1,
            call.l,
            call.s,
            call.d,
            call.dv,
            call.keys,
            call.offset,
            call.full,
            bits(call.scale),
            bits(std::numeric_limits<float>::quiet_NaN()),
            bits(-inf),
            args.has("mask"),
            steps[0],
            steps[1],
            steps[2],
            static_cast<uint32_t>(call.rows()),
            static_cast<uint32_t>(chunks)};
}

}  // namespace

double Call::pairs() const {
    const double early = std::min(l, full);
    const double of_head = early * (offset + 1.0) + early * (early - 1) / 2 + (l - early) * keys;
    return of_head * batch * heads;
}

Call call_of(const Args& args) {
    Call call{};
    call.batch = args.dim("B");
    call.heads = args.dim("H");
    call.kv_heads = args.dim(grouped(args) ? "Hkv" : "H");
    call.l = args.dim("L");
    call.s = args.dim("S");
    call.d = args.dim("D");
    call.dv = args.dim("Dv");
    call.keys = args.has_param("s_eff") ? static_cast<uint32_t>(args.integer("s_eff")) : call.s;
    // Beyond the keys an offset changes nothing, and the kernels add it to a row's number in 32 bits.
    call.offset = static_cast<uint32_t>(std::min<int64_t>(args.integer("query_offset"), call.keys));
    call.full = args.flag("causal") && call.keys > call.offset ? call.keys - call.offset - 1 : 0;
    call.scale = static_cast<float>(args.has_param("scale") ? args.real("scale") : 1 / std::sqrt(std::max(call.d, 1u)));
    return call;
}

Status validate(Args& args) {
    if (args.has_param("scale") && std::fabs(args.real("scale")) > std::numeric_limits<float>::max())
        return fail(Code::range, "parameter scale does not fit f32");
    if (args.integer("query_offset") < 0)
        return fail(Code::range, is("query_offset", args.integer("query_offset")) + ", expected at least 0");
    if (grouped(args))
        if (auto ok = validate_group(args); !ok) return ok;
    if (auto ok = validate_mask(args); !ok) return ok;
    const uint64_t rows = uint64_t{args.dim("B")} * args.dim("H") * args.dim("L");
    if (rows > UINT32_MAX) return fail(Code::limit, std::to_string(rows) + " queries, expected at most 2^32 - 1");
    return {};
}

std::vector<Choice> choices(const Caps& caps, const Args& args) {
    const Call call = call_of(args);
    std::vector<Choice> all;
    const bool vectors = call.d % 4 == 0 && call.dv % 4 == 0 && call.d > 0 && call.dv > 0 && call.keys > 0;
    if (vectors && call.d <= 128 && call.dv <= 128) {
        for (size_t i = 0; i < tiles.size() && all.empty(); i++) {
            const Tile& tile = tiles[i];
            // A tile of more than twice the rows is waste.
            if (tile.bytes(call) <= caps.max_workgroup_bytes && tile.rows() <= 2 * uint64_t{call.l})
                all.push_back({"tiled", static_cast<uint32_t>(i), tile.label()});
        }
    }
    // A second dispatch pays where queries are too few to fill a device, as in decoding.
    if (vectors && call.dv <= 1024 && call.l <= 8) {
        const bool shared = call.kv_heads < call.heads && call.d <= 128;
        const Choice chunks{shared ? "grouped" : "split", 0};
        all.insert(call.keys > kChunk ? all.begin() : all.end(), chunks);
    }
    const uint32_t lanes = row_lanes(call.keys);
    all.push_back({"kernel", lanes, std::to_string(lanes)});
    return all;
}

Plan plan(const Caps& caps, const Args& args, const Choice& choice, bool weights) {
    const Call call = call_of(args);
    const BindingRef mask =
        args.has("mask") ? in(3) : in(0);  // one that is absent is not read; something has to be bound
    const BindingRef result = out(weights ? 1 : 0);
    const uint64_t rows = call.rows();
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    dispatch.bindings = {in(0), in(1), in(2), mask};
    if (weights) dispatch.bindings.push_back(out(0));
    if (choice.entry == "split" || choice.entry == "grouped") {
        const uint64_t chunks = quotient(call.keys, kChunk);
        constexpr auto parts = BindingRef::Of::scratch;
        DispatchPlan join;
        join.entry = "join";
        join.bindings = {{parts, 0, false}};
        if (weights) join.bindings.push_back(out(0));
        join.bindings.push_back(result);
        dispatch.bindings.push_back({parts, 0, true});
        dispatch.constants = {{"V4", call.dv / 4}};
        dispatch.workgroups = rows * chunks;
        if (choice.entry == "grouped") {
            // A workgroup has a row of each of up to four heads that share keys.
            dispatch.constants.push_back({"D4", call.d / 4});
            const uint64_t sets = quotient(call.heads / call.kv_heads, 4);
            dispatch.workgroups = uint64_t{call.batch} * call.kv_heads * sets * call.l * chunks;
        }
        join.workgroups = rows;
        dispatch.params = join.params = parameters(args, call, chunks);
        // A part: the sums, the largest score, the sum of the weights, and two words that are not used.
        return {{dispatch, join}, {std::max<uint64_t>(rows * chunks * (call.dv + 4) * 4, 16)}};
    }
    dispatch.bindings.push_back(result);
    dispatch.params = parameters(args, call, 1);
    if (choice.entry == "tiled") {
        const Tile& tile = tiles[choice.tile];
        // Text that a software device would only compile for longer; elsewhere it spares the loops' own instructions.
        const uint32_t unroll_d = caps.software ? 1 : call.d / 4;
        const uint32_t unroll_n = caps.software ? 1 : tile.bn / 4;
        const bool shuffles = caps.subgroups && tile.tm == 4;
        dispatch.constants = {{"D4", call.d / 4},     {"V4", call.dv / 4},    {"TY", tile.ty},
                              {"TM", tile.tm},        {"BN", tile.bn},        {"STRIDE", Tile::stride(call)},
                              {"UNROLL_D", unroll_d}, {"UNROLL_N", unroll_n}, {"LOOPS_S", caps.software},
                              {"SHUFFLES", shuffles}};
        dispatch.subgroups = shuffles;
        dispatch.workgroups = uint64_t{call.batch} * call.heads * quotient(call.l, tile.rows());
    } else {
        dispatch.constants = {{"LANES", choice.tile}};
        dispatch.workgroups = quotient(rows, 256 / choice.tile);
    }
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    const Call call = call_of(args);
    double elements = 0;
    for (auto* list : {&args.inputs, &args.outputs})
        for (auto& type : *list) elements += static_cast<double>(type.elements());
    // The two products; softmax is small beside them.
    return {4 * elements, 2 * call.pairs() * (double{1} * call.d + call.dv)};
}

}  // namespace xpu::sdpa
