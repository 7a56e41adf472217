//! Numbers over time as lines, each in the colour of its side and with its name at its end.

use std::fmt::Write as _;

use super::{hue, text_width};
use crate::base::words::capital;
use crate::page::Chart;
use crate::render::escape::words;

/// Size of the field of a chart, in units.
const FIELD: (i64, i64) = (520, 180);

/// Room left of the field, for numbers, and above it.
const LEFT: i64 = 44;
const ABOVE: i64 = 12;

/// Room below, for the steps.
const BELOW: i64 = 26;

/// Height of a name.
const NAME: i64 = 15;

/// A chart; `None` if there are fewer than two steps, or too much of it to draw.
pub(in crate::render) fn plot(chart: &Chart, id: &str) -> Option<String> {
    let steps = i64::try_from(chart.steps.len()).ok()?;
    let whole = chart.lines.iter().all(|(_, values)| values.len() == chart.steps.len());
    let few = chart.steps.len() <= Chart::MOST_STEPS && chart.lines.len() <= 12;
    if steps < 2 || chart.lines.is_empty() || !whole || !few {
        return None;
    }
    let scale = Scale::of(chart, steps)?;
    let names = chart.lines.iter().map(|(side, _)| i64::from(text_width(&side.name)));
    let width = LEFT + FIELD.0 + names.max().unwrap_or(0) + 60;
    let height = ABOVE + FIELD.1 + BELOW;
    let told: Vec<String> = chart
        .lines
        .iter()
        .map(|(side, values)| format!("{}: {}", capital(&side.name), values.last().unwrap_or(&0)))
        .collect();
    let mut out = format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
         aria-labelledby=\"{id}-title {id}-text\">\n<title id=\"{id}-title\">{}</title>\n\
         <desc id=\"{id}-text\">{}</desc>\n",
        words(&chart.title),
        words(&format!("At the end: {}.", told.join("; ")))
    );
    out += &scale.frame(chart);
    out += &lines(chart, &scale);
    Some(out + "</svg>\n")
}

/// Beyond this numbers come from outside, and are no game's.
const FAR: i64 = 1_000_000_000;

/// From steps and numbers to units.
struct Scale {
    steps: i64,
    low: i64,
    high: i64,
}

impl Scale {
    fn of(chart: &Chart, steps: i64) -> Option<Self> {
        let all = || chart.lines.iter().flat_map(|(_, values)| values.iter().copied());
        let ground = if chart.relative { FAR - 1 } else { 0 };
        let (low, high) = (all().min()?.clamp(-FAR, ground), all().max()?.min(FAR));
        Some(Self { steps, low, high: high.max(low + 1) })
    }

    fn x(&self, step: i64) -> i64 {
        LEFT + step * FIELD.0 / (self.steps - 1)
    }

    fn y(&self, value: i64) -> i64 {
        let value = value.clamp(self.low, self.high);
        ABOVE + (self.high - value) * FIELD.1 / (self.high - self.low)
    }

    /// The ground line, the highest number, and the first and last step.
    fn frame(&self, chart: &Chart) -> String {
        let mut out = String::new();
        for value in [self.low, self.high] {
            let (y, right) = (self.y(value), LEFT + FIELD.0);
            let _ = writeln!(
                out,
                "<path class=\"rule\" d=\"M{LEFT} {y}H{right}\" /><text class=\"tick end\" \
                 x=\"{}\" y=\"{}\">{value}</text>",
                LEFT - 6,
                y + 4
            );
        }
        let last = self.steps - 1;
        // The last one ends with the field: behind that stand the names of the lines.
        let ends = [(0, chart.steps.first(), "tick"), (last, chart.steps.last(), "tick end")];
        for (step, name, class) in ends {
            let name = words(name.map_or("", String::as_str));
            let (x, y) = (self.x(step), ABOVE + FIELD.1 + 18);
            let _ = writeln!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{name}</text>");
        }
        out
    }
}

