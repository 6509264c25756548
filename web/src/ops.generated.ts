// Generated from the operators' registry.
import type { InplaceOptions, Input, Output, RunOptions } from "./ops.js";

/** Parameters of `activation`. */
export interface ActivationParams {
  /** which function; gelu is the exact one */
  kind: "relu2" | "silu" | "elu" | "tanh" | "gelu" | "gelu_tanh";
  /** what elu multiplies by; the others ignore it Default: 1. */
  alpha?: number;
}

/** Parameters of `adain`. */
export interface AdainParams {
  /** added to the variance, inside the root; above 0 Default: 0.00001. */
  eps?: number;
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

/** Parameters of `attention`. */
export interface AttentionParams {
  /** what the products are multiplied by; 1/sqrt(D) unless given */
  scale?: number;
  /** query i sees the keys 0 to i + query_offset only Default: false. */
  causal?: boolean;
  /** how many keys come before the first query's own Default: 0. */
  query_offset?: number;
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

/** Parameters of `conv2d`. */
export interface Conv2dParams {
  /** samples from one result to the next, of all axes or each Default: 1. */
  stride?: number | readonly number[];
  /** zeros before and after the input, along all axes or each Default: 0. */
  padding?: number | readonly number[];
  /** samples from one tap of the kernel to the next, of all axes or each Default: 1. */
  dilation?: number | readonly number[];
  /** parts that the channels of input and result fall into Default: 1. */
  groups?: number;
  /** what is applied to each result Default: "none". */
  act?: "none" | "gelu_tanh" | "tanh" | "relu" | "silu" | "gelu_erf";
}

/** Parameters of `conv3d`. */
export interface Conv3dParams {
  /** samples from one result to the next, of all axes or each Default: 1. */
  stride?: number | readonly number[];
  /** zeros before and after the input, along all axes or each Default: 0. */
  padding?: number | readonly number[];
  /** samples from one tap of the kernel to the next, of all axes or each Default: 1. */
  dilation?: number | readonly number[];
  /** parts that the channels of input and result fall into Default: 1. */
  groups?: number;
  /** what is applied to each result Default: "none". */
  act?: "none" | "gelu_tanh" | "tanh" | "relu" | "silu" | "gelu_erf";
}

/** Parameters of `conv_transpose1d`. */
export interface ConvTranspose1dParams {
  /** results from where one sample lands to the next Default: 1. */
  stride?: number;
  /** results cut off at either end Default: 0. */
  padding?: number;
  /** results more at the end Default: 0. */
  output_padding?: number;
  /** results from one tap of the kernel to the next Default: 1. */
  dilation?: number;
  /** parts that the channels of input and result fall into Default: 1. */
  groups?: number;
}

/** Parameters of `ctc_decode`. */
export interface CtcDecodeParams {
  /** the class that stands for no token; one outside [0,C) means that there is none Default: 0. */
  blank?: number;
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

/** Parameters of `flash_attention`. */
export interface FlashAttentionParams {
  /** what the products are multiplied by; 1/sqrt(D) unless given */
  scale?: number;
  /** query i sees the keys 0 to i + query_offset only Default: false. */
  causal?: boolean;
  /** how many keys come before the first query's own Default: 0. */
  query_offset?: number;
}

/** Parameters of `gqa`. */
export interface GqaParams {
  /** heads of k and v, a divisor of those of q */
  kv_heads: number;
  /** keys that count, from the first on; all of them unless given */
  s_eff?: number;
  /** what the products are multiplied by; 1/sqrt(D) unless given */
  scale?: number;
  /** query i sees the keys 0 to i + query_offset only Default: false. */
  causal?: boolean;
  /** how many keys come before the first query's own Default: 0. */
  query_offset?: number;
}

/** Parameters of `group_norm`. */
export interface GroupNormParams {
  /** into how many groups the channels are divided; at least 1 */
  groups: number;
  /** added to the variance, inside the root; above 0 */
  eps: number;
}

/** Parameters of `istft`. */
export interface IstftParams {
  /** samples of a frame */
  n_fft: number;
  /** samples from a frame to the next */
  hop: number;
  /** what is left out at the ends; center where it is absent */
  padding?: "center" | "none" | "same";
  /** true for the padding center, false for none; not with padding */
  center?: boolean;
  /** samples of the result, instead of all but those left out */
  length?: number;
}

/** Parameters of `layer_norm`. */
export interface LayerNormParams {
  /** added to the variance, inside the root; above 0 */
  eps: number;
}

/** Parameters of `leaky_relu`. */
export interface LeakyReluParams {
  /** what is multiplied with elements that are not above 0 Default: 0.2. */
  slope?: number;
}

/** Parameters of `matmul_bias_act`. */
export interface MatmulBiasActParams {
  /** what is applied to each sum */
  act: "none" | "gelu_tanh" | "tanh" | "relu" | "silu" | "gelu_erf";
}

/** Parameters of `matmul_f16`. */
export interface MatmulF16Params {
  /** what is applied to each sum */
  act: "none" | "gelu_tanh" | "tanh" | "relu" | "silu" | "gelu_erf";
}

/** Parameters of `matmul_gguf`. */
export interface MatmulGgufParams {
  /** how a block of weights is stored */
  type: "q8_0" | "q4_1" | "q4_0" | "q4_k" | "q6_k";
}

/** Parameters of `matmul_nbits`. */
export interface MatmulNbitsParams {
  /** of a code: 4 */
  bits: number;
  /** codes of a block: 32 */
  block_size: number;
  /** codes of a row, which blocks of 32 do not show */
  k: number;
  /** rows of codes */
  n: number;
}

/** Parameters of `matmul_q4g128`. */
export interface MatmulQ4g128Params {
  /** codes of a row, which words of eight do not show */
  k: number;
}

/** Parameters of `matmul_q8`. */
export interface MatmulQ8Params {
  /** codes of a row, which words of four do not show */
  k: number;
}

/** Parameters of `matvec_gguf`. */
export interface MatvecGgufParams {
  /** how a block of weights is stored */
  type: "q8_0" | "q4_1" | "q4_0" | "q4_k" | "q6_k";
}

/** Parameters of `matvec_q4g128`. */
export interface MatvecQ4g128Params {
  /** codes of a row, which words of eight do not show */
  k: number;
}

/** Parameters of `matvec_q8`. */
export interface MatvecQ8Params {
  /** codes of a row, which words of four do not show */
  k: number;
}

/** Parameters of `matvec_q8_ffn`. */
export interface MatvecQ8FfnParams {
  /** codes of a row, which words of four do not show */
  k: number;
}

/** Parameters of `matvec_q8_residual`. */
export interface MatvecQ8ResidualParams {
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

/** Parameters of `mel_spectrogram`. */
export interface MelSpectrogramParams {
  /** bands */
  n_mels: number;
  /** 1 for magnitudes, 2 for powers Default: 2. */
  power?: number;
  /** whether the result is in decibels Default: false. */
  db?: boolean;
  /** what decibels are taken of at least Default: 1e-10. */
  amin?: number;
}

/** Parameters of `moe_dispatch`. */
export interface MoeDispatchParams {
  /** experts that there are */
  experts: number;
  /** seats of each expert */
  capacity: number;
}

/** Parameters of `moe_router`. */
export interface MoeRouterParams {
  /** experts of a token */
  k: number;
  /** whether a token's gates are divided by their sum */
  normalize: boolean;
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

/** Parameters of `repack_gguf`. */
export interface RepackGgufParams {
  /** how a block of weights is stored */
  type: "q8_0" | "q4_1" | "q4_0" | "q4_k" | "q6_k";
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
  /** which channels are a pair: 2i and 2i + 1, or i and i + D/2 Default: "adjacent". */
  pairing?: "adjacent" | "half";
  scaling?: {
    /** how the frequencies are scaled */
    type?: "ntk" | "yarn" | "linear" | "llama3";
    /** how many times longer the context is */
    factor?: number;
    /** context that the model was trained for (yarn, llama3) */
    original_context_length?: number;
    /** turns in it from which pairs keep their frequency (yarn); 32 */
    beta_fast?: number;
    /** turns in it up to which they are slowed wholly (yarn); 1 */
    beta_slow?: number;
    /** what cosines and sines are multiplied by (yarn) */
    attention_factor?: number;
    /** turns in it up to which pairs are slowed wholly (llama3) */
    low_freq_factor?: number;
    /** turns in it from which they keep their frequency (llama3) */
    high_freq_factor?: number;
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
      type?: "ntk" | "yarn" | "linear" | "llama3";
      /** how many times longer the context is */
      factor?: number;
      /** context that the model was trained for (yarn, llama3) */
      original_context_length?: number;
      /** turns in it from which pairs keep their frequency (yarn); 32 */
      beta_fast?: number;
      /** turns in it up to which they are slowed wholly (yarn); 1 */
      beta_slow?: number;
      /** what cosines and sines are multiplied by (yarn) */
      attention_factor?: number;
      /** turns in it up to which pairs are slowed wholly (llama3) */
      low_freq_factor?: number;
      /** turns in it from which they keep their frequency (llama3) */
      high_freq_factor?: number;
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
    type?: "ntk" | "yarn" | "linear" | "llama3";
    /** how many times longer the context is */
    factor?: number;
    /** context that the model was trained for (yarn, llama3) */
    original_context_length?: number;
    /** turns in it from which pairs keep their frequency (yarn); 32 */
    beta_fast?: number;
    /** turns in it up to which they are slowed wholly (yarn); 1 */
    beta_slow?: number;
    /** what cosines and sines are multiplied by (yarn) */
    attention_factor?: number;
    /** turns in it up to which pairs are slowed wholly (llama3) */
    low_freq_factor?: number;
    /** turns in it from which they keep their frequency (llama3) */
    high_freq_factor?: number;
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

/** Parameters of `stft`. */
export interface StftParams {
  /** samples of a frame */
  n_fft: number;
  /** samples from a frame to the next */
  hop: number;
  /** whether frames are centred on their samples, past the ends by reflection Default: true. */
  center?: boolean;
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
   * Gives each channel the mean 0 and the variance 1, and then a scale and a shift of its own.
   *
   * @param x f32 [C, L]
   * @param scale f32 [C]
   * @param shift f32 [C]
   * @returns out: f32 [C, L]
   * Source: Huang & Belongie 2017; torch F.instance_norm(x) · scale + shift
   */
  adain<In0 extends Input, In1 extends Input, In2 extends Input>(x: In0, scale: In1, shift: In2, options?: AdainParams & RunOptions): Promise<Output<[In0, In1, In2]>>;
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
   * Softmax attention of queries over keys and values, with the weights.
   *
   * @param q f32 [B, H, L, D]
   * @param k f32 [B, H, S, D]
   * @param v f32 [B, H, S, Dv]
   * @param mask f32 [maskB, maskH, maskL, S]
   * @returns probs: f32 [B, H, L, S]
   * @returns output: f32 [B, H, L, Dv]
   * Source: torch.nn.functional.scaled_dot_product_attention
   */
  attention<In0 extends Input, In1 extends Input, In2 extends Input, In3 extends Input>(q: In0, k: In1, v: In2, mask: In3, options?: AttentionParams & RunOptions): Promise<{ probs: Output<[In0, In1, In2, In3]>; output: Output<[In0, In1, In2, In3]> }>;
  /**
   * Softmax attention of queries over keys and values, with the weights.
   *
   * @param q f32 [B, H, L, D]
   * @param k f32 [B, H, S, D]
   * @param v f32 [B, H, S, Dv]
   * @returns probs: f32 [B, H, L, S]
   * @returns output: f32 [B, H, L, Dv]
   * Source: torch.nn.functional.scaled_dot_product_attention
   */
  attention<In0 extends Input, In1 extends Input, In2 extends Input>(q: In0, k: In1, v: In2, options?: AttentionParams & RunOptions): Promise<{ probs: Output<[In0, In1, In2]>; output: Output<[In0, In1, In2]> }>;
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
   * Convolution over height and width: stride, padding, dilation, groups, bias and an activation.
   *
   * @param input f32 [N, Cin, H, W]
   * @param weight f32 [Cout, Cg, KH, KW]
   * @param bias f32 [Cout]
   * @returns out: f32 [N, Cout, Hout, Wout]
   * Source: torch.nn.functional.conv2d
   */
  conv2d<In0 extends Input, In1 extends Input, In2 extends Input>(input: In0, weight: In1, bias: In2, options?: Conv2dParams & RunOptions): Promise<Output<[In0, In1, In2]>>;
  /**
   * Convolution over height and width: stride, padding, dilation, groups, bias and an activation.
   *
   * @param input f32 [N, Cin, H, W]
   * @param weight f32 [Cout, Cg, KH, KW]
   * @returns out: f32 [N, Cout, Hout, Wout]
   * Source: torch.nn.functional.conv2d
   */
  conv2d<In0 extends Input, In1 extends Input>(input: In0, weight: In1, options?: Conv2dParams & RunOptions): Promise<Output<[In0, In1]>>;
  /**
   * Convolution over depth, height and width: stride, padding, dilation, groups, bias and an activation.
   *
   * @param input f32 [N, Cin, D, H, W]
   * @param weight f32 [Cout, Cg, KD, KH, KW]
   * @param bias f32 [Cout]
   * @returns out: f32 [N, Cout, Dout, Hout, Wout]
   * Source: torch.nn.functional.conv3d
   */
  conv3d<In0 extends Input, In1 extends Input, In2 extends Input>(input: In0, weight: In1, bias: In2, options?: Conv3dParams & RunOptions): Promise<Output<[In0, In1, In2]>>;
  /**
   * Convolution over depth, height and width: stride, padding, dilation, groups, bias and an activation.
   *
   * @param input f32 [N, Cin, D, H, W]
   * @param weight f32 [Cout, Cg, KD, KH, KW]
   * @returns out: f32 [N, Cout, Dout, Hout, Wout]
   * Source: torch.nn.functional.conv3d
   */
  conv3d<In0 extends Input, In1 extends Input>(input: In0, weight: In1, options?: Conv3dParams & RunOptions): Promise<Output<[In0, In1]>>;
  /**
   * Transposed convolution along rows: stride, padding, dilation, groups and bias.
   *
   * @param input f32 [N, Cin, L]
   * @param weight f32 [Cin, Og, K]
   * @param bias f32 [Cout]
   * @returns out: f32 [N, Cout, Lout]
   * Source: torch.nn.functional.conv_transpose1d
   */
  conv_transpose1d<In0 extends Input, In1 extends Input, In2 extends Input>(input: In0, weight: In1, bias: In2, options?: ConvTranspose1dParams & RunOptions): Promise<Output<[In0, In1, In2]>>;
  /**
   * Transposed convolution along rows: stride, padding, dilation, groups and bias.
   *
   * @param input f32 [N, Cin, L]
   * @param weight f32 [Cin, Og, K]
   * @returns out: f32 [N, Cout, Lout]
   * Source: torch.nn.functional.conv_transpose1d
   */
  conv_transpose1d<In0 extends Input, In1 extends Input>(input: In0, weight: In1, options?: ConvTranspose1dParams & RunOptions): Promise<Output<[In0, In1]>>;
  /**
   * The tokens of the best path: the best class of each frame, without repetitions and blanks.
   *
   * @param scores f32 [B, T, C]
   * @returns tokens: i32 [B, T]
   * @returns lengths: i32 [B]
   * Source: torch.argmax, torch.unique_consecutive, then without the blanks
   */
  ctc_decode<In0 extends Input>(scores: In0, options?: CtcDecodeParams & RunOptions): Promise<{ tokens: Output<[In0]>; lengths: Output<[In0]> }>;
  /**
   * The sums of each row's elements up to each of them.
   *
   * @param input f32 [R, C]
   * @returns out: f32 [R, C]
   * Source: torch.cumsum(input, dim=-1)
   */
  cumsum<In0 extends Input>(input: In0, options?: RunOptions): Promise<Output<[In0]>>;
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
   * Softmax attention of queries over keys and values, without holding the weights.
   *
   * @param q f32 [B, H, L, D]
   * @param k f32 [B, H, S, D]
   * @param v f32 [B, H, S, Dv]
   * @param mask f32 [maskB, maskH, maskL, S]
   * @returns out: f32 [B, H, L, Dv]
   * Source: torch.nn.functional.scaled_dot_product_attention; Dao et al. 2022
   */
  flash_attention<In0 extends Input, In1 extends Input, In2 extends Input, In3 extends Input>(q: In0, k: In1, v: In2, mask: In3, options?: FlashAttentionParams & RunOptions): Promise<Output<[In0, In1, In2, In3]>>;
  /**
   * Softmax attention of queries over keys and values, without holding the weights.
   *
   * @param q f32 [B, H, L, D]
   * @param k f32 [B, H, S, D]
   * @param v f32 [B, H, S, Dv]
   * @returns out: f32 [B, H, L, Dv]
   * Source: torch.nn.functional.scaled_dot_product_attention; Dao et al. 2022
   */
  flash_attention<In0 extends Input, In1 extends Input, In2 extends Input>(q: In0, k: In1, v: In2, options?: FlashAttentionParams & RunOptions): Promise<Output<[In0, In1, In2]>>;
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
   * Softmax attention in which several heads of queries share keys and values.
   *
   * @param q f32 [B, H, L, D]
   * @param k f32 [B, Hkv, S, D]
   * @param v f32 [B, Hkv, S, Dv]
   * @param mask f32 [maskB, maskH, maskL, S]
   * @returns probs: f32 [B, H, L, S]
   * @returns output: f32 [B, H, L, Dv]
   * Source: Ainslie et al. 2023; torch scaled_dot_product_attention(enable_gqa=True)
   */
  gqa<In0 extends Input, In1 extends Input, In2 extends Input, In3 extends Input>(q: In0, k: In1, v: In2, mask: In3, options: GqaParams & RunOptions): Promise<{ probs: Output<[In0, In1, In2, In3]>; output: Output<[In0, In1, In2, In3]> }>;
  /**
   * Softmax attention in which several heads of queries share keys and values.
   *
   * @param q f32 [B, H, L, D]
   * @param k f32 [B, Hkv, S, D]
   * @param v f32 [B, Hkv, S, Dv]
   * @returns probs: f32 [B, H, L, S]
   * @returns output: f32 [B, H, L, Dv]
   * Source: Ainslie et al. 2023; torch scaled_dot_product_attention(enable_gqa=True)
   */
  gqa<In0 extends Input, In1 extends Input, In2 extends Input>(q: In0, k: In1, v: In2, options: GqaParams & RunOptions): Promise<{ probs: Output<[In0, In1, In2]>; output: Output<[In0, In1, In2]> }>;
  /**
   * Gives each group of channels of a sample the mean 0 and the variance 1, and then a scale and a shift for each channel.
   *
   * @param input f32 [N, C, L]
   * @param weight f32 [C]
   * @param bias f32 [C]
   * @returns out: f32 [N, C, L]
   * Source: Wu & He 2018; torch F.group_norm(input, groups, weight, bias, eps)
   */
  group_norm<In0 extends Input, In1 extends Input, In2 extends Input>(input: In0, weight: In1, bias: In2, options: GroupNormParams & RunOptions): Promise<Output<[In0, In1, In2]>>;
  /**
   * The signal whose windowed frames have these spectra.
   *
   * @param real f32 [frames, bins]
   * @param imag f32 [frames, bins]
   * @param window f32 [n_fft]
   * @returns out: f32 [length]
   * Source: torch.istft for the paddings center and none; Vocos for same
   */
  istft<In0 extends Input, In1 extends Input, In2 extends Input>(real: In0, imag: In1, window: In2, options: IstftParams & RunOptions): Promise<Output<[In0, In1, In2]>>;
  /**
   * Gives each row the mean 0 and the variance 1, and then a scale and a shift for each column.
   *
   * @param input f32 [N, D]
   * @param weight f32 [D]
   * @param bias f32 [D]
   * @returns out: f32 [N, D]
   * Source: Ba et al. 2016; torch F.layer_norm(input, (D,), weight, bias, eps)
   */
  layer_norm<In0 extends Input, In1 extends Input, In2 extends Input>(input: In0, weight: In1, bias: In2, options: LayerNormParams & RunOptions): Promise<Output<[In0, In1, In2]>>;
  /**
   * Multiplies each element that is not above 0 by a slope.
   *
   * @param input f32 of any shape
   * @returns out: f32 of any shape
   * Source: torch.nn.functional.leaky_relu
   */
  leaky_relu<In0 extends Input>(input: In0, options?: LeakyReluParams & RunOptions & InplaceOptions): Promise<Output<[In0]>>;
  /**
   * A bidirectional LSTM over a sequence, from a state of zeros.
   *
   * @param x f32 [seq, I]
   * @param w f32 [2, 4H, I]
   * @param r f32 [2, 4H, H]
   * @param b f32 [2, 8H]
   * @returns out: f32 [seq, 2H]
   * Source: onnx LSTM, direction = bidirectional (gates i, o, f, c); torch.nn.LSTM
   */
  lstm<In0 extends Input, In1 extends Input, In2 extends Input, In3 extends Input>(x: In0, w: In1, r: In2, b: In3, options?: RunOptions): Promise<Output<[In0, In1, In2, In3]>>;
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
   * The product of two matrices, plus a bias, through an activation, plus a residual.
   *
   * @param a f32 [M, K]
   * @param b f32 [K, N]
   * @param bias f32 [1, N]
   * @param add f32 [M, N]
   * @returns out: f32 [M, N]
   * Source: act(torch.addmm(bias, a, b)) + add
   */
  matmul_bias_act<In0 extends Input, In1 extends Input, In2 extends Input, In3 extends Input>(a: In0, b: In1, bias: In2, add: In3, options: MatmulBiasActParams & RunOptions): Promise<Output<[In0, In1, In2, In3]>>;
  /**
   * The product of two matrices, plus a bias, through an activation, plus a residual.
   *
   * @param a f32 [M, K]
   * @param b f32 [K, N]
   * @param bias f32 [1, N]
   * @returns out: f32 [M, N]
   * Source: act(torch.addmm(bias, a, b)) + add
   */
  matmul_bias_act<In0 extends Input, In1 extends Input, In2 extends Input>(a: In0, b: In1, bias: In2, options: MatmulBiasActParams & RunOptions): Promise<Output<[In0, In1, In2]>>;
  /**
   * The product of two matrices, plus a bias, through an activation, plus a residual.
   *
   * @param a f32 [M, K]
   * @param b f32 [K, N]
   * @returns out: f32 [M, N]
   * Source: act(torch.addmm(bias, a, b)) + add
   */
  matmul_bias_act<In0 extends Input, In1 extends Input>(a: In0, b: In1, options: MatmulBiasActParams & RunOptions): Promise<Output<[In0, In1]>>;
  /**
   * The product of two matrices of f16 storage, plus a bias, through an activation.
   *
   * @param a f16 [M, K]
   * @param b f16 [K, N]
   * @param bias f16 [1, N]
   * @returns out: f16 [M, N]
   * Source: act(torch.addmm(bias.float(), a.float(), b.float())).half()
   */
  matmul_f16<In0 extends Input, In1 extends Input, In2 extends Input>(a: In0, b: In1, bias: In2, options: MatmulF16Params & RunOptions): Promise<Output<[In0, In1, In2]>>;
  /**
   * The product of two matrices of f16 storage, plus a bias, through an activation.
   *
   * @param a f16 [M, K]
   * @param b f16 [K, N]
   * @returns out: f16 [M, N]
   * Source: act(torch.addmm(bias.float(), a.float(), b.float())).half()
   */
  matmul_f16<In0 extends Input, In1 extends Input>(a: In0, b: In1, options: MatmulF16Params & RunOptions): Promise<Output<[In0, In1]>>;
  /**
   * The product of a matrix and weights in blocks of GGUF, as repack_gguf makes them.
   *
   * @param a f32 [M, K]
   * @param codes u32 [N, words(K, type)]
   * @param scale f16 [N, halves(K, type)]
   * @returns out: f32 [M, N]
   * Source: ggml's mul_mat of Q8_0, Q4_1, Q4_0, Q4_K and Q6_K, with a in f32
   */
  matmul_gguf<In0 extends Input, In1 extends Input, In2 extends Input>(a: In0, codes: In1, scale: In2, options: MatmulGgufParams & RunOptions): Promise<Output<[In0, In1, In2]>>;
  /**
   * The product of a matrix and one of 4-bit codes in blocks of 32, each with a scale and a zero point.
   *
   * @param a f32 [M, K]
   * @param b u8 [N, K/32, 16]
   * @param scales f32 [S]
   * @param zero_points u8 [Z]
   * @returns out: f32 [M, N]
   * Source: ONNX com.microsoft.MatMulNBits
   */
  matmul_nbits<In0 extends Input, In1 extends Input, In2 extends Input, In3 extends Input>(a: In0, b: In1, scales: In2, zero_points: In3, options: MatmulNbitsParams & RunOptions): Promise<Output<[In0, In1, In2, In3]>>;
  /**
   * The product of a matrix and one of 4-bit codes in blocks of 32, each with a scale and a zero point.
   *
   * @param a f32 [M, K]
   * @param b u8 [N, K/32, 16]
   * @param scales f32 [S]
   * @returns out: f32 [M, N]
   * Source: ONNX com.microsoft.MatMulNBits
   */
  matmul_nbits<In0 extends Input, In1 extends Input, In2 extends Input>(a: In0, b: In1, scales: In2, options: MatmulNbitsParams & RunOptions): Promise<Output<[In0, In1, In2]>>;
  /**
   * The product of a matrix and one of 4-bit codes, with a scale for each 128 of a row.
   *
   * @param a f32 [N, K]
   * @param weight u32 [M, K/8]
   * @param scale f32 [M, K/128]
   * @returns out: f32 [N, M]
   * Source: a @ dequantized(weight, scale).T, with groups of 128
   */
  matmul_q4g128<In0 extends Input, In1 extends Input, In2 extends Input>(a: In0, weight: In1, scale: In2, options: MatmulQ4g128Params & RunOptions): Promise<Output<[In0, In1, In2]>>;
  /**
   * The product of a matrix and one of 8-bit codes, with a scale a row.
   *
   * @param a f32 [N, K]
   * @param weight u32 [M, K/4]
   * @param scale f32 [M]
   * @returns out: f32 [N, M]
   * Source: a @ (codes.float() * scale[:, None]).T
   */
  matmul_q8<In0 extends Input, In1 extends Input, In2 extends Input>(a: In0, weight: In1, scale: In2, options: MatmulQ8Params & RunOptions): Promise<Output<[In0, In1, In2]>>;
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
   * The product of weights in blocks of GGUF, as repack_gguf makes them, and a vector.
   *
   * @param codes u32 [N, words(K, type)]
   * @param scale f16 [N, halves(K, type)]
   * @param vector f32 [K]
   * @returns out: f32 [N]
   * Source: ggml's mul_mat of Q8_0, Q4_1, Q4_0, Q4_K and Q6_K, with the vector in f32
   */
  matvec_gguf<In0 extends Input, In1 extends Input, In2 extends Input>(codes: In0, scale: In1, vector: In2, options: MatvecGgufParams & RunOptions): Promise<Output<[In0, In1, In2]>>;
  /**
   * The product of a matrix of 4-bit codes, with a scale for each 128 columns of a row, and a vector.
   *
   * @param weight u32 [N, K/8]
   * @param scale f32 [N, K/128]
   * @param vector f32 [K]
   * @returns out: f32 [N]
   * Source: torch.mv(codes.float() * scale.repeat_interleave(128, 1)[:, :K], vector)
   */
  matvec_q4g128<In0 extends Input, In1 extends Input, In2 extends Input>(weight: In0, scale: In1, vector: In2, options: MatvecQ4g128Params & RunOptions): Promise<Output<[In0, In1, In2]>>;
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
   * silu of one product of 8-bit codes and a vector, times another: the half of a gated feed-forward layer that widens.
   *
   * @param weight_gate u32 [N, K/4]
   * @param weight_up u32 [N, K/4]
   * @param scale_gate f32 [N]
   * @param scale_up f32 [N]
   * @param vector f32 [K]
   * @returns out: f32 [N]
   * Source: F.silu(torch.mv(gate.float(), vector) * scale_gate) * (torch.mv(up.float(), vector) * scale_up)
   */
  matvec_q8_ffn<In0 extends Input, In1 extends Input, In2 extends Input, In3 extends Input, In4 extends Input>(weight_gate: In0, weight_up: In1, scale_gate: In2, scale_up: In3, vector: In4, options: MatvecQ8FfnParams & RunOptions): Promise<Output<[In0, In1, In2, In3, In4]>>;
  /**
   * A vector plus the product of a matrix of 8-bit codes, with a scale a row, and another vector.
   *
   * @param weight u32 [N, K/4]
   * @param scale f32 [N]
   * @param vector f32 [K]
   * @param residual f32 [N]
   * @returns out: f32 [N]
   * Source: residual + torch.mv(codes.float(), vector) * scale
   */
  matvec_q8_residual<In0 extends Input, In1 extends Input, In2 extends Input, In3 extends Input>(weight: In0, scale: In1, vector: In2, residual: In3, options: MatvecQ8ResidualParams & RunOptions): Promise<Output<[In0, In1, In2, In3]>>;
  /**
   * Triangular filters whose corners are equally spaced in mel.
   *
   * @returns out: f32 [n_mels, bins]
   * Source: torchaudio.functional.melscale_fbanks, transposed; "slaney" twice is librosa.filters.mel
   */
  mel_filterbank(options: MelFilterbankParams & RunOptions): Promise<Output<[]>>;
  /**
   * Magnitudes or powers of a spectrum, added by a filterbank; in decibels where wanted.
   *
   * @param real f32 [frames, bins]
   * @param imag f32 [frames, bins]
   * @param filterbank f32 [mels, bins]
   * @returns out: f32 [frames, mels]
   * Source: torchaudio.transforms.MelSpectrogram, torchaudio.functional.amplitude_to_DB without top_db
   */
  mel_spectrogram<In0 extends Input, In1 extends Input, In2 extends Input>(real: In0, imag: In1, filterbank: In2, options: MelSpectrogramParams & RunOptions): Promise<Output<[In0, In1, In2]>>;
  /**
   * Tokens seated at their experts, rank by rank, as far as there are seats.
   *
   * @param x f32 or i32 or u32 [T, D]
   * @param expert i32 [T, k]
   * @returns buffer: f32 or i32 or u32 [E, C, D]
   * @returns pos: i32 [T, k]
   * Source: GShard's capacity (Lepikhin et al. 2020), with the tokens of a rank in their order
   */
  moe_dispatch<In0 extends Input, In1 extends Input>(x: In0, expert: In1, options: MoeDispatchParams & RunOptions): Promise<{ buffer: Output<[In0, In1]>; pos: Output<[In0, In1]> }>;
  /**
   * What the experts of each token answered, added up with its gates.
   *
   * @param y f32 [E, C, D]
   * @param expert i32 [T, k]
   * @param pos i32 [T, k]
   * @param gate f32 [T, k]
   * @returns out: f32 [T, D]
   * Source: the combine step of GShard (Lepikhin et al. 2020) and Mixtral
   */
  moe_gather<In0 extends Input, In1 extends Input, In2 extends Input, In3 extends Input>(y: In0, expert: In1, pos: In2, gate: In3, options?: RunOptions): Promise<Output<[In0, In1, In2, In3]>>;
  /**
   * The k best experts of each token, with their shares of the softmax.
   *
   * @param logits f32 [T, E]
   * @returns expert: i32 [T, k]
   * @returns gate: f32 [T, k]
   * Source: torch.topk of torch.softmax; Mixtral normalises (norm_topk_prob), Switch Transformer does not
   */
  moe_router<In0 extends Input>(logits: In0, options: MoeRouterParams & RunOptions): Promise<{ expert: Output<[In0]>; gate: Output<[In0]> }>;
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
   * Codes of 4 bits for each 128 columns of a row, and their scales.
   *
   * @param input f32 [N, K]
   * @returns codes: i32 [N, K]
   * @returns scales: f32 [N, K/128]
   * Source: round(group * (7 / group.abs().amax())) in f64
   */
  quantize_q4g128<In0 extends Input>(input: In0, options?: RunOptions): Promise<{ codes: Output<[In0]>; scales: Output<[In0]> }>;
  /**
   * Codes of 8 bits for each row, and the row's scale.
   *
   * @param input f32 [N, D]
   * @returns codes: i32 [N, D]
   * @returns scales: f32 [N]
   * Source: round(input * (127 / input.abs().amax(-1))) in f64
   */
  quantize_q8<In0 extends Input>(input: In0, options?: RunOptions): Promise<{ codes: Output<[In0]>; scales: Output<[In0]> }>;
  /**
   * The sum, maximum, minimum or mean along one axis.
   *
   * @param input f32 [outer, axis, inner]
   * @returns out: f32 [outer, inner]
   * Source: torch.sum, torch.amax, torch.amin and torch.mean with dim=1
   */
  reduce<In0 extends Input>(input: In0, options: ReduceParams & RunOptions): Promise<Output<[In0]>>;
  /**
   * Rows of blocks of a GGUF file as planes of codes and of scales.
   *
   * @param blocks u8 [N, bytes(K, type)]
   * @returns codes: u32 [N, words(K, type)]
   * @returns scale: f16 [N, halves(K, type)]
   * Source: ggml's block_q8_0, block_q4_1, block_q4_0, block_q4_K and block_q6_K
   */
  repack_gguf<In0 extends Input>(blocks: In0, options: RepackGgufParams & RunOptions): Promise<{ codes: Output<[In0]>; scale: Output<[In0]> }>;
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
   * Rotary positions: pairs of channels turned by angles that grow with the position.
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
   * The spectra of a signal's windowed frames.
   *
   * @param signal f32 [L]
   * @param window f32 [n_fft]
   * @returns real: f32 [frames, bins]
   * @returns imag: f32 [frames, bins]
   * Source: torch.stft(signal, n_fft, hop, window=window, center=center, pad_mode="reflect"), transposed
   */
  stft<In0 extends Input, In1 extends Input>(signal: In0, window: In1, options: StftParams & RunOptions): Promise<{ real: Output<[In0, In1]>; imag: Output<[In0, In1]> }>;
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
