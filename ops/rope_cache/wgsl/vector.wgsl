// rope_cache where heads are whole vectors of 4, two pairs of channels a thread: as kernel.wgsl. 256 threads are the most that every
// device allows.
//@const HEADS = 1
//@const THREADS = 256
//@const TABLE = 32
//@use turns
//@use rotate
alias Element = vec4f;
struct Params {
  tokens: u32, heads: u32, groups: u32, width: u32, first: u32, columns: u32, head_begin: u32, head_end: u32,
  position: u32, att: f32, pad0: u32, pad1: u32,
  table: array<vec4u, TABLE>,  // the frequencies of two pairs
};
@group(0) @binding(0) var<storage, read_write> out: array<Element>;
@group(0) @binding(1) var<uniform> p: Params;

fn load(at: u32) -> Element { return vec4f(1.0, 0.0, 1.0, 0.0); }
fn store(at: u32, value: Element) { out[at] = value; }

fn circle(token: u32, column: u32) -> Element {
  let position = bitcast<i32>(p.position + token);
  let frequencies = p.table[column - p.first];
  let first = cos_sin(turn_at_whole(position, frequencies.xy));
  let second = cos_sin(turn_at_whole(position, frequencies.zw));
  return p.att * vec4f(first, second);
}

fn spun(x: Element, a: Element) -> Element { return x * a.xxzz + x.yxwz * vec4f(-a.y, a.y, -a.w, a.w); }

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  rotate(w.y * nw.x + w.x, t);
}
