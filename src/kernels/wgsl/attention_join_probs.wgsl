// The bindings of attention_join where the weights are wanted too, and what they become: those of the row.
@group(0) @binding(0) var<storage, read> parts: array<f32>;
@group(0) @binding(1) var<storage, read_write> probs: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
@group(0) @binding(3) var<uniform> p: Params;

fn join_weights(row: u32, t: u32, largest: f32, inverse: f32) {
  let step = p.dv + 4u;
  let end = visible(row % p.l);
  for (var j = t; j < p.s; j += 256u) {
    var weight = 0.0;
    if (j < end) {
      weight = probs[row * p.s + j] * exp(parts[(row * p.chunks + j / 256u) * step + p.dv] - largest) * inverse;
    }
    probs[row * p.s + j] = weight;
  }
}
