// The page: it asks, shows and saves. The work is done by a worker, so that nothing here ever waits.
import { type BenchOptions, type BenchReport, type DoctorReport, type Progress } from "../src/index.js";
import { type DeviceFacts, type Reply, type Request, Session } from "./session.js";

const $ = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;
const query = new URLSearchParams(location.search);
const saved: { device?: DeviceFacts; doctor?: DoctorReport; bench?: BenchReport; userAgent: string } = { userAgent: navigator.userAgent };

// --- the worker, or this thread where a worker has no WebGPU

let send: (request: Request) => void;
let waiting: ((reply: Reply) => void) | undefined;
let dueProgress: Progress | undefined;

function receive(reply: Reply): void {
  if (reply.kind === "progress") {
    // Drawn once a frame: hundreds may come in one.
    if (!dueProgress) requestAnimationFrame(drawProgress);
    dueProgress = reply.progress;
    return;
  }
  const answer = waiting;
  waiting = undefined;
  answer?.(reply);
}

function useWorker(): void {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = (event: MessageEvent<Reply>) => receive(event.data);
  worker.onerror = (event) => receive({ kind: "failed", code: "", message: event.message || "the worker could not be started" });
  send = (request) => worker.postMessage(request);
}

function useThisThread(): void {
  const session = new Session(receive);
  send = (request) => void session.handle(request);
}

class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function ask<Kind extends Reply["kind"]>(run: Kind & ("device" | "doctor" | "bench"), options: BenchOptions = {}) {
  const reply = await new Promise<Reply>((resolve) => {
    waiting = resolve;
    send({ run, options });
  });
  if (reply.kind === "failed") throw new Refused(reply.code, reply.message);
  if (reply.kind === "stopped") throw new Refused("stopped", "stopped");
  return reply as Extract<Reply, { kind: Kind }>;
}

// --- numbers as text

function scaled(value: number, units: readonly string[], step: number): string {
  let unit = 0;
  while (value >= step && unit < units.length - 1) {
    value /= step;
    unit++;
  }
  return `${value.toLocaleString("en", { maximumSignificantDigits: 3, useGrouping: false })}\u202f${units[unit]}`;
}

const time = (seconds: number) => scaled(seconds * 1e6, ["µs", "ms", "s"], 1000);
const bytes = (n: number) => scaled(n, ["B", "KiB", "MiB", "GiB"], 1024);
const rate = (n: number, unit: string) => scaled(n, ["", "k", "M", "G", "T", "P"].map((prefix) => prefix + unit), 1000);
const percent = (fraction: number) => `${(100 * fraction).toFixed(fraction < 0.0995 ? 1 : 0)}\u202f%`;
const plural = (n: number, one: string) => `${n.toLocaleString("en")} ${one}${n === 1 ? "" : "s"}`;

// --- small pieces of the page

function element(tag: string, text = "", className = ""): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

function facts(list: HTMLElement, entries: readonly (readonly [string, string])[]): void {
  list.replaceChildren(
    ...entries.map(([name, value]) => {
      const pair = element("div");
      pair.append(element("dt", name), element("dd", value));
      return pair;
    }),
  );
}

/** Fills a table; a cell may be text, or text with a second, quieter line. */
function rows(table: HTMLElement, cells: readonly (readonly (string | readonly [string, string])[])[]): HTMLElement[] {
  const heads = [...table.querySelectorAll("th")];
  const made = cells.map((row) => {
    const line = element("tr");
    row.forEach((cell, i) => {
      const td = element("td", "", heads[i]!.className);
      td.dataset["label"] = heads[i]!.textContent ?? "";
      const [text, below] = typeof cell === "string" ? [cell, ""] : cell;
      if (text || below) {
        const value = element("span", text);
        if (below) value.append(element("small", below));
        td.append(value);
      }
      line.append(td);
    });
    return line;
  });
  table.querySelector("tbody")!.replaceChildren(...made);
  return made;
}

function drawProgress(): void {
  const now = dueProgress;
  dueProgress = undefined;
  if (!now || !waiting) return;
  $<HTMLProgressElement>("bar").max = Math.max(now.total, 1);
  $<HTMLProgressElement>("bar").value = now.done;
  $("status").textContent = now.total > 0 ? `${now.done} of ${now.total}: ${now.what}` : now.what;
}

function lanes({ subgroups, subgroup_min, subgroup_max }: DeviceFacts["caps"]): string {
  if (!subgroups || subgroup_max === 0) return subgroups ? "yes" : "no";
  return subgroup_min === subgroup_max ? `${subgroup_min} lanes` : `${subgroup_min} to ${subgroup_max} lanes`;
}

// --- what the device, the doctor and the bench say

function showDevice(device: DeviceFacts): void {
  saved.device = device;
  const { info, caps, target } = device;
  $("device-name").textContent = info.name;
  $("device-why").textContent = `Kernels: ${target.name ?? "portable"}, because ${target.why}`;
  const entries: [string, string][] = [
    ["Vendor", info.vendor],
    ["Architecture", info.architecture],
    ["Kind", info.type === "unknown" ? "" : info.type],
    ["Half precision", caps.f16 ? "yes" : "no"],
    ["Subgroups", lanes(caps)],
    ["Device clock", caps.timestamps ? "yes" : "no"],
    ["Largest binding", bytes(caps.max_binding_bytes)],
    ["Largest buffer", bytes(caps.max_buffer_bytes)],
    ["Workgroup", `${caps.max_invocations} invocations`],
    ["Workgroup memory", bytes(caps.max_workgroup_bytes)],
  ];
  facts($("device-facts"), entries.filter(([, value]) => value !== ""));
  facts($("device-limits"), [
    ["Features", device.features.join(", ") || "none"],
    ...Object.entries(device.limits).map(([name, value]) => [name, value.toLocaleString("en")] as const),
  ]);
}

