// lstm, the weights of the state as the steps read them: for each direction and unit k of the last step, the vectors (i, o, f, c) of
// all units that it goes to, neighbouring threads neighbouring vectors. A thread a vector; 256 threads are the most that every device
// allows.
struct Params { units: u32, count: u32 };
@group(0) @binding(0) var<storage, read> weights: array<f32>;
@group(0) @binding(1) var<storage, read_write> turned: array<vec4f>;
@group(0) @binding(2) var<uniform> p: Params;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let at = (w.y * nw.x + w.x) * 256u + t;
  if (at >= p.count) { return; }
  let k = at / p.units % p.units;
  let direction = at / p.units / p.units;
  let row = direction * 4u * p.units + at % p.units;
  turned[at] = vec4f(weights[row * p.units + k], weights[(row + p.units) * p.units + k],
                     weights[(row + 2u * p.units) * p.units + k], weights[(row + 3u * p.units) * p.units + k]);
}
