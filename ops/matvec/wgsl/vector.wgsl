// A matrix [M,K] times a vector, for rows of whole vectors of 4, on any device. LANES neighbouring threads share ROWS rows,
// and a workgroup of 256 takes 256 / LANES such teams, which meet in trees in workgroup memory.
//
// The product is as fast as the matrix is read, once, in 16-byte pieces. What counts is how many bytes are on their way: each
// thread asks for LOADS pieces of each of its rows, and for as many of the vector, which serve all ROWS, before it uses the
// first. Few threads a row keep the whole grid resident; more of them are for few rows.
//
// In bounds by construction: a row past the end is read as the last one, or not at all, and never stored; a piece past a row's
// end is not read and stays zero on both sides, so that it adds nothing beside an Inf.
//@const LANES = 32
//@const ROWS = 1
//@const LOADS = 8
//@const TEAMS = 256 / LANES
struct Params { m: u32, k: u32 };
@group(0) @binding(0) var<storage, read> matrix: array<vec4f>;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
@group(0) @binding(3) var<uniform> p: Params;

var<workgroup> partial: array<f32, ROWS * 256u>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let first = (w.y * nw.x + w.x) * (TEAMS * ROWS);
  if (first >= p.m) { return; }
  let row = first + t / LANES * ROWS;
  let lane = t % LANES;
  let end = select(0u, p.k / 4u, row < p.m);
  //@for r in 0..ROWS
  let base${r} = min(row + ${r}u, p.m - 1u) * (p.k / 4u);
  var sum${r} = 0.0;
  //@end
  for (var i = lane; i < end; i += LOADS * LANES) {
    //@for u in 0..LOADS
    var x${u} = vec4f();
    //@for r in 0..ROWS
    var a${r}_${u} = vec4f();
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
    sum${r} += dot(a${r}_${u}, x${u});
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
