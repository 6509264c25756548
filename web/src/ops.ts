// Operators as functions, made from the core's own declarations when a device is made. Their types are generated from the
// same declarations when the package is built.
import { XpuError } from "./errors.js";
import type { HostInput, HostTensor, Tensor } from "./tensor.js";

export type { Ops } from "./ops.generated.js";

/** An operator's declaration. */
export interface OpInfo {
  readonly name: string;
  readonly summary: string;
  readonly source: string;
  readonly inputs: readonly ArgInfo[];
  readonly params: readonly ParamInfo[];
  readonly outputs: readonly ArgInfo[];
}

export interface ArgInfo {
  readonly name: string;
  readonly dtypes: readonly string[];
  readonly dims: readonly string[];
}

export interface ParamInfo {
  readonly name: string;
  readonly summary: string;
  readonly kind: "real" | "integer" | "flag" | "choice";
  readonly required: boolean;
  readonly default?: number | boolean | string;
  readonly choices?: readonly string[];
}

/** A tensor on the device, or elements on the host. */
export type Input = Tensor | HostInput;

export interface RunOptions {
  /** Gives up: the promise rejects with the signal's reason, a late result is dropped, and the device stays usable. */
  signal?: AbortSignal | undefined;
}

type OneOnDevice<Inputs> = Inputs extends readonly [infer First, ...infer Rest]
  ? [First] extends [Tensor]
    ? true
    : OneOnDevice<Rest>
  : false;

/** A result comes back to the host where every input came from there; else it stays on the device. */
export type Output<Inputs extends readonly Input[]> =
  OneOnDevice<Inputs> extends true ? Tensor : Inputs extends readonly HostInput[] ? HostTensor : Tensor | HostTensor;

type Run = (info: OpInfo, inputs: Map<string, unknown>, params: Record<string, unknown>, run: RunOptions) => Promise<unknown>;

export function bindOps<T>(registry: readonly OpInfo[], run: Run): T {
  const ops: Record<string, unknown> = {};
  for (const info of registry) {
    ops[info.name] = async (...given: unknown[]) => {
      const inputs = new Map<string, unknown>();
      const names = info.inputs.map((input) => input.name);
      for (const [i, name] of names.entries()) {
        if (given[i] === undefined) throw new XpuError("missing", `${info.name} takes ${names.join(", ")}; ${name} is missing`);
        inputs.set(name, given[i]);
      }
      if (given.length > names.length + 1) throw new XpuError("type", `${info.name} takes ${names.join(", ")} and an object of parameters`);
      const { signal, ...params } = (given[names.length] ?? {}) as RunOptions & Record<string, unknown>;
      return run(info, inputs, params, { signal });
    };
  }
  return ops as T;
}
