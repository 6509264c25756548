// A matrix of packed signed nibbles, with a scale for each 128 columns, times a vector of f32, portable: any K. Rows are read
// word by word, eight codes in each: LANES neighbouring threads share ROWS rows, a workgroup of 256 takes 256 / LANES such
// teams, and trees in workgroup memory add the threads of a row. 256 is the most that every WebGPU device allows. Each thread
// has LOADS words of each of its rows, and their scales, on their way; a word never spans two groups.
//
// The last word of a row may hold codes beyond K. They meet a zero instead of an element of x: a code is finite, so whatever
// it is, it adds nothing. Words past a row's end are not read and count as zero.
//@const LANES = 32
//@const ROWS = 1
//@const LOADS = 4
//@const TEAMS = 256 / LANES
//@use codes_q4
struct Params { n: u32, k: u32, groups: u32, words: u32 };
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
  let masks = nibble_masks(nw.z, 8u);
  let row = first + t / LANES * ROWS;
  let lane = t % LANES;
  let end = select(0u, p.words, row < p.n);
  //@for r in 0..ROWS
  let row${r} = min(row + ${r}u, p.n - 1u);
  var sum${r} = 0.0;
  //@end
  for (var i = lane; i < end; i += LOADS * LANES) {
    //@for u in 0..LOADS
    //@for r in 0..ROWS
    var w${r}_${u} = 0u;
    var s${r}_${u} = 0.0;
    //@end
    if (i + ${u}u * LANES < end) {
      //@for r in 0..ROWS
      w${r}_${u} = weight[row${r} * p.words + i + ${u}u * LANES];
      s${r}_${u} = scale[row${r} * p.groups + (i + ${u}u * LANES) / 16u];
      //@end
    }
    //@end
    //@for u in 0..LOADS
    let k${u} = 8u * (i + ${u}u * LANES);
    let low${u} = vec4f(element(k${u}), element(k${u} + 1u), element(k${u} + 2u), element(k${u} + 3u));
    let high${u} = vec4f(element(k${u} + 4u), element(k${u} + 5u), element(k${u} + 6u), element(k${u} + 7u));
    //@for r in 0..ROWS
    sum${r} += (dot(low_codes_q4(w${r}_${u}, masks), low${u}) + dot(high_codes_q4(w${r}_${u}, masks), high${u})) * s${r}_${u};
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
    if (row + ${r}u < p.n) { out[row + ${r}u] = partial[${r}u * 256u + t]; }
    //@end
  }
}
