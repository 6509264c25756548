// rms_norm, portable: LANES neighbouring threads a row, so a workgroup of 256 takes 256 / LANES rows: short rows then fill
// it as well as long ones. Each thread adds the squares of every LANES-th element, a tree in workgroup memory adds the
// threads of a row, and a second pass over the row (from cache) writes it. 256 is the most that every WebGPU device
// allows.
//@const LANES = 256
//@const ROWS = 256 / LANES
struct Params { n: u32, d: u32, g: u32, eps: f32 };
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> weight: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
@group(0) @binding(3) var<uniform> p: Params;

var<workgroup> partial: array<f32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let row = (w.y * nw.x + w.x) * ROWS + t / LANES;
  let lane = t % LANES;
  let base = row * p.d;
  let end = select(0u, p.d, row < p.n);  // a row past the end has no elements
  var sum = 0.0;
  for (var i = lane; i < end; i += LANES) {
    let v = x[base + i];
    sum = fma(v, v, sum);
  }
  partial[t] = sum;
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) { partial[t] += partial[t + half]; }
  }
  workgroupBarrier();
  let scale = inverseSqrt(partial[t - lane] / f32(p.d) + p.eps);
  let w_base = (row % p.g) * p.d;
  for (var i = lane; i < end; i += LANES) {
    y[base + i] = x[base + i] * scale * weight[w_base + i];
  }
}
