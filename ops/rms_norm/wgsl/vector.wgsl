// rms_norm with rows in registers, on any device: LANES neighbouring threads a row, each holding VECTORS vectors of 4, so
// that memory is read once and written once, in 16-byte pieces. A workgroup of 256, the most that every device allows,
// takes 256 / LANES rows, whose threads meet in trees in workgroup memory. For short rows this beats one workgroup a row
// even where there are subgroups. D must be a multiple of 4 and at most 4 * LANES * VECTORS.
//@const LANES = 32
//@const VECTORS = 1
//@const ROWS = 256 / LANES
struct Params { n: u32, d: u32, g: u32, eps: f32 };
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read> weight: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;
@group(0) @binding(3) var<uniform> p: Params;

var<workgroup> partial: array<f32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let row = (w.y * nw.x + w.x) * ROWS + t / LANES;
  let lane = t % LANES;
  let d4 = p.d / 4u;
  let base = row * d4;
  let end = select(0u, d4, row < p.n);  // a row past the end has no elements
  //@for v in 0..VECTORS
  var x${v} = vec4f();
  if (lane + ${v}u * LANES < end) { x${v} = x[base + lane + ${v}u * LANES]; }
  //@end
  var sum = 0.0;
  //@for v in 0..VECTORS
  sum += dot(x${v}, x${v});
  //@end
  partial[t] = sum;
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) { partial[t] += partial[t + half]; }
  }
  workgroupBarrier();
  let scale = inverseSqrt(partial[t - lane] / f32(p.d) + p.eps);
  let w_base = (row % p.g) * d4;
  //@for v in 0..VECTORS
  if (lane + ${v}u * LANES < end) {
    y[base + lane + ${v}u * LANES] = x${v} * scale * weight[w_base + lane + ${v}u * LANES];
  }
  //@end
}
