#!/usr/bin/env bash
# Installs the library from build/ into a temporary prefix and builds and runs a separate project against it, with nothing
# but find_package(xpu). The last line is: N passed, N failed.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$root/scripts/gpu-env.sh"
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
passed=0 failed=0

step() { # title, command…
  local title=$1
  shift
  if "$@" >"$work/log" 2>&1; then
    ((passed += 1)) && echo "ok      $title"
  else
    ((failed += 1)) && echo "FAILED  $title" && sed 's/^/        /' "$work/log"
  fi
}

use() { # build folder: runs from another folder and without the installation, so that only the copy beside it can serve
  local said
  said=$(cd / && mv "$work/prefix" "$work/gone" && "$1/uses_xpu"; status=$?; mv "$work/gone" "$work/prefix"; exit $status) || { echo "$said" && return 1; }
  echo "$said"
  grep -q '^reference right' <<<"$said" && { [[ ${CI:-} != true ]] || grep -q '^device right' <<<"$said"; }
}

step "the library installs" cmake --install "$root/build" --prefix "$work/prefix"
step "no header of the installation is missing" bash -c '
  printf "%s\n" "#include <xpu/xpu.hpp>" "int main() {}" > '"$work"'/all.cpp
  for header in '"$work"'/prefix/include/xpu/*.hpp; do echo "#include <xpu/${header##*/}>" >> '"$work"'/all.cpp; done
  clang++-19 -std=c++23 -fsyntax-only -I '"$work"'/prefix/include '"$work"'/all.cpp'
for compiler in clang++-19 g++; do
  step "a project configures, $compiler" cmake -S "$root/tests/install" -B "$work/$compiler" -DCMAKE_PREFIX_PATH="$work/prefix" \
    -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release
  step "it builds, $compiler" cmake --build "$work/$compiler"
  step "it runs, $compiler" use "$work/$compiler"
done
step "the installed program runs" "$work/prefix/bin/xpu" ops
echo "$passed passed, $failed failed"
((failed == 0))
