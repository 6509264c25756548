// Copy bandwidth: each 16-byte unit is read once and written once, neighbours by neighbours, UNROLL of them in flight. The
// host tries several UNROLLs and numbers of workgroups and keeps the best: a roof is what can be reached.
//@const UNROLL = 4
struct Params { units: u32, pad0: u32, pad1: u32, pad2: u32 };
@group(0) @binding(0) var<storage, read> source: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> target_units: array<vec4u>;
@group(0) @binding(2) var<uniform> p: Params;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let stride = nw.x * nw.y * 256u;
  // The host makes the units a multiple of UNROLL * stride.
  for (var i = (w.y * nw.x + w.x) * 256u + t; i < p.units; i += UNROLL * stride) {
    //@for u in 0..UNROLL
    let v${u} = source[i + ${u}u * stride];
    //@end
    //@for u in 0..UNROLL
    target_units[i + ${u}u * stride] = v${u};
    //@end
  }
}
