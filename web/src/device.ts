/// <reference lib="esnext.disposable" preserve="true" />
import { type CallOptions, Core, type LogListener, type Loss } from "./core.js";
import { XpuError, oneLine } from "./errors.js";
import { type AdapterInfo, type Caps, type FullInfo, type Target, capsOf, describe } from "./facts.js";
import { type WasmSource, loadModule } from "./load.js";
import { type InplaceOptions, type OpInfo, type Ops, type RunOptions, bindOps } from "./ops.js";
import { forgetProfile, loadProfile, saveProfile } from "./profile.js";
import type { BenchOptions, BenchReport, DoctorOptions, DoctorReport, Verdict } from "./report.js";
import { DTYPES, type DType, type HostData, type HostTensor, Tensor, type TensorHome, byteLength, fromBytes, hostTensor, makeDisposable, show } from "./tensor.js";

export interface DeviceOptions {
  /** A device of your own. It stays yours: `destroy()` leaves it alone, and its features and limits are kept to. */
  device?: GPUDevice;
  /** An adapter of your own to make the device from. */
  adapter?: GPUAdapter;
  /** Which adapter to ask for; ignored where one is given. */
  powerPreference?: GPUPowerPreference;
  /**
   * The processor instead of a GPU: by the operators' kernels of 128-bit vectors where they have one and by the slow f64 references
   * where not, or with `"reference"` by these alone. It needs no WebGPU. Calls compute on this thread: use a worker.
   */
  cpu?: boolean | "reference";
  /** Hears what the library has to say beside its results: a kernel passed over, a profile ignored, a device lost. */
  onLog?: LogListener;
  /** The core, where `xpu.wasm` does not lie beside this module: its address, a response, its bytes, or it compiled. */
  wasm?: WasmSource;
}

/** A kernel of your own: its text and what it is bound to. */
export interface KernelCall {
  /** WGSL; its entry point is `main`. It is compiled with the browser's bounds checks, as all kernels in a page are. */
  wgsl: string;
  /** Bound at `@group(0)`, from `@binding(0)` on; `write` for `var<storage, read_write>`. */
  tensors: readonly { tensor: Tensor; write?: boolean }[];
  /** 32-bit words of a uniform struct, which is bound after the tensors. At most 64. */
  params?: Uint32Array;
  /** How many workgroups, in up to three dimensions. */
  workgroups: readonly number[];
  /** The text uses subgroup operations. */
  subgroups?: boolean;
}

/** Bytes of the device's memory. */
export interface MemoryUse {
  /** Of tensors that somebody holds. */
  readonly in_use: number;
  /** Kept for reuse. */
  readonly pooled: number;
  /** The highest `in_use` so far. */
  readonly peak: number;
}

const FEATURES: GPUFeatureName[] = ["shader-f16", "subgroups", "timestamp-query"];
const LIMITS = [
  "maxBufferSize",
  "maxStorageBufferBindingSize",
  "maxStorageBuffersPerShaderStage",
  "maxComputeWorkgroupStorageSize",
  "maxComputeInvocationsPerWorkgroup",
  "maxComputeWorkgroupSizeX",
  "maxComputeWorkgroupSizeY",
  "maxComputeWorkgroupSizeZ",
  "maxComputeWorkgroupsPerDimension",
] as const satisfies (keyof GPUSupportedLimits)[];

/**
 * Makes a device: on an adapter of its own, or on a `GPUDevice` that you already have. Rejects with an `XpuError` of code
 * `unsupported` where there is no WebGPU or no adapter.
 */
export async function createDevice(options: DeviceOptions = {}): Promise<Device> {
  const { device, adapter, onLog } = options;
  if (options.cpu && (device || adapter)) throw new XpuError("conflict", "cpu: true takes neither a device nor an adapter");
  if (!options.cpu && !device && !adapter) needWebGpu();
  const loading = loadModule(options.wasm);
  loading.catch(() => undefined); // awaited below
  if (options.cpu) return new Device(new Core(await loading, onLog), options.cpu, onLog);
  const gpu = device ? { device, info: device.adapterInfo ?? adapter?.info } : await ownDevice(options);
  try {
    const core = new Core(await loading, onLog);
    const made = new Device(core, { ...gpu, owned: !device }, onLog);
    await loadProfile(core, onLog);
    return made;
  } catch (error) {
    if (!device) gpu.device.destroy();
    throw error;
  }
}

function needWebGpu(): void {
  if (typeof navigator !== "undefined" && navigator.gpu) return;
  const why =
    globalThis.isSecureContext === false
      ? "this page has no WebGPU because it is not secure: it needs https, or localhost"
      : "this browser has no WebGPU here; a current Chrome, Edge, Safari or Firefox has, on a secure page";
  throw new XpuError("unsupported", why);
}

