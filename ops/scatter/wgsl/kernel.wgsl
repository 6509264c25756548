// scatter: a workgroup of 256 threads, the most that every device allows, has a window of at most CELLS columns of p.rows
// neighbouring rows; each cell's sum is in a register of the thread that owns it. It takes the sources of its rows in batches of EACH a
// thread, which lie in workgroup memory while those of the next are on their way. Each is chained to the one that came to its
// cell before, and then the owners walk their chains. Who came before is chance; but a chain is short as a rule, and its
// sources are added from the first to the last, whatever their order in the chain: so sums are the same every time, without
// atomic operations on floats. Where a chain is long, all sources of the batch are looked at in turn instead. An index is data:
// what lies outside the window is dropped.
//@const CELLS = 1024
//@const EACH = 4
//@const OWN = CELLS / 256
//@const BATCH = 256 * EACH
const MANY = 0xffffu;
// Chains are walked so often for four sources each time; a batch takes its own length.
const WALKS = 4u;
const_assert OWN * 256u == CELLS && CELLS < 65536u && BATCH < 65536u;
struct Params { n: u32, s: u32, d: u32, rows: u32, window: u32, windows: u32 };  // windows side by side
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read> indices: array<i32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
@group(0) @binding(3) var<uniform> p: Params;

// Sources of a batch are numbered from 1 on; 0 is the end of a chain.
var<workgroup> heads: array<atomic<u32>, CELLS>;
var<workgroup> links: array<u32, BATCH>;  // the next of the chain, and above 16 bits the cell
var<workgroup> values: array<f32, BATCH>;

fn next_of(source: u32) -> u32 { return links[source - 1u] & 0xffffu; }

// A chain's first four sources behind `last`, in order; none is MANY. Four are as many as one walk keeps in registers, and more than
// nearly every chain has.
fn first_four(head: u32, last: u32) -> vec4u {
  var found = vec4u(MANY);
  var at = head;
  while (at != 0u) {
    var new_one = select(MANY, at, at > last);
    at = next_of(at);
    //@for n in 0..4
    let kept${n} = min(found[${n}], new_one);
    new_one = max(found[${n}], new_one);
    found[${n}] = kept${n};
    //@end
  }
  return found;
}

fn added(start: f32, head: u32, cell: u32) -> f32 {
  var sum = start;
  if (next_of(head) == 0u) { return sum + values[head - 1u]; }
  var found = first_four(head, 0u);
  for (var walk = 0u; walk < WALKS; walk++) {
    //@for n in 0..4
    if (found[${n}] == MANY) { return sum; }
    sum += values[found[${n}] - 1u];
    //@end
    found = first_four(head, found.w);
  }
  // The rest of a long one.
  for (var i = found.x - 1u; i < BATCH; i++) {
    if ((links[i] >> 16u) == cell) { sum += values[i]; }
  }
  return sum;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  let row = group / p.windows * p.rows;
  if (row >= p.n) { return; }
  let rows = min(p.rows, p.n - row);
  let first = group % p.windows * p.window;
  let width = min(p.window, p.d - first);
  let end = rows * p.s;
  //@for j in 0..OWN
  var sum${j} = 0.0;
  atomicStore(&heads[${j * 256}u + t], 0u);
  //@end
  //@for k in 0..EACH
  var index${k} = -1;
  var x${k} = 0.0;
  if (${k * 256}u + t < end) {
    index${k} = indices[row * p.s + ${k * 256}u + t];
    x${k} = src[row * p.s + ${k * 256}u + t];
  }
  //@end
  for (var batch = 0u; batch < end; batch += BATCH) {
    workgroupBarrier();
    //@for k in 0..EACH
    {
      // A negative index is, as an unsigned one, past every column; so is one before the window.
      let column = bitcast<u32>(index${k}) - first;
      var link = CELLS << 16u;
      if (index${k} >= 0 && column < width) {
        let cell = (batch + ${k * 256}u + t) / p.s * p.window + column;
        link = (cell << 16u) | atomicExchange(&heads[cell], ${k * 256 + 1}u + t);
      }
      links[${k * 256}u + t] = link;
      values[${k * 256}u + t] = x${k};
    }
    //@end
    workgroupBarrier();
    //@for k in 0..EACH
    index${k} = -1;
    if (batch + ${(EACH + k) * 256}u + t < end) {
      index${k} = indices[row * p.s + batch + ${(EACH + k) * 256}u + t];
      x${k} = src[row * p.s + batch + ${(EACH + k) * 256}u + t];
    }
    //@end
    //@for j in 0..OWN
    {
      let head = atomicLoad(&heads[${j * 256}u + t]);
      if (head > 0u) {
        sum${j} = added(sum${j}, head, ${j * 256}u + t);
        atomicStore(&heads[${j * 256}u + t], 0u);
      }
    }
    //@end
  }
  //@for j in 0..OWN
  {
    let line = (${j * 256}u + t) / p.window;
    let column = (${j * 256}u + t) % p.window;
    if (line < rows && column < width) { y[(row + line) * p.d + first + column] = sum${j}; }
  }
  //@end
}
