// Chromium on its software device, and a server of the built package: what the browser tests stand on.
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";
import { serve } from "../scripts/serve.mjs";

/** The browser's path, or null. Where CI says that everything has to be there, its absence is a failure. */
export function findChromium() {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const paths = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const found = [process.env.CHROMIUM, ...paths].find((path) => path && existsSync(path)) ?? null;
  if (!found && process.env.CI === "true") throw new Error("no Chromium on PATH, and CI=true does not let its tests be skipped");
  return found;
}

/** For `describe(name, { skip }, …)`. */
export const skip = findChromium() ? false : "no Chromium on PATH (or in the variable CHROMIUM)";

const FLAGS = "--no-sandbox --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";
const WEBGPU = "--enable-unsafe-webgpu --use-webgpu-adapter=swiftshader";
const DRIVER = "/usr/lib/chromium/vk_swiftshader_icd.json";
const BLANK = '<!doctype html><title>blank</title><link rel="icon" href="data:,">';

/** A browser and a server, which sends none of the headers that shared memory would need and keeps what pages post. */
export async function open({ webgpu = true } = {}) {
  const posts = [];
  const server = await serve(0, (request, response) => {
    if (request.method === "POST") {
      let body = "";
      request.on("data", (piece) => (body += piece));
      request.on("end", () => {
        posts.push(JSON.parse(body));
        response.end();
      });
      return true;
    }
    if (request.url !== "/blank.html") return false;
    response.setHeader("content-type", "text/html").end(BLANK);
    return true;
  });
  const browser = await chromium.launch({
    executablePath: findChromium(),
    headless: true,
    args: `${FLAGS} ${webgpu ? WEBGPU : "--disable-gpu"}`.split(" "),
    env: { ...process.env, XDG_RUNTIME_DIR: tmpdir(), ...(existsSync(DRIVER) ? { VK_ICD_FILENAMES: DRIVER } : {}) },
  });
  return {
    posts,
    /** A page, whose errors end up in `page.problems`. */
    async page(path = "/blank.html", { width = 1024, before } = {}) {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      page.problems = [];
      page.on("pageerror", (error) => page.problems.push(String(error.stack ?? error)));
      page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
      page.setDefaultTimeout(180_000);
      if (before) await page.addInitScript(before);
      await page.goto(`http://127.0.0.1:${server.address().port}${path}`);
      return page;
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}
