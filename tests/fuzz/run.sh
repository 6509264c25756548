#!/usr/bin/env bash
# Fuzzes the readers of safetensors and GGUF files, golden cases and saved reports under address and undefined-behaviour sanitizers,
# from the golden files, small GGUF files and a report as a corpus. usage: tests/fuzz/run.sh [SECONDS]    (default 60). The last line is:
# N passed, N failed. What it finds is left in build/asan.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
seconds=${1:-60}
build=$root/build/asan
corpus=$(mktemp -d) && trap 'rm -rf "$corpus"' EXIT

cd "$root" || exit 1
if ! { cmake --preset asan && cmake --build "$build" --target xpu_fuzz; } >"$corpus/log" 2>&1; then
  cat "$corpus/log" && echo "0 passed, 1 failed" && exit 1
fi
mkdir "$corpus/found"
cat >"$corpus/found/report.json" <<'END'
{"format":"xpu bench 1","device":{"name":"x","features":{"f16":true}},"roof":{"copy_Bps":1e9,"fma32_flops":1e12,"launch_s":1e-6},
"clock":{"source":"host batches"},"rows":[{"op":"matmul","shape":"1x1x1","dtype":"f32","file":"kernel.wgsl","bound":"memory","chosen":true,
"median_s":1e-3,"minimum_s":1e-3,"bytes":1e6,"flops":1e6,"fraction":0.5},{"op":"x","skipped":"y"}]}
END
echo '{"metadata":{"total_size":9},"weight_map":{"a":"m-1.safetensors","b":"m-2.safetensors"}}' >"$corpus/found/index.json"
if "$build/xpu_fuzz" -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=2048 -dict="$root/tests/fuzz/container.dict" -print_final_stats=1 \
  -artifact_prefix="$build/" "$corpus/found" "$root/tests/goldens" "$root/tests/fuzz/corpus" >"$build/fuzz.log" 2>&1; then
  grep 'number_of_executed_units' "$build/fuzz.log"
  echo "1 passed, 0 failed"
else
  tail -n 40 "$build/fuzz.log"
  echo "0 passed, 1 failed"
  exit 1
fi
