/// <reference lib="esnext.disposable" preserve="true" />
import { XpuError } from "./errors.js";

/** Element types, in the order of the core's own list. */
export const DTYPES = ["f32", "f16", "i32", "u32", "u8"] as const;
export type DType = (typeof DTYPES)[number];

/** Elements in host memory. A `Uint16Array` holds the bits of half-precision numbers. */
export type HostData = Float32Array | Uint16Array | Int32Array | Uint32Array | Uint8Array;

/** A tensor in host memory: contiguous, outermost dimension first. */
export interface HostTensor {
  readonly data: HostData;
  readonly shape: readonly number[];
  readonly dtype: DType;
}

/** What an operator takes from the host; the element type follows from the array's. */
export interface HostInput {
  readonly data: HostData | readonly number[];
  readonly shape: readonly number[];
  readonly dtype?: DType;
}

export interface ReadOptions {
  /** Gives up waiting: the promise rejects with the signal's reason and the late result is dropped. */
  signal?: AbortSignal | undefined;
}

const ARRAYS = { f32: Float32Array, f16: Uint16Array, i32: Int32Array, u32: Uint32Array, u8: Uint8Array } as const;

export function show(shape: readonly number[]): string {
  return `[${shape.join(", ")}]`;
}

/** Checks a host tensor and gives it an element type. `what` names it in messages. */
export function hostTensor(what: string, input: HostInput): HostTensor {
  const { shape } = input;
  if (!Array.isArray(shape) || !shape.every((n) => Number.isSafeInteger(n) && n >= 0))
    throw new XpuError("shape", `${what}: a shape is a list of whole numbers from 0 on; ${JSON.stringify(shape)} came`);
  let { data } = input;
  if (Array.isArray(data)) data = ARRAYS[input.dtype ?? "f32"].from(data);
  const dtype = DTYPES.find((name) => data instanceof ARRAYS[name]);
  if (!dtype)
    throw new XpuError(
      "dtype",
      `${what}: data must be a Float32Array, Uint16Array (f16), Int32Array, Uint32Array, Uint8Array or a list of numbers`,
    );
  if (input.dtype !== undefined && input.dtype !== dtype)
    throw new XpuError("dtype", `${what}: the data is ${dtype}, but ${input.dtype} was asked for`);
  const elements = shape.reduce((product, n) => product * n, 1);
  if (elements !== data.length)
    throw new XpuError("shape", `${what}: shape ${show(shape)} needs ${elements} elements; ${data.length} came`);
  return { data: data as HostData, shape: [...shape], dtype };
}

export function fromBytes(bytes: Uint8Array<ArrayBuffer>, dtype: DType, shape: readonly number[]): HostTensor {
  const data = new ARRAYS[dtype](bytes.buffer, bytes.byteOffset, bytes.byteLength / ARRAYS[dtype].BYTES_PER_ELEMENT);
  return { data, shape, dtype };
}

export function byteLength(dtype: DType, shape: readonly number[]): number {
  return shape.reduce((product, n) => product * n, ARRAYS[dtype].BYTES_PER_ELEMENT);
}

/** What a tensor needs of its device. */
export interface TensorHome {
  read(tensor: Tensor, options: ReadOptions): Promise<HostTensor>;
  locate(tensor: Tensor): { buffer: GPUBuffer; offset: number; size: number };
  release(tensor: Tensor, handle: number): void;
}

/**
 * A tensor on a device. Give it back with `dispose()` (or `using`); one that is merely forgotten is given back when the
 * garbage collector finds it, which may be late.
 */
export class Tensor {
  #home: TensorHome;
  #handle: number;

  /** @internal */
  constructor(
    home: TensorHome,
    handle: number,
    readonly dtype: DType,
    readonly shape: readonly number[],
  ) {
    this.#home = home;
    this.#handle = handle;
  }

  get disposed(): boolean {
    return this.#handle === 0;
  }

  /** Copies the elements to the host. */
  read(options: ReadOptions = {}): Promise<HostTensor> {
    return this.#home.read(this, options);
  }

  /** The WebGPU buffer that holds the elements, for kernels of your own. It belongs to the tensor: keep that alive. */
  get buffer(): { buffer: GPUBuffer; offset: number; size: number } {
    return this.#home.locate(this);
  }

  dispose(): void {
    const handle = this.#handle;
    this.#handle = 0;
    if (handle) this.#home.release(this, handle);
  }

  /** @internal */
  handle(home: TensorHome): number {
    if (home !== this.#home)
      throw new XpuError("conflict", "a tensor of another device was given; copy it to this one first");
    if (this.#handle === 0) throw new XpuError("conflict", "a tensor was used after it had been disposed");
    return this.#handle;
  }
}

export interface Tensor extends Disposable {}

/**
 * Makes a class ready for `using`, where the language has it. Called when a device is made: a module that did it for itself
 * could not be left out of a bundle.
 */
export function makeDisposable(one: { prototype: { dispose(): void; [Symbol.dispose](): void } }): void {
  if (Symbol.dispose) one.prototype[Symbol.dispose] = one.prototype.dispose;
}
