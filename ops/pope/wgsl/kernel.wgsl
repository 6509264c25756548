// pope: a thread a column, which walks through the degrees and writes those that are wanted. A degree needs the two before it, so
// there is no other way to share the work than by columns; small workgroups spread them over more of the device.
//
// What counts is how long a degree takes to follow the last: two multiply-adds. So the quotients n / (n + 1), which are the same for
// all columns, are made BLOCK at a time by all threads and read from workgroup memory STEPS degrees ahead, and whether a degree is
// wanted is asked once for STEPS of them. Mesa's software device allows 65,535 iterations of all loops.
//@const THREADS = 32
//@const STEPS = 16
//@const BLOCK = 256
struct Params { n: u32, d: u32, offset: u32, inverse: f32 };
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@group(0) @binding(1) var<uniform> p: Params;

var<workgroup> quotients: array<f32, BLOCK>;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  if (group > (p.d - 1u) / THREADS) { return; }
  let column = group * THREADS + t;
  let some = column < p.d;
  // The first column is at -1, exactly: there the polynomials are steepest.
  let x = select(f32(2i * bitcast<i32>(column) - bitcast<i32>(p.d)) * p.inverse, -1.0, column == 0u);
  var before = 0.0;
  var value = 1.0;
  let end = p.offset + p.n;
  for (var block = 0u; block < end; block += BLOCK) {
    workgroupBarrier();
    for (var i = t; i < BLOCK; i += THREADS) { quotients[i] = f32(block + i) / f32(block + i + 1u); }
    workgroupBarrier();
    //@for u in 0..STEPS
    var next_quotient${u} = quotients[${u}];
    //@end
    for (var step = 0u; step < BLOCK && block + step < end; step += STEPS) {
      let degree = block + step;
      let ahead = min(step + STEPS, BLOCK - STEPS);
      //@for u in 0..STEPS
      let quotient${u} = next_quotient${u};
      next_quotient${u} = quotients[ahead + ${u}u];
      //@end
      // ((2n + 1) x P - n P') / (n + 1) in this form is exact at the ends, where x P = P'.
      let p0 = value;
      //@for u in 0..STEPS
      let p${u + 1} = fma(quotient${u}, fma(x, p${u}, -before), x * p${u});
      before = p${u};
      value = p${u + 1};
      //@end
      if (some && degree + STEPS > p.offset) {
        if (degree >= p.offset && degree + STEPS <= end) {
          var at = (degree - p.offset) * p.d + column;
          //@for u in 0..STEPS
          out[at] = p${u};
          at += p.d;
          //@end
        } else {
          //@for u in 0..STEPS
          if (degree + ${u}u >= p.offset && degree + ${u}u < end) { out[(degree + ${u}u - p.offset) * p.d + column] = p${u}; }
          //@end
        }
      }
    }
  }
}