async function ownDevice({ adapter: given, powerPreference }: DeviceOptions): Promise<{ device: GPUDevice; info: FullInfo }> {
  const adapter = given ?? (await navigator.gpu.requestAdapter(powerPreference ? { powerPreference } : {}).catch(() => null));
  if (!adapter) throw new XpuError("unsupported", "WebGPU found no graphics adapter that it may use on this machine");
  const requiredLimits: Record<string, number> = {};
  for (const name of LIMITS) requiredLimits[name] = adapter.limits[name];
  try {
    const device = await adapter.requestDevice({ requiredFeatures: FEATURES.filter((name) => adapter.features.has(name)), requiredLimits });
    return { device, info: adapter.info };
  } catch (error) {
    throw new XpuError("device", `the adapter gave no device: ${oneLine(String((error as Error)?.message ?? error))}`);
  }
}

/** A device and the operators that run on it. */
export class Device {
  readonly info: AdapterInfo;
  readonly caps: Caps;
  readonly target: Target;
  /** WebGPU's names of the device's optional features. */
  readonly features: readonly string[];
  /** The operators. `await device.ops.matmul(a, b)` */
  readonly ops: Ops;
  /** Their declarations, as `xpu ops --json` prints them. */
  readonly registry: readonly OpInfo[];
  /** Settles when the device is lost or destroyed. A new one can be made then. */
  readonly lost: Promise<Loss>;
  readonly #core: Core;
  readonly #gpu: GPUDevice | undefined;
  readonly #home: TensorHome;
  readonly #forgotten: FinalizationRegistry<number>;

