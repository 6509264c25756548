// dequant_transpose for any shape: a workgroup of 256 threads, the most that every device allows, takes 64 rows of 16 words of
// codes through workgroup memory. Neighbouring threads read words along a row, 64 bytes of it, and then write along the
// result's rows, in runs of 256 bytes: four bytes are written for one that is read, so it is the writes that must be long. A
// row's place in the tile is mixed with the word's number, so that neighbouring threads meet different banks both ways, and no
// padding is needed.
//@const ROWS = 64
//@const WORDS = 16
struct Params { rows: u32, columns: u32, words: u32, across: u32 };  // across: tiles side by side
@group(0) @binding(0) var<storage, read> weight: array<u32>;
@group(0) @binding(1) var<storage, read> scale: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
@group(0) @binding(3) var<uniform> p: Params;

var<workgroup> tile: array<u32, ROWS * WORDS>;

fn place(row: u32, word: u32) -> u32 { return word * ROWS + (row ^ (2u * word)); }

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  let row = group / p.across * ROWS;
  let word = group % p.across * WORDS;
  if (row >= p.rows) { return; }
  // Past the end the last row or word, which is then not stored.
  let my_row = row + t % ROWS;
  let my_scale = scale[min(my_row, p.rows - 1u)];
  //@for k in 0..4
  let x${k} = weight[min(row + t / WORDS + ${16 * k}u, p.rows - 1u) * p.words + min(word + t % WORDS, p.words - 1u)];
  //@end
  //@for k in 0..4
  tile[place(t / WORDS + ${16 * k}u, t % WORDS)] = x${k};
  //@end
  workgroupBarrier();
  //@for k in 0..4
  {
    let nth = t / ROWS + ${4 * k}u;
    let four = bitcast<i32>(tile[place(t % ROWS, nth)]);
    let column = 4u * (word + nth);
    //@for c in 0..4
    if (my_row < p.rows && column + ${c}u < p.columns) {
      y[(column + ${c}u) * p.rows + my_row] = f32(extractBits(four, ${8 * c}u, 8u)) * my_scale;
    }
    //@end
  }
  //@end
}
