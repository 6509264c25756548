// ctc_decode, the label of each frame, for any number of classes: LANES neighbouring threads a frame, so a workgroup of 256, the
// most that every device allows, takes 256 / LANES frames. Each thread has four loads on their way at once, and a tree in
// workgroup memory finds the best of a frame's threads.
//@const LANES = 256
//@const FRAMES = 256 / LANES
//@use order
struct Params { frames: u32, c: u32 };
@group(0) @binding(0) var<storage, read> scores: array<u32>;
@group(0) @binding(1) var<storage, read_write> labels: array<u32>;
@group(0) @binding(2) var<uniform> p: Params;

var<workgroup> keys: array<u32, 256>;
var<workgroup> places: array<u32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let frame = (w.y * nw.x + w.x) * FRAMES + t / LANES;
  let lane = t % LANES;
  let base = frame * p.c;
  let end = select(0u, p.c, frame < p.frames);  // a frame past the end has no classes
  var best = Best(0u, 0u);
  for (var i = lane; i < end; i += 4u * LANES) {
    // Past the end the last class again, which changes nothing.
    //@for u in 0..4
    let at${u} = min(i + ${u}u * LANES, end - 1u);
    let x${u} = scores[base + at${u}];
    //@end
    //@for u in 0..4
    best = better(best, Best(order_key(x${u}), at${u}));
    //@end
  }
  keys[t] = best.key;
  places[t] = best.at;
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) {
      best = better(best, Best(keys[t + half], places[t + half]));
      keys[t] = best.key;
      places[t] = best.at;
    }
  }
  if (lane == 0u && frame < p.frames) { labels[frame] = best.at; }
}
