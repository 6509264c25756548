/// <reference lib="esnext.disposable" preserve="true" />
import { Core, type Loss } from "./core.js";
import { XpuError } from "./errors.js";
import { type WasmSource, loadModule } from "./load.js";
import { type OpInfo, type Ops, type RunOptions, bindOps } from "./ops.js";
import type { BenchOptions, BenchReport, DoctorOptions, DoctorReport } from "./report.js";
import { DTYPES, type DType, type HostData, type HostTensor, Tensor, type TensorHome, byteLength, fromBytes, hostTensor, show } from "./tensor.js";

export interface DeviceOptions {
  /** A device of your own. It stays yours: `destroy()` leaves it alone, and its features and limits are kept to. */
  device?: GPUDevice;
  /** An adapter of your own to make the device from. */
  adapter?: GPUAdapter;
  /** Which adapter to ask for; ignored where one is given. */
  powerPreference?: GPUPowerPreference;
  /** The core, where `xpu.wasm` does not lie beside this module: its address, a response, its bytes, or it compiled. */
  wasm?: WasmSource;
}

/** Who the device is, as far as the browser tells. */
export interface AdapterInfo {
  readonly name: string;
  readonly vendor: string;
  readonly architecture: string;
  readonly description: string;
  readonly driver: string;
  readonly backend: string;
  readonly type: string;
  readonly fallback: boolean;
}

/** What the device allows and has. */
export interface Caps {
  readonly max_buffer_bytes: number;
  readonly max_binding_bytes: number;
  readonly max_storage_buffers: number;
  readonly max_workgroup_bytes: number;
  readonly max_invocations: number;
  readonly max_workgroups: number;
  readonly f16: boolean;
  readonly subgroups: boolean;
  readonly subgroup_min: number;
  readonly subgroup_max: number;
  readonly timestamps: boolean;
}

/** Which family of kernels suits the device, and why; a null name means the portable ones. */
export interface Target {
  readonly name: string | null;
  readonly why: string;
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

type FullInfo = GPUAdapterInfo & { subgroupMinSize?: number; subgroupMaxSize?: number; isFallbackAdapter?: boolean };

/**
 * Makes a device: on an adapter of its own, or on a `GPUDevice` that you already have. Rejects with an `XpuError` of code
 * `unsupported` where there is no WebGPU or no adapter.
 */
export async function createDevice(options: DeviceOptions = {}): Promise<Device> {
  if (options.device) return new Device(await loadModule(options.wasm), options.device, options.device.adapterInfo ?? options.adapter?.info, false);
  const gpu = typeof navigator === "undefined" ? undefined : navigator.gpu;
  if (!gpu && !options.adapter)
    throw new XpuError("unsupported", "this browser has no WebGPU here; a current Chrome, Edge, Safari or Firefox has, on a secure page");
  const module = loadModule(options.wasm);
  module.catch(() => undefined); // awaited below
  const { powerPreference } = options;
  const adapter = options.adapter ?? (await gpu!.requestAdapter(powerPreference ? { powerPreference } : {}).catch(() => null));
  if (!adapter) throw new XpuError("unsupported", "WebGPU found no graphics adapter that it may use on this machine");
  const requiredLimits: Record<string, number> = {};
  for (const name of LIMITS) requiredLimits[name] = adapter.limits[name];
  let device: GPUDevice;
  try {
    device = await adapter.requestDevice({ requiredFeatures: FEATURES.filter((name) => adapter.features.has(name)), requiredLimits });
  } catch (error) {
    throw new XpuError("device", `the adapter gave no device: ${(error as Error)?.message ?? error}`);
  }
  try {
    return new Device(await module, device, adapter.info, true);
  } catch (error) {
    device.destroy();
    throw error;
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
  readonly #home: TensorHome;
  readonly #forgotten: FinalizationRegistry<number>;

  /** @internal: use `createDevice`. */
  constructor(
    module: WebAssembly.Module,
    /** The WebGPU device underneath. */
    readonly gpu: GPUDevice,
    info: FullInfo | undefined,
    owned: boolean,
  ) {
    this.info = describe(info);
    this.caps = capsOf(gpu, info);
    this.features = [...gpu.features].sort();
    const core = (this.#core = new Core(module));
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
    const { target, why } = core.attach(gpu, owned, { info: this.info, caps: this.caps });
    this.target = { name: target, why };
    this.registry = core.ops() as OpInfo[];
    this.ops = bindOps(this.registry, (info, inputs, params, run) => this.#run(info, inputs, params, run));
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

  async #run(info: OpInfo, inputs: Map<string, unknown>, params: Record<string, unknown>, run: RunOptions): Promise<unknown> {
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
        { op: info.name, inputs: handles, params },
        { signal: run.signal },
      );
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

  /** Runs every operator, kernel and adversarial shape on this device and compares with the f64 reference. */
  doctor(options: DoctorOptions = {}): Promise<DoctorReport> {
    const { signal, onProgress, ...request } = options;
    return this.#core.doctor(request, { signal, onProgress });
  }

  /** Measures this device's roof and every operator against it. */
  bench(options: BenchOptions = {}): Promise<BenchReport> {
    const { signal, onProgress, ...request } = options;
    return this.#core.bench(request, { signal, onProgress });
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
if (Symbol.dispose) Device.prototype[Symbol.dispose] = Device.prototype.dispose;

function describe(info: FullInfo | undefined): AdapterInfo {
  const { vendor = "", architecture = "", description = "", device = "" } = info ?? {};
  const software = architecture === "swiftshader" || info?.isFallbackAdapter === true;
  return {
    name: description || device || [vendor, architecture].filter(Boolean).join(" ") || "WebGPU adapter",
    vendor,
    architecture,
    description,
    driver: "",
    backend: "browser",
    type: software ? "software" : "unknown",
    fallback: info?.isFallbackAdapter === true,
  };
}

function capsOf(device: GPUDevice, info: FullInfo | undefined): Caps {
  const { limits, features } = device;
  const subgroups = features.has("subgroups" as GPUFeatureName);
  return {
    max_buffer_bytes: limits.maxBufferSize,
    max_binding_bytes: limits.maxStorageBufferBindingSize,
    max_storage_buffers: limits.maxStorageBuffersPerShaderStage,
    max_workgroup_bytes: limits.maxComputeWorkgroupStorageSize,
    max_invocations: limits.maxComputeInvocationsPerWorkgroup,
    max_workgroups: limits.maxComputeWorkgroupsPerDimension,
    f16: features.has("shader-f16"),
    subgroups,
    subgroup_min: subgroups ? (info?.subgroupMinSize ?? 0) : 0,
    subgroup_max: subgroups ? (info?.subgroupMaxSize ?? 0) : 0,
    timestamps: features.has("timestamp-query"),
  };
}
