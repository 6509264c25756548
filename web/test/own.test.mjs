// Kernels of the page's own, results over inputs, inputs left out, and what is remembered of a device from one visit to the next.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { engines, open } from "./browser.mjs";

async function ready(page) {
  await page.evaluate(async () => {
    const { createDevice } = await import("/index.js");
    window.log = [];
    window.device = await createDevice({ onLog: (level, message) => log.push(`${level}: ${message}`) });
    window.failure = (promise) =>
      Promise.resolve(promise).then(
        () => "no error",
        (error) => `${error.code ?? error.name}: ${error.message}`,
      );
  });
}

for (const { name, skip } of engines) describe(`own kernels and profiles in ${name}`, { skip }, () => {
  let browser, page;
  before(async () => {
    browser = await open({ engine: name });
    page = await browser.page();
    await ready(page);
  });
  after(async () => {
    await browser.close();
    // Firefox shows a text that does not compile on its console too.
    assert.deepEqual(page.problems.filter((text) => !/shader module|parsing error/.test(text)), []);
  });

  test("a kernel of the page's own runs on the operators' tensors, with checks", async () => {
    const { doubled, errors } = await page.evaluate(async () => {
      const wgsl = `
        struct Params { n: u32, factor: f32 };
        @group(0) @binding(0) var<storage, read> x: array<f32>;
        @group(0) @binding(1) var<storage, read_write> y: array<f32>;
        @group(0) @binding(2) var<uniform> p: Params;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) g: vec3u) {
          if (g.x < p.n) { y[g.x] = p.factor * x[g.x]; }
          if (g.x == 0u) { y[4000000u] = 1.0; }
        }`;
      const x = device.tensor([1, 2, 3], [3]);
      const y = device.tensor([0, 0, 0], [3]);
      const params = new Uint32Array([3, new Uint32Array(new Float32Array([2]).buffer)[0]]);
      const call = { wgsl, tensors: [{ tensor: x }, { tensor: y, write: true }], params, workgroups: [1] };
      await device.kernel(call);
      const doubled = [...(await y.read()).data];
      const errors = [
        await failure(device.kernel({ ...call, wgsl: "no wgsl" })),
        await failure(device.kernel({ ...call, tensors: [{ tensor: x }, { tensor: x, write: true }] })),
        await failure(device.kernel({ ...call, workgroups: [65536] })),
        await failure(device.kernel(call)),
      ];
      x.dispose();
      y.dispose();
      return { doubled, errors };
    });
    assert.deepEqual(doubled, [2, 4, 6]);
    assert.match(errors[0], /^device: the kernel does not compile: /);
    assert.match(errors[1], /^conflict: tensors 0 and 1 of the kernel share a buffer/);
    assert.match(errors[2], /^limit: a dispatch of 65536 workgroups in one dimension; the device allows 65535$/);
    assert.equal(errors[3], "no error");
  });

  test("an override is taken or is an error, and the doctor sees it", async () => {
    const { missing, findings, cannot, right } = await page.evaluate(async () => {
      const { createDevice } = await import("/index.js");
      const other = await createDevice();
      const missing = await failure((async () => other.overrideKernel("axpy", "vectr.wgsl"))());
      other.overrideKernel("axpy", "vector.wgsl", `
        struct Params { n: u32, a: f32, probe_a: f32, probe_x: f32, probe_y: f32, zero: f32 };
        @group(0) @binding(0) var<storage, read> x: array<vec4f>;
        @group(0) @binding(1) var<storage, read> y: array<vec4f>;
        @group(0) @binding(2) var<storage, read_write> out: array<vec4f>;
        @group(0) @binding(3) var<uniform> p: Params;
        //@const THREADS = 256
        //@const VECTORS = 1
        @compute @workgroup_size(THREADS) fn main(@builtin(global_invocation_id) g: vec3u) {
          if (g.x < p.n / 4u) { out[g.x] = x[g.x] + y[g.x]; }  // without a
        }`);
      const report = await other.doctor({ ops: ["axpy"] });
      const cannot = await failure(other.ops.axpy({ data: new Float32Array(3), shape: [3] }, { data: new Float32Array(3), shape: [3] }, { a: 1 }));
      await other.forgetProfile();
      other.destroy();
      return { missing, findings: [...new Set(report.findings.map(({ file }) => file))], cannot, right: report.passed > 0 };
    });
    assert.match(missing, /^unknown: axpy: there is no kernel file "vectr.wgsl" to override, .* did you mean vector.wgsl\?$/);
    assert.deepEqual(findings, ["vector.wgsl"]);
    assert.equal(cannot, "unsupported: axpy: vector.wgsl overrides, but a call of these shapes takes only kernel");
    assert.ok(right);
  });

  test("in place, the result is the tensor that was written over", async () => {
    const { same, got, errors } = await page.evaluate(async () => {
      const x = device.tensor([1, 2, 3], [3]);
      const y = device.tensor([10, 20, 30], [3]);
      const out = await device.ops.axpy(x, y, { a: 2, inplace: true });
      const got = [...(await out.read()).data];
      const errors = [
        await failure(device.ops.axpy(x, x, { a: 2, inplace: true })),
        await failure(device.ops.axpy(x, { data: new Float32Array(3), shape: [3] }, { a: 2, inplace: true })),
        await failure(device.ops.softmax(device.tensor([1, 2], [1, 2]), { inplace: true })),
      ];
      return { same: out === y, got, errors };
    });
    assert.ok(same);
    assert.deepEqual(got, [12, 24, 36]);
    assert.equal(errors[0], "conflict: axpy: out and x share a buffer, expected one of its own for what is written");
    assert.equal(errors[1], "type: axpy: in place, y must be a tensor on the device");
    assert.match(errors[2], /^unsupported: softmax: it cannot write its result over an input/);
  });

  test("an input that is optional may be left out, in its place or altogether", async () => {
    const results = await page.evaluate(async () => {
      const input = { data: Float32Array.of(1, 2, 3, 4), shape: [1, 1, 4] };
      const weight = { data: Float32Array.of(1, 10, 100), shape: [1, 1, 3] };
      const bias = { data: Float32Array.of(1000), shape: [1] };
      const all = [
        await device.ops.conv1d(input, weight),
        await device.ops.conv1d(input, weight, { padding: 0 }),
        await device.ops.conv1d(input, weight, undefined, {}),
        await device.ops.conv1d(input, weight, bias, {}),
      ];
      return all.map(({ data }) => [...data]);
    });
    assert.deepEqual(results, [[321, 432], [321, 432], [321, 432], [1321, 1432]]);
  });

  test("what is known of a device is read at the next visit; what is damaged is left, with a line", async () => {
    await page.evaluate(async () => {
      await device.forgetProfile();
      await device.doctor({ ops: ["axpy"] });
    });
    const edit = (change) =>
      page.evaluate(
        (change) =>
          new Promise((resolve, reject) => {
            const opening = indexedDB.open("xpu-ops", 1);
            opening.onerror = () => reject(opening.error);
            opening.onsuccess = () => {
              const profiles = opening.result.transaction("profiles", "readwrite").objectStore("profiles");
              const keys = profiles.getAllKeys();
              keys.onsuccess = () => {
                const got = profiles.get(keys.result[0]);
                got.onsuccess = () => {
                  const text = change === "damage" ? got.result.slice(0, 30) : change ? got.result.replace('"ops": {', `"ops": ${change}`) : got.result;
                  const put = profiles.put(text, keys.result[0]);
                  put.onsuccess = () => (opening.result.close(), resolve({ keys: keys.result.length, before: got.result }));
                };
              };
            };
          }),
        change,
      );
    const { keys, before } = await edit("damage");
    assert.equal(keys, 1);
    assert.equal(JSON.parse(before).format, "xpu profile 1");
    await page.reload();
    await ready(page);
    const log = await page.evaluate(async () => {
      const lines = log.filter((line) => line.includes("profile"));
      await device.doctor({ ops: ["axpy"] });
      return lines;
    });
    assert.equal(log.length, 1);
    assert.match(log[0], /^warning: the device profile is damaged: .*; it is ignored, and doctor\(\) makes a new one$/);
    // A finding of another operator whose kernels have changed since.
    await edit('{"softmax": {"kernels": "0", "disabled": [], "fastest": []}');
    await page.reload();
    await ready(page);
    const stale = await page.evaluate(() => log.filter((line) => line.includes("profile")));
    assert.deepEqual(stale, ["warning: the device profile was made with other kernels of softmax and is ignored there; doctor() makes it anew"]);
    await page.evaluate(() => device.forgetProfile());
  });
});
