// The package in a real browser: operators, tensors, and what happens when things go wrong.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { engines, open } from "./browser.mjs";

for (const { name, skip } of engines) describe(`in ${name}`, { skip }, () => {
  let browser, page;
  before(async () => {
    browser = await open({ engine: name });
    page = await browser.page();
    await page.evaluate(async () => {
      window.xpu = await import("/index.js");
      window.device = await window.xpu.createDevice();
      window.failure = (promise) =>
        Promise.resolve(promise).then(
          () => "no error",
          (error) => `${error.code ?? error.name}: ${error.message}`,
        );
      window.random = (shape, seed = 1) => {
        const data = Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => {
          seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
          return seed / 2 ** 31 - 1;
        });
        return { data, shape };
      };
      window.product = (a, b) => {
        const [m, k] = a.shape;
        const n = b.shape[1];
        return Array.from({ length: m * n }, (_, at) => {
          let sum = 0;
          for (let i = 0; i < k; i++) sum += a.data[Math.floor(at / n) * k + i] * b.data[i * n + (at % n)];
          return sum;
        });
      };
      window.worst = (got, want) => Math.max(...want.map((value, i) => Math.abs(value - got[i])));
    });
  });
  after(async () => {
    await browser.close();
    assert.deepEqual(page.problems, []);
  });

  test("the page needs no cross-origin isolation", async () => {
    assert.equal(await page.evaluate(() => crossOriginIsolated), false);
  });

  test("the device says who it is, what it allows and which kernels suit it, with the reason", async () => {
    const { info, caps, target } = await page.evaluate(() => ({ info: device.info, caps: device.caps, target: device.target }));
    assert.equal(info.backend, "browser");
    assert.ok(caps.max_binding_bytes >= 134_217_728);
    assert.equal(target.name, null);
    assert.match(target.why, /fallback|vendor/);
  });

  test("the README's example runs", async () => {
    const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
    const code = /```js\n([^]*?)```/.exec(readme)[1].replace('"xpu-ops"', `"/index.js"`).replace("console.log(", "globalThis.printed = (");
    const { data, printed } = await page.evaluate(async (text) => {
      const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
      const { data } = await import(url);
      return { data: [...data], printed: [...globalThis.printed] };
    }, `${code.replace('"/index.js"', JSON.stringify(new URL("/index.js", page.url())))}\nexport { data };`);
    assert.deepEqual(data, [19, 22, 43, 50]);
    [0.6324, 1.2649, 0.8485, 1.1314].forEach((value, i) => assert.ok(Math.abs(value - printed[i]) < 1e-3));
  });

  test("operators on arrays give arrays", async () => {
    const { error, shape, dtype, kind, rows } = await page.evaluate(async () => {
      const [a, b] = [random([33, 50], 1), random([50, 17], 2)];
      const c = await device.ops.matmul(a, b);
      const s = await device.ops.softmax(a);
      const rows = Array.from({ length: 33 }, (_, i) => s.data.slice(50 * i, 50 * i + 50).reduce((x, y) => x + y, 0));
      return { error: worst(c.data, product(a, b)), shape: c.shape, dtype: c.dtype, kind: c.data.constructor.name, rows };
    });
    assert.ok(error < 1e-5, `off by ${error}`);
    assert.deepEqual({ shape, dtype, kind }, { shape: [33, 17], dtype: "f32", kind: "Float32Array" });
    for (const sum of rows) assert.ok(Math.abs(sum - 1) < 1e-5);
  });

  test("operators on tensors leave their results on the device, and give the memory back", async () => {
    const { error, types, before, during, after } = await page.evaluate(async () => {
      const before = device.memory().in_use;
      const [a, b, w] = [random([20, 64], 3), random([64, 32], 4), random([1, 32], 5)];
      const [ta, tb] = [device.tensor(a.data, a.shape), device.tensor(b.data, b.shape)];
      const c = await device.ops.matmul(ta, tb);
      const d = await device.ops.rms_norm(c, w, { eps: 1e-5 });
      const got = await d.read();
      const want = product(a, b);
      for (let row = 0; row < 20; row++) {
        const values = want.slice(32 * row, 32 * row + 32);
        const scale = 1 / Math.sqrt(values.reduce((sum, x) => sum + x * x, 0) / 32 + 1e-5);
        for (let i = 0; i < 32; i++) want[32 * row + i] *= scale * w.data[i];
      }
      const during = device.memory().in_use;
      const types = [c, d].map((one) => one instanceof xpu.Tensor);
      for (const one of [ta, tb, c, d]) one.dispose();
      return { error: worst(got.data, want), types, before, during, after: device.memory().in_use };
    });
    assert.ok(error < 1e-4, `off by ${error}`);
    assert.deepEqual(types, [true, true]);
    assert.ok(during > before);
    assert.equal(after, before);
  });

  test("half precision travels as its bits", async () => {
    const { data, dtype, kind } = await page.evaluate(async () => {
      const y = await device.ops.softmax({ data: new Uint16Array([0x3c00, 0x3c00, 0x3c00]), shape: [1, 3] });
      return { data: [...y.data], dtype: y.dtype, kind: y.data.constructor.name };
    });
    assert.deepEqual({ data, dtype, kind }, { data: [0x3555, 0x3555, 0x3555], dtype: "f16", kind: "Uint16Array" });
  });

  test("empty tensors are tensors", async () => {
    const shapes = await page.evaluate(async () => {
      const none = await device.ops.matmul({ data: new Float32Array(0), shape: [0, 4] }, random([4, 3]));
      const zeros = await device.ops.matmul({ data: new Float32Array(0), shape: [2, 0] }, { data: new Float32Array(0), shape: [0, 3] });
      return [none.shape, none.data.length, zeros.shape, [...zeros.data]];
    });
    assert.deepEqual(shapes, [[0, 3], 0, [2, 3], [0, 0, 0, 0, 0, 0]]);
  });

  test("wrong input is refused with one clear sentence", async () => {
    const errors = await page.evaluate(async () => {
      const x = random([2, 3]);
      const gone = device.tensor(x.data, x.shape);
      gone.dispose();
      const other = await xpu.createDevice();
      const foreign = other.tensor(x.data, x.shape);
      const found = {
        inner: await failure(device.ops.matmul(x, x)),
        rank: await failure(device.ops.softmax({ data: x.data, shape: [6] })),
        length: await failure(device.ops.softmax({ data: x.data, shape: [2, 4] })),
        shape: await failure(device.ops.softmax({ data: x.data, shape: [2, 1.5] })),
        dtype: await failure(device.ops.softmax({ data: new Int32Array(6), shape: [2, 3] })),
        data: await failure(device.ops.softmax({ data: "text", shape: [2, 3] })),
        missing: await failure(device.ops.matmul(x)),
        parameter: await failure(device.ops.rms_norm(x, random([1, 3]))),
        unknown: await failure(device.ops.rms_norm(x, random([1, 3]), { eps: 1e-5, epsilon: 1 })),
        range: await failure(device.ops.rms_norm(x, random([1, 3]), { eps: -1 })),
        nan: await failure(device.ops.rms_norm(x, random([1, 3]), { eps: NaN })),
        disposed: await failure(device.ops.softmax(gone)),
        foreign: await failure(device.ops.softmax(foreign)),
      };
      other.destroy();
      return found;
    });
    const expected = {
      inner: /^shape: matmul: b is f32 \[2, 3\], expected shape \[K=3, N\]$/,
      rank: /^shape: softmax: input is f32 \[6\], expected shape \[N, D\]$/,
      length: /^shape: softmax: input: shape \[2, 4\] needs 8 elements; 6 came$/,
      shape: /^shape: softmax: input: a shape is a list of whole numbers/,
      dtype: /^dtype: softmax: input is i32 \[2, 3\], expected f32/,
      data: /^dtype: softmax: input: data must be a Float32Array/,
      missing: /^missing: matmul takes a, b; b is missing$/,
      parameter: /^missing: rms_norm: parameter eps/,
      unknown: /^unknown: rms_norm: .*epsilon/,
      range: /^range: rms_norm: .*eps/,
      nan: /^type: rms_norm: .*eps/,
      disposed: /^conflict: a tensor was used after it had been disposed$/,
      foreign: /^conflict: a tensor of another device was given/,
    };
    for (const [name, pattern] of Object.entries(expected)) assert.match(errors[name], pattern);
  });

  test("a device and a buffer of the caller's own are used, and left alone", async () => {
    const { got, passed, shared, errors, alive } = await page.evaluate(async () => {
      const adapter = await navigator.gpu.requestAdapter();
      const gpu = await adapter.requestDevice();
      const own = await xpu.createDevice({ device: gpu });
      const make = (size, usage) => gpu.createBuffer({ size, usage });
      const buffer = make(24, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST);
      gpu.queue.writeBuffer(buffer, 0, new Float32Array([1, 2, 3, 4, 5, 6]));
      const x = own.fromBuffer(buffer, [2, 3]);
      const y = await own.ops.softmax(x);
      const got = [...(await y.read()).data];
      const passed = [...(await x.read()).data];
      const shared = { same: x.buffer.buffer === buffer, size: y.buffer.size, is: y.buffer.buffer instanceof GPUBuffer };
      const errors = [
        await failure((async () => own.fromBuffer(buffer, [2, 4]))()),
        await failure((async () => own.fromBuffer(make(24, GPUBufferUsage.COPY_DST), [2, 3]))()),
      ];
      x.dispose();
      own.destroy();
      // The buffer and the device still work.
      const read = make(24, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
      const encoder = gpu.createCommandEncoder();
      encoder.copyBufferToBuffer(buffer, 0, read, 0, 24);
      gpu.queue.submit([encoder.finish()]);
      await read.mapAsync(GPUMapMode.READ);
      const alive = [...new Float32Array(read.getMappedRange())];
      gpu.destroy();
      return { got, passed, shared, errors, alive };
    });
    const row = [Math.exp(-2), Math.exp(-1), 1].map((value, _, all) => value / all.reduce((a, b) => a + b));
    [...row, ...row].forEach((value, i) => assert.ok(Math.abs(value - got[i]) < 1e-6));
    assert.deepEqual(passed, [1, 2, 3, 4, 5, 6]);
    assert.deepEqual(shared, { same: true, size: 24, is: true });
    assert.match(errors[0], /^shape: fromBuffer: f32 \[2, 4\] needs 32 bytes; the buffer has 24$/);
    assert.match(errors[1], /^unsupported: fromBuffer: .*STORAGE$/);
    assert.deepEqual(alive, [1, 2, 3, 4, 5, 6]);
  });

  test("an abort rejects with its reason, and the device stays usable", async () => {
    const { before, at, during, reading, after, memory } = await page.evaluate(async () => {
      const memory = [device.memory().in_use];
      const x = random([64, 64]);
      const before = await failure(device.ops.softmax(x, { signal: AbortSignal.abort(new Error("never mind")) }));
      const now = new AbortController();
      const running = failure(device.ops.softmax(x, { signal: now.signal }));
      now.abort(new Error("changed my mind"));
      const at = await running;
      const later = new AbortController();
      let seen = 0;
      const during = await failure(
        device.doctor({
          signal: later.signal,
          onProgress: () => ++seen === 3 && later.abort(new Error("seen enough")),
        }),
      );
      const tensor = device.tensor(x.data, x.shape);
      const third = new AbortController();
      const pending = failure(tensor.read({ signal: third.signal }));
      third.abort(new Error("no need"));
      const reading = await pending;
      const after = (await tensor.read()).data.every((value, i) => value === x.data[i]);
      tensor.dispose();
      memory.push(device.memory().in_use);
      return { before, at, during, reading, after, memory };
    });
    assert.equal(before, "Error: never mind");
    assert.equal(at, "Error: changed my mind");
    assert.equal(during, "Error: seen enough");
    assert.equal(reading, "Error: no need");
    assert.equal(after, true);
    assert.equal(memory[1], memory[0]);
  });

  test("a lost device is an error of every call, and a new one works", async () => {
    const { pending, later, upload, loss, again } = await page.evaluate(async () => {
      const first = await xpu.createDevice();
      const x = random([8, 8]);
      const tensor = first.tensor(x.data, x.shape);
      const reading = failure(tensor.read());
      first.gpu.destroy();
      const pending = await reading;
      const loss = await first.lost;
      const later = await failure(first.ops.softmax(tensor));
      const upload = await failure((async () => first.tensor(x.data, x.shape))());
      const second = await xpu.createDevice();
      const again = (await second.ops.softmax(x)).data.length;
      second.destroy();
      return { pending, later, upload, loss, again };
    });
    // Work that was under way may still be delivered.
    assert.match(pending, /^lost: |^no error$/);
    assert.match(later, /^lost: .*make a new one/);
    assert.match(upload, /^lost: /);
    assert.equal(loss.reason, "lost");
    assert.equal(again, 64);
  });

  test("after destroy() every call is refused, twice is no error, and `lost` settles", async () => {
    const { pending, later, reason } = await page.evaluate(async () => {
      const one = await xpu.createDevice();
      const tensor = one.tensor([1, 2, 3], [1, 3]);
      const reading = failure(tensor.read());
      one.destroy();
      one.destroy();
      tensor.dispose();
      return { pending: await reading, later: await failure(one.ops.softmax(random([2, 2]))), reason: (await one.lost).reason };
    });
    assert.match(pending, /^lost: /);
    assert.match(later, /^lost: /);
    assert.equal(reason, "destroyed");
  });

  test("what the graphics library refuses is an error of the waiting call, never silence, and the device goes on", async () => {
    const { errors, after, memory } = await page.evaluate(async () => {
      const memory = [device.memory().in_use];
      const buffer = device.gpu.createBuffer({ size: 24, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC });
      const x = device.fromBuffer(buffer, [2, 3]);
      buffer.destroy(); // the caller's mistake
      const errors = [
        await failure(device.ops.softmax(x).then((y) => y.read().finally(() => y.dispose()))),
        await failure(x.read()), // nothing is made for it: the browser tells by an event
      ];
      x.dispose();
      const after = [];
      for (let i = 0; i < 3; i++) after.push(...(await device.ops.softmax({ data: [0, 0], shape: [1, 2] })).data);
      memory.push(device.memory().in_use);
      return { errors, after, memory };
    });
    for (const error of errors) assert.match(error, /^device: .*destroyed/i);
    assert.deepEqual(after, [0.5, 0.5, 0.5, 0.5, 0.5, 0.5]);
    assert.equal(memory[1], memory[0]);
  });

  test("an error that nobody waited for is told once, to the next call, and switches no kernel off", async () => {
    const { errors, after } = await page.evaluate(async () => {
      const own = await xpu.createDevice();
      own.gpu.createBuffer({ size: 16, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.MAP_WRITE });
      const errors = [];
      for (const end = performance.now() + 5000; errors.length === 0 && performance.now() < end; ) {
        const error = await failure(own.ops.softmax(random([2, 2])));
        if (error !== "no error") errors.push(error);
      }
      const after = [];
      for (let i = 0; i < 5; i++) after.push(await failure(own.ops.softmax(random([2, 2]))));
      own.destroy();
      return { errors, after };
    });
    assert.equal(errors.length, 1);
    assert.match(errors[0], /^device: an earlier call on this device failed: .*usage/i);
    assert.deepEqual(new Set(after), new Set(["no error"]));
  });

  test("a kernel that the browser's compiler refuses is an error of one line with the compiler's words", async () => {
    const { error, other } = await page.evaluate(async () => {
      const own = await xpu.createDevice();
      const { gpu } = own;
      const make = gpu.createShaderModule.bind(gpu);
      gpu.createShaderModule = ({ code }) => make({ code: code.replaceAll("fn main(", "fn main(oops ") });
      const error = await failure(own.ops.softmax(random([2, 2])));
      delete gpu.createShaderModule;
      const other = await failure(own.ops.matmul(random([2, 2]), random([2, 2])));
      own.destroy();
      return { error, other };
    });
    assert.match(error, /^unsupported: softmax: .* does not compile: softmax\/\w+\.wgsl: line \d+: .*expected .*:.*, in `fn main\(.*\{`/);
    assert.ok(!error.includes("\n") && !error.includes("│"), error);
    page.problems.length = 0; // Firefox prints it too
    assert.equal(other, "no error");
  });

  test("error scopes that the caller has open stay the caller's", async () => {
    const { call, mine } = await page.evaluate(async () => {
      const gpu = await (await navigator.gpu.requestAdapter()).requestDevice();
      const own = await xpu.createDevice({ device: gpu });
      gpu.pushErrorScope("validation");
      const calling = failure(own.ops.softmax(random([2, 2])));
      gpu.createBuffer({ size: 16, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.MAP_WRITE });
      const mine = await gpu.popErrorScope();
      const call = await calling;
      gpu.destroy();
      return { call, mine: mine?.message };
    });
    assert.equal(call, "no error");
    assert.match(mine, /usage/i);
  });

  test("a short call does not wait for the browser to look at the GPU by itself", async (t) => {
    const each = await page.evaluate(async () => {
      const tensor = device.tensor([1, 2], [1, 2]);
      await tensor.read();
      const begin = performance.now();
      for (let i = 0; i < 20; i++) await tensor.read();
      tensor.dispose();
      return (performance.now() - begin) / 20;
    });
    t.diagnostic(`${each.toFixed(1)} ms a read`);
    assert.ok(each < 50, `${each} ms a read`); // Firefox looks every 100 ms
  });

  test("a result beyond the device's limits is an error of the call, and the next call works", async () => {
    const { error, after, memory } = await page.evaluate(async () => {
      const memory = [device.memory().in_use];
      const error = await failure(device.ops.matmul(random([40000, 1]), random([1, 40000])));
      memory.push(device.memory().in_use);
      return { error, after: (await device.ops.softmax(random([2, 2]))).data.length, memory };
    });
    assert.match(error, /^limit: matmul: .*6400000000 bytes; the device allows/);
    assert.equal(after, 4);
    assert.equal(memory[1], memory[0]);
  });

  test("a core that cannot be loaded is one clear sentence", async () => {
    const error = await page.evaluate(() => failure(xpu.createDevice({ wasm: new Response("no", { status: 404, statusText: "Not Found" }) })));
    assert.match(error, /^io: xpu\.wasm could not be loaded: .*404/);
  });
});
