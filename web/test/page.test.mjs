// The demo page: doctor and bench in a worker, the layout, and a main thread that never waits.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { engines, open } from "./browser.mjs";

// Watches the main thread, where the browser tells of long tasks, and when the first word of progress stands on the page.
function watch() {
  window.longTasks = PerformanceObserver.supportedEntryTypes.includes("longtask") ? [] : null;
  if (window.longTasks)
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
const text = (page, selector) => page.$eval(selector, (one) => one.textContent);
const hasProgress = (page) => page.waitForFunction(() => /\d+ of \d+/.test(document.getElementById("status").textContent));

async function downloaded(folder, file) {
  for (const end = Date.now() + 10_000; Date.now() < end; await sleep(50)) {
    const whole = await readFile(join(folder, file), "utf8").then(JSON.parse).catch(() => null);
    if (whole) return whole;
  }
  return null;
}

for (const { name, skip } of engines) describe(`the demo page in ${name}`, { skip }, () => {
  let browser;
  before(async () => {
    browser = await open({ engine: name });
  });
  after(() => browser.close());

  test("shows the device, runs doctor and bench in a worker, and every shape agrees", async (t) => {
    const page = await browser.page("/demo/index.html?op=softmax", { width: 1440, before: watch });
    await page.waitForSelector("#run:enabled");
    assert.match(await text(page, "#device-why"), /because/);
    assert.ok(await fits(page), "horizontal scroll at 1440 px before the run");

    await page.click("#run");
    await page.waitForFunction(() => window.firstProgress);
    const first = await page.evaluate(() => window.firstProgress);
    assert.ok(first < 1000, `the first progress came after ${first} ms`);

    await page.waitForSelector("#doctor-result:not([hidden]), #problem:not([hidden])");
    assert.equal(await text(page, "#problem"), "");
    assert.match(await text(page, "#doctor-verdict"), /^All [\d,]+ runs agree/);
    const coverage = await page.$$eval("#coverage tbody tr", (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    assert.ok(coverage.length > 0 && coverage.every(([op]) => op === "softmax"));

    await page.waitForSelector("#bench-result:not([hidden]), #problem:not([hidden])");
    assert.equal(await text(page, "#problem"), "");
    const rows = await page.$$eval("#rows tbody tr", (found) => found.map((row) => row.textContent));
    assert.ok(rows.some((row) => /µs|ms/.test(row) && /%/.test(row)), "no row has a time");
    assert.ok(await page.$("#plot svg"), "the roofline is not drawn");

    const tasks = await page.evaluate(() => window.longTasks);
    const longest = tasks && Math.max(0, ...tasks);
    t.diagnostic(`first progress after ${Math.round(first)} ms; longest task of the main thread ${tasks ? `${longest} ms` : "not told by this browser"}`);
    assert.ok(!tasks || longest <= 100, `the main thread was blocked for ${longest} ms`);

    for (const width of [1440, 390]) {
      await page.setViewport({ width, height: 900 });
      await page.$$eval("details:not([open]) > summary", (found) => found.forEach((summary) => summary.click()));
      assert.ok(await fits(page), `horizontal scroll at ${width} px`);
    }
    await page.click("#download");
    const saved = await downloaded(browser.home, "xpu-ops.json");
    assert.deepEqual(Object.keys(saved ?? {}).sort(), ["bench", "device", "doctor", "userAgent"]);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  test("can be stopped, and started again", async () => {
    const page = await browser.page("/demo/index.html", { width: 390 });
    await page.waitForSelector("#run:enabled");
    assert.ok(await fits(page), "horizontal scroll at 390 px");
    await page.click("#doctor");
    await hasProgress(page);
    await page.click("#stop");
    await page.waitForSelector("#run:enabled");
    assert.ok(await page.$("#doctor-result[hidden]"));
    assert.equal(await text(page, "#problem"), "");
    await page.click("#doctor");
    await hasProgress(page);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  test("without a reader it posts all it finds, a line of JSON each", async () => {
    const page = await browser.page("/demo/index.html?post=1&doctor=0&quick=1&op=softmax");
    while (!browser.posts.some((line) => "done" in line)) await sleep(50);
    const [device, bench, done] = browser.posts;
    assert.equal(device.device.info.backend, "browser");
    assert.ok(bench.bench.rows.length > 0 && bench.bench.rows.every((row) => row.op === "softmax"));
    assert.deepEqual(done, { done: 1 });
    await page.close();
  });
});
