// Generated from the operators' registry.
import type { Input, Output, RunOptions } from "./ops.js";

/** Parameters of `rms_norm`. */
export interface RmsNormParams {
  /** added to the mean square, inside the root; above 0 */
  eps: number;
  /** rows of the weight: row n takes weight row n mod groups; 0 means 1 Default: 1. */
  groups?: number;
}

/** The operators. Parameters and `signal` come last, in one object. */
export interface Ops {
  /**
   * The product of two matrices.
   *
   * @param a f32 [M, K]
   * @param b f32 [K, N]
   * @returns out: f32 [M, N]
   * Source: torch.mm(a, b)
   */
  matmul<In0 extends Input, In1 extends Input>(a: In0, b: In1, options?: RunOptions): Promise<Output<[In0, In1]>>;
  /**
   * Divides each row by its root mean square and multiplies it by a weight.
   *
   * @param input f32 [N, D]
   * @param weight f32 [G, D]
   * @returns out: f32 [N, D]
   * Source: Zhang & Sennrich 2019; torch F.rms_norm(x, (D,)) * w
   */
  rms_norm<In0 extends Input, In1 extends Input>(input: In0, weight: In1, options: RmsNormParams & RunOptions): Promise<Output<[In0, In1]>>;
  /**
   * Exponentials of each row, scaled so that they sum to one.
   *
   * @param input f32 or f16 [N, D]
   * @returns out: f32 or f16 [N, D]
   * Source: torch.softmax(x, dim=-1)
   */
  softmax<In0 extends Input>(input: In0, options?: RunOptions): Promise<Output<[In0]>>;
}
