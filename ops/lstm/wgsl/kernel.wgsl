// lstm, many steps in one dispatch: a workgroup a direction, a thread a unit (of UNITS, a power of two from H on) and, where there are
// SLICES of them, a part of the sum over the last outputs. Those are in workgroup memory, in one half while the other is written; a
// unit's cell stays in its thread. The weights come from cache in every step: 16 bytes a thread from `turned`, four loads on their
// way at once.
//@const UNITS = 1
//@const SLICES = 1
//@use lstm_cell
struct Params { steps: u32, units: u32, first: u32, end: u32 };
@group(0) @binding(0) var<storage, read> gates: array<vec4f>;
@group(0) @binding(1) var<storage, read> turned: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> cells: array<f32>;
@group(0) @binding(3) var<storage, read_write> out: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

var<workgroup> last: array<f32, 2 * UNITS>;
var<workgroup> parts: array<vec4f, max(SLICES - 1, 1) * UNITS>;

@compute @workgroup_size(UNITS * SLICES)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let direction = w.y * nw.x + w.x;
  if (direction > 1u) { return; }
  let slice = t / UNITS;
  let unit = t % UNITS;
  let mine = min(unit, p.units - 1u);  // past the last unit the same work again, without a result
  let share = (p.units + SLICES - 1u) / SLICES;
  let begin = min(slice * share, p.units);
  let end = min(begin + share, p.units);
  let row = direction * p.units * p.units + mine;
  var cell = 0.0;
  if (p.first > 0u && slice == 0u) {  // on from where the last dispatch ended
    let time = select(p.first - 1u, p.steps - p.first, direction == 1u);
    cell = cells[direction * p.units + mine];
    last[p.first % 2u * UNITS + unit] = out[(time * 2u + direction) * p.units + mine];
  }
  workgroupBarrier();
  for (var i = p.first; i < p.end; i++) {
    let time = select(i, p.steps - 1u - i, direction == 1u);
    let before = i % 2u * UNITS;
    var sum = vec4f();
    if (slice == 0u) { sum = gates[(time * 2u + direction) * p.units + mine]; }
    if (i > 0u) {
      var k = begin;
      for (; k + 4u <= end; k += 4u) {
        //@for u in 0..4
        let by${u} = turned[row + (k + ${u}u) * p.units];
        //@end
        //@for u in 0..4
        sum += last[before + k + ${u}u] * by${u};
        //@end
      }
      for (; k < end; k++) { sum += last[before + k] * turned[row + k * p.units]; }
    }
    if (SLICES > 1u) {
      if (slice > 0u) { parts[(slice - 1u) * UNITS + unit] = sum; }
      workgroupBarrier();
    }
    if (slice == 0u) {
      for (var s = 1u; s < SLICES; s++) { sum += parts[(s - 1u) * UNITS + unit]; }
      let next = lstm_cell(sum, cell);
      cell = next.x;
      last[UNITS - before + unit] = next.y;
      if (unit < p.units) { out[(time * 2u + direction) * p.units + unit] = next.y; }
    }
    workgroupBarrier();
  }
  if (slice == 0u && unit < p.units) { cells[direction * p.units + unit] = cell; }
}
