// elementwise for whole vectors of 4: out[i] = a[i] + b[i], or a[i] · b[i]. Each thread takes VECTORS of them, THREADS apart, so
// that a warp reads 512 neighbouring bytes at a time and several loads of a thread are on their way at once.
//@const VECTORS = 2
//@const THREADS = 256
struct Params { n: u32, kind: u32 };
@group(0) @binding(0) var<storage, read> a: array<vec4f>;
@group(0) @binding(1) var<storage, read> b: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> out: array<vec4f>;
@group(0) @binding(3) var<uniform> p: Params;

fn combine(l: vec4f, r: vec4f) -> vec4f {
  if (p.kind == 1u) { return l * r; }
  return l + r;
}

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  let n4 = p.n / 4u;
  if (group > (n4 - 1u) / (VECTORS * THREADS)) { return; }
  let i = group * VECTORS * THREADS + t;
  //@for v in 0..VECTORS
  let i${v} = min(i + ${v}u * THREADS, n4 - 1u);
  let a${v} = a[i${v}];
  let b${v} = b[i${v}];
  //@end
  //@for v in 0..VECTORS
  if (i + ${v}u * THREADS < n4) { out[i${v}] = combine(a${v}, b${v}); }
  //@end
}
