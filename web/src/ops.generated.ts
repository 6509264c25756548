// Generated from the operators' registry.
import type { InplaceOptions, Input, Output, RunOptions } from "./ops.js";

/** Parameters of `activation`. */
export interface ActivationParams {
  /** which function; gelu is the exact one */
  kind: "relu2" | "silu" | "elu" | "tanh" | "gelu" | "gelu_tanh";
  /** what elu multiplies by; the others ignore it Default: 1. */
  alpha?: number;
}

/** Parameters of `alibi`. */
export interface AlibiParams {
  /** position of the first query */
  pos_offset: number;
}

/** Parameters of `alibi_slopes`. */
export interface AlibiSlopesParams {
  /** attention heads */
  heads: number;
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

/** Parameters of `dequant_transpose`. */
export interface DequantTransposeParams {
  /** rows of the weight, which are columns of the result */
  out_features: number;
  /** codes of a row, which words of four do not show */
  in_features: number;
}

/** Parameters of `dequantize`. */
export interface DequantizeParams {
  /** of the weights that went into the integers */
  weight_scale: number;
  /** of the activations that went into them */
  input_scale: number;
}

/** Parameters of `elementwise`. */
export interface ElementwiseParams {
  /** add or multiply */
  kind: "add" | "multiply";
}

/** Parameters of `elementwise_rows`. */
export interface ElementwiseRowsParams {
  /** rows of a, at least 1 */
  s: number;
  /** columns of a and length of b, at least 1 */
  d: number;
  /** add or multiply */
  kind: "add" | "multiply";
}

/** Parameters of `leaky_relu`. */
export interface LeakyReluParams {
  /** what is multiplied with elements that are not above 0 Default: 0.2. */
  slope?: number;
}

/** Parameters of `matvec_q8`. */
export interface MatvecQ8Params {
  /** codes of a row, which words of four do not show */
  k: number;
}

/** Parameters of `mel_filterbank`. */
export interface MelFilterbankParams {
  /** filters */
  n_mels: number;
  /** length of the transform */
  n_fft: number;
  /** samples in a second */
  sample_rate: number;
  /** where the first filter begins, in Hz Default: 0. */
  f_min?: number;
  /** where the last filter ends, in Hz; without it half of the sample rate */
  f_max?: number;
  /** which formula of mel Default: "htk". */
  scale?: "htk" | "slaney";
  /** whether the triangles have an area of 1, in Hz, or a height of 1 Default: "none". */
  norm?: "none" | "slaney";
}

/** Parameters of `pad`. */
export interface PadParams {
  /** elements before the first */
  before: number;
  /** elements after the last */
  after: number;
  /** what they are */
  mode: "constant" | "reflect" | "replicate";
  /** the constant Default: 0. */
  value?: number;
}

/** Parameters of `pope`. */
export interface PopeParams {
  /** positions */
  n: number;
  /** channels */
  d_model: number;
  /** degree of the first position */
  pos_offset: number;
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

/** Parameters of `rope`. */
export interface RopeParams {
  /** position of the first token */
  pos_offset: number;
  /** base of the frequencies, at least 1 */
  theta_base: number;
  /** first head that is turned Default: 0. */
  head_offset?: number;
  /** heads that are turned; without it all that follow */
  head_count?: number;
  scaling?: {
    /** how the frequencies are scaled */
    type?: "ntk" | "yarn";
    /** how many times longer the context is */
    factor?: number;
    /** context that the model was trained for (yarn) */
    original_context_length?: number;
    /** turns in it from which pairs keep their frequency (yarn); 32 */
    beta_fast?: number;
    /** turns in it up to which they are slowed wholly (yarn); 1 */
    beta_slow?: number;
    /** what cosines and sines are multiplied by (yarn) */
    attention_factor?: number;
  };
  cache?: {
    /** channels of the cache's heads */
    head_dim?: number;
    /** positions of the cache */
    positions?: number;
    /** base of the cache's frequencies */
    theta_base?: number;
    scaling?: {
      /** how the cache's frequencies are scaled */
      type?: "ntk" | "yarn";
      /** how many times longer the context is */
      factor?: number;
      /** context that the model was trained for (yarn) */
      original_context_length?: number;
      /** turns in it from which pairs keep their frequency (yarn); 32 */
      beta_fast?: number;
      /** turns in it up to which they are slowed wholly (yarn); 1 */
      beta_slow?: number;
      /** what cosines and sines are multiplied by (yarn) */
      attention_factor?: number;
    };
  };
}

/** Parameters of `rope_axes`. */
export interface RopeAxesParams {
  /** channels of each axis, even numbers */
  axis_dims: number | readonly number[];
  /** base of the frequencies, at least 1: one for all axes, or one for each */
  theta_base: number | readonly number[];
}

/** Parameters of `rope_cache`. */
export interface RopeCacheParams {
  /** channels of a head */
  head_dim: number;
  /** base of the frequencies, at least 1 */
  theta_base: number;
  /** how many positions */
  positions: number;
  scaling?: {
    /** how the frequencies are scaled */
    type?: "ntk" | "yarn";
    /** how many times longer the context is */
    factor?: number;
    /** context that the model was trained for (yarn) */
    original_context_length?: number;
    /** turns in it from which pairs keep their frequency (yarn); 32 */
    beta_fast?: number;
    /** turns in it up to which they are slowed wholly (yarn); 1 */
    beta_slow?: number;
    /** what cosines and sines are multiplied by (yarn) */
    attention_factor?: number;
  };
}

/** Parameters of `scatter`. */
export interface ScatterParams {
  /** columns of the result */
  d: number;
}

/** Parameters of `set_cols`. */
export interface SetColsParams {
  /** the first column that is written */
  col0: number;
}

/** Parameters of `slice_cols`. */
export interface SliceColsParams {
  /** the first column */
  col0: number;
  /** how many columns */
  width: number;
}

/** Parameters of `slice_rows`. */
export interface SliceRowsParams {
  /** the first row */
  row0: number;
  /** how many rows */
  count: number;
}

/** Parameters of `upsample_nearest2d`. */
export interface UpsampleNearest2dParams {
  /** rows of the result */
  out_h: number;
  /** columns of the result */
  out_w: number;
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
   * Attention scores with ALiBi's linear bias of the distance.
   *
   * @param scores f32 [H, M, N]
   * @param slopes f32 [H]
   * @returns out: f32 [H, M, N]
   * Source: Press et al. 2022 (not BLOOM's m·j)
   */
  alibi<In0 extends Input, In1 extends Input>(scores: In0, slopes: In1, options: AlibiParams & RunOptions): Promise<Output<[In0, In1]>>;
  /**
   * Attention scores with ALiBi's linear bias of the distance.
   *
   * @param scores f32 [H, M, N]
   * @returns out: f32 [H, M, N]
   * Source: Press et al. 2022 (not BLOOM's m·j)
   */
  alibi<In0 extends Input>(scores: In0, options: AlibiParams & RunOptions): Promise<Output<[In0]>>;
  /**
   * The slopes of ALiBi for so many heads.
   *
   * @returns out: f32 [heads]
   * Source: get_slopes of Press et al. 2022
   */
  alibi_slopes(options: AlibiSlopesParams & RunOptions): Promise<Output<[]>>;
  /**
   * Where the first maximum of each row stands.
   *
   * @param input f32 [N, D]
   * @returns out: i32 [N]
   * Source: torch.argmax(input, dim=-1)
   */
  argmax<In0 extends Input>(input: In0, options?: RunOptions): Promise<Output<[In0]>>;
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
   * The rows of one matrix after those of another.
   *
   * @param a f32 or i32 or u32 [Ra, C]
   * @param b f32 or i32 or u32 [Rb, C]
   * @returns out: f32 or i32 or u32 [R, C]
   * Source: torch.cat((a, b), dim=0)
   */
  concat_rows<In0 extends Input, In1 extends Input>(a: In0, b: In1, options?: RunOptions): Promise<Output<[In0, In1]>>;
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
   * A matrix of 8-bit codes with a scale a row, as f32 and transposed.
   *
   * @param weight u32 [out, in/4]
   * @param scale f32 [out]
   * @returns out: f32 [in, out]
   * Source: (codes.float() * scale[:, None]).T.contiguous()
   */
  dequant_transpose<In0 extends Input, In1 extends Input>(weight: In0, scale: In1, options: DequantTransposeParams & RunOptions): Promise<Output<[In0, In1]>>;
  /**
   * Integers times two scales, as f32.
   *
   * @param input i32 of any shape
   * @returns out: f32 of any shape
   * Source: input.double() * weight_scale * input_scale
   */
  dequantize<In0 extends Input>(input: In0, options: DequantizeParams & RunOptions): Promise<Output<[In0]>>;
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
   * The sum or product of each row of a matrix and a vector, element by element.
   *
   * @param a f32 [S, D]
   * @param b f32 [length]
   * @returns out: f32 [S, D]
   * Source: torch's right-aligned broadcast of [S,D] with [D]
   */
  elementwise_rows<In0 extends Input, In1 extends Input>(a: In0, b: In1, options: ElementwiseRowsParams & RunOptions): Promise<Output<[In0, In1]>>;
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
   * Columns of a matrix, picked by their numbers.
   *
   * @param x f32 or i32 or u32 [C, T]
   * @param idx u32 [F]
   * @returns out: f32 or i32 or u32 [C, F]
   * Source: torch.index_select(x, 1, idx)
   */
  gather_cols<In0 extends Input, In1 extends Input>(x: In0, idx: In1, options?: RunOptions): Promise<Output<[In0, In1]>>;
  /**
   * Multiplies each element that is not above 0 by a slope.
   *
   * @param input f32 of any shape
   * @returns out: f32 of any shape
   * Source: torch.nn.functional.leaky_relu
   */
  leaky_relu<In0 extends Input>(input: In0, options?: LeakyReluParams & RunOptions & InplaceOptions): Promise<Output<[In0]>>;
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
   * Triangular filters whose corners are equally spaced in mel.
   *
   * @returns out: f32 [n_mels, bins]
   * Source: torchaudio.functional.melscale_fbanks, transposed; "slaney" twice is librosa.filters.mel
   */
  mel_filterbank(options: MelFilterbankParams & RunOptions): Promise<Output<[]>>;
  /**
   * Codes of 4 bits, 8 in a word, row by row.
   *
   * @param codes i32 [N, K]
   * @returns out: u32 [N, K/8]
   * Source: (codes & 0xf) << 4 * lane, summed over the 8 lanes of a word
   */
  pack_q4<In0 extends Input>(codes: In0, options?: RunOptions): Promise<Output<[In0]>>;
  /**
   * Codes of 8 bits, 4 in a word, row by row.
   *
   * @param codes i32 [N, K]
   * @returns out: u32 [N, K/4]
   * Source: (codes & 0xff) << 8 * lane, summed over the 4 lanes of a word
   */
  pack_q8<In0 extends Input>(codes: In0, options?: RunOptions): Promise<Output<[In0]>>;
  /**
   * Lengthens one axis by a constant, by reflection or by its ends.
   *
   * @param input f32 or i32 or u32 [outer, L, inner]
   * @returns out: f32 or i32 or u32 [outer, Lout, inner]
   * Source: torch.nn.functional.pad(input, (before, after), mode)
   */
  pad<In0 extends Input>(input: In0, options: PadParams & RunOptions): Promise<Output<[In0]>>;
  /**
   * Swaps the first two axes of three.
   *
   * @param input f32 or i32 or u32 [d0, d1, D]
   * @returns out: f32 or i32 or u32 [d1, d0, D]
   * Source: torch.permute(input, (1, 0, 2)).contiguous()
   */
  permute<In0 extends Input>(input: In0, options?: RunOptions): Promise<Output<[In0]>>;
  /**
   * Legendre polynomials as positional encoding: the degree is the position.
   *
   * @returns out: f32 [n, d_model]
   * Source: Aggarwal 2024, PoPE: Legendre orthogonal polynomials based position encoding
   */
  pope(options: PopeParams & RunOptions): Promise<Output<[]>>;
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
   * Rotary positions: pairs of neighbouring channels turned by angles that grow with the position.
   *
   * @param input f32 [N, H, D]
   * @returns out: f32 [N, H, D]
   * Source: Su et al. 2021; YaRN of Peng et al. 2023 as in transformers, whose ramp is clamped to D - 1
   */
  rope<In0 extends Input>(input: In0, options: RopeParams & RunOptions & InplaceOptions): Promise<Output<[In0]>>;
  /**
   * Rotary positions of several axes, each of which turns a block of channels of its own.
   *
   * @param input f32 [N, H, D]
   * @param positions f32 [N, axes]
   * @returns out: f32 [N, H, D]
   * Source: Z-Image's RopeEmbedder and apply_rotary_emb
   */
  rope_axes<In0 extends Input, In1 extends Input>(input: In0, positions: In1, options: RopeAxesParams & RunOptions): Promise<Output<[In0, In1]>>;
  /**
   * The cosines and sines of rope, for positions from 0 on.
   *
   * @returns out: f32 [positions, pairs, 2]
   * Source: Su et al. 2021; YaRN of Peng et al. 2023 as in transformers, whose ramp is clamped to D - 1
   */
  rope_cache(options: RopeCacheParams & RunOptions): Promise<Output<[]>>;
  /**
   * Adds the elements of each row at the columns that their indices name.
   *
   * @param src f32 [N, S]
   * @param index i32 [N, S]
   * @returns out: f32 [N, D]
   * Source: torch.zeros(N, d).scatter_add_(1, index, src)
   */
  scatter<In0 extends Input, In1 extends Input>(src: In0, index: In1, options: ScatterParams & RunOptions): Promise<Output<[In0, In1]>>;
  /**
   * Writes a matrix over neighbouring columns of another.
   *
   * @param dst f32 or i32 or u32 [R, C]
   * @param src f32 or i32 or u32 [R, W]
   * @returns out: f32 or i32 or u32 [R, C]
   * Source: dst[:, col0 : col0 + W] = src
   */
  set_cols<In0 extends Input, In1 extends Input>(dst: In0, src: In1, options: SetColsParams & RunOptions & InplaceOptions): Promise<Output<[In0, In1]>>;
  /**
   * Neighbouring columns of a matrix.
   *
   * @param x f32 or i32 or u32 [R, C]
   * @returns out: f32 or i32 or u32 [R, width]
   * Source: x[:, col0 : col0 + width].contiguous()
   */
  slice_cols<In0 extends Input>(x: In0, options: SliceColsParams & RunOptions): Promise<Output<[In0]>>;
  /**
   * Neighbouring rows of a matrix.
   *
   * @param x f32 or i32 or u32 [R, C]
   * @returns out: f32 or i32 or u32 [count, C]
   * Source: x[row0 : row0 + count].contiguous()
   */
  slice_rows<In0 extends Input>(x: In0, options: SliceRowsParams & RunOptions): Promise<Output<[In0]>>;
  /**
   * Adds to each element its squared sine, with a frequency for each channel by which that is divided.
   *
   * @param input f32 [N, C, L]
   * @param alpha f32 [C]
   * @returns out: f32 [N, C, L]
   * Source: Ziyin et al. 2020: Snake
   */
  snake<In0 extends Input, In1 extends Input>(input: In0, alpha: In1, options?: RunOptions): Promise<Output<[In0, In1]>>;
  /**
   * Adds to each element its squared sine, with a frequency and a divisor for each channel.
   *
   * @param input f32 [N, C, L]
   * @param alpha f32 [C]
   * @param beta f32 [C]
   * @returns out: f32 [N, C, L]
   * Source: Lee et al. 2023 (BigVGAN): SnakeBeta
   */
  snake_beta<In0 extends Input, In1 extends Input, In2 extends Input>(input: In0, alpha: In1, beta: In2, options?: RunOptions): Promise<Output<[In0, In1, In2]>>;
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
  /**
   * Enlarges pictures by repeating their nearest pixels.
   *
   * @param input f32 or i32 or u32 [N, C, H, W]
   * @returns out: f32 or i32 or u32 [N, C, out_h, out_w]
   * Source: torch.nn.functional.interpolate(input, size=(out_h, out_w), mode="nearest")
   */
  upsample_nearest2d<In0 extends Input>(input: In0, options: UpsampleNearest2dParams & RunOptions): Promise<Output<[In0]>>;
}
