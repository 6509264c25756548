// The first dispatch of a norm whose spans are cut into parts (norm_parts.wgsl): a workgroup a part, which stays in registers, EACH
// elements a thread, 256 apart, so that neighbouring threads read neighbouring words and all loads of a thread are in flight together.
// The kernel that uses this declares `x`, `moments` and `p`.
//@const EACH = 16
//@use norm_parts
//@use norm_trees

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  let row = group / p.parts;
  if (row >= p.rows) { return; }
  let first = (group - row * p.parts) * p.part;
  let count = min(p.part, p.d - first);
  let base = row * p.d + first;
  //@for e in 0..EACH
  var x${e} = 0.0;
  if (t + ${e * 256}u < count) { x${e} = x[base + t + ${e * 256}u]; }
  //@end
  var sum = 0.0;
  //@for e in 0..EACH
  sum += x${e};
  //@end
  let c = sum_of_workgroup(vec2f(sum, 0.0), t).x / f32(count);
  var both = vec2f();
  //@for e in 0..EACH
  x${e} = select(0.0, x${e} - c, t + ${e * 256}u < count);
  both += vec2f(x${e}, x${e} * x${e});
  //@end
  both = sum_of_workgroup(both, t);
  if (t == 0u) { moments[group] = vec4f(c, both, f32(count)); }
}
