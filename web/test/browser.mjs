// Chromium and Firefox, each on a software device, and a server of the built package: what the browser tests stand on.
// Pages are puppeteer's, in both.
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import puppeteer from "puppeteer-core";
import { serve } from "../scripts/serve.mjs";

const NAMES = {
  chromium: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
  firefox: ["firefox-esr", "firefox"],
};

// Chromium on its own SwiftShader, which has subgroups; Firefox on Mesa's lavapipe, which has f16. Neither has both, and SwiftShader
// takes seconds for each kernel to compile the clearing of its workgroup memory: Chromium can be told to leave that out, which a
// right kernel does not notice, and Firefox cannot.
const drivers = (folder, name) => (existsSync(folder) ? readdirSync(folder) : []).filter((file) => name.test(file)).map((file) => join(folder, file));
const DRIVER = {
  chromium: drivers("/usr/lib/chromium", /^vk_swiftshader_icd\.json$/)[0],
  firefox: drivers("/usr/share/vulkan/icd.d", /^lvp_icd.*\.json$/)[0],
};

/** The browser's path, or null. Where CI says that everything has to be there, its absence is a failure. */
export function find(name) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = folders.flatMap((folder) => NAMES[name].map((file) => join(folder, file)));
  const found = [process.env[name.toUpperCase()], ...paths].find((path) => path && existsSync(path)) ?? null;
  if (!found && process.env.CI === "true") throw new Error(`no ${name} on PATH, and CI=true does not let its tests be skipped`);
  return found;
}

/** `for (const { name, skip } of engines) describe(`in ${name}`, { skip }, …)` */
export const engines = Object.keys(NAMES).map((name) => ({
  name,
  skip: find(name) ? false : `no ${name} on PATH (or in the variable ${name.toUpperCase()})`,
}));

const FLAGS = "--no-sandbox --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync".split(" ");
// What each browser takes to have WebGPU on a software device, to have it without an adapter, and not to have it. Chromium
// has no switch for the last; a page that is not secure has none.
const INSECURE = "insecure.test";
const WEBGPU = {
  chromium: {
    on: ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--enable-dawn-features=disable_workgroup_init"],
    "no adapter": ["--disable-gpu"],
    off: [`--host-resolver-rules=MAP ${INSECURE} 127.0.0.1`],
  },
  firefox: {
    on: { "dom.webgpu.enabled": true, "gfx.webgpu.ignore-blocklist": true },
    "no adapter": { "dom.webgpu.enabled": true, "gfx.webgpu.ignore-blocklist": false },
    off: { "dom.webgpu.enabled": false },
  },
};
const BLANK = '<!doctype html><title>blank</title><link rel="icon" href="data:,">';

function launch(engine, webgpu, home) {
  const chromium = engine === "chromium";
  return puppeteer.launch({
    browser: chromium ? "chrome" : "firefox",
    executablePath: find(engine),
    headless: true,
    protocolTimeout: 600_000, // of one call: a whole doctor may be one
    downloadBehavior: { policy: "allow", downloadPath: home },
    ...(chromium ? { args: [...FLAGS, ...WEBGPU.chromium[webgpu]] } : { extraPrefsFirefox: { ...WEBGPU.firefox[webgpu], "browser.download.folderList": 2, "browser.download.dir": home } }),
    // Firefox refuses a home that it does not own. Mesa leaves its optimiser out, which takes a quarter of the time and is not what is tested.
    env: { ...process.env, HOME: home, GALLIVM_PERF: "nopt", XDG_RUNTIME_DIR: tmpdir(), ...(DRIVER[engine] ? { VK_ICD_FILENAMES: DRIVER[engine] } : {}) },
  });
}

/**
 * A browser and a server, which sends none of the headers that shared memory would need and keeps what pages post.
 * `webgpu` is one of "on", "no adapter" and "off".
 */
export async function open({ engine = "chromium", webgpu = "on" } = {}) {
  const posts = [];
  const answer = (request, response) => {
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
  };
  const server = await serve(0, answer);
  const home = await mkdtemp(join(tmpdir(), "xpu-browser-"));
  const browser = await launch(engine, webgpu, home);
  return {
    posts,
    /** Where downloads go. */
    home,
    /** A page, of the server or at an address of its own, whose errors end up in `page.problems`. */
    async page(path = "/blank.html", { width = 1024, before } = {}) {
      const page = await browser.newPage();
      page.problems = [];
      page.on("pageerror", (error) => page.problems.push(String(error.stack ?? error)));
      page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
      page.setDefaultTimeout(600_000);
      await page.setViewport({ width, height: 900 });
      if (before) await page.evaluateOnNewDocument(before);
      const host = engine === "chromium" && webgpu === "off" ? INSECURE : "127.0.0.1";
      await page.goto(new URL(path, `http://${host}:${server.address().port}`).href);
      return page;
    },
    async close() {
      await browser.close();
      server.close();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