function showDoctor(report: DoctorReport): void {
  saved.doctor = report;
  const verdict = $("doctor-verdict");
  verdict.className = `lead ${report.failed ? "bad" : "good"}`;
  verdict.textContent = report.failed
    ? `${plural(report.failed, "disagreement")}, ${report.passed.toLocaleString("en")} passed`
    : `All ${plural(report.passed, "run")} agree, in ${report.seconds.toFixed(1)} s`;
  const found = report.findings.map((one) => {
    const box = element("div", "", "finding");
    box.append(element("b", [one.op, one.file, one.tile].filter(Boolean).join(" · ")), element("span", `${one.shape}: ${one.what}`));
    return box;
  });
  const fallen = report.fallbacks.map((one) => {
    const box = element("div", "", "finding");
    box.append(element("b", `${one.op} · ${one.file} is off here`), element("span", `Instead: ${one.instead || "nothing"}`));
    return box;
  });
  $("doctor-findings").replaceChildren(...found.slice(0, 50), ...fallen);
  rows($("coverage"), report.coverage.map((one) => [one.op, one.file, one.tile, String(one.cases)]));
  $("skipped").replaceChildren(...report.skipped.map((one) => element("li", one)));
  $("doctor-result").hidden = false;
  $("save").hidden = false;
}

function showBench(report: BenchReport, svg: string): void {
  saved.bench = report;
  const { roof } = report;
  facts($("roof"), [
    ["Read", rate(roof.read_Bps, "B/s")],
    ["Copy", rate(roof.copy_Bps, "B/s")],
    ["f32", rate(roof.fma32_flops, "FLOP/s")],
    ...(roof.fma16_flops > 0 ? [["f16", rate(roof.fma16_flops, "FLOP/s")] as const] : []),
    ["A dispatch", time(roof.launch_s)],
  ]);
  $("plot").innerHTML = svg; // drawn by the core, which escapes what it did not write itself
  const lines = rows(
    $("rows"),
    report.rows.map((row) => [
      row.op,
      [row.shape, row.dtype] as const,
      [row.file, row.tile] as const,
      row.minimum_s === undefined ? "" : time(row.minimum_s),
      row.median_s === undefined ? "" : time(row.median_s),
      bytes(row.bytes),
      rate(row.flops, ""),
      row.skipped ?? ([row.bound ?? "", row.hot ? "in a cache" : ""] as const),
      row.fraction === undefined ? "" : percent(row.fraction),
    ]),
  );
  lines.forEach((line, i) => {
    const { fraction } = report.rows[i]!;
    if (fraction === undefined) return;
    const cell = line.lastElementChild as HTMLElement;
    cell.classList.add("roofed");
    cell.style.setProperty("--part", `${Math.min(100, 100 * fraction)}%`);
  });
  $("bench-result").hidden = false;
  $("save").hidden = false;
}

function problem(text: string): void {
  $("problem").textContent = text;
  $("problem").hidden = text === "";
}

// --- jobs

function busy(on: boolean): void {
  for (const id of ["run", "doctor", "bench", "quick"]) $<HTMLButtonElement>(id).disabled = on;
  $("stop").hidden = !on;
  $("progress").hidden = !on;
  if (!on) return;
  $<HTMLProgressElement>("bar").removeAttribute("value");
  $("status").textContent = "Starting…";
}

function benchOptions(): BenchOptions {
  const ops = query.getAll("op");
  return { quick: $<HTMLInputElement>("quick").checked, ...(ops.length ? { ops } : {}) };
}

async function job(doctor: boolean, bench: boolean, each?: (line: object) => Promise<unknown>): Promise<void> {
  problem("");
  busy(true);
  try {
    const options = benchOptions();
    if (doctor) {
      const { report } = await ask("doctor", options);
      showDoctor(report);
      await each?.({ doctor: report });
    }
    if (bench) {
      const { report, svg } = await ask("bench", options);
      showBench(report, svg);
      await each?.({ bench: report });
    }
  } catch (error) {
    if ((error as Refused).code === "stopped") return;
    problem(sentence((error as Error).message));
    await each?.({ error: (error as Error).message });
  } finally {
    busy(false);
  }
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

function download(): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(saved, null, 2)], { type: "application/json" }));
  const link = element("a") as HTMLAnchorElement;
  link.href = url;
  link.download = "xpu-ops.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** `?post=1`: without a reader. Everything is run and posted to /r, a line of JSON each, ending with {"done": 1}. */
const post = (line: object) => fetch("/r", { method: "POST", body: JSON.stringify(line) });

async function start(): Promise<void> {
  $("run").onclick = () => void job(true, true);
  $("doctor").onclick = () => void job(true, false);
  $("bench").onclick = () => void job(false, true);
  $("stop").onclick = () => send({ run: "stop" });
  $("download").onclick = download;
  const quick = query.get("quick");
  if (quick !== null) $<HTMLInputElement>("quick").checked = quick !== "0";
  const posting = query.get("post") === "1";
  try {
    useWorker();
    let reply;
    try {
      reply = await ask("device");
    } catch (error) {
      if (!("gpu" in navigator)) throw error;
      useThisThread(); // the worker found no WebGPU; this thread may
      reply = await ask("device");
    }
    showDevice(reply.device);
    busy(false);
  } catch (error) {
    $("device-name").textContent = "No device";
    problem(sentence((error as Error).message));
    if (posting) await post({ error: (error as Error).message });
    if (posting) await post({ done: 1 });
    return;
  }
  if (!posting) return;
  await post({ device: saved.device, userAgent: navigator.userAgent });
  await job(query.get("doctor") !== "0", query.get("bench") !== "0", post);
  await post({ done: 1 });
}

void start();
