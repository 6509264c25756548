// The package in other people's projects: packed, installed from the tarball, and built by Vite, by webpack, or not at all. Every
// page calls an operator on its main thread and in a worker. test/consumers holds the page and the bundlers' versions.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import * as esbuild from "esbuild";
import { serve } from "../scripts/serve.mjs";
import { engines, open } from "./browser.mjs";

const run = promisify(execFile);
const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const tools = createRequire(path("consumers/package.json"));
const webpack = tools("webpack");
const vite = await import(pathToFileURL(tools.resolve("vite")));

const LARGEST_TARBALL = 780_000; // the core, of which at most 700 KB gzipped, and the rest
const LARGEST_UNPACKED = 2_600_000;
const LARGEST_JS = 32_000; // of the package, minified: all that is not the core
const FILES =
  "LICENSE README.md THIRD_PARTY_NOTICES.md dist/core.d.ts dist/device.d.ts dist/errors.d.ts dist/facts.d.ts dist/index.d.ts dist/index.js " +
  "dist/index.js.map dist/load.d.ts dist/ops.d.ts dist/ops.generated.d.ts dist/report.d.ts dist/tensor.d.ts dist/tickets.d.ts dist/xpu.wasm package.json";

const PAGES = {
  vite: (root) => vite.build({ root, configFile: false, logLevel: "silent", build: { outDir: join(root, "out") } }),
  webpack: async (root) => {
    await bundle(root, "./main.js", join(root, "out"));
    const page = await readFile(join(root, "index.html"), "utf8"); // its scripts are no modules
    await writeFile(join(root, "out/index.html"), page.replace('type="module"', "defer"));
  },
  // A browser needs addresses where a bundler takes names, and a worker has no import map.
  "no bundler": async (root) => {
    await mkdir(join(root, "out"));
    for (const file of await readdir(path("consumers/app"))) {
      const text = await readFile(join(root, file), "utf8");
      await writeFile(join(root, "out", file), text.replace('"xpu-ops"', '"./node_modules/xpu-ops/dist/index.js"'));
    }
    await cp(join(root, "node_modules"), join(root, "out/node_modules"), { recursive: true });
  },
};

function bundle(context, entry, folder) {
  return new Promise((resolve, reject) => {
    webpack({ mode: "production", context, entry, output: { path: folder } }, (error, stats) =>
      error || stats.hasErrors() ? reject(error ?? new Error(stats.toString("errors-only"))) : resolve(),
    );
  });
}

describe("the package installed elsewhere", () => {
  let work, packed;

  async function project(name) {
    const root = join(work, name);
    await cp(path("consumers/app"), root, { recursive: true });
    await writeFile(join(root, "package.json"), JSON.stringify({ private: true, type: "module" }));
    await run("npm", ["install", "--offline", "--no-audit", "--no-fund", join(work, packed.filename)], { cwd: root });
    return root;
  }

  before(async () => {
    work = await mkdtemp(join(tmpdir(), "xpu-consumers-"));
    const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", work], { cwd: path("..") });
    packed = Object.values(JSON.parse(stdout))[0];
  });
  after(() => rm(work, { recursive: true, force: true }));

  test("the tarball holds what it should, and no more", (t) => {
    t.diagnostic(`${packed.size} bytes packed, ${packed.unpackedSize} unpacked`);
    assert.equal(packed.files.map((file) => file.path).sort().join(" "), FILES);
    assert.ok(packed.size <= LARGEST_TARBALL && packed.unpackedSize <= LARGEST_UNPACKED, `${packed.size}, ${packed.unpackedSize}`);
  });

  test("its types say what comes back from the host and what stays on the device", async () => {
    const root = await project("types");
    await cp(path("types"), root, { recursive: true });
    for (const resolution of [[], ["--module", "ESNext", "--moduleResolution", "Bundler"]])
      await run(process.execPath, [path("../node_modules/typescript/bin/tsc"), "-p", root, ...resolution]).catch(({ stdout }) => assert.fail(stdout));
  });

  test("a bundle holds no more of it than is used", async (t) => {
    const root = await project("parts");
    const sources = {
      error: 'import { XpuError } from "xpu-ops"; console.log(new XpuError("io", "x").message);',
      device: 'import { createDevice } from "xpu-ops"; createDevice().then(console.log);',
    };
    const bundlers = {
      vite: (entry, folder) => vite.build({ root, configFile: false, logLevel: "silent", build: { outDir: folder, rolldownOptions: { input: entry } } }),
      webpack: (entry, folder) => bundle(root, entry, folder),
      esbuild: (entry, outdir) => esbuild.build({ entryPoints: [entry], outdir, bundle: true, minify: true, format: "esm", logLevel: "silent" }),
    };
    for (const [part, source] of Object.entries(sources)) {
      await writeFile(join(root, `${part}.js`), source);
      for (const [name, build] of Object.entries(bundlers)) {
        const folder = join(root, `${name}-${part}`);
        await build(join(root, `${part}.js`), folder);
        const emitted = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".js"));
        const sizes = await Promise.all(emitted.map(async (file) => (await stat(join(folder, file))).size));
        const size = sizes.reduce((sum, one) => sum + one, 0);
        t.diagnostic(`${part}, ${name}: ${size} bytes of JavaScript`);
        assert.ok(size > 50 && size <= (part === "error" ? 500 : LARGEST_JS), `${part}, ${name}: ${size} bytes`);
      }
    }
  });

  describe("as pages", () => {
    const built = {};
    before(async () => {
      for (const [name, build] of Object.entries(PAGES)) {
        const root = await project(name);
        await build(root);
        built[name] = join(root, "out");
      }
    });

    async function numbers(browser, url) {
      const page = await browser.page(url);
      await page.waitForFunction(() => window.results);
      const results = await page.evaluate(() => window.results);
      assert.deepEqual({ results, problems: page.problems }, { results: [[19, 22, 43, 50], [19, 22, 43, 50]], problems: [] });
      await page.close();
    }
    const address = (server) => `http://127.0.0.1:${server.address().port}/`;

    for (const { name: engine, skip } of engines) describe(`in ${engine}`, { skip }, () => {
      let browser;
      before(async () => {
        browser = await open({ engine });
      });
      after(() => browser.close());

      for (const name of Object.keys(PAGES)) test(name, async () => {
        const server = await serve(0, undefined, built[name]);
        await numbers(browser, `${address(server)}index.html`).finally(() => server.close());
      });

      test("vite, by its development server", async () => {
        const server = await vite.createServer({ root: join(work, "vite"), configFile: false, logLevel: "silent", server: { host: "127.0.0.1", port: 0 } });
        await server.listen();
        await numbers(browser, address(server.httpServer)).finally(() => server.close());
      });
    });
  });
});
