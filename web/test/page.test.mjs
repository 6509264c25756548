// The demo page in Chromium: the doctor under Tint, the bench, the layout, and a main thread that never waits.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { open, skip } from "./browser.mjs";

// Watches the main thread, and when the first word of progress stands on the page.
function watch() {
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.longTasks.push(Math.round(entry.duration));
  }).observe({ type: "longtask", buffered: true });
  document.addEventListener("click", () => (window.clicked = performance.now()), true);
  addEventListener("DOMContentLoaded", () => {
    new MutationObserver(() => {
      if (window.clicked && !window.firstProgress && /\d+ of \d+/.test(document.getElementById("status").textContent))
        window.firstProgress = performance.now() - window.clicked;
    }).observe(document.getElementById("status"), { childList: true, characterData: true, subtree: true });
  });
}

const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

describe("the demo page", { skip }, () => {
  let browser;
  before(async () => {
    browser = await open();
  });
  after(() => browser.close());

  test("shows the device, runs doctor and bench in a worker, and every shape agrees", async (t) => {
    const page = await browser.page("/demo/index.html", { width: 1440, before: watch });
    await page.waitForSelector("#run:enabled");
    assert.match(await page.textContent("#device-why"), /because/);
    assert.ok(await fits(page), "horizontal scroll at 1440 px before the run");

    await page.click("#run");
    await page.waitForFunction(() => window.firstProgress);
    const first = await page.evaluate(() => window.firstProgress);
    assert.ok(first < 1000, `the first progress came after ${first} ms`);

    await page.waitForSelector("#doctor-result:not([hidden]), #problem:not([hidden])");
    assert.equal(await page.textContent("#problem"), "");
    assert.match(await page.textContent("#doctor-verdict"), /^All [\d,]+ runs agree/);
    const coverage = await page.$$eval("#coverage tbody tr", (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    for (const op of ["matmul", "rms_norm", "softmax"]) assert.ok(coverage.some(([name]) => name === op), `${op} was not run`);

    await page.waitForSelector("#bench-result:not([hidden]), #problem:not([hidden])");
    assert.equal(await page.textContent("#problem"), "");
    const rows = await page.$$eval("#rows tbody tr", (found) => found.map((row) => row.textContent));
    assert.ok(rows.length >= 3);
    assert.ok(rows.some((row) => /µs|ms/.test(row) && /%/.test(row)), "no row has a time");
    assert.ok(await page.$("#plot svg"), "the roofline is not drawn");

    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const details of await page.$$("details:not([open]) > summary")) await details.click();
      assert.ok(await fits(page), `horizontal scroll at ${width} px`);
    }
    const longest = Math.max(0, ...(await page.evaluate(() => window.longTasks)));
    t.diagnostic(`first progress after ${Math.round(first)} ms; longest task of the main thread ${longest} ms`);
    assert.ok(longest <= 100, `the main thread was blocked for ${longest} ms`);

    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download")]);
    assert.equal(download.suggestedFilename(), "xpu-ops.json");
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  test("can be stopped, and started again", async () => {
    const page = await browser.page("/demo/index.html", { width: 390 });
    await page.waitForSelector("#run:enabled");
    assert.ok(await fits(page), "horizontal scroll at 390 px");
    await page.click("#doctor");
    await page.waitForFunction(() => /\d+ of \d+/.test(document.getElementById("status").textContent));
    await page.click("#stop");
    await page.waitForSelector("#run:enabled");
    assert.equal(await page.isVisible("#doctor-result"), false);
    assert.equal(await page.textContent("#problem"), "");
    await page.click("#doctor");
    await page.waitForFunction(() => /\d+ of \d+/.test(document.getElementById("status").textContent));
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  test("without a reader it posts all it finds, a line of JSON each", async () => {
    const page = await browser.page("/demo/index.html?post=1&doctor=0&quick=1&op=softmax");
    while (!browser.posts.some((line) => "done" in line)) await new Promise((resolve) => setTimeout(resolve, 50));
    const [device, bench, done] = browser.posts;
    assert.equal(device.device.info.backend, "browser");
    assert.ok(bench.bench.rows.length > 0 && bench.bench.rows.every((row) => row.op === "softmax"));
    assert.deepEqual(done, { done: 1 });
    await page.close();
  });
});
