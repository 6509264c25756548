// Scale and shift by channel: vector i of a span lies in one channel, because channels are whole vectors.
fn affine(v: vec4f, row: u32, i: u32) -> vec4f {
  let channel = row % p.groups * p.channels + i / (p.length / 4u);
  return fma(v, vec4f(weight[channel]), vec4f(bias[channel]));
}
