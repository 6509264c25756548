// softmax of f16 storage on any device: halves are read and written as words of two. LANES neighbouring threads take a
// pair of rows, because two rows are a whole number of words whatever D is: so no word belongs to two of them. A
// workgroup of 256 threads, the most that every device allows, takes 256 / LANES pairs. The arithmetic is f32.
//@const LANES = 256
//@const PAIRS = 256 / LANES
struct Params { n: u32, d: u32, nan: f32, pad: u32 };  // WGSL has no constant for NaN
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@group(0) @binding(2) var<uniform> p: Params;

const LOWEST = -3.4028234663852886e38;

var<workgroup> partial: array<vec2f, 256>;

// Whether an element makes its row NaN: it is NaN or +Inf. By its bits, because exp(NaN) is a number on some devices.
fn poisons(v: f32) -> bool {
  let word = bitcast<u32>(v);
  return (word & 0x7fffffffu) > 0x7f800000u || word == 0x7f800000u;
}

fn element(i: u32) -> f32 {
  let pair = unpack2x16float(x[i / 2u]);
  return select(pair.x, pair.y, i % 2u == 1u);
}

// An f32 in [0, 1], or NaN, to the nearest half, ties to even. pack2x16float may round either way, and is not used.
fn to_half(value: f32) -> u32 {
  let word = bitcast<u32>(value);
  if ((word & 0x7fffffffu) > 0x7f800000u) { return 0x7e00u; }
  if (value < 6.103515625e-5) { return u32(round(value * 16777216.0)); }
  return (word - 0x38000000u + 0xfffu + ((word >> 13u) & 1u)) >> 13u;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let first = ((w.y * nw.x + w.x) * PAIRS + t / LANES) * 2u;
  let lane = t % LANES;
  let base = first * p.d;
  // Rows past the end have no elements.
  let end = vec2u(select(0u, p.d, first < p.n), select(0u, p.d, first + 1u < p.n));
  var largest = vec2f(LOWEST);
  for (var i = lane; i < end.x; i += LANES) { largest.x = max(largest.x, element(base + i)); }
  for (var i = lane; i < end.y; i += LANES) { largest.y = max(largest.y, element(base + p.d + i)); }
  partial[t] = largest;
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) { partial[t] = max(partial[t], partial[t + half]); }
  }
  workgroupBarrier();
  largest = partial[t - lane];
  workgroupBarrier();
  var sum = vec2f();
  for (var i = lane; i < end.x; i += LANES) {
    let v = element(base + i);
    sum.x += select(exp(v - largest.x), p.nan, poisons(v));
  }
  for (var i = lane; i < end.y; i += LANES) {
    let v = element(base + p.d + i);
    sum.y += select(exp(v - largest.y), p.nan, poisons(v));
  }
  partial[t] = sum;
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) { partial[t] += partial[t + half]; }
  }
  workgroupBarrier();
  let inverse = 1.0 / partial[t - lane];
  let elements = end.x + end.y;
  for (var word = lane; word < (elements + 1u) / 2u; word += LANES) {
    var packed = 0u;
    for (var k = 0u; k < 2u; k++) {
      let i = 2u * word + k;
      if (i < elements) {
        let of_second = i >= p.d;
        let e = exp(element(base + i) - select(largest.x, largest.y, of_second));
        packed |= to_half(e * select(inverse.x, inverse.y, of_second)) << (16u * k);
      }
    }
    y[base / 2u + word] = packed;
  }
}
