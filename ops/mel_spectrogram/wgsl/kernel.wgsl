// mel_spectrogram for every shape: the products of a spectrum's magnitudes or powers with the filterbank, by the tiles of
// tile_products.wgsl, 16 ROWS frames by 16 COLUMNS bands a workgroup. Each bin is squared once for all bands of a tile.
//@const ROWS = 1
//@const COLUMNS = 1
//@use tile_products
struct Params { frames: u32, bins: u32, bands: u32, root: u32, db: u32, amin: f32, decibels: f32 };
@group(0) @binding(0) var<storage, read> re: array<f32>;
@group(0) @binding(1) var<storage, read> im: array<f32>;
@group(0) @binding(2) var<storage, read> bank: array<f32>;
@group(0) @binding(3) var<storage, read_write> out: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

var<workgroup> lefts: array<f32, 16 * (ROWS * 16 + 1)>;
var<workgroup> rights: array<f32, 16 * (COLUMNS * 16 + 1)>;

fn left_at(frame: u32, k: u32) -> vec2f { return vec2f(re[frame * p.bins + k], im[frame * p.bins + k]); }
fn right_at(band: u32, k: u32) -> f32 { return bank[band * p.bins + k]; }

fn left_of(x: vec2f) -> f32 {
  let square = fma(x.x, x.x, x.y * x.y);
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
  products(w.y * nw.x + w.x, p.frames, p.bands, p.bins, t);
}
