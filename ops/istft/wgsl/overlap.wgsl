// The end of an inverse stft: a thread adds what the frames have for its sample, and divides by the sum of the window's squares
// there. Frames that reach a sample follow each other, so nothing is added twice or by two threads. Neighbouring threads read
// neighbouring words. 256 threads are the most that every device allows.
struct Params { n: u32, frames: u32, hop: u32, trim: u32, length: u32 };
@group(0) @binding(0) var<storage, read> made: array<f32>;
@group(0) @binding(1) var<storage, read> window: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
@group(0) @binding(3) var<uniform> p: Params;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  if (group > (p.length - 1u) / 256u) { return; }
  let at = group * 256u + t;
  if (at >= p.length) { return; }
  let place = at + p.trim;
  let last = min(place / p.hop, p.frames - 1u);
  var within = place - last * p.hop;
  var from_frame = last * p.n + within;
  var sum = 0.0;
  var squares = 0.0;
  // From the last frame on back: there the sample is `hop` later in the frame.
  for (var left = last + 1u; left > 0u && within < p.n; left--) {
    sum += made[from_frame];
    squares = fma(window[within], window[within], squares);
    within += p.hop;
    from_frame = from_frame + p.hop - p.n;
  }
  out[at] = sum / squares;
}
