// upsample_nearest2d where the results' rows are whole vectors of 4, which are the units of moves.wgsl: four words are read
// where they lie, most of them from caches, and written as 16 bytes. 256 threads a workgroup are the most that every device
// allows. The scales are the host's, and a product of two f32 is rounded alike on every device. Words and not floats, so that no
// bit of a NaN or of a denormal is lost.
//@const EACH = 2
//@const THREADS = 256
//@use moves
struct Params {
  end: u32, rows: u32, width: u32, step_rows: u32, step_columns: u32, pitch: u32, start: u32,
  high: u32, wide: u32, out_high: u32, scale_high: f32, scale_wide: f32,
};
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<vec4u>;
@group(0) @binding(2) var<uniform> p: Params;

fn value(row: u32, column: u32) -> vec4u {
  let plane = row / p.out_high;
  let from_row = min(u32(f32(row - plane * p.out_high) * p.scale_high), p.high - 1u);
  let columns = vec4u(4u * column) + vec4u(0u, 1u, 2u, 3u);
  let from_columns = min(vec4u(vec4f(columns) * p.scale_wide), vec4u(p.wide - 1u));
  let at = (plane * p.high + from_row) * p.wide + from_columns;
  return vec4u(x[at.x], x[at.y], x[at.z], x[at.w]);
}

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  moved(w.y * nw.x + w.x, t);
}
