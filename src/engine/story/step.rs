//! One step of a story: what came of it, and folded beneath it how.

use super::line::Line;
use super::sections::Item;
use super::writer::{Writer, rolled};
use crate::base::words::capital;
use crate::engine::{Fact, Game};
use crate::page::Text;

/// Sentences from which on their rules stand behind all of them.
const MANY: usize = 4;

/// What a step tells. Of facts that are told something is always a line.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::engine) struct Step {
    /// What came of it.
    pub(in crate::engine) lines: Vec<Text>,
    /// Steps and rolls; the rules they rest on stand behind all of them.
    pub(super) details: Vec<Text>,
}

impl Step {
    /// The step that facts make. The sentence of one of them may be its title already.
    pub(in crate::engine) fn of<G: Game>(
        game: &G,
        facts: &[Fact<G::Event>],
        title: Option<usize>,
    ) -> Self {
        let mut writer = Writer::of_step();
        for (fact, n) in facts.iter().zip(0..) {
            let told = game.tell(&fact.event);
            if title == Some(n) {
                writer.beside([rolled(fact, told.rolls)]);
            } else {
                writer.tell(fact, told);
            }
        }
        Self::written(writer)
    }

    pub(super) fn written(mut writer: Writer) -> Self {
        let details = |writer: &mut Writer| writer.beside.take().unwrap_or_default();
        writer.spell_price();
        writer.close_fight();
        let details = details(&mut writer);
        let items = writer.end().sections.into_iter().flat_map(|section| section.items);
        let lines: Vec<Line> = items.filter_map(Item::into_line).collect();
        if lines.is_empty() {
            let few = details.len() < MANY;
            let lines = if few { details.iter().map(cited).collect() } else { together(&details) };
            return Self { lines, details: Vec::new() };
        }
        Self { lines: lines.iter().map(cited).collect(), details: together(&details) }
    }
}

/// A sentence with its rule.
fn cited(line: &Line) -> Text {
    line.rules().fold(Text::plain(format!("{}.", capital(&line.text))), Text::rule)
}

/// Sentences, and behind them the rules of all.
fn together(lines: &[Line]) -> Vec<Text> {
    let mut texts: Vec<Text> =
        lines.iter().map(|line| Text::plain(format!("{}.", capital(&line.text)))).collect();
    let mut rules: Vec<&str> = Vec::new();
    for rule in lines.iter().flat_map(Line::rules) {
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    if !rules.is_empty() {
        texts.push(rules.into_iter().fold(Text::plain("By"), Text::rule));
    }
    texts
}
