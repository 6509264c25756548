// v where it is above 0, else slope · v. A NaN gives a NaN on either way, so it may go any.
fn leaky_relu4(v: vec4f, slope: f32) -> vec4f { return select(slope * v, v, v > vec4f(0.0)); }
