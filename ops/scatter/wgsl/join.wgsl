// scatter, after long rows: a thread for each element of the result adds those of the row's chunks, in their order. Workgroups have
// 256 threads, the most that every device allows, and neighbouring threads read neighbouring words.
struct Params { elements: u32, d: u32, chunks: u32 };
@group(0) @binding(0) var<storage, read> sums: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<uniform> p: Params;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let i = (w.y * nw.x + w.x) * 256u + t;
  if (i >= p.elements) { return; }
  let row = i / p.d;
  var sum = 0.0;
  for (var c = 0u; c < p.chunks; c++) { sum += sums[(row * (p.chunks - 1u) + c) * p.d + i]; }
  y[i] = sum;
}
