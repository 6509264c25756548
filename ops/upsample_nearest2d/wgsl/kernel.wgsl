// upsample_nearest2d for any shape: one word a unit of moves.wgsl, 256 threads a workgroup, the most that every device allows.
// The scales are the host's, and a product of two f32 is rounded alike on every device. Words and not floats, so that no bit of
// a NaN or of a denormal is lost.
//@const EACH = 8
//@const THREADS = 256
//@use moves
struct Params {
  end: u32, rows: u32, width: u32, step_rows: u32, step_columns: u32, pitch: u32, start: u32,
  high: u32, wide: u32, out_high: u32, scale_high: f32, scale_wide: f32,
};
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@group(0) @binding(2) var<uniform> p: Params;

fn value(row: u32, column: u32) -> u32 {
  let plane = row / p.out_high;
  let from_row = min(u32(f32(row - plane * p.out_high) * p.scale_high), p.high - 1u);
  let from_column = min(u32(f32(column) * p.scale_wide), p.wide - 1u);
  return x[(plane * p.high + from_row) * p.wide + from_column];
}

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  moved(w.y * nw.x + w.x, t);
}
