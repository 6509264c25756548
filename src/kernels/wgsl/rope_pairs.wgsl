// What rope's kernels of single pairs share: a thread turns a pair of channels in HEADS heads. The kernel that uses this has `load` and
// `store` of pair number `at` of all, and p, which are these Params. 256 threads are the most that every device allows.
//@const HEADS = 1
//@const THREADS = 256
//@const TABLE = 32
alias Element = vec2f;
struct Params {
  tokens: u32, heads: u32, groups: u32, width: u32, first: u32, columns: u32, head_begin: u32, head_end: u32,
  position: u32, att: f32, pad0: u32, pad1: u32,
  table: array<vec4u, TABLE>,  // the frequencies of two pairs
};

fn circle(token: u32, column: u32) -> Element {
  let position = bitcast<i32>(p.position + token);
  let pair = column - p.first;
  let frequencies = p.table[pair / 2u];
  return p.att * cos_sin(turn_at_whole(position, select(frequencies.xy, frequencies.zw, (pair & 1u) == 1u)));
}

fn spun(x: Element, a: Element) -> Element { return x * a.xx + x.yx * vec2f(-a.y, a.y); }

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  rotate(w.y * nw.x + w.x, t);
}
