// conv1d in f32 where a group has one output channel, with TAPS neighbouring taps, a stride of 1, and as much padding on both sides as
// leaves each row its length, a multiple of four. A thread makes four neighbouring results: it reads the vector of samples above them,
// and of the vectors beside it what its taps reach, and stores a vector.
//
// In bounds by construction: for a sample of the padding one of the vector above is read instead, and 0 used.
//@const TAPS = 3
//@const REACH = (TAPS - 1) / 2
//@use activations
struct Params { threads: u32, quads: u32, groups: u32, cg: u32, has_bias: u32, act: u32 };
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read> weight: array<f32>;
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;
@group(0) @binding(4) var<uniform> p: Params;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let thread = (w.y * nw.x + w.x) * 256u + t;
  if (thread >= p.threads) { return; }
  let row = thread / p.quads;
  let quad = thread - row * p.quads;
  let group = row % p.groups;
  let left_there = quad > 0u;
  let left = select(quad, quad - 1u, left_there);
  let right_there = quad + 1u < p.quads;
  let right = select(quad, quad + 1u, right_there);
  var c = vec4f();
  for (var channel = 0u; channel < p.cg; channel++) {
    let start = (row * p.cg + channel) * p.quads;
    let k = (group * p.cg + channel) * TAPS;
    // Samples from REACH before the four: s, in this order.
    //@for j in 0..REACH
    let s${j} = select(0.0, x[start + left][${4 - REACH + j}], left_there);
    let s${j + REACH + 4} = select(0.0, x[start + right][${j}], right_there);
    //@end
    let v = x[start + quad];
    //@for j in 0..4
    let s${j + REACH} = v[${j}];
    //@end
    //@for j in 0..TAPS
    c = fma(vec4f(weight[k + ${j}u]), vec4f(s${j}, s${j + 1}, s${j + 2}, s${j + 3}), c);
    //@end
  }
  if (p.has_bias == 1u) { c += bias[group]; }
  y[thread] = activate4(p.act, c, 1.0);
}
