// rope_cache, a pair of channels a thread, for TOKENS positions that follow each other: the pair's frequency is read once, which
// is dear where neighbouring threads read different ones, and from a position to the next its 64 bits are added, which is the product
// of position and frequency to the last bit. Neighbouring threads take neighbouring pairs. 256 threads are the most that every
// device allows.
//@const TOKENS = 1
//@const THREADS = 256
//@const TABLE = 32
//@use turns
//@use turn_steps
struct Params {
  tokens: u32, width: u32, first: u32, columns: u32, att: f32, pad0: u32, pad1: u32, pad2: u32, pad3: u32, pad4: u32, pad5: u32, pad6: u32,
  table: array<vec4u, TABLE>,  // the frequencies of two pairs
};
@group(0) @binding(0) var<storage, read_write> out: array<vec2f>;
@group(0) @binding(1) var<uniform> p: Params;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  let end = ((p.tokens + TOKENS - 1u) / TOKENS) * p.columns;
  if (group > (end - 1u) / THREADS) { return; }
  let i = group * THREADS + t;
  if (i >= end) { return; }
  let block = i / p.columns;
  let column = i - block * p.columns;
  let token = block * TOKENS;
  let frequencies = p.table[column / 2u];
  let frequency = select(frequencies.xy, frequencies.zw, (column & 1u) == 1u);
  var turn = turn_from(token, frequency);
  var at = token * p.width + p.first + column;
  for (var left = min(TOKENS, p.tokens - token); left > 0u; left--) {
    out[at] = p.att * cos_sin(turn.x);
    turn = turn_on(turn, frequency);
    at += p.width;
  }
}
