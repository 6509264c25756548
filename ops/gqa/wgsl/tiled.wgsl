// gqa for D and Dv up to 128 that are multiples of 4: tiles of query rows against tiles of keys, each product in registers
// (attention_tiles.wgsl). Two passes over the keys, so that scores never go through memory.
//@use attention_tiles_probs
//@use attention
//@use attention_scores
//@use attention_tiles
