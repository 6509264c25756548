// As norm_apply.wgsl, with subgroups: each joins the parts of the span for itself, so that no thread waits for another. The kernel that
// uses this declares `x`, `weight`, `bias`, `moments`, `y` and `p`, and Values, an element of x and y, of WIDTH elements of one channel.
//@const EACH = 4
//@use norm_parts
//@use norm_joined_subgroup

//@inline
fn part_at(i: u32) -> vec4f { return moments[i]; }

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32,
        @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_size) size: u32) {
  let number = w.y * nw.x + w.x;
  if (number >= p.rows * p.parts) { return; }
  // From the end, because what the first dispatch read last is what caches still hold.
  let group = p.rows * p.parts - 1u - number;
  let row = group / p.parts;
  let first = (group - row * p.parts) * p.part;
  let count = min(p.part, p.d - first) / WIDTH;
  let base = (row * p.d + first) / WIDTH + t;
  //@for e in 0..EACH
  var x${e} = Values();
  if (t + ${e * 256}u < count) { x${e} = x[base + ${e * 256}u]; }
  //@end
  let whole = joined(row * p.moments, p.moments, f32(p.d), lane, size);
  let scale = inverseSqrt(whole.z / f32(p.d) + p.eps);
  // The channel goes along without a division an element, which would take as long as a dozen other instructions.
  let length = p.length / WIDTH;
  var channel = row % p.groups * p.channels + (first / WIDTH + t) / length;
  var along = (first / WIDTH + t) % length;
  let rows_on = 256u / length;
  let along_on = 256u % length;
  //@for e in 0..EACH
  if (t + ${e * 256}u < count) {
    y[base + ${e * 256}u] = fma((x${e} - whole.x) * scale, Values(weight[channel]), Values(bias[channel]));
    along += along_on;
    channel += rows_on + select(0u, 1u, along >= length);
    along -= select(0u, length, along >= length);
  }
  //@end
}
