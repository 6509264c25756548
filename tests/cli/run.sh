#!/usr/bin/env bash
# Drives build/xpu as a user does: what it prints, where, and how it ends. One line a failure; the last line is
# N passed, N failed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
. scripts/gpu-env.sh 2>/dev/null
xpu=$PWD/build/xpu goldens=$PWD/tests/goldens tool=$PWD/tests/cli/files.py
work=$(mktemp -d) && trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache # device profiles of our own
passed=0 failed=0

verdict() { # what, problem ("" is none)
  if [[ -z $2 ]]; then ((passed += 1)); else ((failed += 1)) && echo "FAILED: $1: $2"; fi
}
run() { # arguments: leaves $status, $out, $err; one that hangs is a failure with exit code 124, and not the end of all tests
  out=$(timeout 300 "$xpu" "$@" 2>"$work/err")
  status=$?
  err=$(<"$work/err")
}
head_of() { local text=${1//$'\n'/ | }; echo "${text:0:160}"; }

accepts() { # what, a regular expression for standard output, arguments…
  local what=$1 pattern=$2 problem=
  shift 2
  run "$@"
  [[ $out =~ $pattern ]] || problem="no \"$pattern\" in: $(head_of "$out")"
  [[ -z $err ]] || problem="standard error is not empty: $(head_of "$err")"
  ((status == 0)) || problem="exit code $status: $(head_of "$err")"
  verdict "$what" "$problem"
}
refuses() { # what, a regular expression for the one line on standard error, arguments…
  local what=$1 pattern=$2 problem=
  shift 2
  run "$@"
  [[ $err =~ $pattern ]] || problem="no \"$pattern\" in: $(head_of "$err")"
  [[ $err == "xpu: "* && $(wc -l <"$work/err") == 1 ]] || problem="not one line: $(head_of "$err")"
  [[ -z $out ]] || problem="standard output is not empty: $(head_of "$out")"
  ((status == 2)) || problem="exit code $status, expected 2"
  verdict "$what" "$problem"
}
is_json() { python3 -c 'import json, sys; json.load(sys.stdin)' <<<"$1" 2>/dev/null; }
json_of() { # what, an expression over `j` that has to be true, arguments…
  local what=$1 expression=$2 problem=
  shift 2
  run "$@"
  python3 -c "import json, sys; j = json.load(sys.stdin); sys.exit(0 if ($expression) else 1)" <<<"$out" 2>/dev/null || problem="not $expression: $(head_of "$out")"
  [[ -z $err ]] || problem="standard error is not empty: $(head_of "$err")"
  ((status == 0)) || problem="exit code $status: $(head_of "$err")"
  verdict "$what" "$problem"
}
op() { echo op "$1" --in "$work/$2.safetensors" --out "$work/out/y.safetensors"; }
nothing_left() { # what: after refusals there is no output, whole or half
  local left
  left=$(ls -A "$work/out")
  verdict "$1" "${left:+left behind: $left}"
}

if [[ ! -x $xpu ]]; then echo "build/xpu does not exist" && echo "0 passed, 1 failed" && exit 1; fi
python3 "$tool" make "$work" "$goldens" || { echo "the inputs could not be made" && echo "0 passed, 1 failed" && exit 1; }
mkdir "$work/out"

# ---- help, lists
accepts "without arguments there is help with examples" 'Examples:.*xpu bench'
accepts "--help has examples" 'Examples:.*xpu check' --help
for verb in doctor bench check op report ops; do accepts "$verb --help has an example" "Example.*xpu $verb" $verb --help; done
accepts "--version" '^[0-9]+\.[0-9]+\.[0-9]+$' --version
accepts "ops lists them with what they take" 'rms_norm.*input f32\[N, D\].*weight.*eps' ops
accepts "devices says why a target was detected" 'target +[a-z]+ \(.+\)' devices
json_of "ops --json" '[o["name"] for o in j] == sorted(o["name"] for o in j) and all(o["kernels"] for o in j)' ops --json
verdict "docs/operators.md is what xpu ops -o md writes" "$("$xpu" ops -o md | cmp - docs/operators.md 2>&1)"
json_of "devices --json" 'len(j) > 0 and j[0]["target_why"] and j[0]["limits"]["invocations"] >= 256' devices --json

# ---- running an operator
for device in webgpu cpu reference; do
  for name in softmax.n37_d41 softmax.row_with_800 matmul.m17_k15_n33; do
    accepts "op on $device: $name" 'out f32 \[' op "${name%%.*}" --in "$goldens/$name.safetensors" --out "$work/y.safetensors" --device $device
    verdict "the result of $name on $device" "$(python3 "$tool" close "$work/y.safetensors" "$goldens/$name.safetensors" 1e-5 2>&1)"
  done
done
accepts "a parameter" 'out f32 \[2, 3\]' op rms_norm --in "$work/norm.safetensors" --out "$work/y.safetensors" --param eps=1e-5
accepts "halves" 'out f16 \[2, 3\]' op softmax --in "$work/half.safetensors" --out "$work/y.safetensors"
accepts "an empty tensor is not bad input" 'out f32 \[0, 3\]' op softmax --in "$work/empty.safetensors" --out "$work/y.safetensors"
accepts "K = 0 is not bad input" 'out f32 \[2, 3\]' op matmul --in "$work/k0.safetensors" --out "$work/y.safetensors"
json_of "op --json" 'j["op"] == "softmax" and j["kernels"][0]["rung"] == "portable" and j["tensors"][0]["name"] == "out" and j["memory"]["peak_bytes"] >= 48' op softmax --in "$work/x.safetensors" --out "$work/y.safetensors" --json
json_of "--target is tried first" 'j["kernels"][0]["tried"][0].endswith(".nvidia.wgsl")' op softmax --in "$work/x.safetensors" --out "$work/y.safetensors" --json --target nvidia
json_of "--target none tries the portable file alone" 'len(j["kernels"][0]["tried"]) == 1' op softmax --in "$work/x.safetensors" --out "$work/y.safetensors" --json --target none
XPU_CHECKED=1 accepts "XPU_CHECKED=1" 'out f32' op softmax --in "$work/x.safetensors" --out "$work/y.safetensors"
accepts "op says what memory it took" 'memory: .* in use, [0-9.]+ (B|KiB) at most' op softmax --in "$work/x.safetensors" --out "$work/y.safetensors"
for power in high low; do accepts "--power $power" 'out f32' op softmax --in "$work/x.safetensors" --out "$work/y.safetensors" --power $power; done
run op softmax --in "$work/x.safetensors" --out "$work/y.safetensors" --verbose
verdict "--verbose says on standard error which adapter was chosen" "$([[ $status == 0 && $out == 'out f32'* && $err == 'xpu: info: chose adapter 0: '* ]] || echo "exit code $status: $(head_of "$err")")"
verdict "no temporary file is left" "$(ls "$work" | grep part)"

# ---- bad input of an operator: the operator, what was expected, what came
refuses "wrong rank" 'softmax: input is f32 \[6\], expected shape \[N, D\]' $(op softmax rank)
refuses "wrong dtype" 'softmax: input is i32 \[2, 3\], expected f32 or f16' $(op softmax dtype)
refuses "wrong length" 'rms_norm: weight is f32 \[1, 4\], expected shape \[G, D=3\]' $(op rms_norm length) --param eps=1e-5
refuses "inner sizes that differ" 'matmul: b is f32 \[2, 3\], expected shape \[K=3, N\]' $(op matmul inner)
refuses "a tensor that is missing" 'rms_norm: input weight is missing' $(op rms_norm lonely) --param eps=1e-5
refuses "a tensor that is misspelt" 'softmax: there is no input "inptu".*did you mean input\?' $(op softmax name)
refuses "a parameter that is missing" 'rms_norm: parameter eps is missing' $(op rms_norm norm)
refuses "a parameter that is misspelt" 'rms_norm: there is no parameter "esp".*did you mean eps\?' $(op rms_norm norm) --param esp=1e-5
refuses "a parameter that is out of range" 'rms_norm: parameter eps' $(op rms_norm norm) --param eps=0
refuses "a parameter of the wrong kind" 'rms_norm: parameter eps is "small", expected a number' $(op rms_norm norm) --param eps=small
refuses "a parameter that is no integer" 'rms_norm: parameter groups is 1.5, expected an integer' $(op rms_norm norm) --param eps=1e-5 --param groups=1.5
refuses "a parameter that is null" 'rms_norm: parameter eps is null or an object' $(op rms_norm norm) --param eps=null
refuses "a parameter without a value" 'param is "eps", expected name=value' $(op rms_norm norm) --param eps
refuses "the cpu device refuses the same" 'softmax: input is i32' $(op softmax dtype) --device cpu
refuses "a dimension beyond 32 bits" 'softmax: input is f32 \[4294967297, 0\]' $(op softmax wide)

# ---- bad files
refuses "no such file" "cannot open $work/absent.safetensors" $(op softmax absent)
refuses "a directory" 'is a directory' op softmax --in "$work" --out "$work/out/y.safetensors"
for bad in truncated header_cut tiny nothing text huge json f64 overflow negative gap; do
  refuses "a bad file: $bad" "$work/$bad.safetensors: safetensors: " $(op softmax $bad)
done
refuses "an output folder that is missing" "cannot create $work/out/absent/y.safetensors" op softmax --in "$work/x.safetensors" --out "$work/out/absent/y.safetensors"
touch "$work/file"
refuses "an output folder that is a file" "cannot create $work/file/y.safetensors" op softmax --in "$work/x.safetensors" --out "$work/file/y.safetensors"
nothing_left "refusals leave no output"
mkdir "$work/folder"
refuses "an output that is a folder" "cannot write $work/folder" op softmax --in "$work/x.safetensors" --out "$work/folder"
verdict "nothing is left beside it" "$(ls "$work" | grep part)"
if ((EUID != 0)); then
  mkdir "$work/fixed" && chmod a-w "$work/fixed"
  refuses "an output folder that is read-only" "cannot create" op softmax --in "$work/x.safetensors" --out "$work/fixed/y.safetensors"
fi
cp "$work/x.safetensors" "$work/kept.safetensors"
refuses "a failure" 'softmax: input is i32' op softmax --in "$work/dtype.safetensors" --out "$work/kept.safetensors"
verdict "a failure leaves an older output as it was" "$(cmp "$work/x.safetensors" "$work/kept.safetensors" 2>&1)"

# ---- names
refuses "a misspelt verb" 'there is no verb "dcotor".*did you mean doctor\?' dcotor
refuses "a verb that is near to none" 'there is no verb "launch", expected .*devices' launch
refuses "a misspelt operator" 'no operator is called "sofmax"; did you mean softmax\?' $(op sofmax x)
refuses "a misspelt operator of the doctor" 'no operator is called "mtmul"; did you mean matmul\?' doctor --op mtmul
refuses "a misspelt operator of the bench" 'no operator is called "rmsnorm"; did you mean rms_norm\?' bench --op rmsnorm
refuses "an unknown device" 'no device is called "warp drive", expected .* there are 0 "' $(op softmax x) --device 'warp drive'
refuses "a device index that is too large" 'no device is called "99"' doctor --device 99
refuses "a misspelt target" 'target is "nvdia", expected apple, nvidia, amd, soc or none; did you mean nvidia\?' doctor --target nvdia
refuses "a misspelt flag" '--jsn.*xpu.*--help' devices --jsn
refuses "a missing flag" '--out is required' op softmax
refuses "a bad shape" 'shape is "64y64"' bench --op softmax --shape 64y64
refuses "a shape of too many numbers" 'softmax: --shape has 3 numbers, expected NxD' bench --op softmax --shape 1x2x3
refuses "a bad dtype" 'dtype is "f64", expected' bench --dtype f64
refuses "a bad format" 'xml.*csv' bench -o xml
refuses "a bad preference" 'power.*weak.*high.*low' doctor --power weak
refuses "a report that is none" 'not a saved bench report' bench --compare "$work/text.safetensors"
refuses "a report that is missing" 'cannot open' report "$work/absent.json"
refuses "the references are not timed" 'cpu .f64 references.: the references are not' bench --device reference
refuses "the references are not examined" 'cpu .f64 references.: .* none to examine' doctor --device reference
VK_ICD_FILENAMES=/nonexistent VK_DRIVER_FILES=/nonexistent refuses "no adapter" 'no WebGPU adapter was found.*--device cpu' $(op softmax x)
VK_ICD_FILENAMES=/nonexistent VK_DRIVER_FILES=/nonexistent accepts "devices without an adapter" 'no WebGPU adapter' devices
VK_ICD_FILENAMES=/nonexistent VK_DRIVER_FILES=/nonexistent accepts "the cpu device without an adapter" 'out f32' op softmax --in "$work/x.safetensors" --out "$work/y.safetensors" --device cpu
VK_ICD_FILENAMES=/nonexistent VK_DRIVER_FILES=/nonexistent accepts "check on the cpu device without an adapter" '[0-9]+ passed, 0 failed' check "$goldens" --device cpu

# ---- check
accepts "all golden files pass" $'^[1-9][0-9]+ passed, 0 failed$' check "$goldens"
run check "$work/wrong.safetensors" "$goldens/softmax.n37_d41.safetensors"
verdict "a wrong golden ends with 1 and says where" "$([[ $status == 1 && $out == 'FAILED wrong.safetensors: out[700] is '*$'\n1 passed, 1 failed' && -z $err ]] || echo "exit code $status: $(head_of "$out$err")")"
run check "$work/truncated.safetensors"
verdict "a truncated golden is a failed case" "$([[ $status == 1 && $out == *$'\n0 passed, 1 failed' ]] || echo "exit code $status: $(head_of "$out$err")")"
refuses "a golden that is missing" 'cannot open' check "$work/absent.safetensors"
run check --json "$work/wrong.safetensors"
verdict "check --json" "$(is_json "$out" && ((status == 1)) || echo "exit code $status: $(head_of "$out")")"

# ---- doctor
json_of "doctor --json" 'j["failed"] == 0 and j["passed"] > 50 and not j["findings"] and all(c["cases"] >= 0 for c in j["coverage"]) and j["memory"]["peak_bytes"] > 4096 and j["memory"]["in_use_bytes"] == 0' doctor --op rms_norm --json
accepts "doctor --coverage ends with memory and the sum" 'subgroup.wgsl.*memory: .* at most.* passed, 0 failed in ' doctor --op rms_norm --coverage

# ---- what is remembered of a device
verdict "the doctor has left a profile" "$(compgen -G "$XDG_CACHE_HOME/xpu/profile-*.json" >/dev/null || echo "there is none")"
for profile in "$XDG_CACHE_HOME"/xpu/profile-*.json; do echo '{"ops": [' >"$profile"; done
run op softmax --in "$work/x.safetensors" --out "$work/y.safetensors"
verdict "a damaged profile is ignored with a warning" "$([[ $status == 0 && $out == 'out f32'* && $err == 'xpu: warning: '*damaged*"$profile"* ]] || echo "exit code $status: $(head_of "$err")")"
run doctor --forget
verdict "doctor --forget removes it" "$([[ $status == 0 && ! -e $profile ]] || echo "exit code $status: $(head_of "$out$err")")"
accepts "there is nothing to forget then" 'nothing was remembered' doctor --forget

# ---- a kernel of one's own
softmax=$PWD/ops/softmax/wgsl/kernel.wgsl
cp "$softmax" "$work/mine.wgsl"
sed 's/exp(/0.5 + exp(/' "$softmax" >"$work/wrong.wgsl"
json_of "an override is what runs" 'j["kernels"][0]["rung"] == "override"' op softmax --in "$work/x.safetensors" --out "$work/y.safetensors" --override "softmax/kernel.wgsl=$work/mine.wgsl" --json
run doctor --op softmax --override "softmax/kernel.wgsl=$work/wrong.wgsl"
verdict "the doctor finds that an override is wrong" "$([[ $status == 1 && $out == *WRONG*kernel.wgsl*' failed in '* ]] || echo "exit code $status: $(head_of "$out$err")")"
verdict "and remembers nothing of it" "$(compgen -G "$XDG_CACHE_HOME/xpu/profile-*.json")"
refuses "an override without a kernel" 'override is "softmax", expected OPERATOR/KERNEL.wgsl=FILE' $(op softmax x) --override softmax
refuses "an override of no kernel" 'softmax: there is no kernel file "kernl.wgsl".*did you mean kernel.wgsl\?' $(op softmax x) --override softmax/kernl.wgsl
refuses "an override that is missing" 'cannot open' $(op softmax x) --override "softmax/kernel.wgsl=$work/absent.wgsl"

# ---- the processor
json_of "op on the processor says that it was a CPU kernel, and with which vectors" 'j["kernels"][0]["rung"] == "cpu" and j["kernels"][0]["tile"]' op softmax --in "$work/x.safetensors" --out "$work/y.safetensors" --device cpu --json
json_of "and with --device reference that it was none" 'j["kernels"][0]["rung"] == "reference"' op softmax --in "$work/x.safetensors" --out "$work/y.safetensors" --device reference --json
refuses "an override on the processor" 'runs no WGSL' $(op softmax x) --device cpu --override softmax/kernel.wgsl
json_of "doctor --device cpu" 'j["failed"] == 0 and j["passed"] > 50 and all(c["file"] == "cpu.cpp" for c in j["coverage"])' doctor --device cpu --op softmax --json
json_of "bench --device cpu" 'j["roof"]["copy_Bps"] > 0 and j["roof"]["fma32_flops"] > 0 and all(r["file"] == "cpu.cpp" and r["median_s"] > 0 and r["proofs"] > 9 for r in j["rows"])' bench --device cpu --quick --op softmax --shape 256x512 -o json --save "$work/cpu.json"
accepts "its report" '<svg.*</svg>.*</html>' report "$work/cpu.json" -o html

# ---- bench
json_of "bench -o json" 'j["format"] == "xpu bench 1" and j["roof"]["copy_Bps"] > 0 and j["memory"]["peak_bytes"] > 0 and any(r.get("median_s", 0) > 0 for r in j["rows"])' \
  bench --quick --op softmax --shape 256x512 -o json --save "$work/base.json" --html "$work/base.html"
verdict "bench --html writes a page" "$(grep -q '<svg.*</svg>.*</html>' "$work/base.html" || echo "no roofline in it")"
row=$(python3 -c 'import json, sys; print(next(r["shape"] for r in json.load(open(sys.argv[1]))["rows"] if "median_s" in r))' "$work/base.json")
python3 "$tool" scale "$work/base.json" 0.1 "$work/faster.json"
python3 "$tool" scale "$work/base.json" 10 "$work/slower.json"
run bench --quick --op softmax --shape 256x512 --compare "$work/faster.json"
verdict "a regression ends with 1 and names the row and by how much" "$([[ $status == 1 && $err =~ ^'slower: softmax '[0-9]+x[0-9]+' f32: '.*' before, '.*' now, '[0-9]+' % more' ]] || echo "exit code $status: $(head_of "$err")")"
accepts "without one it ends with 0" "no row is slower than in $work/slower.json" bench --quick --op softmax --shape 256x512 --compare "$work/slower.json"
accepts "report as a table" "softmax +$row" report "$work/base.json"
accepts "a table says what memory it took" 'memory: .* at most' report "$work/base.json"
accepts "report as comma-separated values" $'^device,backend,op,.*\r\n.*,softmax,' report "$work/base.json" "$work/slower.json" -o csv
accepts "a shape sizes what the operator computes from it" 'matvec_gguf +64x96 ' bench --quick --op matvec_gguf --shape 64x96
refuses "a shape that is no whole block" 'matvec_gguf: codes is u32 \[64, 25\], expected 32 a row' bench --op matvec_gguf --shape 64x100
run report "$work/base.json" -o csv && printf '%s\n' "$out" >"$work/base.csv"
verdict "another reader of comma-separated values finds the rows" "$([[ " $(python3 "$tool" csv "$work/base.csv") " == *" $row "* ]] || python3 "$tool" csv "$work/base.csv")"
for format in csv md; do accepts "bench -o $format" 'softmax' bench --quick --op softmax --shape 3x5 -o $format; done
accepts "report as a page" '<html.*</html>' report "$work/base.json" "$work/slower.json" -o html
accepts "report as markdown" "\| softmax \| $row" report "$work/base.json" -o md
accepts "a shape without elements does not end the process" 'softmax +0x5' bench --quick --op softmax --shape 0x5

# ---- output that cannot be written
for arguments in "" --help "ops --json" "check $goldens/softmax.n5_d3.safetensors"; do
  err=$("$xpu" $arguments 2>&1 >/dev/full)
  status=$?
  verdict "a full disk ends with 2 and a sentence: xpu $arguments" "$([[ $status == 2 && $err == 'xpu: cannot write to '* && $err != *$'\n'* ]] || echo "exit code $status: $(head_of "$err")")"
done
"$xpu" ops --json 2>&- >/dev/null
verdict "a closed standard error is no failure" "$( (($? == 0)) || echo "exit code $?")"

# ---- a system that gives no thread
printf 'int pthread_create(void) { return 11; }' | clang-19 -shared -fPIC -x c - -o "$work/no_threads.so"
out=$(LD_PRELOAD="$work/no_threads.so" "$xpu" doctor --device cpu --op matmul 2>&1)
status=$?
verdict "without threads the CPU's kernels run on the caller's" "$([[ $status == 0 && $out == *' passed, 0 failed'* ]] || echo "exit code $status: $(head_of "$out")")"

# ---- colour, on a terminal only
terminal() { python3 "$tool" terminal "$xpu" ops; }
verdict "colour on a terminal" "$( (unset NO_COLOR && terminal) | grep -q $'\x1b\[' || echo "there is none")"
verdict "no colour with NO_COLOR" "$(NO_COLOR=1 terminal | grep $'\x1b\[')"
aside() { python3 "$tool" terminal "$xpu" op softmax --in "$work/x.safetensors" --out "$work/y.safetensors" --verbose | grep 'chose adapter'; }
verdict "the log is dim on a terminal" "$( (unset NO_COLOR && aside) | grep -q $'\x1b\[2m' || echo "it is not")"
verdict "and plain with NO_COLOR" "$(NO_COLOR=1 aside | grep $'\x1b\[2m')"
verdict "no colour in a file" "$("$xpu" ops | grep $'\x1b\[')"

echo "$passed passed, $failed failed"
((failed == 0))
