// What tests/roads/run.sh proves natively, in the browsers: what each can do, the golden files, and every kernel against its
// reference, by Tint in Chromium and by naga in Firefox.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { engines, open } from "./browser.mjs";

const root = new URL("../../", import.meta.url);
const { roads } = JSON.parse(await readFile(new URL("tests/roads.json", root), "utf8"));
const goldens = (await readdir(new URL("tests/goldens/", root))).filter((file) => file.endsWith(".safetensors"));

// Side by side, and each browser's operators divided among two of it: a software device compiles on one core, and waits in between.
const shares = engines.flatMap(({ name, skip }) => [0, 1].map((share, _, { length }) => ({ name, skip, share, of: length })));
describe("roads", { concurrency: true }, () => {
  for (const { name, skip, share, of } of shares) describe(`${name}, part ${share + 1} of ${of}`, { skip }, () => {
    let browser, page, caps;
    before(async () => {
      browser = await open({ engine: name });
      page = await browser.page();
      caps = await page.evaluate(async () => {
        const { createDevice } = await import("/index.js");
        window.device = await createDevice();
        return window.device.caps;
      });
    });
    after(async () => {
      await browser.close();
      assert.deepEqual(page.problems, []);
    });

    for (const [capability, expected] of Object.entries(roads[name])) test(`${capability} ${expected ? "is there" : "is not there, as expected"}`, () => {
      assert.equal(typeof caps[capability], "boolean");
      assert.ok(caps[capability] || !expected, `${capability} is expected and absent: what needs it would go untested`);
      assert.ok(!caps[capability] || expected, `${capability} is there, and tests/roads.json does not expect it: correct the table`);
    });

    if (share === 0) test("the golden files", async (t) => {
      assert.ok(goldens.length > 0);
      for (const file of goldens) await t.test(file, async () => {
        const bytes = await readFile(new URL(`tests/goldens/${file}`, root), "base64");
        const verdict = await page.evaluate(async (text) => device.check(Uint8Array.from(atob(text), (one) => one.charCodeAt(0))), bytes);
        assert.equal(verdict.failure, undefined);
        assert.deepEqual(verdict, { op: file.split(".")[0], passed: true });
      });
    });

    test("the doctor", async (t) => {
      const ops = await page.evaluate(() => device.registry.map((op) => op.name));
      assert.ok(ops.length > 0);
      for (const op of ops.filter((_, at) => at % of === share)) await t.test(op, async (t) => {
        const report = await page.evaluate((name) => device.doctor({ ops: [name] }), op);
        t.diagnostic(`${report.passed} passed in ${report.seconds.toFixed(1)} s`);
        assert.deepEqual(report.findings, []);
        assert.ok(report.passed > 0);
        for (const text of report.skipped) await t.test(text, { skip: true });
        const excused = report.skipped.map((text) => text.split(": ")[0]);
        for (const { file, cases } of report.coverage) {
          if (cases > 0 || excused.includes(`${op}/${file}`)) continue;
          const subgroups = (await readFile(new URL(`ops/${op}/wgsl/${file}`, root), "utf8")).includes("subgroup");
          assert.ok(subgroups && !caps.subgroups, `no case reaches ${file}`); // it would never be proven
          await t.test(`${op}/${file}: the device has no subgroups`, { skip: true });
        }
      });
    });
  });
});
