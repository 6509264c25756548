// elementwise_rows where the rows are whole vectors of 4: out[s, d] = a[s, d] + b[d], or a[s, d] · b[d]. All rows are one stream
// of vectors, of which each thread takes VECTORS, THREADS apart, so that a warp reads 512 neighbouring bytes at a time, whether
// rows are short or long.
//@const VECTORS = 2
//@const THREADS = 256
//@use combine
struct Params { n: u32, d: u32, kind: u32, step: u32 };
@group(0) @binding(0) var<storage, read> a: array<vec4f>;
@group(0) @binding(1) var<storage, read> b: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> out: array<vec4f>;
@group(0) @binding(3) var<uniform> p: Params;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  let n4 = p.n / 4u;
  if (group > (n4 - 1u) / (VECTORS * THREADS)) { return; }
  let i = group * VECTORS * THREADS + t;
  //@for v in 0..VECTORS
  let i${v} = min(i + ${v}u * THREADS, n4 - 1u);
  let a${v} = a[i${v}];
  let b${v} = b[i${v} % (p.d / 4u)];
  //@end
  //@for v in 0..VECTORS
  if (i + ${v}u * THREADS < n4) { out[i${v}] = combine4(p.kind, a${v}, b${v}); }
  //@end
}
