// softmax with rows in registers, on any device: LANES neighbouring threads a row, each holding VECTORS vectors of 4, so
// that memory is read once and written once, in 16-byte pieces, and each exponential is taken once. A workgroup of 256,
// the most that every device allows, takes 256 / LANES rows, whose threads meet in trees in workgroup memory. For short
// rows this beats one workgroup a row even where there are subgroups. D must be a multiple of 4 and at most
// 4 * LANES * VECTORS.
//@const LANES = 32
//@const VECTORS = 1
//@const ROWS = 256 / LANES
struct Params { n: u32, d: u32, nan: f32, pad: u32 };  // WGSL has no constant for NaN
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> y: array<vec4f>;
@group(0) @binding(2) var<uniform> p: Params;

// The least finite f32: WGSL has no constant for -Inf. A row of -Inf then gives 0 * (1 / 0), which is the NaN it should.
const LOWEST = -3.4028234663852886e38;

var<workgroup> partial: array<f32, 256>;

// Which elements make their row NaN: NaN and +Inf. By their bits, because exp(NaN) is a number on some devices.
fn poisons(v: vec4f) -> vec4<bool> {
  let words = bitcast<vec4u>(v);
  return ((words & vec4u(0x7fffffffu)) > vec4u(0x7f800000u)) | (words == vec4u(0x7f800000u));
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let row = (w.y * nw.x + w.x) * ROWS + t / LANES;
  let lane = t % LANES;
  let d4 = p.d / 4u;
  let base = row * d4;
  let end = select(0u, d4, row < p.n);  // a row past the end has no elements
  var most = vec4f(LOWEST);
  //@for v in 0..VECTORS
  var x${v} = vec4f(LOWEST);
  if (lane + ${v}u * LANES < end) { x${v} = x[base + lane + ${v}u * LANES]; }
  //@end
  //@for v in 0..VECTORS
  most = max(most, x${v});
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
  x${v} = select(exp(x${v} - largest), vec4f(p.nan), poisons(x${v}));
  if (lane + ${v}u * LANES < end) { sum += x${v}; }
  //@end
  partial[t] = (sum.x + sum.y) + (sum.z + sum.w);
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) { partial[t] += partial[t + half]; }
  }
  workgroupBarrier();
  let inverse = 1.0 / partial[t - lane];
  //@for v in 0..VECTORS
  if (lane + ${v}u * LANES < end) { y[base + lane + ${v}u * LANES] = x${v} * inverse; }
  //@end
}
