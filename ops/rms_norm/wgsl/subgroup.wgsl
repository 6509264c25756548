// rms_norm with the row in registers: one workgroup of THREADS a row, each thread holding VECTORS vectors of 4, so that
// memory is read once and written once, in 16-byte pieces, with all of a thread's loads in flight together. Subgroups
// add by shuffles, their sums meet in workgroup memory, and each subgroup adds those again for itself: one barrier
// instead of the eight of a tree. D must be a multiple of 4 and at most 4 * THREADS * VECTORS. A subgroup has at least 4
// threads, hence SLOTS: workgroup memory is zeroed before each workgroup, so none is to spare.
//@const THREADS = 64
//@const VECTORS = 4
//@const SLOTS = THREADS / 4
struct Params { n: u32, d: u32, g: u32, eps: f32 };
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read> weight: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;
@group(0) @binding(3) var<uniform> p: Params;

var<workgroup> partial: array<f32, SLOTS>;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32,
        @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_size) size: u32) {
  let row = w.y * nw.x + w.x;
  if (row >= p.n) { return; }
  let d4 = p.d / 4u;
  let base = row * d4;
  var sum = 0.0;
  //@for v in 0..VECTORS
  var x${v} = vec4f();
  if (t + ${v}u * THREADS < d4) { x${v} = x[base + t + ${v}u * THREADS]; }
  //@end
  //@for v in 0..VECTORS
  sum += dot(x${v}, x${v});
  //@end
  sum = subgroupAdd(sum);
  if (lane == 0u) { partial[t / size] = sum; }
  workgroupBarrier();
  var total = 0.0;
  for (var s = lane; s < (THREADS + size - 1u) / size; s += size) { total += partial[s]; }
  let scale = inverseSqrt(subgroupAdd(total) / f32(p.d) + p.eps);
  let w_base = (row % p.g) * d4;
  //@for v in 0..VECTORS
  if (t + ${v}u * THREADS < d4) {
    y[base + t + ${v}u * THREADS] = x${v} * scale * weight[w_base + t + ${v}u * THREADS];
  }
  //@end
}
