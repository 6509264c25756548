// conv_transpose1d, any shape, on any device: threads as in conv_threads.wgsl, where a part is a phase of a group
// (conv_phases.wgsl) and a column one of its results. Each gathers what the taps of its phase bring.
//
// In bounds by construction: where a sample is not there, the first element is read instead, and not used. That is tested apart,
// since in most threads all four are there.
//@const ROWS = 4
//@const SLICES = 1
//@use conv_phases
//@use conv_threads
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> weight: array<f32>;
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let first = (w.y * nw.x + w.x) * TEAM;
  if (first >= p.threads) { return; }
  let live = first + t % TEAM < p.threads;
  let spot = spot_of(min(first + t % TEAM, p.threads - 1u));
  let part = part_of(spot.part);
  let column = min(spot.column, vec4u(part.columns - 1u));
  // Where the first tap is: in the row, modulo 2³² where that is before it, and in the whole input.
  let at = column % part.length + part.shift;
  let start = (column / part.length * (p.parts / p.phases * p.cg) + part.group * p.cg) * p.l + at;
  var c: Sums;
  //@for i in 0..ROWS
  let w${i} = weights_begin(part) + min(spot.row + ${i}u, p.rows - 1u) * p.taps;
  //@end
  let end = select(0u, p.cg, live);
  for (var channel = t / TEAM; channel < end; channel += SLICES) {
    for (var tap = 0u; tap < part.taps; tap++) {
      let back = tap * p.hop;
      let there = at - back < vec4u(p.l);
      let i = start + (channel * p.l - back);
      let k = channel * p.rows * p.taps + tap * p.period;
      if (all(there)) {
        let v = vec4f(x[i.x], x[i.y], x[i.z], x[i.w]);
        //@for i in 0..ROWS
        c[${i}] = fma(vec4f(weight[w${i} + k]), v, c[${i}]);
        //@end
      } else if (any(there)) {
        let inside = select(vec4u(), i, there);
        let v = vec4f(x[inside.x], x[inside.y], x[inside.z], x[inside.w]);
        //@for i in 0..ROWS
        c[${i}] = select(c[${i}], fma(vec4f(weight[w${i} + k]), v, c[${i}]), there);
        //@end
      }
    }
  }
  finish(spot.row, spot.column, part.columns, c, live, part.group * p.rows, results_from(part, column), t);
}
