// A matrix of packed signed nibbles, with a scale for each 128 columns, times a vector of f32, for K % 32 == 0 and many rows,
// with subgroups. LANES threads hold the whole vector in their registers, 32 elements each, and a workgroup walks GROUPS x
// ROWS rows with it; the codes and scales of the next ROWS rows are on their way while those of the last are unpacked and
// summed. Unpacking takes nearly as long as reading does, some three instructions a code, so the two must overlap, and the
// vector must not be read again for each row: a thread's 128 bytes of it share no line with its neighbours'.
//
// Subgroups add by shuffles, and a workgroup has one barrier, at the end: every row's sums have places of their own.
//
// In bounds by construction: a thread past a row's end reads the last piece and meets zeros instead of the vector (a code is
// finite, so it adds nothing, and the scale is one of the row's own); a row past the end is read as the last one and never
// stored.
//@const LANES = 128
//@const ROWS = 4
//@const GROUPS = 4
//@const SLOTS = 32
//@use codes_q4
const_assert ROWS * GROUPS <= LANES;
struct Params { n: u32, k: u32, groups: u32 };
@group(0) @binding(0) var<storage, read> weight: array<vec4u>;
@group(0) @binding(1) var<storage, read> scale: array<f32>;
@group(0) @binding(2) var<storage, read> x: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> out: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

var<workgroup> partial: array<f32, ROWS * GROUPS * SLOTS>;

@compute @workgroup_size(LANES)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32,
        @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_size) size: u32) {
  let row = (w.y * nw.x + w.x) * (ROWS * GROUPS);
  if (row >= p.n) { return; }
  let k32 = p.k / 32u;
  let at = min(t, k32 - 1u);
  //@for q in 0..8
  let x${q} = select(vec4f(), x[8u * at + ${q}u], t < k32);
  //@end
  //@for r in 0..ROWS
  let first${r} = min(row + ${r}u, p.n - 1u);
  var w${r} = weight[first${r} * k32 + at];
  var s${r} = scale[first${r} * p.groups + at / 4u];
  //@end
  for (var g = 0u; g < GROUPS; g++) {
    //@for r in 0..ROWS
    let row${r} = min(row + (g + 1u) * ROWS + ${r}u, p.n - 1u);
    var next_w${r} = w${r};
    var next_s${r} = s${r};
    //@end
    if (g + 1u < GROUPS) {
      //@for r in 0..ROWS
      next_w${r} = weight[row${r} * k32 + at];
      next_s${r} = scale[row${r} * p.groups + at / 4u];
      //@end
    }
    //@for r in 0..ROWS
    var sum${r} = 0.0;
    //@for q in 0..4
    sum${r} += dot(low_codes_q4(w${r}[${q}]), x${2 * q});
    sum${r} += dot(high_codes_q4(w${r}[${q}]), x${2 * q + 1});
    //@end
    sum${r} = subgroupAdd(sum${r} * s${r});
    w${r} = next_w${r};
    s${r} = next_s${r};
    if (lane == 0u) { partial[(g * ROWS + ${r}u) * SLOTS + t / size] = sum${r}; }
    //@end
  }
  workgroupBarrier();
  if (t < ROWS * GROUPS && row + t < p.n) {
    var total = 0.0;
    for (var s = 0u; s < (LANES + size - 1u) / size; s++) { total += partial[t * SLOTS + s]; }
    out[row + t] = total;
  }
}
