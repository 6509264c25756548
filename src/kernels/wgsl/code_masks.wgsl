// What unpacks codes: masks, and the bits of 2^23, which make a code in the lowest bits of a word the number 2^23 + code.
//
// A kernel makes them from its num_workgroups.z, which is 1 in every dispatch, because a compiler that knows a mask puts it into
// the instruction, where there is room for one constant of that size and not for two: with both in registers, masking and setting
// are one instruction. On an H200 that is 58 instead of 67 µs for matvec_q4g128 of 32768x8192. With a 1 in the text, as
// where codes are a small part of the work, they are constants.
struct Masks { take: vec4u, magic: u32 }

fn nibble_masks(one: u32) -> Masks { return Masks(vec4u(0xfu, 0xf0u, 0xf00u, 0xf000u) * one, 0x4b000000u * one); }
fn byte_masks(one: u32) -> Masks { return Masks(vec4u(0xffu, 0xff00u, 0u, 0u) * one, 0x4b000000u * one); }
