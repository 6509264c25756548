// A matrix of packed signed bytes times a vector of f32, each row then times its scale, portable: any K. Rows are read word by
// word, four codes in each: LANES neighbouring threads share ROWS rows, a workgroup of 256 takes 256 / LANES such teams, and
// trees in workgroup memory add the threads of a row. 256 is the most that every WebGPU device allows. Each thread has LOADS
// words of each of its rows on their way.
//
// The last word of a row may hold bytes beyond K. They meet a zero instead of an element of x: a code is finite, so whatever
// it is, it adds nothing. Words past a row's end are not read and count as zero.
//@const LANES = 32
//@const ROWS = 1
//@const LOADS = 8
//@const TEAMS = 256 / LANES
//@use codes_q8
struct Params { n: u32, k: u32, words: u32 };
@group(0) @binding(0) var<storage, read> weight: array<u32>;
@group(0) @binding(1) var<storage, read> scale: array<f32>;
@group(0) @binding(2) var<storage, read> x: array<f32>;
@group(0) @binding(3) var<storage, read_write> out: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

var<workgroup> partial: array<f32, ROWS * 256u>;

fn element(k: u32) -> f32 { return select(0.0, x[min(k, p.k - 1u)], k < p.k); }

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let first = (w.y * nw.x + w.x) * (TEAMS * ROWS);
  if (first >= p.n) { return; }
  let row = first + t / LANES * ROWS;
  let lane = t % LANES;
  let end = select(0u, p.words, row < p.n);
  //@for r in 0..ROWS
  let row${r} = min(row + ${r}u, p.n - 1u);
  let base${r} = row${r} * p.words;
  let scale${r} = scale[row${r}];  // here, so that nobody waits for it at the end
  var sum${r} = 0.0;
  //@end
  for (var i = lane; i < end; i += LOADS * LANES) {
    //@for u in 0..LOADS
    //@for r in 0..ROWS
    var w${r}_${u} = 0u;
    //@end
    if (i + ${u}u * LANES < end) {
      //@for r in 0..ROWS
      w${r}_${u} = weight[base${r} + i + ${u}u * LANES];
      //@end
    }
    //@end
    //@for u in 0..LOADS
    let k${u} = 4u * (i + ${u}u * LANES);
    let x${u} = vec4f(element(k${u}), element(k${u} + 1u), element(k${u} + 2u), element(k${u} + 3u));
    //@for r in 0..ROWS
    sum${r} += dot(codes_q8(w${r}_${u}), x${u});
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
    if (row + ${r}u < p.n) { out[row + ${r}u] = partial[${r}u * 256u + t] * scale${r}; }
    //@end
  }
}
