import type { DType } from "./tensor.js";

// What the doctor and the bench are asked and what they say. The core writes these; src/harness is the other side.

/** How far a long call has come. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly what: string;
}

/** What became of a golden file. */
export interface Verdict {
  /** Empty where the file does not say. */
  readonly op: string;
  readonly passed: boolean;
  /** Why it did not pass. */
  readonly failure?: string;
}

export interface DoctorOptions {
  /** Names of operators; all when absent. */
  ops?: readonly string[];
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

export interface DoctorReport {
  readonly passed: number;
  readonly failed: number;
  /** What is wrong, or could not run at all (`error`). */
  readonly findings: readonly {
    readonly op: string;
    readonly shape: string;
    readonly file: string;
    readonly tile: string;
    readonly mode: string;
    readonly what: string;
    readonly error: boolean;
  }[];
  /** Kernel files that are switched off from now on, why, and what serves instead. */
  readonly fallbacks: readonly { readonly op: string; readonly file: string; readonly reason: string; readonly instead: string }[];
  /** How often each kernel file was judged. */
  readonly coverage: readonly { readonly op: string; readonly file: string; readonly tile: string; readonly cases: number }[];
  /** What this device cannot run, and why. */
  readonly skipped: readonly string[];
  readonly seconds: number;
}

export interface BenchOptions {
  /** Names of operators; all when absent. */
  ops?: readonly string[];
  /** "MxNxK", in the order of the operator's dimensions; its own shapes when absent. */
  shape?: string;
  dtype?: DType;
  /** Fewer shapes and less time for each. */
  quick?: boolean;
  /** Every kernel and tile that the device allows, not only the one that a call takes. */
  all_kernels?: boolean;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** What the device can do at most, as measured; `launch_s` is one dependent dispatch. */
export interface Roof {
  readonly read_Bps: number;
  readonly copy_Bps: number;
  readonly fma32_flops: number;
  /** 0 where the device has no f16. */
  readonly fma16_flops: number;
  readonly launch_s: number;
}

export interface BenchRow {
  readonly op: string;
  readonly shape: string;
  readonly dtype: string;
  readonly file: string;
  readonly tile: string;
  /** Each input read once and each output written once. */
  readonly bytes: number;
  readonly flops: number;
  /** Why there is no time: the kernel is wrong here, or would take too long. What follows is absent then. */
  readonly skipped?: string;
  readonly minimum_s?: number;
  readonly median_s?: number;
  /** What binds: memory, compute or launch. */
  readonly bound?: string;
  /** Of that roof, from 0 to 1. */
  readonly fraction?: number;
  /** The row's memory fits a cache. */
  readonly hot?: boolean;
}

export interface BenchReport {
  readonly roof: Roof;
  readonly rows: readonly BenchRow[];
  readonly seconds: number;
}
