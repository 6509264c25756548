// The last dispatch of a norm whose spans are cut into parts (norm_parts.wgsl): a workgroup a part, as in norm_moments.wgsl, joins the
// parts of its span while its elements are on their way, and normalises them. The kernel that uses this declares `x`, `weight`, `bias`,
// `moments`, `y` and `p`.
//@const EACH = 16
//@use norm_parts
//@use norm_trees
//@use norm_joined

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let number = w.y * nw.x + w.x;
  if (number >= p.rows * p.parts) { return; }
  // From the end, because what the first dispatch read last is what caches still hold.
  let group = p.rows * p.parts - 1u - number;
  let row = group / p.parts;
  let first = (group - row * p.parts) * p.part;
  let count = min(p.part, p.d - first);
  let base = row * p.d + first;
  //@for e in 0..EACH
  var x${e} = 0.0;
  if (t + ${e * 256}u < count) { x${e} = x[base + t + ${e * 256}u]; }
  //@end
  let both = joined(row, t);
  let scale = inverseSqrt(both.y / f32(p.d) + p.eps);
  // The channel goes along without a division an element, which would take as long as a dozen other instructions.
  var channel = row % p.groups * p.channels + (first + t) / p.length;
  var along = (first + t) % p.length;
  let rows_on = 256u / p.length;
  let along_on = 256u % p.length;
  //@for e in 0..EACH
  if (t + ${e * 256}u < count) {
    y[base + t + ${e * 256}u] = fma((x${e} - both.x) * scale, weight[channel], bias[channel]);
    along += along_on;
    channel += rows_on + select(0u, 1u, along >= p.length);
    along -= select(0u, p.length, along >= p.length);
  }
  //@end
}
