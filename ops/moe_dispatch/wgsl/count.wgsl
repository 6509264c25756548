// moe_dispatch, the first of three steps: how often an expert was chosen in a chunk of 256 * EACH assignments, which are in the
// order in which seats are given: rank by rank, and in a rank token by token. A workgroup of 256, the most that every device
// allows, counts one expert in one chunk; neighbouring workgroups take the same chunk, so it is read from memory once.
//@const EACH = 8
struct Params { t: u32, k: u32, experts: u32, chunks: u32 };
@group(0) @binding(0) var<storage, read> expert: array<u32>;
@group(0) @binding(1) var<storage, read_write> counts: array<u32>;
@group(0) @binding(2) var<uniform> p: Params;

var<workgroup> sums: array<u32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  if (group >= p.experts * p.chunks) { return; }
  let chunk = group / p.experts;
  let mine = group - chunk * p.experts;
  let many = p.t * p.k;
  var count = 0u;
  //@for u in 0..EACH
  let at${u} = (chunk * EACH + ${u}u) * 256u + t;
  if (at${u} < many) {
    let rank = at${u} / p.t;
    count += u32(expert[(at${u} - rank * p.t) * p.k + rank] == mine);
  }
  //@end
  sums[t] = count;
  for (var half = 128u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (t < half) { sums[t] += sums[t + half]; }
  }
  if (t == 0u) { counts[mine * p.chunks + chunk] = sums[0]; }
}
