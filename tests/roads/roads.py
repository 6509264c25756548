"""The work of run.sh.

Every operator of every road is a job of its own, so that the compilers of the software drivers, which use one core each, share
the machine. A capability that the table promises and the device lacks is a failure: its kernels would go untested without a word.
One that the table does not know is a failure too: the table is stale.
"""
import concurrent.futures
import glob
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

XPU, GOLDENS = "build/xpu", "tests/goldens"
SOFTWARE = {  # road: its Vulkan driver, what its adapter's name contains, what gives the driver, and the modes to examine
    # Each mode on one of them: what they compile takes most of this test's time. With the checks Firefox runs the kernels on lavapipe,
    # by the same compiler, in the web's tests; and without them SwiftShader runs the golden files, and all that the bench times.
    "lavapipe": ("/usr/share/vulkan/icd.d/lvp_icd*.json", "llvmpipe", "the package mesa-vulkan-drivers", "trusted"),
    "swiftshader": ("/usr/lib/chromium/vk_swiftshader_icd.json", "SwiftShader", "the package chromium", "checked"),
}
CAPABILITIES = ("f16", "subgroups", "timestamps")
LONGEST = 1200  # seconds of one job: far beyond the slowest, so that only a driver that hangs meets it

passed = failed = skipped = 0


def say(failures, skips, good, text, details=()):
    global passed, failed, skipped
    passed, failed, skipped = passed + good, failed + failures, skipped + skips
    text = ("FAILED  " if failures else "skipped " if skips and not good else "ok      ") + text
    for detail in details[:20]:
        text += "\n        " + detail
    if len(details) > 20:
        text += f"\n        and {len(details) - 20} more"
    print(text, flush=True)


def xpu(environment, *arguments):
    """The JSON that the program prints; exit code 1 is a disagreement, which the JSON tells. An error as text."""
    with tempfile.TemporaryDirectory() as cache:  # so that no profile of a device hides a kernel
        environment = environment | {"XDG_CACHE_HOME": cache, "MESA_SHADER_CACHE_DIR": os.path.abspath("build")}
        try:
            done = subprocess.run([XPU, *arguments, "--json"], env=environment, capture_output=True, text=True, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            return None, f"not done in {LONGEST} s"
    if done.returncode not in (0, 1):
        return None, f"exit code {done.returncode}: {done.stderr.strip()}"
    try:
        return json.loads(done.stdout), ""
    except ValueError:
        return None, f"no JSON: {done.stdout[:200]}"


def compare(road, expected, device):
    has = device["features"]
    for name in CAPABILITIES:
        if has[name] == expected[name]:
            say(0, 0, 1, f"{road}: {name} {'is there' if has[name] else 'is not there, as expected'}")
        elif expected[name]:
            say(1, 0, 0, f"{road}: {name} is expected and absent on {device['name']}")
        else:
            say(1, 0, 0, f"{road}: {device['name']} has {name}, and tests/roads.json does not expect it: correct the table")


def goldens(road, environment, *arguments):
    verdict, error = xpu(environment, "check", GOLDENS, *arguments)
    if error:
        return say(1, 0, 0, f"{road}: golden files: {error}")
    details = [f"{case['file']}: {case['failure']}" for case in verdict["cases"] if not case["passed"]]
    text = f"{road}: golden files: {verdict['passed']} passed, {verdict['failed']} failed"
    say(verdict["failed"] + (verdict["passed"] == 0), 0, verdict["passed"], text, details)


def doctor(road, environment, mode, op):
    report, error = xpu(environment, "doctor", "--op", op, "--mode", mode)
    if error:
        return say(1, 0, 0, f"{road}: doctor, {op}: {error}")
    details = [f"\"{one['shape']}\" by {one['file']} {one['tile']} ({one['mode']}): {one['what']}" for one in report["findings"]]
    # A file that no case reaches is never proven.
    skips = {text.split(": ")[0]: text for text in report["skipped"]}
    idle = [one["file"] for one in report["coverage"] if one["cases"] == 0 and f"{op}/{one['file']}" not in skips]
    if not report["device"]["features"]["subgroups"]:
        uses = lambda file: re.search("subgroup[A-Z_]", pathlib.Path("ops", op, "wgsl", file).read_text(encoding="utf-8"))
        needs = [file for file in idle if uses(file)]
        skips |= {f"{op}/{file}": f"{op}/{file}: the device has no subgroups" for file in needs}
        idle = [file for file in idle if file not in needs]
    wrong = report["failed"] + len(idle) + (report["passed"] == 0)
    text = f"{road}: doctor, {op}: {report['passed']} passed, {report['failed']} failed in {report['seconds']:.1f} s"
    text += "".join(f"; skipped {one}" for one in skips.values())
    text += "".join(f"; no case reaches {file}" for file in idle)
    say(wrong, len(skips), report["passed"], text, details)


def processor():
    """All CPU kernels at all shapes, with every level of vectors that is here: a second's work."""
    report, error = xpu(os.environ, "doctor", "--device", "cpu")
    if error:
        return say(1, 0, 0, f"cpu: doctor: {error}")
    details = [f"{one['op']} \"{one['shape']}\" by {one['file']} {one['tile']}: {one['what']}" for one in report["findings"]]
    tiles = sorted({one["tile"] for one in report["coverage"]})
    text = f"cpu: doctor: {report['passed']} passed, {report['failed']} failed, with {', '.join(tiles)}"
    say(report["failed"] + (report["passed"] == 0), 0, report["passed"], text, details)


def software_roads():
    for road, (pattern, name, source, mode) in SOFTWARE.items():
        found = sorted(glob.glob(pattern))
        if not found:
            must = os.environ.get("CI") == "true"
            say(must, not must, 0, f"{road}: no {pattern}; {source} has it{', and in CI it has to be there' if must else ''}")
            continue
        # Mesa leaves its optimiser out: what it takes is a quarter of all that runs here, and the kernels are the same.
        environment = os.environ | {"VK_ICD_FILENAMES": found[0], "VK_DRIVER_FILES": found[0], "GALLIVM_PERF": "nopt"}
        devices, error = xpu(environment, "devices")
        if error or not devices or name not in devices[0]["name"]:
            say(1, 0, 0, f"{road}: {found[0]} gives {error or [one['name'] for one in devices]}, expected {name}")
            continue
        yield road, environment, devices[0], mode


def own_gpu():
    devices, _ = xpu(os.environ, "devices")
    if devices and devices[0]["type"] != "software":
        yield ("h200" if "H200" in devices[0]["name"] else devices[0]["name"]), os.environ, devices[0], "both"


def main():
    if not os.access(XPU, os.X_OK):
        return say(1, 0, 0, f"{XPU} does not exist")
    with open("tests/roads.json", encoding="utf-8") as file:
        table = json.load(file)["roads"]
    ops, error = xpu(os.environ, "ops")
    if error or not ops:
        return say(1, 0, 0, f"no operators: {error}")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = []
        for road, environment, device, mode in (*software_roads(), *own_gpu()):
            if road in table:
                compare(road, table[road], device)
            jobs += [pool.submit(doctor, road, environment, mode, op["name"]) for op in ops]
            jobs.append(pool.submit(goldens, road, environment))
        jobs.append(pool.submit(processor))
        jobs += [pool.submit(goldens, host, os.environ, "--device", host) for host in ("cpu", "reference")]
        for job in jobs:
            job.result()


main()
print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
sys.exit(failed > 0)
