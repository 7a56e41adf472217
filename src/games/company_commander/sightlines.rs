//! Lines of sight that were followed before. Ground never changes, so one look along a line serves a
//! whole game.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

/// What was found of a line; zero until somebody looked.
const CLEAR: u8 = 1;
const BLOCKED: u8 = 2;

/// What was found from each hex that somebody looked from, to each hex of the map.
#[derive(Debug)]
pub struct Sightlines(Vec<OnceLock<Vec<AtomicU8>>>);

impl Sightlines {
    /// None yet, on a map of so many hexes.
    pub fn new(hexes: usize) -> Self {
        Self((0..hexes).map(|_| OnceLock::new()).collect())
    }

    /// What `look` finds between two hexes, by their numbers on the map. It is asked once, or more often
    /// if threads look at the same time: it finds the same each time.
    pub fn find(&self, from: usize, to: usize, look: impl FnOnce() -> bool) -> bool {
        let blank = || (0..self.0.len()).map(|_| AtomicU8::new(0)).collect();
        let found = &self.0[from].get_or_init(blank)[to];
        match found.load(Ordering::Relaxed) {
            CLEAR => true,
            BLOCKED => false,
            _ => {
                let clear = look();
                found.store(if clear { CLEAR } else { BLOCKED }, Ordering::Relaxed);
                clear
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_is_followed_once() {
        let lines = Sightlines::new(4);
        assert!(lines.find(1, 2, || true) && !lines.find(2, 1, || false));
        let again = |from, to| lines.find(from, to, || panic!("it was followed"));
        assert!(again(1, 2) && !again(2, 1));
    }
}
