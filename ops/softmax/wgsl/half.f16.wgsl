// softmax of f16 storage where the device has the type: LANES neighbouring threads take a pair of rows, one after the
// other, so that this and half.wgsl serve one plan; loads and stores of halves are the device's own. The arithmetic is
// f32.
//@const LANES = 256
//@const PAIRS = 256 / LANES
struct Params { n: u32, d: u32, nan: f32, pad: u32 };  // WGSL has no constant for NaN
@group(0) @binding(0) var<storage, read> x: array<f16>;
@group(0) @binding(1) var<storage, read_write> y: array<f16>;
@group(0) @binding(2) var<uniform> p: Params;

const LOWEST = -3.4028234663852886e38;

var<workgroup> partial: array<f32, 256>;

// Whether an element makes its row NaN: it is NaN or +Inf. By its bits, because exp(NaN) is a number on some devices.
fn poisons(v: f32) -> bool {
  let word = bitcast<u32>(v);
  return (word & 0x7fffffffu) > 0x7f800000u || word == 0x7f800000u;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let first = ((w.y * nw.x + w.x) * PAIRS + t / LANES) * 2u;
  let lane = t % LANES;
  for (var k = 0u; k < 2u; k++) {
    let row = first + k;
    let base = row * p.d;
    let end = select(0u, p.d, row < p.n);  // a row past the end has no elements
    var largest = LOWEST;
    for (var i = lane; i < end; i += LANES) { largest = max(largest, f32(x[base + i])); }
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
      let v = f32(x[base + i]);
      sum += select(exp(v - largest), p.nan, poisons(v));
    }
    partial[t] = sum;
    for (var half = LANES / 2u; half > 0u; half >>= 1u) {
      workgroupBarrier();
      if (lane < half) { partial[t] += partial[t + half]; }
    }
    workgroupBarrier();
    let inverse = 1.0 / partial[t - lane];
    workgroupBarrier();
    for (var i = lane; i < end; i += LANES) { y[base + i] = f16(exp(f32(x[base + i]) - largest) * inverse); }
  }
}
