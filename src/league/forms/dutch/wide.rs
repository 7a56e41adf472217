//! Integers as wide as a sum of criteria becomes: two's complement, the least word first.

use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Sub, SubAssign};

use integer_blossom::Weight;

/// A signed integer of so many words of 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wide<const N: usize>([u64; N]);

/// What weights are made of.
pub(super) trait Number: Weight {
    /// Bits that a sum of weights may have.
    const ROOM: u32;

    /// A number times a power of two.
    fn shifted(value: i64, shift: u32) -> Self;
}

impl Number for i128 {
    const ROOM: u32 = 120;

    fn shifted(value: i64, shift: u32) -> Self {
        Self::from(value) << shift
    }
}

impl<const N: usize> Number for Wide<N> {
    const ROOM: u32 = 64 * Self::WORDS - 8;

    fn shifted(value: i64, shift: u32) -> Self {
        let fill = if value < 0 { u64::MAX } else { 0 };
        let mut words = [fill; N];
        let (at, by) = ((shift / 64) as usize, shift % 64);
        words[..at].fill(0);
        words[at] = value.cast_unsigned() << by;
        if at + 1 < N && by > 0 {
            words[at + 1] = (value >> (64 - by)).cast_unsigned();
        }
        Self(words)
    }
}

impl<const N: usize> Wide<N> {
    #[expect(clippy::cast_possible_truncation, reason = "a handful of words")]
    const WORDS: u32 = N as u32;
}

impl<const N: usize> Ord for Wide<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        let top = |wide: &Self| wide.0[N - 1].cast_signed();
        top(self).cmp(&top(other)).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> AddAssign for Wide<N> {
    fn add_assign(&mut self, other: Self) {
        let mut carry = false;
        for (own, other) in self.0.iter_mut().zip(other.0) {
            let (sum, first) = own.overflowing_add(other);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            (*own, carry) = (sum, first || second);
        }
    }
}

impl<const N: usize> SubAssign for Wide<N> {
    fn sub_assign(&mut self, other: Self) {
        let mut borrow = false;
        for (own, other) in self.0.iter_mut().zip(other.0) {
            let (rest, first) = own.overflowing_sub(other);
            let (rest, second) = rest.overflowing_sub(u64::from(borrow));
            (*own, borrow) = (rest, first || second);
        }
    }
}

impl<const N: usize> Add for Wide<N> {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl<const N: usize> Sub for Wide<N> {
    type Output = Self;

    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl<const N: usize> Weight for Wide<N> {
    const ZERO: Self = Self([0; N]);
    const ONE: Self = {
        let mut words = [0; N];
        words[0] = 1;
        Self(words)
    };

    fn inf() -> Self {
        let mut words = [u64::MAX; N];
        words[N - 1] >>= 3;
        Self(words)
    }

    fn double(self) -> Self {
        self + self
    }

    fn half(self) -> Self {
        // The sign comes in from above.
        let mut above = self.0[N - 1] & (1 << 63);
        let mut words = self.0;
        for word in words.iter_mut().rev() {
            let low = *word << 63;
            *word = *word >> 1 | above;
            above = low;
        }
        Self(words)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn wide(value: i128) -> Wide<3> {
        let low = u64::try_from(value & i128::from(u64::MAX)).unwrap();
        let high = u64::try_from(value >> 64 & i128::from(u64::MAX)).unwrap();
        Wide([low, high, if value < 0 { u64::MAX } else { 0 }])
    }

    proptest! {
        #[test]
        fn wide_numbers_are_numbers(a in any::<i128>(), b in any::<i128>(), c: i64, by in 0u32..60) {
            let (a, b) = (a >> 2, b >> 2);
            prop_assert_eq!(wide(a) + wide(b), wide(a + b));
            prop_assert_eq!(wide(a) - wide(b), wide(a - b));
            prop_assert_eq!(wide(a).cmp(&wide(b)), a.cmp(&b));
            prop_assert_eq!(wide(a).double(), wide(a * 2));
            prop_assert_eq!(wide(a * 2).half(), wide(a));
            prop_assert_eq!(Wide::<3>::shifted(c, by), wide(i128::from(c) << by));
            prop_assert_eq!(Wide::<3>::shifted(c, by + 70), {
                let mut shifted = wide(i128::from(c) << by);
                for _ in 0..70 { shifted = shifted.double(); }
                shifted
            });
            prop_assert!(wide(a) < Wide::inf());
        }
    }
}
