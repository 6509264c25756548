// The rate of f16 multiply-adds; as fma.wgsl, in the device's own type.
struct Params { steps: u32, factor: f32, pad0: u32, pad1: u32 };
@group(0) @binding(0) var<storage, read_write> sink: array<f32>;
@group(0) @binding(1) var<uniform> p: Params;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) g: vec3u, @builtin(num_workgroups) nw: vec3u) {
  let m = vec4h(f16(p.factor));
  let c = vec4h(f16(f32(g.x & 255u) * 1e-3));
  //@for i in 0..8
  var v${i} = vec4h(${i}.0h, 0.25h, 0.5h, 0.75h) + c;
  //@end
  for (var step = 0u; step < p.steps; step++) {
    //@for u in 0..4
    //@for i in 0..8
    v${i} = fma(v${i}, m, c);
    //@end
    //@end
  }
  let sum = vec4f(((v0 + v1) + (v2 + v3)) + ((v4 + v5) + (v6 + v7)));
  sink[g.x & 65535u] = (sum.x + sum.y) + (sum.z + sum.w);
}
