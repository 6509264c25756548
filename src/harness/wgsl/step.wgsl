// The cost of a dependent dispatch: one workgroup that reads and writes the same few words, so that none can begin before
// the one before it has ended.
struct Params { pad: u32 };
@group(0) @binding(0) var<storage, read_write> words: array<u32>;
@group(0) @binding(1) var<uniform> p: Params;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) t: u32) {
  words[t] += 1u + p.pad;
}
