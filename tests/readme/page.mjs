// Runs a file of JavaScript in Chromium, as a module of a page that has the package, and expects lines on its console.
// usage: page.mjs FILE LINE…
import { readFile } from "node:fs/promises";
import { find, open } from "../../web/test/browser.mjs";

const [file, ...expected] = process.argv.slice(2);
if (!find("chromium")) {
  console.error("no Chromium on PATH (or in the variable CHROMIUM)");
  process.exit(1);
}
const code = await readFile(file, "utf8");
const browser = await open();
let failure = "";
try {
  const page = await browser.page();
  const lines = [];
  page.on("console", (message) => lines.push(message.text()));
  const source = code.replaceAll('"xpu-ops"', JSON.stringify(new URL("/index.js", page.url()).href));
  await page.evaluate((text) => import(URL.createObjectURL(new Blob([text], { type: "text/javascript" }))), source);
  console.log(lines.join("\n"));
  failure = page.problems.join("\n");
  for (const line of expected) if (!lines.includes(line)) failure ||= `the line "${line}" was expected`;
} catch (error) {
  failure = String(error.stack ?? error);
} finally {
  await browser.close();
}
if (failure) {
  console.error(failure);
  process.exit(1);
}
