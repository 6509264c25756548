// ctc_decode, the label of each frame, for any number of classes: LANES neighbouring threads a frame, so a workgroup of 256, the
// most that every device allows, takes 256 / LANES frames. A thread has EACH loads on their way at once, all that it needs where
// there are not too many classes, so that a frame waits for memory once and its few threads soon agree.
//@const LANES = 32
//@const EACH = 12
//@const FRAMES = 256 / LANES
//@use order
//@use joined_best
struct Params { frames: u32, c: u32 };
@group(0) @binding(0) var<storage, read> scores: array<u32>;
@group(0) @binding(1) var<storage, read_write> labels: array<u32>;
@group(0) @binding(2) var<uniform> p: Params;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let frame = (w.y * nw.x + w.x) * FRAMES + t / LANES;
  if (p.frames == 0u) { return; }
  let lane = t % LANES;
  let base = min(frame, p.frames - 1u) * p.c;  // threads past the end repeat the last frame, and write nothing
  var best = Best(0u, 0u);
  for (var i = lane; i < p.c; i += EACH * LANES) {
    // Past the end the last class again, which changes nothing.
    //@for u in 0..EACH
    let at${u} = min(i + ${u}u * LANES, p.c - 1u);
    let x${u} = scores[base + at${u}];
    //@end
    // A thread's classes rise, so of equal ones it has the first.
    //@for u in 0..EACH
    let key${u} = order_key(x${u});
    if (key${u} > best.key) { best = Best(key${u}, at${u}); }
    //@end
  }
  best = joined(best, t, lane);
  if (lane == 0u && frame < p.frames) { labels[frame] = best.at; }
}
