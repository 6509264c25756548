// out = act(sums + bias), rounded to f16, whatever the width of a row: a thread makes two words, that is four results.
//@use activations
//@use halves
struct Params { count: u32, n: u32, finish: u32 };
@group(0) @binding(0) var<storage, read> sums: array<f32>;
@group(0) @binding(1) var<storage, read> bias: array<u32>;
@group(0) @binding(2) var<storage, read_write> out: array<u32>;
@group(0) @binding(3) var<uniform> p: Params;

// Past the end the last one again: its half is the padding of the last word.
fn finished(i: u32) -> f32 {
  let at = min(i, p.count - 1u);
  var x = sums[at];
  if ((p.finish & 256u) != 0u) {
    let column = at % p.n;
    x += half_of(bias[column / 2u], column);
  }
  return x;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let first = ((w.y * nw.x + w.x) * 256u + t) * 4u;
  if (first >= p.count) { return; }
  let x = vec4f(finished(first), finished(first + 1u), finished(first + 2u), finished(first + 3u));
  let halves = to_halves(activate4(p.finish & 255u, x, 1.0));
  out[first / 2u] = halves.x | (halves.y << 16u);
  if (first + 2u < p.count) { out[first / 2u + 1u] = halves.z | (halves.w << 16u); }
}
