// A matrix of packed signed nibbles, with a scale for each 128 columns, times a vector of f32, for K % 32 == 0 and many rows,
// on any device. LANES threads share a piece of the vector, 32 elements each, and a workgroup walks 4 * GROUPS rows with it; the
// codes and scales of the next four rows are on their way while those of the last are unpacked and summed. Unpacking takes nearly
// as long as reading does, so the two must overlap, and all else must be little: a thread's 128 bytes of the vector share no
// line with its neighbours', so that a subgroup's load of 16 of them would take eight times as long as one of neighbouring
// bytes. So the vector is read in order and changes hands in workgroup memory, once for all rows; and the sums of a row meet there
// at the very end, instead of by shuffles row after row. All rows stand in the text: as a loop it took half as long again.
//
// In bounds by construction: a thread past a row's end reads the last piece and meets zeros instead of the vector (a code is
// finite, so it adds nothing, and the scale is one of the row's own); a row past the end is read as the last one and never
// stored.
//@const LANES = 128
//@const GROUPS = 4
//@use codes_q4
const_assert GROUPS <= 8 && 4 * GROUPS <= LANES;
struct Params { n: u32, k: u32, groups: u32 };
@group(0) @binding(0) var<storage, read> weight: array<vec4u>;
@group(0) @binding(1) var<storage, read> scale: array<f32>;
@group(0) @binding(2) var<storage, read> x: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> out: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

// First the vector: of thread t its q-th four at q * LANES + (t ^ q), so that neither those that store nor those that load meet
// in a bank. Then the sums of thread t: four rows at g * LANES + t.
var<workgroup> shared_fours: array<vec4f, 8 * LANES>;

@compute @workgroup_size(LANES)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let row = (w.y * nw.x + w.x) * (4u * GROUPS);
  if (row >= p.n) { return; }
  let masks = nibble_masks(nw.z, 8u);
  let k32 = p.k / 32u;
  //@for i in 0..4 * GROUPS
  var sum${i} = 0.0;
  //@end
  for (var first = 0u; first < k32; first += LANES) {
    let at = min(first + t, k32 - 1u);
    //@for i in 0..4
    let w${i} = weight[min(row + ${i}u, p.n - 1u) * k32 + at];
    let s${i} = scale[min(row + ${i}u, p.n - 1u) * p.groups + at / 4u];
    //@end
    if (first > 0u) { workgroupBarrier(); }
    //@for j in 0..8
    {
      let four = ${j}u * LANES + t;
      let valid = 8u * first + four < 8u * k32;
      let value = select(vec4f(), x[min(8u * first + four, 8u * k32 - 1u)], valid);
      shared_fours[four % 8u * LANES + (four / 8u ^ four % 8u)] = value;
    }
    //@end
    workgroupBarrier();
    //@for g in 0..GROUPS
    //@for i in 4 * g + 4..4 * g + 8 - (g + 1) / GROUPS * 4
    let w${i} = weight[min(row + ${i}u, p.n - 1u) * k32 + at];
    let s${i} = scale[min(row + ${i}u, p.n - 1u) * p.groups + at / 4u];
    //@end
    //@for i in 4 * g..4 * g + 4
    var piece${i} = vec4f();
    //@end
    //@for q in 0..4
    {
      let low = shared_fours[${2 * q}u * LANES + (t ^ ${2 * q}u)];
      let high = shared_fours[${2 * q + 1}u * LANES + (t ^ ${2 * q + 1}u)];
      //@for i in 4 * g..4 * g + 4
      piece${i} = fma(low_codes_q4(w${i}[${q}], masks), low, piece${i});
      piece${i} = fma(high_codes_q4(w${i}[${q}], masks), high, piece${i});
      //@end
    }
    //@end
    //@for i in 4 * g..4 * g + 4
    sum${i} += (piece${i}.x + piece${i}.y + (piece${i}.z + piece${i}.w)) * s${i};
    //@end
    //@end
  }
  workgroupBarrier();
  //@for g in 0..GROUPS
  shared_fours[${g}u * LANES + t] = vec4f(sum${4 * g}, sum${4 * g + 1}, sum${4 * g + 2}, sum${4 * g + 3});
  //@end
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (t < half) {
      //@for g in 0..GROUPS
      shared_fours[${g}u * LANES + t] += shared_fours[${g}u * LANES + t + half];
      //@end
    }
  }
  workgroupBarrier();
  if (t < 4u * GROUPS && row + t < p.n) { out[row + t] = shared_fours[t / 4u * LANES][t % 4u]; }
}
