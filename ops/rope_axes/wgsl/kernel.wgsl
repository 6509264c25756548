// rope_axes, a pair of channels a thread, in HEADS heads. 256 threads are the most that every
// device allows.
//@const HEADS = 1
//@const THREADS = 256
//@const TABLE = 32
//@use turns
//@use rotate
alias Element = vec2f;
struct Params {
  tokens: u32, heads: u32, groups: u32, width: u32, first: u32, columns: u32, head_begin: u32, head_end: u32,
  axes: u32, nan: f32, pad0: u32, pad1: u32,
  table: array<vec4u, TABLE>,  // of a pair: its frequency and axis
};
@group(0) @binding(0) var<storage, read> input: array<Element>;
@group(0) @binding(1) var<storage, read> positions: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<Element>;
@group(0) @binding(3) var<uniform> p: Params;

fn load(at: u32) -> Element { return input[at]; }
fn store(at: u32, value: Element) { out[at] = value; }

fn circle_of(token: u32, pair: u32) -> vec2f {
  let entry = p.table[pair];
  let position = positions[token * p.axes + entry.z];
  let finite = (bitcast<u32>(position) & 0x7f800000u) != 0x7f800000u;
  return select(vec2f(p.nan), cos_sin(turn_at(position, entry.xy)), finite);
}

fn circle(token: u32, column: u32) -> Element { return circle_of(token, column - p.first); }

fn spun(x: Element, a: Element) -> Element { return x * a.xx + x.yx * vec2f(-a.y, a.y); }

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  rotate(w.y * nw.x + w.x, t);
}
