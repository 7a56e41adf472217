//! Where fortunes turned: the cycles that moved the numbers most.

use crate::page::{Measure, Text};

/// Turning points that are told at most.
const POINTS: usize = 8;

/// Sentences about each at most.
const SENTENCES: usize = 3;

/// A cycle as far as fortunes go.
#[derive(Debug, Clone)]
pub(super) struct Cycle {
    /// Its number.
    pub(super) number: u32,
    /// What mattered most, in sentences.
    pub(super) headlines: Vec<String>,
    /// How things stood after it.
    pub(super) measures: Vec<Measure>,
}

/// The cycles of which there is something to tell and which moved the numbers most, in order.
pub(super) fn points(course: &[Cycle]) -> Vec<Text> {
    let mut moved: Vec<(u64, &Cycle)> = course
        .windows(2)
        .map(|pair| (swing(&pair[0].measures, &pair[1].measures), &pair[1]))
        .filter(|(swing, cycle)| *swing > 0 && !cycle.headlines.is_empty())
        .collect();
    // Of those that moved as much the first count.
    moved.sort_by_key(|(swing, _)| std::cmp::Reverse(*swing));
    moved.truncate(POINTS);
    moved.sort_by_key(|(_, cycle)| cycle.number);
    let told = |(_, cycle): &(u64, &Cycle)| {
        let sentences = cycle.headlines.iter().take(SENTENCES);
        let sentences: Vec<&str> = sentences.map(String::as_str).collect();
        Text::default()
            .strong(format!("Cycle {}", cycle.number))
            .and(format!(": {}", sentences.join(" ")))
    };
    moved.iter().map(told).collect()
}

/// By how much all numbers changed together.
fn swing(before: &[Measure], after: &[Measure]) -> u64 {
    let changed = |now: &Measure| {
        let then = before.iter().find(|then| (then.what, &then.who) == (now.what, &now.who));
        then.map_or(0, |then| then.value.abs_diff(now.value))
    };
    after.iter().map(changed).fold(0, u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Side;

    fn cycle(number: u32, points: i64, told: &[&str]) -> Cycle {
        let who = Side { hue: 0, name: "the Union".to_owned() };
        let headlines = told.iter().map(|&told| told.to_owned()).collect();
        Cycle { number, headlines, measures: vec![Measure { what: "points", who, value: points }] }
    }

    #[test]
    fn the_cycles_that_moved_most_are_told_in_order() {
        let mut course = vec![cycle(0, 0, &["It begins."])];
        let points_after = [1, 1, 3, 2, 9, 10, 11, 12, 13, 14, 15];
        course.extend(points_after.iter().zip(1..).map(|(points, n)| cycle(n, *points, &["x."])));
        course.push(cycle(12, 99, &[]));
        let told: Vec<String> = points(&course).iter().map(Text::words).collect();
        let numbers: Vec<&str> = told.iter().map(|text| text.split(':').next().unwrap()).collect();
        // Cycle 2 moved nothing, and of cycle 12 there is nothing to tell.
        let expected = ["1", "3", "4", "5", "6", "7", "8", "9"].map(|n| format!("Cycle {n}"));
        assert_eq!(numbers, expected);
        assert_eq!(told[0], "Cycle 1: x.");
        assert!(points(&course[..1]).is_empty());
    }
}
