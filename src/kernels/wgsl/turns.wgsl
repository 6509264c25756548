// Angles in turns, as whole numbers of 2^-32 of one: whole numbers wrap where angles do, so no argument is too large and nothing has
// to be reduced. A frequency is a fraction of a turn in 64 bits, the high word first, which the host computes.

// The high word of a product of two.
fn high_product(a: u32, b: u32) -> u32 {
  let a_high = a >> 16u;
  let a_low = a & 0xffffu;
  let b_high = b >> 16u;
  let b_low = b & 0xffffu;
  let first = a_high * b_low + ((a_low * b_low) >> 16u);
  let second = a_low * b_high + (first & 0xffffu);
  return a_high * b_high + (first >> 16u) + (second >> 16u);
}

// Of a whole position. Rounded towards 0, so that -position gives the opposite angle.
fn turn_at_whole(position: i32, frequency: vec2u) -> u32 {
  let size = u32(abs(position));
  let turn = size * frequency.x + high_product(size, frequency.y);
  return select(turn, 0u - turn, position < 0);
}

// Of any finite position: the same bits where it is whole. It is m * 2^(exponent - 150), and of the exact product of m and the
// frequency, which has three words, the 32 bits below the point are taken.
fn turn_at(position: f32, frequency: vec2u) -> u32 {
  let word = bitcast<u32>(position);
  let exponent = (word >> 23u) & 0xffu;
  let m = (word & 0x7fffffu) | 0x800000u;
  let low = m * frequency.y;
  let above_low = high_product(m, frequency.y);
  let middle = above_low + m * frequency.x;
  let high = high_product(m, frequency.x) + select(0u, 1u, middle < above_low);
  var turn = 0u;
  if (exponent >= 150u) {
    let left = exponent - 150u;
    if (left == 0u) {
      turn = middle;
    } else if (left < 32u) {
      turn = (middle << left) | (low >> (32u - left));
    } else if (left < 64u) {
      turn = low << (left - 32u);
    }
  } else {
    let right = 150u - exponent;
    if (right < 32u) {
      turn = (middle >> right) | (high << (32u - right));
    } else if (right < 64u) {
      turn = high >> (right - 32u);
    }
  }
  return select(turn, 0u - turn, (word >> 31u) == 1u);
}

// Cosine and sine: exact for no turn and quarters of one, and elsewhere within 4 units of 2^-24 (rope_angles.cpp counts them).
// Around the nearest quarter an angle is at most pi / 4, where the polynomials are minimax fits of (sin x - x) / x^3 and of
// (cos x - 1 + x^2 / 2) / x^4: least squares in f64, reweighted until the extrema of the absolute error were equal (Lawson's
// algorithm), then rounded to f32. They are off by 0.03 units of 2^-24.
fn cos_sin(turn: u32) -> vec2f {
  let quarter = (turn + 0x20000000u) >> 30u;
  let x = f32(bitcast<i32>(turn - (quarter << 30u))) * 0x1.921fb6p-30;  // 2 pi / 2^32
  let z = x * x;
  let s = x + x * (z * (-0.166666508 + z * (0.0083319759 - z * 0.000194952896)));
  let c = 1.0 - z * (0.5 - z * (0.0416666456 - z * (0.00138873642 - z * 0.0000244380881)));
  let odd = (quarter & 1u) == 1u;
  let cosine = select(c, s, odd);
  let sine = select(s, c, odd);
  return vec2f(select(cosine, -cosine, ((quarter + 1u) & 2u) == 2u), select(sine, -sine, (quarter & 2u) == 2u));
}
