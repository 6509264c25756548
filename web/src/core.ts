// The WebAssembly core and what crosses its border: text and bytes through linear memory, calls that settle later.
// The other side is src/web/exports.cpp and src/device/browser/host.hpp.
import { type ErrorCode, XpuError } from "./errors.js";
import type { Exports } from "./exports.js";
import type { AdapterInfo, Caps } from "./facts.js";
import { Replayer } from "./replay.js";
import { Ending } from "./tickets.js";

export interface CallOptions {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: never) => void) | undefined;
}

interface Call {
  resolve(bytes: Uint8Array<ArrayBuffer>): void;
  reject(reason: unknown): void;
  progress: ((progress: never) => void) | undefined;
}

const LOG_LEVELS = ["error", "warning", "info", "debug"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export type LogListener = (level: LogLevel, message: string) => void;

export interface Loss {
  readonly reason: "lost" | "timeout" | "destroyed";
  readonly message: string;
}

// Marked so that a bundle that makes no device can leave them out.
const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder();
const nothing = /* @__PURE__ */ new Uint8Array(0);
const PIECE = 8_388_608; // of an upload: what the browser copies at once

const padded = (data: Uint8Array) => {
  const words = new Uint8Array(Math.ceil(data.length / 4) * 4);
  words.set(data);
  return words;
};

// A fresh task of the event loop. Timers would be slowed to 4 ms, and in a hidden page to a second.
function nextTask(run: () => void): void {
  const node = (globalThis as { setImmediate?: (run: () => void) => void }).setImmediate;
  if (node) return node(run);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(0);
}

export class Core {
  private readonly exports: Exports;
  private readonly calls = new Map<number, Call>();
  private lastCall = 0;
  private over: XpuError | undefined;
  private replayer: Replayer | undefined;
  private tell!: (loss: Loss) => void;
  readonly lost = new Promise<Loss>((resolve) => (this.tell = resolve));

  constructor(
    module: WebAssembly.Module,
    private readonly onLog?: LogListener,
  ) {
    const host = {
      submit: (words: number, count: number, ticket: number) => this.replayer!.submit(words, count, ticket),
      compile: (id: number, text: number, length: number, low: number, high: number, ticket: number) =>
        this.replayer!.compile(id, this.text(text, length), low, high, ticket),
      destroy: () => this.replayer?.destroy(),
      yield: (ticket: number) => nextTask(() => this.end(ticket, Ending.ok, "")),
      settled: (call: number, ok: number, address: number, length: number) => this.settled(call, ok, address, length),
      progress: (call: number, address: number, length: number) => {
        const progress = this.calls.get(call)?.progress;
        if (!progress) return;
        const value = JSON.parse(this.text(address, length)) as never;
        queueMicrotask(() => progress(value)); // it may call the core, which is busy now
      },
      log: (level: number, address: number, length: number) => {
        const line = this.text(address, length);
        const listener = this.onLog;
        if (listener) queueMicrotask(() => listener(LOG_LEVELS[level] ?? "error", line)); // it may call the core, which is busy now
      },
      now: () => performance.now() / 1000,
    };
    // The core needs nothing of WASI; should a library routine ask all the same, it stops there and says what for.
    const imports: WebAssembly.Imports = { host };
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      if (from === "host") continue;
      (imports[from] ??= {})[name] = () => {
        throw new Error(`the core called ${from}.${name}`);
      };
    }
    this.exports = new WebAssembly.Instance(module, imports).exports as unknown as Exports;
    this.exports._initialize?.();
  }

  get memory(): WebAssembly.Memory {
    return this.exports.memory;
  }

  // --- text and bytes; views are never kept, because memory grows

  private text(address: number, length: number): string {
    return decoder.decode(new Uint8Array(this.memory.buffer, address, length));
  }

  private returned(address: number): string {
    const [text, length] = new Uint32Array(this.memory.buffer, address, 2);
    return this.text(text!, length!);
  }

  private with<T>(bytes: Uint8Array, use: (address: number, length: number) => T): T {
    const address = this.exports.xpu_alloc(Math.max(bytes.length, 1));
    if (address === 0) throw new XpuError("limit", `the page has no memory left for ${bytes.length} bytes`);
    new Uint8Array(this.memory.buffer).set(bytes, address);
    const result = use(address, bytes.length);
    this.exports.xpu_free(address);
    return result;
  }

  private withJson<T>(value: unknown, use: (address: number, length: number) => T): T {
    return this.with(encoder.encode(JSON.stringify(value)), use);
  }

  // A trap leaves the core in an unknown state: it is not entered again.
  private enter<T>(use: () => T): T {
    if (this.over) throw this.over;
    try {
      return use();
    } catch (error) {
      if (error instanceof XpuError) throw error;
      this.stop(new XpuError("lost", `the core stopped (${(error as Error)?.message ?? error}); make a new device`), "lost");
      throw this.over;
    }
  }

  private stop(error: XpuError, reason: Loss["reason"]): void {
    if (this.over) return;
    this.over = error;
    this.replayer?.destroy();
    for (const call of this.calls.values()) call.reject(error);
    this.calls.clear();
    this.tell({ reason, message: error.message });
  }

  private failure(): XpuError {
    const { code, message } = JSON.parse(this.returned(this.exports.xpu_error())) as { code: ErrorCode; message: string };
    return new XpuError(code, message);
  }

  // --- the device

  attach(device: GPUDevice, owned: boolean, description: { info: AdapterInfo; caps: Caps }): { target: string | null; why: string } {
    return this.enter(() => {
      this.replayer = new Replayer(device, owned, this);
      return this.init(description);
    });
  }

  /** The processor, or its references alone, in the core's own memory: nothing is replayed. */
  attachCpu(reference: boolean): { target: string | null; why: string; info: AdapterInfo; caps: Caps } {
    return this.enter(() => this.init({ cpu: true, reference }));
  }

  private init<T>(description: unknown): T {
    return JSON.parse(this.withJson(description, (a, n) => this.returned(this.exports.xpu_init(a, n))));
  }

  /** The replayer's word that a ticket is over, or for a loss that the device is. */
  end(ticket: number, ending: Ending, message: string): boolean {
    if (this.over) return false;
    try {
      if (ending === Ending.lost) this.tell({ reason: "lost", message });
      if (ending === Ending.timeout) this.tell({ reason: "timeout", message });
      return this.enter(() =>
        message === ""
          ? this.exports.xpu_end(ticket, ending, 0, 0) !== 0
          : this.with(encoder.encode(message), (a, n) => this.exports.xpu_end(ticket, ending, a, n) !== 0),
      );
    } catch {
      return true; // the core stopped, and all that waited have been told
    }
  }

  destroy(): void {
    if (this.over) return;
    try {
      this.enter(() => this.exports.xpu_destroy());
    } catch {
      return;
    }
    this.stop(new XpuError("lost", "the device was destroyed; make a new one"), "destroyed");
  }

  ops(): unknown {
    return this.enter(() => JSON.parse(this.returned(this.exports.xpu_ops())));
  }

  memoryUse(): unknown {
    return this.enter(() => JSON.parse(this.returned(this.exports.xpu_memory())));
  }

  svg(report: unknown): string {
    return this.enter(() =>
      this.withJson(report, (a, n) => {
        const text = this.exports.xpu_svg(a, n);
        if (text === 0) throw this.failure();
        return this.returned(text);
      }),
    );
  }

  // --- kernels of the page's own

  async kernel(request: unknown, options: CallOptions): Promise<void> {
    await this.later(options, (call) => this.withJson(request, (a, n) => this.exports.xpu_kernel(call, a, n)));
  }

  override(request: unknown): void {
    this.enter(() => {
      if (this.withJson(request, (a, n) => this.exports.xpu_override(a, n)) === 0) throw this.failure();
    });
  }

  // --- the device's profile

  profileKey(): string {
    return this.enter(() => this.returned(this.exports.xpu_profile_key()));
  }

  profile(): string {
    return this.enter(() => this.returned(this.exports.xpu_profile()));
  }

  /** The operators whose findings are out of date. Throws where the text is damaged. */
  loadProfile(text: string): string[] {
    return this.enter(() =>
      this.with(encoder.encode(text), (a, n) => {
        const stale = this.exports.xpu_profile_load(a, n);
        if (stale === 0) throw this.failure();
        return JSON.parse(this.returned(stale)) as string[];
      }),
    );
  }

  forgetProfile(): void {
    this.enter(() => this.exports.xpu_profile_forget());
  }

  // --- tensors

  /** The elements go straight into the device's memory, in pieces, and not through the core's. */
  upload(dtype: number, shape: readonly number[], data: Uint8Array): number {
    const handle = this.handle(() => this.shape(shape, (dims) => this.exports.xpu_empty(dtype, dims, shape.length)));
    if (!this.replayer) return this.write(handle, data);
    const { buffer } = this.locate(handle);
    const whole = data.length - (data.length % 4);
    for (let at = 0; at < whole; at += PIECE) {
      const piece = data.subarray(at, Math.min(at + PIECE, whole));
      this.replayer.device.queue.writeBuffer(buffer, at, piece as Uint8Array<ArrayBuffer>);
    }
    if (whole < data.length) this.replayer.device.queue.writeBuffer(buffer, whole, padded(data.subarray(whole)));
    return handle;
  }

  // Without a GPU the device's memory is the core's.
  private write(handle: number, data: Uint8Array): number {
    try {
      return this.enter(() => {
        if (this.with(padded(data), (a, n) => this.exports.xpu_write(handle, a, n)) === 0) throw this.failure();
        return handle;
      });
    } catch (error) {
      this.release(handle);
      throw error;
    }
  }

  adopt(buffer: GPUBuffer, dtype: number, shape: readonly number[], bytes: number): number {
    return this.handle(() =>
      this.shape(shape, (dims) => {
        const id = this.exports.xpu_new_id();
        this.gpu().adopt(id, buffer);
        return this.exports.xpu_adopt(id, dtype, dims, shape.length, bytes);
      }),
    );
  }

  // Dimensions cross as 32-bit words: no host array is longer than that.
  private shape<T>(shape: readonly number[], use: (address: number) => T): T {
    return this.with(new Uint8Array(Uint32Array.from(shape).buffer), use);
  }

  private handle(make: () => number): number {
    return this.enter(() => {
      const handle = make();
      if (handle === 0) throw this.failure();
      return handle;
    });
  }

  locate(handle: number): { buffer: GPUBuffer; offset: number } {
    return this.enter(() => {
      const { buffer, offset } = JSON.parse(this.returned(this.exports.xpu_type(handle)));
      return { buffer: this.gpu().buffer(buffer), offset };
    });
  }

  private gpu(): Replayer {
    if (!this.replayer) throw new XpuError("unsupported", "the cpu device has no GPU buffers");
    return this.replayer;
  }

  release(handle: number): void {
    if (!this.over) this.enter(() => this.exports.xpu_release(handle));
  }

  // --- calls that settle later

  async run<T>(request: unknown, options: CallOptions): Promise<T> {
    return this.parse(await this.later(options, (call) => this.withJson(request, (a, n) => this.exports.xpu_run(call, a, n))));
  }

  read(handle: number, options: CallOptions): Promise<Uint8Array<ArrayBuffer>> {
    return this.later(options, (call) => this.exports.xpu_read(call, handle));
  }

  /** `op` and `failure` of one golden file; the failure is empty where it passed. */
  async check(file: Uint8Array, options: CallOptions): Promise<{ op: string; failure: string }> {
    return this.parse(await this.later(options, (call) => this.with(file, (a, n) => this.exports.xpu_check(call, a, n))));
  }

  async doctor<T>(request: unknown, options: CallOptions): Promise<T> {
    return this.parse(await this.later(options, (call) => this.withJson(request, (a, n) => this.exports.xpu_doctor(call, a, n))));
  }

  async bench<T>(request: unknown, options: CallOptions): Promise<T> {
    return this.parse(await this.later(options, (call) => this.withJson(request, (a, n) => this.exports.xpu_bench(call, a, n))));
  }

  private parse<T>(bytes: Uint8Array): T {
    return JSON.parse(decoder.decode(bytes)) as T;
  }

  private later(options: CallOptions, begin: (call: number) => void): Promise<Uint8Array<ArrayBuffer>> {
    const { signal } = options;
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const call = ++this.lastCall;
      const abort = () => {
        if (!this.calls.delete(call)) return;
        reject(signal!.reason);
        try {
          if (!this.over) this.enter(() => this.exports.xpu_cancel(call));
        } catch {
          // a core that stopped has told all its calls
        }
      };
      const finished = () => signal?.removeEventListener("abort", abort);
      this.calls.set(call, {
        resolve: (bytes) => (finished(), resolve(bytes)),
        reject: (reason) => (finished(), reject(reason)),
        progress: options.onProgress,
      });
      signal?.addEventListener("abort", abort);
      try {
        this.enter(() => begin(call));
      } catch (error) {
        this.calls.delete(call);
        finished();
        reject(error);
      }
    });
  }

  private settled(number: number, ok: number, address: number, length: number): void {
    const call = this.calls.get(number);
    if (!call) return;
    this.calls.delete(number);
    const bytes = length ? new Uint8Array(this.memory.buffer, address, length).slice() : nothing.slice();
    if (ok) return call.resolve(bytes as Uint8Array<ArrayBuffer>);
    const { code, message } = JSON.parse(decoder.decode(bytes)) as { code: ErrorCode; message: string };
    call.reject(new XpuError(code, message));
  }
}
