// Copy bandwidth: each 16-byte unit is read once and written once, neighbours by neighbours; one unit a thread at a time,
// UNROLL of them in flight.
//@const UNROLL = 4
struct Params { units: u32, pad0: u32, pad1: u32, pad2: u32 };
@group(0) @binding(0) var<storage, read> source: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> target_units: array<vec4u>;
@group(0) @binding(2) var<uniform> p: Params;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  // The host makes the units a multiple of a workgroup's block.
  let base = (w.y * nw.x + w.x) * 256u * UNROLL + t;
  if (base >= p.units) { return; }
  //@for u in 0..UNROLL
  let v${u} = source[base + ${u}u * 256u];
  //@end
  //@for u in 0..UNROLL
  target_units[base + ${u}u * 256u] = v${u};
  //@end
}
