// ctc_decode, the label of each frame, where the classes are whole vectors of 4: as kernel.wgsl, with loads of 16 bytes, two of a
// thread on their way at once.
//@const LANES = 256
//@const FRAMES = 256 / LANES
//@use order
struct Params { frames: u32, c: u32 };
@group(0) @binding(0) var<storage, read> scores: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> labels: array<u32>;
@group(0) @binding(2) var<uniform> p: Params;

var<workgroup> keys: array<u32, 256>;
var<workgroup> places: array<u32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let frame = (w.y * nw.x + w.x) * FRAMES + t / LANES;
  let lane = t % LANES;
  let base = frame * (p.c / 4u);
  let end = select(0u, p.c / 4u, frame < p.frames);  // a frame past the end has no classes
  var best = Best(0u, 0u);
  for (var i = lane; i < end; i += 2u * LANES) {
    // Past the end the last vector again, which changes nothing.
    //@for u in 0..2
    let at${u} = min(i + ${u}u * LANES, end - 1u);
    let x${u} = scores[base + at${u}];
    //@end
    //@for u in 0..2
    //@for c in 0..4
    best = better(best, Best(order_key(x${u}[${c}]), 4u * at${u} + ${c}u));
    //@end
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
