// mel_spectrogram for every shape: the products of a spectrum's magnitudes or powers with the filterbank. A workgroup of 16 x 16 threads
// makes a tile of 16 ROWS frames by 16 COLUMNS bands, a thread ROWS by COLUMNS of it, 16 apart; 256 threads are the most that every
// device allows.
//
// For each step of 4 QUADS bins both sides are put into workgroup memory, and each bin is squared once for all bands of a tile. A
// vector there holds bins that are QUADS apart, so that a thread fetches what becomes a vector and its neighbours fetch
// neighbouring words; and one vector that is read serves four multiply-adds with each of the other side. Rows are an odd number of
// vectors apart, so that neighbouring ones lie in different banks. The next step's words are fetched while one is added.
//
// In bounds by construction: frames and bands past the edge are fetched from the last one and have no result; past the last bin the
// last one is fetched and both sides are zero.
//@const ROWS = 1
//@const COLUMNS = 1
//@const QUADS = 4
//@const TEAMS = 256 / QUADS
//@const PITCH = QUADS + 1
//@const STEP = 4 * QUADS
struct Params { frames: u32, bins: u32, bands: u32, root: u32, db: u32, amin: f32, decibels: f32 };
@group(0) @binding(0) var<storage, read> re: array<f32>;
@group(0) @binding(1) var<storage, read> im: array<f32>;
@group(0) @binding(2) var<storage, read> bank: array<f32>;
@group(0) @binding(3) var<storage, read_write> out: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

var<workgroup> lefts: array<vec4f, ROWS * 16u * PITCH>;
var<workgroup> rights: array<vec4f, COLUMNS * 16u * PITCH>;

fn size_of(re: vec4f, im: vec4f) -> vec4f {
  let square = fma(re, re, im * im);
  if (p.root == 1u) { return sqrt(square); }
  return square;
}

// In decibels infinity and NaN stay what they are, and nothing is below amin.
fn result(frame: u32, band: u32, sum: f32) {
  var y = sum;
  let bits = bitcast<u32>(sum);
  if (p.db == 1u && (bits & 0x7fffffffu) <= 0x7f800000u && bits != 0x7f800000u) {
    y = p.decibels * log2(max(sum, p.amin));
  }
  out[frame * p.bands + band] = y;
}

@compute @workgroup_size(16, 16)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_id) t: vec3u) {
  let tile = w.y * nw.x + w.x;
  let wide = (p.bands + COLUMNS * 16u - 1u) / (COLUMNS * 16u);
  let top = tile / wide * (ROWS * 16u);
  let side = tile % wide * (COLUMNS * 16u);
  if (top >= p.frames) { return; }
  // QUADS threads fetch a row, TEAMS rows at a time.
  let quad = (t.y * 16u + t.x) % QUADS;
  let slot = (t.y * 16u + t.x) / QUADS;
  //@for l in 0..(ROWS * 16 + TEAMS - 1) / TEAMS
  let row${l} = min(top + slot + ${l * TEAMS}u, p.frames - 1u) * p.bins;
  var re${l} = vec4f();
  var im${l} = vec4f();
  //@end
  //@for l in 0..(COLUMNS * 16 + TEAMS - 1) / TEAMS
  let column${l} = min(side + slot + ${l * TEAMS}u, p.bands - 1u) * p.bins;
  var weight${l} = vec4f();
  //@end
  //@for r in 0..ROWS
  //@for c in 0..COLUMNS
  var sum${r}_${c} = 0.0;
  //@end
  //@end
  for (var k0 = 0u; ; k0 += STEP) {
    let k = vec4u(k0 + quad) + vec4u(0u, QUADS, 2u * QUADS, 3u * QUADS);
    if (k0 < p.bins) {
      let at = min(k, vec4u(p.bins - 1u));
      //@for l in 0..(ROWS * 16 + TEAMS - 1) / TEAMS
      re${l} = vec4f(re[row${l} + at.x], re[row${l} + at.y], re[row${l} + at.z], re[row${l} + at.w]);
      im${l} = vec4f(im[row${l} + at.x], im[row${l} + at.y], im[row${l} + at.z], im[row${l} + at.w]);
      //@end
      //@for l in 0..(COLUMNS * 16 + TEAMS - 1) / TEAMS
      weight${l} = vec4f(bank[column${l} + at.x], bank[column${l} + at.y], bank[column${l} + at.z], bank[column${l} + at.w]);
      //@end
    }
    if (k0 > 0u) {
      for (var i = 0u; i < QUADS; i++) {
        //@for r in 0..ROWS
        let x${r} = lefts[(t.y + ${r * 16}u) * PITCH + i];
        //@end
        //@for c in 0..COLUMNS
        let y${c} = rights[(t.x + ${c * 16}u) * PITCH + i];
        //@for r in 0..ROWS
        sum${r}_${c} = fma(x${r}.w, y${c}.w, fma(x${r}.z, y${c}.z, fma(x${r}.y, y${c}.y, fma(x${r}.x, y${c}.x, sum${r}_${c}))));
        //@end
        //@end
      }
    }
    if (k0 >= p.bins) { break; }
    workgroupBarrier();
    let some = k < vec4u(p.bins);
    //@for l in 0..(ROWS * 16 + TEAMS - 1) / TEAMS
    if (slot + ${l * TEAMS}u < ROWS * 16u) {
      lefts[(slot + ${l * TEAMS}u) * PITCH + quad] = select(vec4f(), size_of(re${l}, im${l}), some);
    }
    //@end
    //@for l in 0..(COLUMNS * 16 + TEAMS - 1) / TEAMS
    if (slot + ${l * TEAMS}u < COLUMNS * 16u) {
      rights[(slot + ${l * TEAMS}u) * PITCH + quad] = select(vec4f(), weight${l}, some);
    }
    //@end
    workgroupBarrier();
  }
  //@for r in 0..ROWS
  if (top + t.y + ${r * 16}u < p.frames) {
    //@for c in 0..COLUMNS
    if (side + t.x + ${c * 16}u < p.bands) {
      result(top + t.y + ${r * 16}u, side + t.x + ${c * 16}u, sum${r}_${c});
    }
    //@end
  }
  //@end
}
