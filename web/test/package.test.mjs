// The package without a browser: it can be imported, says what it lacks, is typed, and is small.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

test("importing it where there is no GPU does not throw", async () => {
  const xpu = await import("xpu-ops");
  assert.equal(typeof xpu.createDevice, "function");
});

test("making a device where there is no WebGPU rejects with one clear sentence", async () => {
  const { createDevice, XpuError } = await import("xpu-ops");
  await assert.rejects(createDevice(), (error) => {
    assert.ok(error instanceof XpuError);
    assert.equal(error.code, "unsupported");
    assert.match(error.message, /no WebGPU/);
    return true;
  });
});

test("the references compute where there is no WebGPU, on request", async () => {
  const { createDevice } = await import("xpu-ops");
  const device = await createDevice({ cpu: true });
  const { data } = await device.ops.matmul({ data: [1, 2, 3, 4], shape: [2, 2] }, { data: [5, 6, 7, 8], shape: [2, 2] });
  device.destroy();
  assert.deepEqual([...data], [19, 22, 43, 50]);
});

test("the core is at most 700 KB gzipped, and asks the page for nothing but its own imports", async (t) => {
  const wasm = await readFile(path("../dist/xpu.wasm"));
  const gzipped = gzipSync(wasm, { level: 9 }).length;
  t.diagnostic(`xpu.wasm: ${wasm.length} bytes, ${gzipped} gzipped`);
  assert.ok(gzipped <= 700_000, `${gzipped} bytes`);
  const imports = WebAssembly.Module.imports(await WebAssembly.compile(wasm)).filter(({ module }) => module === "host");
  assert.deepEqual(imports.map(({ name }) => name).filter((name) => !KNOWN.has(name)), []);
});

test("bundlers find the core where they look for it", async () => {
  const index = await readFile(path("../dist/index.js"), "utf8");
  assert.ok(index.includes('new URL("./xpu.wasm", import.meta.url)'));
  assert.ok(!/import\(["']node:/.test(index), "a Node module would be bundled");
});

const KNOWN = new Set(["submit", "compile", "destroy", "yield", "settled", "progress", "log", "now"]);

test("the opcodes of the page are those of the core", async () => {
  const inc = await readFile(path("../../src/device/opcodes.inc"), "utf8");
  const ts = await readFile(path("../src/opcodes.ts"), "utf8");
  const core = [...inc.matchAll(/^OPCODE\((\w+), (\d+)\)$/gm)].map(([, name, number]) => `${name}: ${number}`);
  assert.ok(core.length >= 12);
  assert.deepEqual([...ts.matchAll(/^ {2}(\w+: \d+),$/gm)].map(([, entry]) => entry), core);
});
