// softmax with the row in registers: one workgroup of THREADS a row, each thread holding VECTORS vectors of 4, so that
// memory is read once and written once, in 16-byte pieces, and each exponential is taken once. Subgroups reduce by
// shuffles; their results meet in workgroup memory, which every thread reduces for itself: one barrier each for the
// maximum and the sum. D must be a multiple of 4 and at most 4 * THREADS * VECTORS.
//@const THREADS = 64
//@const VECTORS = 4
struct Params { n: u32, d: u32, pad0: u32, pad1: u32 };
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> y: array<vec4f>;
@group(0) @binding(2) var<uniform> p: Params;

// The least finite f32: WGSL has no constant for -Inf. A row of -Inf then gives 0 / 0, which is the NaN it should.
const LOWEST = -3.4028234663852886e38;

var<workgroup> maxima: array<f32, THREADS>;
var<workgroup> sums: array<f32, THREADS>;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32,
        @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_size) size: u32) {
  let row = w.y * nw.x + w.x;
  if (row >= p.n) { return; }
  let d4 = p.d / 4u;
  let base = row * d4;
  let subgroups = (THREADS + size - 1u) / size;
  var most = vec4f(LOWEST);
  //@for v in 0..VECTORS
  var x${v} = vec4f(LOWEST);
  if (t + ${v}u * THREADS < d4) { x${v} = x[base + t + ${v}u * THREADS]; }
  //@end
  //@for v in 0..VECTORS
  most = max(most, x${v});
  //@end
  var largest = subgroupMax(max(max(most.x, most.y), max(most.z, most.w)));
  if (lane == 0u) { maxima[t / size] = largest; }
  workgroupBarrier();
  for (var s = 0u; s < subgroups; s++) { largest = max(largest, maxima[s]); }
  var sum = vec4f();
  // Threads beyond the row hold nothing and must add nothing: where the row is -Inf, their own LOWEST would count.
  //@for v in 0..VECTORS
  x${v} = exp(x${v} - largest);
  if (t + ${v}u * THREADS < d4) { sum += x${v}; }
  //@end
  let mine = subgroupAdd((sum.x + sum.y) + (sum.z + sum.w));
  if (lane == 0u) { sums[t / size] = mine; }
  workgroupBarrier();
  var total = 0.0;
  for (var s = 0u; s < subgroups; s++) { total += sums[s]; }
  //@for v in 0..VECTORS
  if (t + ${v}u * THREADS < d4) { y[base + t + ${v}u * THREADS] = x${v} / total; }
  //@end
}
