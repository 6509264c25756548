// moe_gather where rows are whole vectors of 4: the result is one stream of vectors, of which a thread takes EACH, THREADS apart,
// so that neighbouring threads read and write neighbouring vectors. The experts, seats and gates of a token come from cache for all
// but the first of its threads. What no expert answered is not read. 256 threads are the most that every device allows.
//@const EACH = 2
//@const THREADS = 256
alias Element = vec4f;
struct Params { t: u32, width: u32, k: u32, experts: u32, capacity: u32 };  // width: of a row, in Elements
@group(0) @binding(0) var<storage, read> y: array<Element>;
@group(0) @binding(1) var<storage, read> expert: array<u32>;
@group(0) @binding(2) var<storage, read> pos: array<u32>;
@group(0) @binding(3) var<storage, read> gate: array<f32>;
@group(0) @binding(4) var<storage, read_write> out: array<Element>;
@group(0) @binding(5) var<uniform> p: Params;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  let end = p.t * p.width;
  if (group > (end - 1u) / (EACH * THREADS)) { return; }
  let i = group * EACH * THREADS + t;
  //@for n in 0..EACH
  let i${n} = min(i + ${n}u * THREADS, end - 1u);
  let token${n} = i${n} / p.width;
  let column${n} = i${n} - token${n} * p.width;
  var sum${n} = Element();
  //@end
  for (var r = 0u; r < p.k; r++) {
    //@for n in 0..EACH
    let at${n} = token${n} * p.k + r;
    let expert${n} = expert[at${n}];
    let seat${n} = pos[at${n}];
    // A negative number is, as an unsigned one, past every expert and seat.
    if (expert${n} < p.experts && seat${n} < p.capacity) {
      sum${n} += gate[at${n}] * y[(expert${n} * p.capacity + seat${n}) * p.width + column${n}];
    }
    //@end
  }
  //@for n in 0..EACH
  if (i + ${n}u * THREADS < end) { out[i${n}] = sum${n}; }
  //@end
}
