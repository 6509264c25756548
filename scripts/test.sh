#!/usr/bin/env bash
# Builds and runs every test, section by section, and goes on after a failure. The last line is the sum: N passed, N failed.
# After the native build two lanes run side by side, because most tests keep one core busy and builds keep all of them: what the
# second one says is printed when it has ended. The web's tests come after both, alone: they look at how long a page's main thread
# is blocked, and other work would count.
# CI=true turns compiler warnings into errors.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH="$PWD/.deps/bin:$PATH"
. scripts/gpu-env.sh
export XDG_CACHE_HOME="$PWD/build/cache" # device profiles of the tests, and none of the user's

jobs=$(nproc 2>/dev/null || echo 2)
werror=OFF
[[ ${CI:-} == true ]] && werror=ON
mkdir -p build && rm -rf build/cache
logs=$(mktemp -d) && trap 'rm -rf "$logs"' EXIT
log=$logs/one passed=0 failed=0 skipped=0 failures=()

# How many tests the output in $log says it ran: a section may print several such lines.
count() { # -> "passed failed skipped"
  sed 's/\x1b\[[0-9;]*m//g' "$log" | awk '
    /^\[doctest\] test cases:/ { gsub(/[^0-9 ]/, " "); p += $2; f += $3; s += $4; next }
    /^(#|ℹ) pass [0-9]+$/ { p += $3; next }
    /^(#|ℹ) fail [0-9]+$/ { f += $3; next }
    /^(#|ℹ) (skipped|todo) [0-9]+$/ { s += $3; next }
    /^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$/ { p += $1; f += $3; s += $5 }
    END { print p + 0, f + 0, s + 0 }'
}

section() { # title, command…: a section that fails without having counted anything is one failure
  local title=$1 start=$EPOCHREALTIME status p f s
  shift
  printf '== %s\n' "$title"
  "$@" 2>&1 | tee "$log"
  status=${PIPESTATUS[0]}
  read -r p f s < <(count)
  ((status == 0 || f > 0)) || f=1
  ((passed += p, failed += f, skipped += s))
  ((f == 0)) || failures+=("$title")
  awk -v a="$start" -v b="$EPOCHREALTIME" -v t="$title" -v r="$([[ $f == 0 ]] && echo ok || echo FAILED)" \
    'BEGIN { printf "-- %s: %s (%.1f s)\n\n", t, r, b - a }'
  ((f == 0))
}

tests_headers=CMakeFiles/xpu_tests.dir/cmake_pch.hxx.pch # clang-tidy reads them for the unit tests

quietly() { "$@" >"$log.step" 2>&1 || { cat "$log.step" && return 1; }; }
build() { # preset, folder, targets…
  local preset=$1 folder=$2
  shift 2
  quietly cmake --preset "$preset" -DXPU_WERROR=$werror && cmake --build "$folder" -j "$jobs" ${1:+--target "$@"} -- --quiet |
    sed '/no work to do/d'
}
script() { # a test script that has to exist, and its arguments
  [[ -f $1 ]] || { echo "$1 does not exist" && return 1; }
  bash "$@"
}

check_format() {
  git ls-files -z '*.cpp' '*.hpp' | xargs -0r clang-format-19 --dry-run --Werror
}
run_sanitized() {
  ASAN_OPTIONS=detect_stack_use_after_return=1:halt_on_error=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 build/asan/xpu_tests
}
web_tests() {
  (cd web && npm run --silent --if-present build && npm test --silent)
}

second_lane() {
  log=$logs/two passed=0 failed=0 skipped=0 failures=()
  section "sanitizers: build" build asan build/asan xpu_tests xpu_fuzz && section "unit tests, under sanitizers" run_sanitized &&
    section "sanitizers: hostile files" script tests/fuzz/run.sh 10
  section "WebAssembly build" build wasm build/wasm && touch "$logs/wasm"
  echo "$passed $failed $skipped" >"$logs/sums"
  printf '%s\n' ${failures[@]+"${failures[@]}"} >"$logs/failures"
}

section "format" check_format
section "native build" build release build xpu_cli xpu_gpu_tests $tests_headers # the other lane has the unit tests
echo "0 1 0" >"$logs/sums" && echo "the other lane" >"$logs/failures" # until it has ended
second_lane >"$logs/output" 2>&1 &
lane=$!
trap 'kill "$lane" 2>/dev/null; rm -rf "$logs"' EXIT
section "tests on the device" timeout 1800 build/xpu_gpu_tests # a hung driver must not hang the run
section "roads: every kernel on every device here" script tests/roads/run.sh
section "command line" script tests/cli/run.sh
section "clang-tidy: what changed" script scripts/tidy.sh
section "installation" script tests/install/run.sh
printf '== the other lane\n\n'
wait "$lane"
cat "$logs/output"
read -r p f s <"$logs/sums"
((passed += p, failed += f, skipped += s))
while read -r title; do [[ -z $title ]] || failures+=("$title"); done <"$logs/failures"
[[ -f $logs/wasm ]] && section "web tests" web_tests
section "snippets of the README" script tests/readme/run.sh # needs what both lanes built

for title in ${failures[@]+"${failures[@]}"}; do echo "failed: $title"; done
echo "$passed passed, $failed failed$( ((skipped)) && echo ", $skipped skipped")"
((failed == 0))
