// Read bandwidth: every 16-byte unit is read exactly once, neighbouring threads read neighbouring units, and the sum is
// stored under a condition that never holds but that no compiler can rule out. UNROLL loads are in flight at a time.
//@const UNROLL = 4
struct Params { units: u32, pad0: u32, pad1: u32, pad2: u32 };
@group(0) @binding(0) var<storage, read> source: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> sink: array<vec4u>;
@group(0) @binding(2) var<uniform> p: Params;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let stride = nw.x * nw.y * 256u;
  let first = (w.y * nw.x + w.x) * 256u + t;
  var sum = vec4u();
  // The host makes the units a multiple of UNROLL * stride.
  for (var i = first; i < p.units; i += UNROLL * stride) {
    //@for u in 0..UNROLL
    let v${u} = source[i + ${u}u * stride];
    //@end
    //@for u in 0..UNROLL
    sum ^= v${u};
    //@end
  }
  if (all(sum == vec4u(0x9e3779b9u, first, 0x85ebca6bu, 0xc2b2ae35u))) { sink[0] = sum; }
}
