// x + sin²(α·x) / divisor of four values at a time, right to a few units in the last place on every device: WGSL's own sine need
// only be within 2^-11, and only from −π to π. src/kernels/snakes.cpp has the bound.

// sin²(z) has period π: so the nearest multiple of π is taken off, in three pieces of which the first two times k are exact for
// small k, and no quadrant is to be told. The rest is r + r³·q(r²), with q the minimax polynomial of (sin r − r) / r³ on ±π/2:
// least squares in f64, reweighted until the extrema of the relative error of the whole were equal (Lawson's algorithm), then
// rounded to f32. Relative error 1.8e-8. Beyond 1e7 neighbouring f32 are further apart than angles that matter, and k must stay
// finite.
fn sin_squared4(z: vec4f) -> vec4f {
  let bounded = clamp(z, vec4f(-1e7), vec4f(1e7));
  let k = round(bounded * 0.318309873);
  let r = fma(k, vec4f(-1.50995803e-07), fma(k, vec4f(-0.000967502594), fma(k, vec4f(-3.140625), bounded)));
  let square = r * r;
  let q = ((2.60518209e-06 * square - 0.000198093461) * square + 0.00833306275) * square - 0.166666597;
  let s = r + (r * square) * q;
  return s * s;
}

fn not_finite4(v: vec4f) -> vec4<bool> { return (bitcast<vec4u>(v) & vec4u(0x7fffffffu)) >= vec4u(0x7f800000u); }

// By bits, because clamp may take a NaN for a bound.
fn snake4(v: vec4f, alpha: vec4f, divisor: vec4f, nan: f32) -> vec4f {
  let y = v + (1.0 / (divisor + 1e-9)) * sin_squared4(alpha * v);
  return select(y, vec4f(nan), not_finite4(v) | not_finite4(alpha));
}

// The channel of an element and its place in the channel's row, and those of the element THREADS further on, where THREADS is
// stride.x rows, modulo the channels, and stride.y elements: without a division, which takes as long as a dozen other
// instructions.
fn place_after(place: vec2u, stride: vec2u, channels: u32, length: u32) -> vec2u {
  let along = place.y + stride.y;
  let turns = along >= length;
  let channel = place.x + stride.x + select(0u, 1u, turns);
  return vec2u(select(channel, channel - channels, channel >= channels), select(along, along - length, turns));
}