/// The lines, each with its name and last number; names keep apart.
fn lines(chart: &Chart, scale: &Scale) -> String {
    let mut out = String::new();
    let mut ends: Vec<(i64, usize)> = Vec::new();
    for (n, (side, values)) in chart.lines.iter().enumerate() {
        let mut d = String::new();
        for (value, step) in values.iter().zip(0..) {
            let pen = if step == 0 { 'M' } else { 'L' };
            let _ = write!(d, "{pen}{} {}", scale.x(step), scale.y(*value));
        }
        let _ =
            writeln!(out, "<g class=\"h{0}\"><path class=\"track\" d=\"{d}\" /></g>", hue(side));
        ends.push((scale.y(values.last().copied().unwrap_or(0)), n));
    }
    ends.sort_unstable();
    // Down from the highest, and up again from the lower edge.
    let mut free = i64::MIN;
    for (y, _) in &mut ends {
        *y = (*y).max(free);
        free = *y + NAME;
    }
    let mut lowest = ABOVE + FIELD.1 + BELOW - NAME;
    for (y, _) in ends.iter_mut().rev() {
        *y = (*y).min(lowest);
        lowest = *y - NAME;
    }
    for (y, n) in ends {
        let (side, values) = &chart.lines[n];
        let name = words(&format!("{} {}", capital(&side.name), values.last().unwrap_or(&0)));
        let (x, y) = (LEFT + FIELD.0 + 8, y + 4);
        let _ = writeln!(
            out,
            "<g class=\"h{}\"><text class=\"line\" x=\"{x}\" y=\"{y}\">{name}</text></g>",
            hue(side)
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Side;

    fn chart(values: &[&[i64]]) -> Chart {
        let line = |(n, values): (usize, &&[i64])| {
            (Side { hue: 0, name: format!("side {n}") }, values.to_vec())
        };
        Chart {
            lines: values.iter().enumerate().map(line).collect(),
            steps: (0..values.first().map_or(0, |v| v.len())).map(|n| n.to_string()).collect(),
            title: "Points".to_owned(),
            relative: false,
        }
    }

    #[test]
    fn names_at_the_ends_of_lines_keep_apart() {
        let text = plot(&chart(&[&[0, 5], &[0, 5], &[0, 6]]), "c").unwrap();
        let heights: Vec<i64> = text
            .split("class=\"line\" x=\"572\" y=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap().parse().unwrap())
            .collect();
        assert_eq!(heights.len(), 3);
        assert!(heights.windows(2).all(|two| two[1] - two[0] >= NAME), "{heights:?}");
    }

    #[test]
    fn names_of_lines_that_end_low_stay_on_the_paper() {
        let text = plot(&chart(&[&[9, 0][..]; 7]), "c").unwrap();
        let below = |rest: &str| rest.split('"').next().unwrap().parse::<i64>().unwrap();
        let names = text.split("class=\"line\" x=\"572\" y=\"").skip(1).map(below);
        let names: Vec<i64> = names.collect();
        assert_eq!(names.len(), 7);
        assert!(names.iter().all(|y| *y < ABOVE + FIELD.1 + BELOW), "{names:?}");
        assert!(names.windows(2).all(|two| two[1] - two[0] >= NAME), "{names:?}");
    }

    #[test]
    fn where_changes_matter_the_field_begins_with_the_least() {
        let ratings = chart(&[&[1500, 1662, 1620]]);
        let heights = |chart: &Chart| plot(chart, "c").unwrap().contains("M44 192L304 12L564 58");
        assert!(!heights(&ratings));
        assert!(heights(&Chart { relative: true, ..ratings }));
        let same = Chart { relative: true, ..chart(&[&[i64::MAX, i64::MAX]]) };
        assert!(plot(&same, "c").is_some());
    }

    #[test]
    fn what_cannot_be_drawn_is_not() {
        assert!(plot(&chart(&[&[1]]), "c").is_none());
        assert!(plot(&chart(&[]), "c").is_none());
        assert!(plot(&chart(&[&[1, 2], &[1]]), "c").is_none());
        let far = plot(&chart(&[&[i64::MIN, i64::MAX]]), "c").unwrap();
        assert!(far.contains("class=\"track\""));
        assert!(plot(&chart(&[&[3, 3], &[-2, 0]]), "c").is_some());
    }
}
