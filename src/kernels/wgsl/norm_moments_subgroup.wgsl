// As norm_moments.wgsl, with subgroups: each describes its elements as a part of their own, those meet in workgroup memory, and each
// subgroup joins them for itself. So a workgroup waits at one barrier, where trees of threads took a quarter of the instructions.
// The kernel that uses this declares `x`, `moments` and `p`; Values, an element of x, of WIDTH elements; and added(Values), their sum.
// A part begins at a whole one. A subgroup has at least 4 threads, hence 64.
//@const EACH = 4
//@use norm_parts
//@use norm_joined_subgroup

var<workgroup> found: array<vec4f, 64>;

//@inline
fn part_at(i: u32) -> vec4f { return found[i]; }

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32,
        @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_size) size: u32) {
  let group = w.y * nw.x + w.x;
  let row = group / p.parts;
  if (row >= p.rows) { return; }
  let first = (group - row * p.parts) * p.part;
  let elements = min(p.part, p.d - first);
  let base = (row * p.d + first) / WIDTH + t;
  let count = elements / WIDTH;
  var live = 0.0;
  //@for e in 0..EACH
  var x${e} = Values();
  if (t + ${e * 256}u < count) {
    x${e} = x[base + ${e * 256}u];
    live += f32(WIDTH);
  }
  //@end
  var sum = Values();
  //@for e in 0..EACH
  sum += x${e};
  //@end
  let of_subgroup = subgroupAdd(live);
  let c = subgroupAdd(added(sum)) / max(of_subgroup, 1.0);
  sum = Values();
  var squares = Values();
  //@for e in 0..EACH
  x${e} = select(Values(), x${e} - c, t + ${e * 256}u < count);
  sum += x${e};
  squares = fma(x${e}, x${e}, squares);
  //@end
  let left = subgroupAdd(added(sum));
  let square = subgroupAdd(added(squares));
  if (lane == 0u) { found[t / size] = vec4f(c, left, square, of_subgroup); }
  workgroupBarrier();
  let whole = joined(0u, (256u + size - 1u) / size, f32(elements), lane, size);
  if (t == 0u) { moments[group] = vec4f(whole, f32(elements)); }
}
