// rope where a pair is a channel and the one half a head after it: a pair a thread, in HEADS heads. Neighbouring threads read
// neighbouring words of both halves. 256 threads are the most that every device allows.
//@const HEADS = 1
//@const THREADS = 256
//@const TABLE = 32
//@use turns
//@use rotate
alias Element = vec2f;
struct Params {
  tokens: u32, heads: u32, groups: u32, width: u32, first: u32, columns: u32, head_begin: u32, head_end: u32,
  position: u32, att: f32, pad0: u32, pad1: u32,
  table: array<vec4u, TABLE>,  // the frequencies of two pairs
};
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;
@group(0) @binding(2) var<uniform> p: Params;

// Pair number `at` of all has as many channels before its first one, and half a head more for each head before.
fn first_channel(at: u32) -> u32 { return at + at / p.width * p.width; }

fn load(at: u32) -> Element {
  let channel = first_channel(at);
  return vec2f(input[channel], input[channel + p.width]);
}

fn store(at: u32, value: Element) {
  let channel = first_channel(at);
  out[channel] = value.x;
  out[channel + p.width] = value.y;
}

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
