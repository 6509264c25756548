// ctc_decode, from labels to tokens: LANES neighbouring threads a sequence, so a workgroup of 256, the most that every device
// allows, takes 256 / LANES sequences. A thread takes EACH frames in a row at a time, which is few scans for a long sequence, and
// a scan of the threads' counts says where its tokens go. A longer sequence is cut into p.chunks, each with a workgroup, which counts
// the tokens before its chunk by itself: labels are few words beside the scores, and that takes no other dispatch. The rest of the
// sequence is -1, which the last chunk, who knows the length, writes.
//@const LANES = 256
//@const ROWS = 256 / LANES
//@const EACH = 8
//@use scan
struct Params { b: u32, t: u32, blank: u32, chunk: u32, chunks: u32 };  // blank: 0xffffffff where no class is
@group(0) @binding(0) var<storage, read> labels: array<u32>;
@group(0) @binding(1) var<storage, read_write> tokens: array<u32>;
@group(0) @binding(2) var<storage, read_write> lengths: array<u32>;
@group(0) @binding(3) var<uniform> p: Params;

var<workgroup> sums: array<u32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  let row = group / p.chunks * ROWS + t / LANES;  // one a workgroup where sequences are cut
  let lane = t % LANES;
  let base = row * p.t;
  let begin = group % p.chunks * p.chunk;
  let rest = p.t - begin;
  let end = select(0u, begin + min(p.chunk, rest), row < p.b);  // a sequence past the end has no frames
  var length = 0u;
  if (begin > 0u) {
    var count = 0u;
    for (var i = lane; i < min(begin, end); i += LANES) {
      let label = labels[base + i];
      count += u32(label != p.blank && (i == 0u || label != labels[base + max(i, 1u) - 1u]));
    }
    scanned(count, t, lane);
    length = sums[t - lane + LANES - 1u];
  }
  for (var block = begin; block < begin + min(p.chunk, rest); block += LANES * EACH) {
    let first = block + lane * EACH;
    var before = 0xffffffffu;  // the label of the frame before, which the first frame has not
    if (first > 0u && first < end) { before = labels[base + first - 1u]; }
    var count = 0u;
    //@for u in 0..EACH
    var label${u} = p.blank;
    var emit${u} = false;
    if (first + ${u}u < end) {
      label${u} = labels[base + first + ${u}u];
      emit${u} = label${u} != before && label${u} != p.blank;
      before = label${u};
    }
    count += u32(emit${u});
    //@end
    var at = base + length + scanned(count, t, lane) - count;
    length += sums[t - lane + LANES - 1u];
    //@for u in 0..EACH
    if (emit${u}) {
      tokens[at] = label${u};
      at += 1u;
    }
    //@end
  }
  if (rest <= p.chunk && row < p.b) {
    for (var i = length + lane; i < p.t; i += LANES) { tokens[base + i] = 0xffffffffu; }
    if (lane == 0u) { lengths[row] = length; }
  }
}
