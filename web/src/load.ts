import { XpuError } from "./errors.js";

/** Where the core comes from: an address, a response, its bytes, or the compiled module. */
export type WasmSource = URL | string | Response | BufferSource | WebAssembly.Module;

let beside: Promise<WebAssembly.Module> | undefined;

/** The core's module; the one beside this file is fetched and compiled once for all devices. */
export function loadModule(source?: WasmSource): Promise<WebAssembly.Module> {
  if (source !== undefined) return compile(source);
  // Bundlers look for exactly this expression, and bring the file along.
  beside ??= compile(new URL("./xpu.wasm", import.meta.url)).catch((error) => {
    beside = undefined; // a network may come back
    throw error;
  });
  return beside;
}

async function compile(source: WasmSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  try {
    if (typeof source === "string" || source instanceof URL) {
      const url = String(source);
      if (url.startsWith("file:")) {
        // Node's fetch does not read files. The name is put together so that no bundler looks for it.
        const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ ["node:fs", "promises"].join("/"));
        return await WebAssembly.compile(await readFile(new URL(url)));
      }
      source = await fetch(url);
    }
    if (typeof Response !== "undefined" && source instanceof Response) {
      if (!source.ok) throw new Error(`${source.url || "the server"} answered ${source.status} ${source.statusText}`.trim());
      // Streaming needs the right content type, which not every server sends.
      if (source.headers.get("content-type")?.split(";")[0] === "application/wasm") return await WebAssembly.compileStreaming(source);
      return await WebAssembly.compile(await source.arrayBuffer());
    }
    return await WebAssembly.compile(source as BufferSource);
  } catch (error) {
    throw new XpuError("io", `xpu.wasm could not be loaded: ${(error as Error)?.message ?? error}`);
  }
}