  /** @internal: use `createDevice`. */
  constructor(
    core: Core,
    on: { device: GPUDevice; info: FullInfo | undefined; owned: boolean } | true | "reference",
    private readonly onLog?: LogListener,
  ) {
    makeDisposable(Device);
    makeDisposable(Tensor);
    this.#core = core;
    const gpu = typeof on === "object" ? on : undefined;
    this.#gpu = gpu?.device;
    if (gpu) {
      this.info = describe(gpu.info);
      this.caps = capsOf(gpu.device, gpu.info);
      const { target, why } = core.attach(gpu.device, gpu.owned, { info: this.info, caps: this.caps });
      this.target = { name: target, why };
    } else {
      const { info, caps, target, why } = core.attachCpu(on === "reference");
      this.info = info;
      this.caps = caps;
      this.target = { name: target, why };
    }
    this.features = [...(gpu?.device.features ?? [])].sort();
    this.lost = core.lost;
    this.#forgotten = new FinalizationRegistry((handle) => core.release(handle));
    this.#home = {
      read: async (tensor, options) =>
        fromBytes(await core.read(tensor.handle(this.#home), options), tensor.dtype, tensor.shape),
      locate: (tensor) => ({
        ...core.locate(tensor.handle(this.#home)),
        size: byteLength(tensor.dtype, tensor.shape),
      }),
      release: (tensor, handle) => {
        this.#forgotten.unregister(tensor);
        core.release(handle);
      },
    };
    this.registry = core.ops() as OpInfo[];
    this.ops = bindOps(this.registry, (info, inputs, params, run) => this.#run(info, inputs, params, run));
  }

  /** The WebGPU device underneath. */
  get gpu(): GPUDevice {
    if (!this.#gpu) throw new XpuError("unsupported", "the cpu device has no GPUDevice");
    return this.#gpu;
  }

  // --- tensors

  /** Copies elements to the device. */
  tensor(data: HostData | readonly number[], shape: readonly number[], dtype?: DType): Tensor {
    return this.#upload("tensor", hostTensor("tensor", dtype ? { data, shape, dtype } : { data, shape }));
  }

  /**
   * A tensor on a buffer of your own, which must be of the same `GPUDevice`; nothing is copied, and disposing of the
   * tensor leaves the buffer alone. The buffer needs the usage STORAGE, and COPY_SRC if it is to be read.
   */
  fromBuffer(buffer: GPUBuffer, shape: readonly number[], dtype: DType = "f32"): Tensor {
    if (!shape.every((n) => Number.isInteger(n) && n >= 0 && n < 2 ** 32))
      throw new XpuError("shape", `fromBuffer: a shape is a list of whole numbers from 0 on; ${JSON.stringify(shape)} came`);
    const bytes = byteLength(dtype, shape);
    const whole = Math.ceil(bytes / 4) * 4; // kernels bind whole words
    if (whole > buffer.size)
      throw new XpuError("shape", `fromBuffer: ${dtype} ${show(shape)} needs ${whole} bytes; the buffer has ${buffer.size}`);
    if ((buffer.usage & GPUBufferUsage.STORAGE) === 0)
      throw new XpuError("unsupported", "fromBuffer: the buffer was made without the usage STORAGE");
    return this.#wrap(this.#core.adopt(buffer, DTYPES.indexOf(dtype), shape, buffer.size), dtype, shape);
  }

  #upload(what: string, host: HostTensor): Tensor {
    const { buffer, byteOffset, byteLength } = host.data;
    const limit = this.caps.max_binding_bytes;
    if (byteLength > limit)
      throw new XpuError("limit", `${what}: ${host.dtype} ${show(host.shape)} has ${byteLength} bytes; the device allows ${limit}`);
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    return this.#wrap(this.#core.upload(DTYPES.indexOf(host.dtype), host.shape, bytes), host.dtype, host.shape);
  }

  #wrap(handle: number, dtype: DType, shape: readonly number[]): Tensor {
    const tensor = new Tensor(this.#home, handle, dtype, shape);
    this.#forgotten.register(tensor, handle, tensor);
    return tensor;
  }

  async #run(
    info: OpInfo,
    inputs: Map<string, unknown>,
    params: Record<string, unknown>,
    run: RunOptions & InplaceOptions,
  ): Promise<unknown> {
    const over = run.inplace ? inputs.get(info.inplace) : undefined;
    if (run.inplace && info.inplace && !(over instanceof Tensor))
      throw new XpuError("type", `${info.name}: in place, ${info.inplace} must be a tensor on the device`);
    const handles: Record<string, number> = {};
    const temporary: Tensor[] = [];
    let onHost = inputs.size > 0;
    try {
      for (const [name, value] of inputs) {
        if (value instanceof Tensor) {
          handles[name] = value.handle(this.#home);
          onHost = false;
        } else {
          const label = `${info.name}: ${name}`;
          if (typeof value !== "object" || value === null)
            throw new XpuError("type", `${label} must be a tensor or {data, shape}; ${value === undefined ? "nothing" : typeof value} came`);
          const tensor = this.#upload(label, hostTensor(label, value as HostTensor));
          temporary.push(tensor);
          handles[name] = tensor.handle(this.#home);
        }
      }
      const made = await this.#core.run<{ outputs: { name: string; handle: number; dtype: DType; shape: number[] }[] }>(
        { op: info.name, inputs: handles, params, inplace: run.inplace === true },
        { signal: run.signal },
      );
      if (over) {
        for (const { handle } of made.outputs) this.#core.release(handle);
        return over;
      }
      const results = made.outputs.map(({ name, handle, dtype, shape }) => ({ name, tensor: this.#wrap(handle, dtype, shape) }));
      const named = new Map<string, unknown>();
      for (const { name, tensor } of results) {
        if (onHost) temporary.push(tensor);
        else named.set(name, tensor);
      }
      if (onHost) {
        const read = await Promise.all(results.map(({ tensor }) => tensor.read(run)));
        results.forEach(({ name }, i) => named.set(name, read[i]));
      }
      return named.size === 1 ? [...named.values()][0] : Object.fromEntries(named);
    } finally {
      for (const tensor of temporary) tensor.dispose();
    }
  }

  memory(): MemoryUse {
    return this.#core.memoryUse() as MemoryUse;
  }

  // --- is it right here, and how fast?

  /**
   * Judges a golden file: a safetensors file with the inputs, parameters and expected results of one call, and how far off
   * they may be. A file that is no golden case fails.
   */
  async check(file: Uint8Array | ArrayBuffer, options: Pick<CallOptions, "signal"> = {}): Promise<Verdict> {
    const { op, failure } = await this.#core.check(file instanceof Uint8Array ? file : new Uint8Array(file), options);
    return failure ? { op, passed: false, failure } : { op, passed: true };
  }

  /**
   * Runs every operator, kernel and adversarial shape on this device and compares with the f64 reference. What is wrong is
   * not used any more, and that is remembered for the next visit.
   */
  async doctor(options: DoctorOptions = {}): Promise<DoctorReport> {
    const { signal, onProgress, ...request } = options;
    const report = await this.#core.doctor<DoctorReport>(request, { signal, onProgress });
    await saveProfile(this.#core, this.onLog);
    return report;
  }

  /** Measures this device's roof and every operator against it. With `all_kernels`, the fastest are remembered. */
  async bench(options: BenchOptions = {}): Promise<BenchReport> {
    const { signal, onProgress, ...request } = options;
    const report = await this.#core.bench<BenchReport>(request, { signal, onProgress });
    if (options.all_kernels) await saveProfile(this.#core, this.onLog);
    return report;
  }

  /** Forgets what `doctor` and `bench` found out about this device. */
  forgetProfile(): Promise<void> {
    return forgetProfile(this.#core);
  }

  // --- kernels of your own

  /** Runs a kernel of your own on tensors of this device. */
  async kernel(call: KernelCall, options: Pick<CallOptions, "signal"> = {}): Promise<void> {
    const tensors = call.tensors.map(({ tensor, write }) => ({ handle: tensor.handle(this.#home), write: write === true }));
    await this.#core.kernel({ ...call, tensors, params: [...(call.params ?? [])] }, options);
  }

  /**
   * Makes calls of an operator take its kernel `file` and no other; with `wgsl`, that text in its place, which has the file's
   * bindings, parameters and workgroups. A file that does not exist is an error, and so is a call that cannot take it.
   */
  overrideKernel(op: string, file: string, wgsl = ""): void {
    this.#core.override({ op, file, wgsl });
  }

  /** The roofline of a report, drawn as SVG. */
  roofline(report: BenchReport): string {
    return this.#core.svg(report);
  }

  /** Ends the device: pending and later calls reject with `lost`. A device of your own is left alone. */
  destroy(): void {
    this.#core.destroy();
  }

  dispose(): void {
    this.destroy();
  }
}

export interface Device extends Disposable {}
