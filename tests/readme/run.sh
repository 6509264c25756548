#!/usr/bin/env bash
# Runs every snippet of README.md as a reader would: the C++ program as a project of its own against an installed tree, the shell
# block in an empty folder, the JavaScript in Chromium. Needs build/ and web/dist to be built. The last line is: N passed, N failed.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
export PATH="$root/.deps/bin:$PATH"
. "$root/scripts/gpu-env.sh"
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache # device profiles of our own
passed=0 failed=0 skipped=0

# Fenced blocks become files: cpp.1, sh.1, …
awk -v to="$work" '
  /^```/ && file { close(file); file = ""; next }
  /^```[a-z]+$/ { language = substr($0, 4); file = to "/" language "." ++count[language]; printf "" > file; next }
  file { print > file }' "$root/README.md"

step() { # title, command…
  local title=$1
  shift
  if "$@" >"$work/log" 2>&1; then
    ((passed += 1)) && echo "ok      $title"
  else
    ((failed += 1)) && echo "FAILED  $title" && sed 's/^/        /' "$work/log"
  fi
}

only_tested() { # a block of a language that nothing below runs would go stale
  local others
  others=$(cd "$work" && ls | grep -Ev '^(log|cpp\.1|cmake\.1|sh\.1|js\.1)$' || true)
  [[ -z $others && -s $work/cpp.1 && -s $work/cmake.1 && -s $work/sh.1 && -s $work/js.1 ]] || { echo "expected one block each of cpp, cmake, sh and js; besides: $others" && return 1; }
}
build_program() {
  mkdir -p "$work/project"
  cp "$work/cpp.1" "$work/project/main.cpp"
  cp "$work/cmake.1" "$work/project/CMakeLists.txt"
  cmake --install "$root/build" --prefix "$work/prefix" &&
    cmake -S "$work/project" -B "$work/project/build" -DCMAKE_PREFIX_PATH="$work/prefix" && cmake --build "$work/project/build"
}
run_program() {
  local said
  said=$("$work/project/build/example") || { echo "$said" && return 1; }
  echo "$said"
  grep -q '^no device: no WebGPU adapter' <<<"$said" || { grep -q '^on .' <<<"$said" && grep -qx '0.3775 0.6225' <<<"$said"; }
}
has_adapter() { [[ $("$root/build/xpu" devices --json 2>/dev/null) != "[]" ]]; }
run_shell() {
  mkdir -p "$work/shell" && cd "$work/shell" || return 1
  PATH="$root/build:$PATH" bash -euo pipefail "$work/sh.1" || return 1
  [[ -s y.safetensors && -s r.safetensors && -s before.json ]] && grep -q '<svg' report.html
}

step "README: one block of each language, and no other" only_tested
step "README: the C++ program builds against an installation" build_program
step "README: the C++ program runs" run_program
if has_adapter; then
  step "README: the shell block runs" run_shell
else
  ((skipped += 1)) && echo "skipped README: the shell block: there is no adapter"
fi
step "README: the JavaScript runs in a page" node "$root/tests/readme/page.mjs" "$work/js.1" "2 x 2 19 22 43 50" "0.347 0.653 0.430 0.570"
echo "$passed passed, $failed failed$( ((skipped)) && echo ", $skipped skipped")"
((failed == 0))
