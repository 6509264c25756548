// pack_q8 for rows of whole words, which follow each other like one row: each thread makes EACH words, THREADS apart, from 16
// bytes of codes each, so that a warp reads 512 neighbouring bytes and writes 128, and all loads of a thread are on their way
// at once.
//@const EACH = 4
//@const THREADS = 256
struct Params { words: u32 };
@group(0) @binding(0) var<storage, read> codes: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> packed: array<u32>;
@group(0) @binding(2) var<uniform> p: Params;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  if (group > (p.words - 1u) / (EACH * THREADS)) { return; }
  let i = group * EACH * THREADS + t;
  //@for e in 0..EACH
  let c${e} = codes[min(i + ${e}u * THREADS, p.words - 1u)] & vec4u(0xffu);
  //@end
  //@for e in 0..EACH
  let s${e} = c${e} << vec4u(0u, 8u, 16u, 24u);
  if (i + ${e}u * THREADS < p.words) { packed[i + ${e}u * THREADS] = (s${e}.x | s${e}.y) | (s${e}.z | s${e}.w); }
  //@end
}
