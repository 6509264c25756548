// softmax with the row in registers: one workgroup of THREADS a row, each thread holding VECTORS vectors of 4, so that
// memory is read once and written once, in 16-byte pieces, and each exponential is taken once. Subgroups reduce by
// shuffles, their results meet in workgroup memory, and each subgroup reduces those again for itself: one barrier each
// for the maximum and the sum. D must be a multiple of 4 and at most 4 * THREADS * VECTORS. A subgroup has at least 4
// threads, hence SLOTS: workgroup memory is zeroed before each workgroup, so none is to spare.
//@const THREADS = 64
//@const VECTORS = 4
//@const SLOTS = THREADS / 4
struct Params { n: u32, d: u32, nan: f32, pad: u32 };  // WGSL has no constant for NaN
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> y: array<vec4f>;
@group(0) @binding(2) var<uniform> p: Params;

// The least finite f32: WGSL has no constant for -Inf. A row of -Inf then gives 0 / 0, which is the NaN it should.
const LOWEST = -3.4028234663852886e38;

var<workgroup> maxima: array<f32, SLOTS>;
var<workgroup> sums: array<f32, SLOTS>;

// Which elements make their row NaN: NaN and +Inf. By their bits, because exp(NaN) is a number on some devices.
fn poisons(v: vec4f) -> vec4<bool> {
  let words = bitcast<vec4u>(v);
  return ((words & vec4u(0x7fffffffu)) > vec4u(0x7f800000u)) | (words == vec4u(0x7f800000u));
}

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
  for (var s = lane; s < subgroups; s += size) { largest = max(largest, maxima[s]); }
  largest = subgroupMax(largest);
  var sum = vec4f();
  // Threads beyond the row hold nothing and must add nothing: where the row is -Inf, their own LOWEST would count.
  //@for v in 0..VECTORS
  x${v} = select(exp(x${v} - largest), vec4f(p.nan), poisons(x${v}));
  if (t + ${v}u * THREADS < d4) { sum += x${v}; }
  //@end
  let mine = subgroupAdd((sum.x + sum.y) + (sum.z + sum.w));
  if (lane == 0u) { sums[t / size] = mine; }
  workgroupBarrier();
  var total = 0.0;
  for (var s = lane; s < subgroups; s += size) { total += sums[s]; }
  let inverse = 1.0 / subgroupAdd(total);
  //@for v in 0..VECTORS
  if (t + ${v}u * THREADS < d4) { y[base + t + ${v}u * THREADS] = x${v} * inverse; }
  //@end
}
