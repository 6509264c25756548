#!/usr/bin/env bash
# Follows docs/add-an-operator.md to the letter, in a copy of the repository: writes every file that it shows, runs every command,
# in its order. Builds the library anew, which takes minutes: no part of `make test`. The last line is: N passed, N failed.
#   tests/readme/walkthrough.sh [FOLDER]     FOLDER: a copy that is kept; without it, a temporary one
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
copy=${1:-}
if [[ -z $copy ]]; then copy=$(mktemp -d) && trap 'rm -rf "$copy"' EXIT; fi
mkdir -p "$copy"
(cd "$root" && git ls-files -z --cached --others --exclude-standard | xargs -0 sh -c 'for f; do [ -e "$f" ] && printf "%s\0" "$f"; done; :' - |
  tar --null -T - -cf -) | tar -xf - -C "$copy"
[[ -e $copy/.deps ]] || cp -r "$root/.deps" "$copy/.deps"
[[ -e $copy/web/node_modules ]] || ln -s "$root/web/node_modules" "$copy/web/node_modules"
cd "$copy"
if [[ ! -d .git ]]; then git init -q .; fi
python3 - docs/add-an-operator.md <<'PY'
import os, re, subprocess, sys
env = dict(os.environ)
passed = 0
written = set()

def run(script):
    # The environment goes on from block to block, as in a reader's shell.
    done = subprocess.run(["bash", "-euc", script + "\nenv -0 >build/.env 2>/dev/null || true"], env=env)
    if os.path.exists("build/.env"):
        env.update(pair.split("=", 1) for pair in open("build/.env").read().split("\0") if "=" in pair)
    return done.returncode

if run("make"):
    sys.exit("make failed before the first step")
text = open(sys.argv[1]).read()
for language, path, body in re.findall(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", text, re.M | re.S):
    if language == "sh":
        print("---- " + "\n     ".join(body.strip().splitlines()), flush=True)
        if run(body):
            print(f"{passed} passed, 1 failed")
            sys.exit(1)
        passed += 1
    elif path and ":" in path:  # functions to replace
        path, names = path.split(":")
        whole = open(path).read()
        for name in names.split(","):
            function = re.compile(rf"^[^\n]* {name}\([^;]*?\) \{{.*?(?:^}}$|}}$)\n?", re.M | re.S)
            whole, count = function.subn("", whole, 1)
            assert count, f"{path} has no function {name}"
        at = whole.index("Cost cost(")
        open(path, "w").write(re.sub(r"\n{3,}", "\n\n", whole[:at] + body + "\n" + whole[at:]))
    elif path:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        open(path, "w").write(body)
        written.add(path)
if run("clang-format-19 --dry-run --Werror " + " ".join(one for one in sorted(written) if one.endswith("pp"))):
    print(f"{passed} passed, 1 failed")
    sys.exit(1)
print(f"{passed + 1} passed, 0 failed")
PY
