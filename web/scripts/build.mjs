// Builds the package into web/dist from build/wasm/xpu.wasm: the optimised core, the bundle, its types and the demo page.
// usage: build.mjs [CORE.wasm]
import { execFile } from "node:child_process";
import { copyFile, mkdir, readFile, readdir, rm, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { generate } from "./generate.mjs";

const LARGEST_GZIPPED = 700_000; // what a page may have to load before the first operator runs

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const run = promisify(execFile);
const dist = path("../dist");
const core = process.argv[2] ?? path("../../build/wasm/xpu.wasm");

if (!(await stat(core).catch(() => null))) {
  console.error(`${core} does not exist; build it with: cmake --preset wasm && cmake --build build/wasm`);
  process.exit(1);
}
await rm(dist, { recursive: true, force: true });
await mkdir(`${dist}/demo`, { recursive: true });

// The features that the core is compiled with, one by one: with all of them, browsers refuse the module.
const features = [
  "simd",
  "tail-call",
  "bulk-memory",
  "mutable-globals",
  "sign-ext",
  "nontrapping-float-to-int",
  "multivalue",
  "reference-types",
].map((name) => `--enable-${name}`);
await run(process.execPath, [path("../node_modules/binaryen/bin/wasm-opt"), "-O3", ...features, core, "-o", `${dist}/xpu.wasm`]);
const wasm = await readFile(`${dist}/xpu.wasm`);
await generate(wasm);

const options = {
  bundle: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  logLevel: "warning",
};
await Promise.all([
  esbuild.build({ ...options, entryPoints: [path("../src/index.ts")], outfile: `${dist}/index.js`, sourcemap: true }),
  esbuild.build({ ...options, entryPoints: [path("../demo/main.ts"), path("../demo/worker.ts")], outdir: `${dist}/demo`, minify: true }),
  run(process.execPath, [path("../node_modules/typescript/bin/tsc"), "-p", path("..")]).catch(({ stdout }) => {
    console.error(stdout);
    process.exit(1);
  }),
]);
await run(process.execPath, [
  path("../node_modules/typescript/bin/tsc"),
  ...["-p", path("../tsconfig.types.json")],
]);
await dropInnerTypes();
await Promise.all([
  ...["LICENSE", "THIRD_PARTY_NOTICES.md"].map((file) => copyFile(path(`../../${file}`), path(`../${file}`))), // npm packs no links
  copyFile(path("../demo/index.html"), `${dist}/demo/index.html`),
  copyFile(path("../demo/style.css"), `${dist}/demo/style.css`),
  copyFile(`${dist}/xpu.wasm`, `${dist}/demo/xpu.wasm`),
]);

// Declarations that the package's public face does not lead to.
async function dropInnerTypes() {
  const kept = new Set(["index"]);
  for (const name of kept) {
    const text = await readFile(`${dist}/${name}.d.ts`, "utf8");
    for (const [, other] of text.matchAll(/"\.\/([\w.]+)\.js"/g)) kept.add(other);
  }
  const files = (await readdir(dist)).filter((file) => file.endsWith(".d.ts") && !kept.has(file.slice(0, -".d.ts".length)));
  await Promise.all(files.map((file) => rm(`${dist}/${file}`)));
}

const gzipped = gzipSync(wasm, { level: 9 }).length;
const kb = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
console.log(`xpu.wasm: ${kb(wasm.length)}, ${kb(gzipped)} gzipped; at most ${kb(LARGEST_GZIPPED)}`);
if (gzipped > LARGEST_GZIPPED) {
  console.error("xpu.wasm is too large");
  process.exit(1);
}
