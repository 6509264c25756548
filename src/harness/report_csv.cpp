// A report for other programs' tables: RFC 4180, one row a line, times in seconds.
#include "harness/report.hpp"
#include "harness/text.hpp"

namespace xpu {

std::string bench_csv(std::span<const BenchReport> reports) {
    std::string out = "device,backend,op,shape,dtype,file,tile,rung,chosen,hot,minimum_s,median_s,runs,bytes,flops,"
                      "bound,floor_s,fraction,proofs,skipped\r\n";
    for (auto& report : reports)
        for (auto& row : report.rows) {
            bool timed = row.skipped.empty();
            auto if_timed = [&](const std::string& value) { return timed ? value : std::string(); };
            const std::string cells[] = {report.device.name,
                                         report.device.backend,
                                         row.op,
                                         row.shape,
                                         row.dtype,
                                         row.file,
                                         row.tile,
                                         row.rung,
                                         row.chosen ? "true" : "false",
                                         if_timed(row.hot ? "true" : "false"),
                                         if_timed(number(row.minimum)),
                                         if_timed(number(row.median)),
                                         if_timed(std::to_string(row.runs)),
                                         fixed(row.bytes, 0),
                                         fixed(row.flops, 0),
                                         if_timed(row.bound),
                                         if_timed(number(row.floor)),
                                         if_timed(number(row.fraction)),
                                         if_timed(std::to_string(row.proofs)),
                                         row.skipped};
            for (auto& cell : cells) out += (&cell == cells ? "" : ",") + csv_cell(cell);
            out += "\r\n";
        }
    return out;
}

}  // namespace xpu
