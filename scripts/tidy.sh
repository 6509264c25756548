#!/usr/bin/env bash
# Runs clang-tidy with the checks of .clang-tidy; a warning is a failure. Needs build/ (and build/wasm, for the page's side) to be built.
#   scripts/tidy.sh          the C++ files that changed since the merge base with origin/main, or in the last commit where there is
#                            no such ref or nothing since; uncommitted changes too; at most 6 files, the latest changes first
#   scripts/tidy.sh --all    every C++ file, which takes minutes
# The last line is: N passed, N failed[, N skipped].
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
most=6 # a file takes 3 to 15 s of one core, and this is a part of every test run

changed() { # uncommitted first, then commit by commit, the latest first
  local base
  git diff --name-only HEAD
  git ls-files --others --exclude-standard
  base=$(git merge-base origin/main HEAD 2>/dev/null) || base=
  # On main itself, and in a clone of one commit, the last commit stands for the change.
  if [[ -n $base && $base != "$(git rev-parse HEAD)" ]]; then
    git log --format= --name-only "$base..HEAD"
  else
    git log --format= --name-only -1
  fi
}
candidates() {
  case ${1:-} in
  --all) git ls-files --cached --others --exclude-standard ;;
  "") changed ;;
  *) echo "tidy: unknown argument '$1'" >&2 && exit 64 ;;
  esac | awk '/\.hpp$/ { sub(/hpp$/, "cpp") } /\.cpp$/ && !seen[$0]++' | # a header is looked at through its source
    while IFS= read -r file; do [[ -f $file ]] && echo "$file"; done
}

mapfile -t files < <(candidates "$@")
skipped=0
if [[ ${1:-} != --all ]] && ((${#files[@]} > most)); then
  skipped=$((${#files[@]} - most))
  echo "$skipped more files changed than the $most latest: \`make tidy\` looks at them all"
  files=("${files[@]:0:most}")
fi

tidy() { # file: looked up in the build that compiles it, alone or as a part of its operator, by the command of the next of kin
  local build
  for build in build build/wasm; do
    grep -qsF "\"$PWD/$1\"" $build/compile_commands.json $build/CMakeFiles/*/Unity/*.cxx && break
    build=
  done
  [[ -n $build ]] || { echo "skipped $1: no build here compiles it" && return 0; }
  local said
  if said=$(clang-tidy-19 -p "$build" --quiet --header-filter="^$PWD/(src|include|ops|cli|tests)/" "$1" 2>/dev/null); then
    echo "ok      $1"
  else
    printf 'FAILED  %s\n%s\n' "$1" "$said"
  fi
}
export -f tidy

[[ -f build/compile_commands.json ]] || { echo "build/ is not configured" && echo "0 passed, 1 failed" && exit 1; }
log=$(mktemp) && trap 'rm -f "$log"' EXIT
((${#files[@]} == 0)) || printf '%s\0' "${files[@]}" | xargs -0 -P "$(nproc 2>/dev/null || echo 2)" -I{} bash -c 'tidy "$1"' - {} | tee "$log"
passed=$(grep -c '^ok      ' "$log") failed=$(grep -c '^FAILED  ' "$log")
skipped=$((skipped + $(grep -c '^skipped ' "$log")))
echo "$passed passed, $failed failed$( ((skipped)) && echo ", $skipped skipped")"
((failed == 0))
