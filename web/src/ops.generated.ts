// Generated from the operators' registry.
import type { InplaceOptions, Input, Output, RunOptions } from "./ops.js";

/** Parameters of `activation`. */
export interface ActivationParams {
  /** which function; gelu is the exact one */
  kind: "relu2" | "silu" | "elu" | "tanh" | "gelu" | "gelu_tanh";
  /** what elu multiplies by; the others ignore it Default: 1. */
  alpha?: number;
}

/** Parameters of `axpy`. */
export interface AxpyParams {
  /** what x is multiplied by */
  a: number;
}

/** Parameters of `conv1d`. */
export interface Conv1dParams {
  /** samples from one result to the next Default: 1. */
  stride?: number;
  /** zeros before and after each row of the input */
  padding?: number;
  /** zeros before each row, instead of padding */
  pad_left?: number;
  /** zeros after each row, instead of padding */
  pad_right?: number;
  /** samples from one tap of the kernel to the next Default: 1. */
  dilation?: number;
  /** parts that the channels of input and result fall into Default: 1. */
  groups?: number;
  /** what is applied to each result Default: "none". */
  act?: "none" | "gelu_tanh" | "tanh" | "relu" | "silu" | "gelu_erf";
}

/** Parameters of `elementwise`. */
export interface ElementwiseParams {
  /** add or multiply */
  kind: "add" | "multiply";
}

/** Parameters of `matvec_q8`. */
export interface MatvecQ8Params {
  /** codes of a row, which words of four do not show */
  k: number;
}

/** Parameters of `reduce`. */
export interface ReduceParams {
  /** what becomes of the values along the axis */
  kind: "sum" | "max" | "min" | "mean";
}

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
   * relu², silu, elu, tanh or gelu of each element.
   *
   * @param input f32 of any shape
   * @returns out: f32 of any shape
   * Source: torch.nn.functional: relu(x)², silu, elu, tanh, gelu
   */
  activation<In0 extends Input>(input: In0, options: ActivationParams & RunOptions): Promise<Output<[In0]>>;
  /**
   * A number times one tensor plus another, rounded once.
   *
   * @param x f32 of any shape
   * @param y f32 of any shape
   * @returns out: f32 of any shape
   * Source: torch.add(y, x, alpha=a)
   */
  axpy<In0 extends Input, In1 extends Input>(x: In0, y: In1, options: AxpyParams & RunOptions & InplaceOptions): Promise<Output<[In0, In1]>>;
  /**
   * Convolution along rows: stride, padding, dilation, groups, bias and an activation.
   *
   * @param input f32 or f16 [N, Cin, L]
   * @param weight f32 or f16 [Cout, Cg, K]
   * @param bias f32 or f16 [Cout]
   * @returns out: f32 or f16 [N, Cout, Lout]
   * Source: torch.nn.functional.conv1d
   */
  conv1d<In0 extends Input, In1 extends Input, In2 extends Input>(input: In0, weight: In1, bias: In2, options?: Conv1dParams & RunOptions): Promise<Output<[In0, In1, In2]>>;
  /**
   * Convolution along rows: stride, padding, dilation, groups, bias and an activation.
   *
   * @param input f32 or f16 [N, Cin, L]
   * @param weight f32 or f16 [Cout, Cg, K]
   * @returns out: f32 or f16 [N, Cout, Lout]
   * Source: torch.nn.functional.conv1d
   */
  conv1d<In0 extends Input, In1 extends Input>(input: In0, weight: In1, options?: Conv1dParams & RunOptions): Promise<Output<[In0, In1]>>;
  /**
   * The sum or product of two tensors of one shape, element by element.
   *
   * @param a f32 of any shape
   * @param b f32 of any shape
   * @returns out: f32 of any shape
   * Source: torch.add, torch.mul
   */
  elementwise<In0 extends Input, In1 extends Input>(a: In0, b: In1, options: ElementwiseParams & RunOptions): Promise<Output<[In0, In1]>>;
  /**
   * Rows of a table, picked by their numbers.
   *
   * @param table f32 or i32 or u32 [rows, D]
   * @param indices i32 [N]
   * @returns out: f32 or i32 or u32 [N, D]
   * Source: torch.index_select(table, 0, indices), F.embedding(indices, table)
   */
  gather<In0 extends Input, In1 extends Input>(table: In0, indices: In1, options?: RunOptions): Promise<Output<[In0, In1]>>;
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
   * The product of a matrix and a vector.
   *
   * @param matrix f32 [M, K]
   * @param vector f32 [K]
   * @returns out: f32 [M]
   * Source: torch.mv(matrix, vector)
   */
  matvec<In0 extends Input, In1 extends Input>(matrix: In0, vector: In1, options?: RunOptions): Promise<Output<[In0, In1]>>;
  /**
   * The product of a matrix of 8-bit codes, with a scale a row, and a vector.
   *
   * @param weight u32 [N, K/4]
   * @param scale f32 [N]
   * @param vector f32 [K]
   * @returns out: f32 [N]
   * Source: torch.mv(codes.float(), vector) * scale
   */
  matvec_q8<In0 extends Input, In1 extends Input, In2 extends Input>(weight: In0, scale: In1, vector: In2, options: MatvecQ8Params & RunOptions): Promise<Output<[In0, In1, In2]>>;
  /**
   * The sum, maximum, minimum or mean along one axis.
   *
   * @param input f32 [outer, axis, inner]
   * @returns out: f32 [outer, inner]
   * Source: torch.sum, torch.amax, torch.amin and torch.mean with dim=1
   */
  reduce<In0 extends Input>(input: In0, options: ReduceParams & RunOptions): Promise<Output<[In0]>>;
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
  /**
   * Swaps the rows and columns of a matrix.
   *
   * @param input f32 or i32 or u32 [R, C]
   * @returns out: f32 or i32 or u32 [C, R]
   * Source: torch.transpose(input, 0, 1).contiguous()
   */
  transpose<In0 extends Input>(input: In0, options?: RunOptions): Promise<Output<[In0]>>;
}
