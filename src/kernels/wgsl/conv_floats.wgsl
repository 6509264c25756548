// Reads of conv_tiles.wgsl and conv_join.wgsl, of f32.
//@inline
fn sample_of(i: u32) -> f32 { return x[i]; }
//@inline
fn weight_of(i: u32) -> f32 { return weight[i]; }
//@inline
fn bias_of(channel: u32) -> f32 { return bias[channel]; }
