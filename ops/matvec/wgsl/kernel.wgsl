// A matrix [M,K] times a vector, portable: any K. As vector.wgsl, element by element: LANES neighbouring threads share ROWS
// rows, a workgroup of 256 takes 256 / LANES such teams, and trees in workgroup memory add the threads of a row. 256 is the
// most that every WebGPU device allows. Each thread has LOADS elements of each of its rows on their way.
//@const LANES = 32
//@const ROWS = 1
//@const LOADS = 8
//@const TEAMS = 256 / LANES
struct Params { m: u32, k: u32 };
@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
@group(0) @binding(3) var<uniform> p: Params;

var<workgroup> partial: array<f32, ROWS * 256u>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let first = (w.y * nw.x + w.x) * (TEAMS * ROWS);
  if (first >= p.m) { return; }
  let row = first + t / LANES * ROWS;
  let lane = t % LANES;
  let end = select(0u, p.k, row < p.m);
  //@for r in 0..ROWS
  let base${r} = min(row + ${r}u, p.m - 1u) * p.k;
  var sum${r} = 0.0;
  //@end
  for (var i = lane; i < end; i += LOADS * LANES) {
    //@for u in 0..LOADS
    var x${u} = 0.0;
    //@for r in 0..ROWS
    var a${r}_${u} = 0.0;
    //@end
    if (i + ${u}u * LANES < end) {
      x${u} = x[i + ${u}u * LANES];
      //@for r in 0..ROWS
      a${r}_${u} = matrix[base${r} + i + ${u}u * LANES];
      //@end
    }
    //@end
    //@for u in 0..LOADS
    //@for r in 0..ROWS
    sum${r} = fma(a${r}_${u}, x${u}, sum${r});
    //@end
    //@end
  }
  //@for r in 0..ROWS
  partial[${r}u * 256u + t] = sum${r};
  //@end
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) {
      //@for r in 0..ROWS
      partial[${r}u * 256u + t] += partial[${r}u * 256u + t + half];
      //@end
    }
  }
  if (lane == 0u) {
    //@for r in 0..ROWS
    if (row + ${r}u < p.m) { out[row + ${r}u] = partial[${r}u * 256u + t]; }
    //@end
  }
}
