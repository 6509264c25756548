#!/usr/bin/env bash
# Uses the library as other projects do. From build/ it is installed into a temporary prefix, and a project builds and runs against
# it with nothing but find_package(xpu); another takes the sources by FetchContent. The last line is: N passed, N failed.
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

right() { # a program: runs it from another folder
  local said
  said=$(cd / && "$1") || { echo "$said" && return 1; }
  echo "$said"
  grep -q '^reference right' <<<"$said" && { [[ ${CI:-} != true ]] || grep -q '^device right' <<<"$said"; }
}

step "the library installs" cmake --install "$root/build" --prefix "$work/prefix"
step "no header of the installation is missing" bash -c '
  printf "%s\n" "#include <xpu/xpu.hpp>" "int main() {}" > '"$work"'/all.cpp
  for header in '"$work"'/prefix/include/xpu/*.hpp; do echo "#include <xpu/${header##*/}>" >> '"$work"'/all.cpp; done
  clang++-19 -std=c++23 -fsyntax-only -I '"$work"'/prefix/include '"$work"'/all.cpp'
step "no private header is installed" bash -c '! find "$1" -name "op_spec.hpp" -o -name "state.hpp" -o -name "parts.hpp" -o -name "*_test*" | grep .' - "$work/prefix"
step "no path of this build is in the package" bash -c '! grep -rl "$1" "$2"/lib*/cmake "$2"/lib*/*/cmake 2>/dev/null' - "$root" "$work/prefix"
use() { # build folder: runs without the installation, so that only the copy beside the program can serve
  local status
  mv "$work/prefix" "$work/gone" && right "$1/uses_xpu"
  status=$?
  mv "$work/gone" "$work/prefix"
  return $status
}
for compiler in clang++-19 g++; do
  step "a project configures, $compiler" cmake -S "$root/tests/install" -B "$work/$compiler" -DCMAKE_PREFIX_PATH="$work/prefix" \
    -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release
  step "it builds, $compiler" cmake --build "$work/$compiler"
  step "it runs, $compiler" use "$work/$compiler"
done
later() { # a version that there is not
  mkdir "$work/later" && sed 's/find_package(xpu 0.1 /find_package(xpu 9.9 /' "$root/tests/install/CMakeLists.txt" >"$work/later/CMakeLists.txt"
  cp "$root/tests/install/main.cpp" "$work/later"
  ! cmake -S "$work/later" -B "$work/later/build" -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_CXX_COMPILER=clang++-19
}
step "a later version is refused" later
mv "$work/prefix" "$work/moved" # a package must not remember where it was installed
step "a project configures after a move" cmake -S "$root/tests/install" -B "$work/after" -DCMAKE_PREFIX_PATH="$work/moved" -DCMAKE_CXX_COMPILER=clang++-19
step "it builds after a move" cmake --build "$work/after"
mv "$work/moved" "$work/prefix"
step "the installed program runs" "$work/prefix/bin/xpu" ops

# ---- FetchContent: compiles the whole library, so without optimisation
fetch() { # build folder, arguments…
  local folder=$1
  shift
  cmake -S "$root/tests/install/fetch" -B "$folder" -G Ninja -DXPU_SOURCE="$root" -DCMAKE_CXX_COMPILER=clang++-19 \
    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 "$@"
}
sentence() { # without wgpu-native there is one that says what to set
  ! fetch "$work/lacks" -DXPU_WGPU_NATIVE_DIR="$work/absent" >"$work/said" 2>&1 && cat "$work/said" && tr -s ' \n' ' ' <"$work/said" |
    grep -q "wgpu-native is not in $work/absent. Run $root/scripts/setup.sh, .* or set XPU_WGPU_NATIVE_DIR"
}
only_the_library() { ! find "$1" -type f -executable \( -name xpu -o -name '*_tests' \) | grep .; }
old_compiler() { ! fetch "$work/old" -DCMAKE_CXX_COMPILER=g++ >"$work/said" 2>&1 && tr -s ' \n' ' ' <"$work/said" | grep -q 'Build it with clang'; }
step "FetchContent: without wgpu-native, the message says what to set" sentence
if (($(g++ -dumpversion | cut -d. -f1) < 13)); then step "FetchContent: g++ 12 is refused with a sentence" old_compiler; fi
step "FetchContent: the project configures" fetch "$work/fetched"
step "FetchContent: it builds" cmake --build "$work/fetched"
step "FetchContent: neither the tests nor the program are built" only_the_library "$work/fetched"
step "FetchContent: it runs" right "$work/fetched/uses_xpu"
echo "$passed passed, $failed failed"
((failed == 0))
