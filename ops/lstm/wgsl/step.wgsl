// lstm, one step: a workgroup has 4 units of a direction, 64 threads each, which add every 64th product with the last outputs and
// meet in a tree in workgroup memory. So a state of 256 units keeps 128 workgroups busy, each reading 16 KiB of weights. 256 threads
// are the most that every device allows. The outputs of the last step are where the last dispatch left them.
//@use lstm_cell
struct Params { steps: u32, units: u32, step: u32 };
@group(0) @binding(0) var<storage, read> gates: array<vec4f>;
@group(0) @binding(1) var<storage, read> turned: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> cells: array<f32>;
@group(0) @binding(3) var<storage, read_write> out: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

var<workgroup> parts: array<vec4f, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let groups = (p.units + 3u) / 4u;
  let group = w.y * nw.x + w.x;
  let direction = group / groups;
  if (direction > 1u) { return; }
  let unit = group % groups * 4u + t % 4u;
  let mine = min(unit, p.units - 1u);
  let time = select(p.step, p.steps - 1u - p.step, direction == 1u);
  var sum = vec4f();
  if (p.step > 0u) {
    let before = (select(time - 1u, time + 1u, direction == 1u) * 2u + direction) * p.units;
    for (var k = t / 4u; k < p.units; k += 64u) {
      sum += out[before + k] * turned[(direction * p.units + k) * p.units + mine];
    }
  }
  parts[t] = sum;
  for (var half = 128u; half >= 4u; half >>= 1u) {
    workgroupBarrier();
    if (t < half) { parts[t] += parts[t + half]; }
  }
  if (t < 4u && unit < p.units) {
    let at = direction * p.units + unit;
    var cell = 0.0;
    if (p.step > 0u) { cell = cells[at]; }
    let next = lstm_cell(gates[time * (2u * p.units) + at] + parts[t], cell);
    cells[at] = next.x;
    out[time * (2u * p.units) + at] = next.y;
  }
}
