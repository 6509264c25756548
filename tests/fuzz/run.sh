#!/usr/bin/env bash
# Fuzzes the readers of safetensors and golden files under address and undefined-behaviour sanitizers, from the golden
# files as a corpus. usage: tests/fuzz/run.sh [SECONDS]    (default 60). The last line is: N passed, N failed.
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
if "$build/xpu_fuzz" -max_total_time="$seconds" -max_len=4096 -rss_limit_mb=2048 -print_final_stats=1 \
  -artifact_prefix="$build/" "$corpus/found" "$root/tests/goldens" >"$build/fuzz.log" 2>&1; then
  grep 'number_of_executed_units' "$build/fuzz.log"
  echo "1 passed, 0 failed"
else
  tail -n 40 "$build/fuzz.log"
  echo "0 passed, 1 failed"
  exit 1
fi
