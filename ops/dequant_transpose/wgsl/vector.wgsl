// dequant_transpose where four rows are a vector of the result: as kernel.wgsl, a workgroup of 256 threads takes 64 rows of 16
// words of codes through workgroup memory. A thread reads the same word of four rows and puts them down as one vector; it
// takes up another such vector, which is 4 x 4 codes, and writes four vectors of 16 bytes, each beside its neighbours' in a
// run of 256 bytes.
//@const ROWS4 = 16
//@const WORDS = 16
struct Params { rows: u32, columns: u32, words: u32, across: u32 };  // across: tiles side by side
@group(0) @binding(0) var<storage, read> weight: array<u32>;
@group(0) @binding(1) var<storage, read> scale: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;
@group(0) @binding(3) var<uniform> p: Params;

var<workgroup> tile: array<vec4u, ROWS4 * WORDS>;

// The place of four rows is mixed with the word's number, so that neighbouring threads meet different banks both ways.
fn place(row4: u32, word: u32) -> u32 { return word * ROWS4 + (row4 ^ word); }

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  let rows4 = p.rows / 4u;
  let row4 = group / p.across * ROWS4;
  let word = group % p.across * WORDS;
  if (row4 >= rows4) { return; }
  // Past the end the last rows or word, which are then not stored.
  let my_row4 = row4 + t % ROWS4;
  let my_scale = scale[min(my_row4, rows4 - 1u)];
  let first = 4u * min(row4 + t / WORDS, rows4 - 1u) * p.words + min(word + t % WORDS, p.words - 1u);
  tile[place(t / WORDS, t % WORDS)] =
      vec4u(weight[first], weight[first + p.words], weight[first + 2u * p.words], weight[first + 3u * p.words]);
  workgroupBarrier();
  let nth = t / ROWS4;
  let codes = bitcast<vec4i>(tile[place(t % ROWS4, nth)]);
  let column = 4u * (word + nth);
  //@for c in 0..4
  if (my_row4 < rows4 && column + ${c}u < p.columns) {
    y[(column + ${c}u) * rows4 + my_row4] = vec4f(extractBits(codes, ${8 * c}u, 8u)) * my_scale;
  }
  //@end
}
