// A unit of an LSTM: its new (cell, output) from the sums of its gates i, o, f, c and its last cell.
//@use activations

// Right to a few units in the last place, for NaN and infinities too. Beyond ±30 it stays what it is there, 9e-14 from the limit.
fn sigmoid4(v: vec4f) -> vec4f {
  let e = exp(-min(abs(v), vec4f(30.0)));
  return select(select(vec4f(1.0), e, v < vec4f(0.0)) / (1.0 + e), v, nan4(v));
}

fn lstm_cell(gates: vec4f, cell: f32) -> vec2f {
  let open = sigmoid4(gates);
  let next = open.z * cell + open.x * tanh4(vec4f(gates.w)).x;
  return vec2f(next, open.y * tanh4(vec4f(next)).x);
}
