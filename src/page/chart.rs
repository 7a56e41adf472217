//! Charts: numbers that are followed over time.

use serde::{Deserialize, Serialize};

use super::{Side, Table};
use crate::base::words::capital;

/// A number by which somebody's fortunes are followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measure {
    /// What is counted, such as `points`.
    pub what: &'static str,
    /// Whose number it is.
    pub who: Side,
    /// The number.
    pub value: i64,
}

impl Measure {
    /// A number of each side, of sides that have their colours by their sequence.
    pub fn of_each<S: ToString, N: TryInto<i64>>(
        what: &'static str,
        sides: impl IntoIterator<Item = (S, N)>,
    ) -> Vec<Self> {
        let measure = |(hue, (name, value)): (u8, (S, N))| {
            let (name, value) = (name.to_string(), value.try_into().unwrap_or(i64::MAX));
            Self { what, who: Side { hue, name }, value }
        };
        (0..).zip(sides).map(measure).collect()
    }

    /// Adds what was counted in one step to what was counted before.
    pub fn add_up(all: &mut Vec<Self>, step: Vec<Self>) {
        for more in step {
            let same = |it: &&mut Self| it.what == more.what && it.who == more.who;
            match all.iter_mut().find(same) {
                Some(sum) => sum.value = sum.value.saturating_add(more.value),
                None => all.push(more),
            }
        }
    }
}

/// What is counted, for several sides, step by step.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Chart {
    /// For each side its numbers, one for each step.
    pub lines: Vec<(Side, Vec<i64>)>,
    /// What the steps are called.
    pub steps: Vec<String>,
    /// What is counted.
    pub title: String,
    /// True if it matters how the numbers change, and not how far they are from zero, such as of ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub relative: bool,
}

impl Chart {
    /// Steps from which on a chart shows more than a sentence would.
    pub const FEWEST_STEPS: usize = 3;

    /// Steps that are drawn: a page may come from outside.
    pub const MOST_STEPS: usize = 2000;

    /// The charts of what was measured: one for each thing that was counted at every step and changed.
    pub fn of(steps: &[(String, Vec<Measure>)]) -> Vec<Self> {
        let Some((_, last)) = steps.last().filter(|_| steps.len() >= Self::FEWEST_STEPS) else {
            return Vec::new();
        };
        let mut charts: Vec<Self> = Vec::new();
        for measure in last {
            let title = capital(measure.what);
            let line = |(_, all): &(String, Vec<Measure>)| {
                let same = |it: &&Measure| it.what == measure.what && it.who == measure.who;
                all.iter().find(same).map(|it| it.value)
            };
            let Some(values) = steps.iter().map(line).collect::<Option<Vec<i64>>>() else {
                continue;
            };
            let line = (measure.who.clone(), values);
            match charts.iter_mut().find(|chart| chart.title == title) {
                Some(chart) => chart.lines.push(line),
                None => charts.push(Self {
                    lines: vec![line],
                    steps: steps.iter().map(|(step, _)| step.clone()).collect(),
                    title,
                    relative: false,
                }),
            }
        }
        charts.retain(Self::is_worth_drawing);
        charts
    }

    /// True if the numbers changed: of others a sentence says as much.
    fn is_worth_drawing(&self) -> bool {
        let changes = |values: &[i64]| values.windows(2).any(|pair| pair[0] != pair[1]);
        self.lines.iter().any(|(_, values)| changes(values))
    }

    /// The same numbers as a table, for whoever would rather read them.
    pub fn table(&self) -> Table {
        let sides = self.lines.iter().map(|(side, _)| capital(&side.name));
        let table = Table::new().caption(&self.title).left("After").rights(sides);
        let row = |(n, step): (usize, &String)| {
            let values = self.lines.iter().map(|(_, values)| values.get(n));
            let values = values.map(|value| value.map_or_else(String::new, i64::to_string));
            std::iter::once(step.clone()).chain(values).collect::<Vec<_>>()
        };
        table.rows(self.steps.iter().enumerate().map(row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measure(what: &'static str, who: &str, value: i64) -> Measure {
        Measure { what, who: Side { hue: 0, name: who.to_owned() }, value }
    }

    #[test]
    fn what_happens_step_by_step_adds_up() {
        let mut all = vec![measure("ships lost", "x", 2)];
        let step = [measure("ships lost", "x", 3), measure("ships lost", "y", i64::MAX)];
        Measure::add_up(&mut all, step.to_vec());
        Measure::add_up(&mut all, step.to_vec());
        assert_eq!(all.iter().map(|it| it.value).collect::<Vec<_>>(), [8, i64::MAX]);
    }

    #[test]
    fn what_was_counted_at_every_step_is_a_chart() {
        let steps = [
            ("1".to_owned(), vec![measure("points", "the Union", 2)]),
            ("2".to_owned(), vec![measure("points", "the Union", 5), measure("ships", "x", 1)]),
            ("3".to_owned(), vec![measure("points", "the Union", 4), measure("ships", "x", 1)]),
        ];
        let charts = Chart::of(&steps);
        assert_eq!(charts.len(), 1);
        assert_eq!((charts[0].title.as_str(), &charts[0].lines[0].1), ("Points", &vec![2, 5, 4]));
        let table = charts[0].table();
        assert_eq!(table.rows[1], ["2".into(), "5".into()]);
        assert!(Chart::of(&[]).is_empty());
        assert!(Chart::of(&steps[..2]).is_empty(), "two points are no course");
        let nothing = |step: &str| (step.to_owned(), vec![measure("points", "the Union", 0)]);
        assert!(Chart::of(&["1", "2", "3"].map(nothing)).is_empty());
    }
}
