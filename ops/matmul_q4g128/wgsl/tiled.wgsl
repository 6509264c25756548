// a times packed nibbles, unpacked while a tile is brought into workgroup memory, for K and a number of columns that are multiples of 4:
// gemm_tiled.wgsl tells how.
//@use weights_q4g128
//@use packed_tiled
@group(0) @binding(0) var<storage, read> a: array<vec4f>;
@group(0) @binding(1) var<storage, read> weight: array<u32>;
@group(0) @binding(2) var<storage, read> scale: array<f32>;
@group(0) @binding(3) var<storage, read_write> out: array<vec4f>;
@group(0) @binding(4) var<uniform> params: Params;
