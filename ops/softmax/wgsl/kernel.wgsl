// softmax, portable: LANES neighbouring threads a row, so a workgroup of 256 takes 256 / LANES rows: short rows then fill
// it as well as long ones. Three passes over the row (maximum, sum of exponentials, store), the later ones from cache;
// the threads of a row meet in trees in workgroup memory. 256 is the most that every WebGPU device allows.
//@const LANES = 256
//@const ROWS = 256 / LANES
struct Params { n: u32, d: u32, nan: f32, pad: u32 };  // WGSL has no constant for NaN
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<uniform> p: Params;

// The least finite f32: WGSL has no constant for -Inf. A row of -Inf then gives 0 / 0, which is the NaN it should.
const LOWEST = -3.4028234663852886e38;

var<workgroup> partial: array<f32, 256>;

// Whether an element makes its row NaN: it is NaN or +Inf. By its bits, because exp(NaN) is a number on some devices.
fn poisons(v: f32) -> bool {
  let word = bitcast<u32>(v);
  return (word & 0x7fffffffu) > 0x7f800000u || word == 0x7f800000u;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let row = (w.y * nw.x + w.x) * ROWS + t / LANES;
  let lane = t % LANES;
  let base = row * p.d;
  let end = select(0u, p.d, row < p.n);  // a row past the end has no elements
  var largest = LOWEST;
  for (var i = lane; i < end; i += LANES) { largest = max(largest, x[base + i]); }
  partial[t] = largest;
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) { partial[t] = max(partial[t], partial[t + half]); }
  }
  workgroupBarrier();
  largest = partial[t - lane];
  workgroupBarrier();
  var sum = 0.0;
  for (var i = lane; i < end; i += LANES) {
    let v = x[base + i];
    sum += select(exp(v - largest), p.nan, poisons(v));
  }
  partial[t] = sum;
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) { partial[t] += partial[t + half]; }
  }
  workgroupBarrier();
  let inverse = 1.0 / partial[t - lane];
  for (var i = lane; i < end; i += LANES) { y[base + i] = exp(x[base + i] - largest) * inverse; }
}
