// lstm, what all steps share: the input's part of every gate, and both biases, by the tiles of tile_products.wgsl: 16 ROWS steps by
// 16 COLUMNS gates a workgroup. The gates of a unit stand together in the result, i, o, f, c, so that a thread that has a unit reads
// one vector: column (direction · H + unit) · 4 + gate.
//@const ROWS = 1
//@const COLUMNS = 1
//@use tile_products
struct Params { steps: u32, width: u32, units: u32 };
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> weights: array<f32>;
@group(0) @binding(2) var<storage, read> biases: array<f32>;
@group(0) @binding(3) var<storage, read_write> gates: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

var<workgroup> lefts: array<f32, 16 * (ROWS * 16 + 1)>;
var<workgroup> rights: array<f32, 16 * (COLUMNS * 16 + 1)>;

// The row that a column has among the 8 H of the weights.
fn row_of(column: u32) -> u32 {
  let unit = column / 4u;
  let direction = unit / p.units;
  return (direction * 4u + column % 4u) * p.units + unit - direction * p.units;
}

fn left_at(step: u32, k: u32) -> vec2f { return vec2f(x[step * p.width + k], 0.0); }
fn left_of(fetched: vec2f) -> f32 { return fetched.x; }
fn right_at(column: u32, k: u32) -> f32 { return weights[row_of(column) * p.width + k]; }

fn result(row: u32, column: u32, sum: f32) {
  // A direction's biases of the input, 4 H, are followed by those of the state.
  let at = row_of(column) + column / (4u * p.units) * (4u * p.units);
  gates[row * (8u * p.units) + column] = sum + (biases[at] + biases[at + 4u * p.units]);
}

@compute @workgroup_size(16, 16)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_id) t: vec3u) {
  products(w.y * nw.x + w.x, p.steps, 8u * p.units, p.width, t);
}
