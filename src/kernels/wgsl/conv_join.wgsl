// Adds what SPLITS workgroups of conv_tiles.wgsl summed of the same tile, then bias and activation. The kernel that uses this has
// `sums`, that many arrays of p.outputs numbers, and bias_of(channel). All loads of a thread are in flight together.
//
// In bounds by construction: places past the end are computed as the last one.
//@use activations
//@const SPLITS = 1
struct Params { outputs: u32, lout: u32, cout: u32, has_bias: u32, act: u32 }

fn results_at(place: vec4u) -> vec4f {
  let i = min(place, vec4u(p.outputs - 1u));
  //@for s in 0..SPLITS
  let v${s} = vec4f(sums[${s}u * p.outputs + i.x], sums[${s}u * p.outputs + i.y], sums[${s}u * p.outputs + i.z], sums[${s}u * p.outputs + i.w]);
  //@end
  var v = vec4f();
  if (p.has_bias == 1u) {
    let channel = i / p.lout % p.cout;
    v = vec4f(bias_of(channel.x), bias_of(channel.y), bias_of(channel.z), bias_of(channel.w));
  }
  //@for s in 0..SPLITS
  v += v${s};
  //@end
  return activate4(p.act, v, 1.0);
}
