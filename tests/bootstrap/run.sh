#!/usr/bin/env bash
# Proves that a bare machine is enough: makes a Debian 12 root that holds nothing but git and make, clones this repository into
# it and runs `make bench` and `make test` there.
#
#   tests/bootstrap/run.sh [--only TARGET]... [--worktree] [--keep] [--dir FOLDER]
#
#   --only TARGET   run `make TARGET` instead (may be repeated); "setup" runs scripts/setup.sh twice and times the second run
#   --worktree      use the files as they are, committed or not, instead of a clone of HEAD
#   --keep          leave the root where it is and print where
#   --dir FOLDER    make the root in FOLDER (which needs 4 GB) instead of a temporary one
#
# Needs root and debootstrap, and takes about ten minutes on two cores, so it is no part of `make test`. Packages come from where
# this machine's own apt, pip and npm get theirs. The last line is: N passed, N failed.
set -euo pipefail
repo=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

targets=() keep=0 worktree=0 dir=
while (($#)); do
  case "$1" in
  --only) targets+=("${2:?--only needs a target}") && shift ;;
  --worktree) worktree=1 ;;
  --keep) keep=1 ;;
  --dir) dir=${2:?--dir needs a folder} && shift ;;
  -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit 0 ;;
  *) echo "bootstrap: unknown argument '$1' (try --help)" >&2 && exit 64 ;;
  esac
  shift
done
((${#targets[@]})) || targets=(bench test)
((EUID == 0)) || { echo "bootstrap: needs root" >&2 && exit 2; }
command -v debootstrap >/dev/null || { echo "bootstrap: needs debootstrap" >&2 && exit 2; }

# Mounts are made in a mount namespace of our own, so they end with this process, however it ends.
if [[ -z ${XPU_BOOTSTRAP_INSIDE:-} ]]; then
  dir=${dir:-$(mktemp -d)}
  mkdir -p "$dir"
  arguments=(--dir "$dir")
  for target in "${targets[@]}"; do arguments+=(--only "$target"); done
  ((!worktree)) || arguments+=(--worktree)
  status=0
  XPU_BOOTSTRAP_INSIDE=1 unshare --mount --propagation private bash "${BASH_SOURCE[0]}" "${arguments[@]}" || status=$?
  if ((keep)); then echo "kept: $dir/root" >&2; else rm -rf --one-file-system "$dir/root" "$dir/debootstrap.log"; rmdir --ignore-fail-on-non-empty "$dir"; fi
  exit $status
fi

root=$dir/root start=$SECONDS
mirror=$(awk '/^URIs:/ { print $2; exit } /^deb / { for (i = 2; i <= NF; i++) if ($i ~ /:\/\//) { print $i; exit } }' \
  /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null || true)
echo "== a Debian 12 root with git and make"
[[ -n $mirror ]] || { echo "bootstrap: this machine's apt sources name no mirror" >&2 && exit 2; }
debootstrap --variant=minbase --include=git,make bookworm "$root" "$mirror" >"$dir/debootstrap.log" 2>&1 ||
  { tail -n 20 "$dir/debootstrap.log" >&2 && exit 1; }

# What reaching the registries takes here: package sources, proxies, certificates, client settings.
bring() { # path, copied as it is if it exists
  [[ -e $1 ]] || return 0
  mkdir -p "$root$(dirname "$1")" && cp -aL "$1" "$root$1"
}
rm -f "$root/etc/apt/sources.list"
for path in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources /etc/apt/apt.conf /etc/apt/auth.conf /etc/apt/auth.conf.d \
  /etc/pip.conf /root/.pip /root/.config/pip /etc/npmrc /root/.npmrc /root/.netrc /usr/local/share/ca-certificates \
  /etc/resolv.conf /etc/hosts; do
  bring "$path"
done
for path in /etc/apt/apt.conf.d/*; do
  if grep -qiE 'proxy|acquire' "$path"; then bring "$path"; fi
done
environment=(HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8)
if [[ -f /etc/ssl/certs/ca-certificates.crt ]]; then # under a name of its own: installing ca-certificates writes the usual one
  mkdir -p "$root/etc/ssl/certs"
  cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/host-certificates.crt"
  environment+=(PIP_CERT=/etc/ssl/host-certificates.crt NODE_EXTRA_CA_CERTS=/etc/ssl/host-certificates.crt)
fi
while IFS= read -r -d '' variable; do
  case "${variable%%=*}" in
  http_proxy | https_proxy | no_proxy | HTTP_PROXY | HTTPS_PROXY | NO_PROXY | ALL_PROXY | all_proxy | \
    PIP_INDEX_URL | PIP_EXTRA_INDEX_URL | PIP_TRUSTED_HOST | PIP_DEFAULT_TIMEOUT | npm_config_registry | NPM_CONFIG_REGISTRY)
    environment+=("$variable")
    ;;
  esac
done < <(env -0)

echo "== the repository"
if ((worktree)); then
  mkdir -p "$root/src/xpu-ops"
  (cd "$repo" && git ls-files -z --cached --others --exclude-standard | xargs -0 sh -c 'for f; do [ -e "$f" ] && printf "%s\0" "$f"; done; :' - |
    tar --null -T - -cf -) | tar -xf - -C "$root/src/xpu-ops" --no-same-owner
else
  git clone -q --no-hardlinks "$repo" "$root/src/xpu-ops"
fi

mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
inside() { env -i "${environment[@]}" chroot "$root" sh -c "cd /src/xpu-ops && $1"; }
((!worktree)) || inside 'git init -q . && git add -A && git -c user.name=x -c user.email=x@localhost commit -qm worktree'

passed=0 failed=0
step() { # command
  local status=0 began=$SECONDS
  echo "== $1"
  inside "$1" || status=$?
  if ((status == 0)); then ((passed += 1)); else ((failed += 1)); fi
  echo "-- $1: $( ((status == 0)) && echo ok || echo "FAILED ($status)") ($((SECONDS - began)) s)"
}
for target in "${targets[@]}"; do
  if [[ $target == setup ]]; then
    step scripts/setup.sh
    step 'bash -c "time scripts/setup.sh && scripts/setup.sh --check"'
  else
    step "make $target"
  fi
done
echo "$((SECONDS - start)) s in all"
echo "$passed passed, $failed failed"
((failed == 0))
