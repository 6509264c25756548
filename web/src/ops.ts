// Operators as functions, made from the core's own declarations when a device is made. Their types are generated from the
// same declarations when the package is built.
import { XpuError } from "./errors.js";
import { type HostInput, type HostTensor, Tensor } from "./tensor.js";

export type { Ops } from "./ops.generated.js";

/** An operator's declaration. */
export interface OpInfo {
  readonly name: string;
  readonly summary: string;
  readonly source: string;
  readonly inputs: readonly ArgInfo[];
  readonly params: readonly ParamInfo[];
  readonly outputs: readonly ArgInfo[];
  /** The input that the result may be written over; empty where there is none. */
  readonly inplace: string;
}

export interface ArgInfo {
  readonly name: string;
  readonly dtypes: readonly string[];
  readonly dims: readonly string[];
  readonly optional?: boolean;
}

export interface ParamInfo {
  readonly name: string;
  readonly summary: string;
  readonly kind: "real" | "integer" | "flag" | "choice" | "reals" | "integers";
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

export interface InplaceOptions {
  /** Writes the result over the operator's last input, which must be a tensor on the device and is what comes back. */
  inplace?: boolean | undefined;
}

type OneOnDevice<Inputs> = Inputs extends readonly [infer First, ...infer Rest]
  ? [First] extends [Tensor]
    ? true
    : OneOnDevice<Rest>
  : false;

/** A result comes back to the host where every input came from there; else it stays on the device. */
export type Output<Inputs extends readonly Input[]> =
  OneOnDevice<Inputs> extends true ? Tensor : Inputs extends readonly HostInput[] ? HostTensor : Tensor | HostTensor;

type Run = (
  info: OpInfo,
  inputs: Map<string, unknown>,
  params: Record<string, unknown>,
  run: RunOptions & InplaceOptions,
) => Promise<unknown>;

const isInput = (value: unknown) => value instanceof Tensor || (typeof value === "object" && value !== null && "data" in value);

export function bindOps<T>(registry: readonly OpInfo[], run: Run): T {
  const ops: Record<string, unknown> = {};
  for (const info of registry) {
    ops[info.name] = async (...given: unknown[]) => {
      const inputs = new Map<string, unknown>();
      const names = info.inputs.map((input) => input.name);
      let at = 0;
      for (const { name, optional } of info.inputs) {
        const value = given[at];
        // An optional input that is left out leaves its place to the parameters, or is undefined in it.
        if (optional && value !== undefined && value !== null && !isInput(value)) break;
        at++;
        if (value !== undefined && value !== null) inputs.set(name, value);
        else if (!optional) throw new XpuError("missing", `${info.name} takes ${names.join(", ")}; ${name} is missing`);
      }
      const takes = names.length > 0 ? `${names.join(", ")} and ` : "";
      if (given.length > at + 1) throw new XpuError("type", `${info.name} takes ${takes}an object of parameters`);
      const { signal, inplace, ...params } = (given[at] ?? {}) as RunOptions & InplaceOptions & Record<string, unknown>;
      return run(info, inputs, params, { signal, inplace });
    };
  }
  return ops as T;
}
