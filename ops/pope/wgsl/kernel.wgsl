// pope: a thread a column, which walks through the degrees and writes those that are wanted. A degree needs the two before it, so
// there is no other way to share the work than by columns; small workgroups spread them over more of the device. STEPS degrees
// are an iteration of the loop, of which Mesa's software device allows 65,535.
//@const THREADS = 32
//@const STEPS = 8
struct Params { n: u32, d: u32, offset: u32, inverse: f32 };
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@group(0) @binding(1) var<uniform> p: Params;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  if (group > (p.d - 1u) / THREADS) { return; }
  let column = group * THREADS + t;
  if (column >= p.d) { return; }
  // The first column is at -1, exactly: there the polynomials are steepest.
  let x = select(f32(2i * bitcast<i32>(column) - bitcast<i32>(p.d)) * p.inverse, -1.0, column == 0u);
  var before = 0.0;
  var value = 1.0;
  let end = p.offset + p.n;
  for (var block = 0u; block < end; block += STEPS) {
    //@for u in 0..STEPS
    let degree${u} = block + ${u}u;
    if (degree${u} >= p.offset && degree${u} < end) { out[(degree${u} - p.offset) * p.d + column] = value; }
    // ((2n + 1) x P - n P') / (n + 1) in this form is exact at the ends, where x P = P'.
    let along${u} = x * value;
    let next${u} = along${u} + f32(degree${u}) / f32(degree${u} + 1u) * (along${u} - before);
    before = value;
    value = next${u};
    //@end
  }
}
