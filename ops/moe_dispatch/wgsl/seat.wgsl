// moe_dispatch, the second of three steps: the seats that an expert gives in a chunk of 256 * EACH assignments, by a workgroup of
// 256, the most that every device allows. What the chunks before it took is added up, and a scan says who is the how many-th in
// this one. The first expert's workgroups also answer those whose expert does not exist, and the last chunk's say which seats
// stay empty. Each place is written by one thread alone.
//@const LANES = 256
//@const EACH = 8
//@use scan
struct Params { t: u32, k: u32, experts: u32, chunks: u32, capacity: u32 };
@group(0) @binding(0) var<storage, read> expert: array<u32>;
@group(0) @binding(1) var<storage, read> counts: array<u32>;
@group(0) @binding(2) var<storage, read_write> seats: array<u32>;
@group(0) @binding(3) var<storage, read_write> pos: array<u32>;
@group(0) @binding(4) var<uniform> p: Params;

var<workgroup> sums: array<u32, 256>;

const NONE = 0xffffffffu;

@compute @workgroup_size(LANES)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  if (group >= p.experts * p.chunks) { return; }
  let chunk = group / p.experts;
  let mine = group - chunk * p.experts;
  let many = p.t * p.k;
  var before = 0u;
  for (var c = t; c < chunk; c += LANES) { before += counts[mine * p.chunks + c]; }
  scanned(before, t, t);
  let taken = sums[LANES - 1u];

  let first = (chunk * LANES + t) * EACH;
  var rank = 0u;
  if (p.t > 0u) { rank = first / p.t; }
  var token = first - rank * p.t;
  var count = 0u;
  //@for u in 0..EACH
  let at${u} = token * p.k + rank;
  var here${u} = false;
  if (first + ${u}u < many) {
    let chosen = expert[at${u}];
    here${u} = chosen == mine;
    if (mine == 0u && chosen >= p.experts) { pos[at${u}] = NONE; }
  }
  let token${u} = token;
  count += u32(here${u});
  token += 1u;
  if (token >= p.t) {
    token = 0u;
    rank += 1u;
  }
  //@end
  var seat = taken + scanned(count, t, t) - count;
  let end = taken + sums[LANES - 1u];
  //@for u in 0..EACH
  if (here${u}) {
    if (seat < p.capacity) {
      pos[at${u}] = seat;
      seats[mine * p.capacity + seat] = token${u};
    } else {
      pos[at${u}] = NONE;
    }
    seat += 1u;
  }
  //@end
  if (chunk + 1u == p.chunks) {
    for (var empty = end + t; empty < p.capacity; empty += LANES) { seats[mine * p.capacity + empty] = NONE; }
  }
}
