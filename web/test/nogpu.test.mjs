// Pages without WebGPU: what they are told, and the processor in its place.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { engines, open } from "./browser.mjs";

const INSECURE = "this page has no WebGPU because it is not secure: it needs https, or localhost";
const ABSENT = "this browser has no WebGPU here; a current Chrome, Edge, Safari or Firefox has, on a secure page";
const NO_ADAPTER = "WebGPU found no graphics adapter that it may use on this machine";
// Chromium is without WebGPU on a page that is not secure only.
const SENTENCES = {
  chromium: { off: INSECURE, "no adapter": NO_ADAPTER },
  firefox: { off: ABSENT, "no adapter": NO_ADAPTER },
};
const golden = await readFile(new URL("../../tests/goldens/softmax.masked.safetensors", import.meta.url), "base64");

for (const { name, skip } of engines) describe(`without WebGPU in ${name}`, { skip }, () => {
  for (const [webgpu, sentence] of Object.entries(SENTENCES[name])) test(webgpu, async () => {
    const browser = await open({ engine: name, webgpu });
    try {
      // The demo page says so.
      const page = await browser.page("/demo/index.html", { width: 390 });
      await page.waitForSelector("#problem:not([hidden])");
      const text = (selector) => page.$eval(selector, (one) => one.textContent);
      assert.equal((await text("#problem")).toLowerCase(), `${sentence}.`.toLowerCase());
      assert.equal(await text("#device-name"), "No device");
      assert.equal(await page.$("#run:enabled"), null);

      const { error, infos, product, disposed, proven, verdict, refused } = await page.evaluate(async (golden) => {
        const { XpuError, createDevice } = await import("/index.js");
        const failure = (promise) => promise.then(() => "no error", (error) => error instanceof XpuError && `${error.code}: ${error.message}`);
        const error = await failure(createDevice());
        const device = await createDevice({ cpu: true });
        const a = device.tensor([1, 2, 3, 4], [2, 2]);
        const b = await device.ops.matmul(a, { data: Float32Array.of(5, 6, 7, 8), shape: [2, 2] });
        const halves = await device.ops.softmax({ data: new Uint16Array([0x3c00, 0x3c00, 0x3c00]), shape: [1, 3] });
        const product = [...(await b.read()).data, ...halves.data];
        a.dispose();
        b.dispose();
        const disposed = device.memory().in_use;
        const proven = await device.doctor();
        const references = await createDevice({ cpu: "reference" });
        const verdict = await device.check(Uint8Array.from(atob(golden), (one) => one.charCodeAt(0)));
        const refused = [
          await failure(references.doctor()),
          await failure((async () => device.gpu)()),
          await failure((async () => device.tensor([1], [1]).buffer)()),
          await failure(device.ops.softmax({ data: [1, 2], shape: [2] })),
          await failure(createDevice({ cpu: true, device: {} })),
        ];
        device.destroy();
        refused.push(await failure(device.ops.softmax({ data: [1, 2], shape: [1, 2] })));
        return { error, infos: [device.info, references.info], product, disposed, proven, verdict, refused };
      }, golden);
      assert.equal(error, `unsupported: ${sentence}`);
      assert.deepEqual(infos.map(({ name, backend }) => [name, backend]), [["cpu (WASM, 1 thread)", "cpu"], ["cpu (f64 references)", "reference"]]);
      assert.deepEqual([proven.findings, proven.failed], [[], 0]);
      assert.ok(proven.passed > 600, `${proven.passed} runs`);
      assert.deepEqual(product, [19, 22, 43, 50, 0x3555, 0x3555, 0x3555]);
      assert.equal(disposed, 0);
      assert.deepEqual(verdict, { op: "softmax", passed: true });
      const expected = [
        /^unsupported: .*references/,
        /^unsupported: the cpu device has no GPUDevice$/,
        /^unsupported: the cpu device has no GPU buffers$/,
        /^shape: softmax: input is f32 \[2\], expected shape \[N, D\]$/,
        /^conflict: cpu: true takes neither a device nor an adapter$/,
        /^lost: /,
      ];
      expected.forEach((pattern, i) => assert.match(refused[i], pattern));
      assert.deepEqual(page.problems, []);
    } finally {
      await browser.close();
    }
  });
});
