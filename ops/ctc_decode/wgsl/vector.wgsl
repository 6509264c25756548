// ctc_decode, the label of each frame, where the classes are whole vectors of 4: as kernel.wgsl, with loads of 16 bytes.
//@const LANES = 32
//@const EACH = 8
//@const FRAMES = 256 / LANES
//@use order
//@use joined_best
struct Params { frames: u32, c: u32 };
@group(0) @binding(0) var<storage, read> scores: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> labels: array<u32>;
@group(0) @binding(2) var<uniform> p: Params;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let frame = (w.y * nw.x + w.x) * FRAMES + t / LANES;
  if (p.frames == 0u) { return; }
  let lane = t % LANES;
  let end = p.c / 4u;
  let base = min(frame, p.frames - 1u) * end;  // threads past the end repeat the last frame, and write nothing
  var best = Best(0u, 0u);
  for (var i = lane; i < end; i += EACH * LANES) {
    // Past the end the last vector again, which changes nothing.
    //@for u in 0..EACH
    let at${u} = min(i + ${u}u * LANES, end - 1u);
    let x${u} = scores[base + at${u}];
    //@end
    // A thread's classes rise, so of equal ones it has the first.
    //@for u in 0..EACH
    //@for c in 0..4
    let key${u}_${c} = order_key(x${u}[${c}]);
    if (key${u}_${c} > best.key) { best = Best(key${u}_${c}, 4u * at${u} + ${c}u); }
    //@end
    //@end
  }
  best = joined(best, t, lane);
  if (lane == 0u && frame < p.frames) { labels[frame] = best.at; }
}
