// softmax of f16 storage with rows in registers, on any device: LANES neighbouring threads a row, each holding VECTORS
// times eight halves, read and written as 16-byte pieces of packed words; the arithmetic is f32. A workgroup of 256, the
// most that every device allows, takes 256 / LANES rows, whose threads meet in trees in workgroup memory. D must be a
// multiple of 8 and at most 8 * LANES * VECTORS.
//@const LANES = 32
//@const VECTORS = 1
//@const ROWS = 256 / LANES
struct Params { n: u32, d: u32, nan: f32, pad: u32 };  // WGSL has no constant for NaN
@group(0) @binding(0) var<storage, read> x: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> y: array<vec4u>;
@group(0) @binding(2) var<uniform> p: Params;

const LOWEST = -3.4028234663852886e38;

var<workgroup> partial: array<f32, 256>;

fn evens(words: vec4u) -> vec4f {
  return vec4f(unpack2x16float(words.x).x, unpack2x16float(words.y).x, unpack2x16float(words.z).x,
               unpack2x16float(words.w).x);
}

fn odds(words: vec4u) -> vec4f { return evens(words >> vec4u(16u)); }

// Which elements make their row NaN: NaN and +Inf. By their bits, because exp(NaN) is a number on some devices.
fn poisons(v: vec4f) -> vec4<bool> {
  let words = bitcast<vec4u>(v);
  return ((words & vec4u(0x7fffffffu)) > vec4u(0x7f800000u)) | (words == vec4u(0x7f800000u));
}

// f32 in [0, 1], or NaN, to the nearest half, ties to even. pack2x16float may round either way, and is not used.
fn to_halves(v: vec4f) -> vec4u {
  let words = bitcast<vec4u>(v);
  let normal = (words - vec4u(0x38000000u) + vec4u(0xfffu) + ((words >> vec4u(13u)) & vec4u(1u))) >> vec4u(13u);
  let small = vec4u(round(min(v, vec4f(1.0)) * 16777216.0));
  let finite = select(normal, small, v < vec4f(6.103515625e-5));
  return select(finite, vec4u(0x7e00u), (words & vec4u(0x7fffffffu)) > vec4u(0x7f800000u));
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let row = (w.y * nw.x + w.x) * ROWS + t / LANES;
  let lane = t % LANES;
  let d8 = p.d / 8u;
  let base = row * d8;
  let end = select(0u, d8, row < p.n);  // a row past the end has no elements
  var most = vec4f(LOWEST);
  //@for v in 0..VECTORS
  var a${v} = vec4f(LOWEST);
  var b${v} = vec4f(LOWEST);
  if (lane + ${v}u * LANES < end) {
    let words = x[base + lane + ${v}u * LANES];
    a${v} = evens(words);
    b${v} = odds(words);
  }
  //@end
  //@for v in 0..VECTORS
  most = max(most, max(a${v}, b${v}));
  //@end
  partial[t] = max(max(most.x, most.y), max(most.z, most.w));
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) { partial[t] = max(partial[t], partial[t + half]); }
  }
  workgroupBarrier();
  let largest = partial[t - lane];
  workgroupBarrier();
  var sum = vec4f();
  // Threads beyond the row hold nothing and must add nothing: where the row is -Inf, their own LOWEST would count.
  //@for v in 0..VECTORS
  a${v} = select(exp(a${v} - largest), vec4f(p.nan), poisons(a${v}));
  b${v} = select(exp(b${v} - largest), vec4f(p.nan), poisons(b${v}));
  if (lane + ${v}u * LANES < end) { sum += a${v} + b${v}; }
  //@end
  partial[t] = (sum.x + sum.y) + (sum.z + sum.w);
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) { partial[t] += partial[t + half]; }
  }
  workgroupBarrier();
  let inverse = 1.0 / partial[t - lane];
  //@for v in 0..VECTORS
  if (lane + ${v}u * LANES < end) {
    y[base + lane + ${v}u * LANES] = to_halves(a${v} * inverse) | (to_halves(b${v} * inverse) << vec4u(16u));
  }
  //@end
}
