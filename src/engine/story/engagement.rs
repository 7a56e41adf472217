//! A fight.

use super::line::{Line, cited_once};
use super::rows::Rows;
use crate::base::words::names;
use crate::engine::Rule;
use crate::engine::wording::told::Party;
use crate::page::Block;

/// Units of a side that are named over a fight at most.
const NAMED: usize = 4;

/// A fight in one piece.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Engagement {
    /// What it is and where.
    pub title: String,
    /// The units of each side, in the order in which they showed themselves.
    pub parties: Vec<(String, Vec<String>)>,
    /// What came of it.
    pub lines: Vec<Line>,
    /// How: steps, rolls and modifiers.
    pub details: Vec<Line>,
    /// What is told in tables: shots and their dice.
    pub(super) rows: Rows,
    /// The rule by which it began.
    pub(super) rule: Option<Rule>,
}

impl Engagement {
    pub(in crate::engine) fn join(&mut self, party: Party) {
        let known = self.parties.iter().position(|(side, _)| *side == party.side);
        let side = known.unwrap_or_else(|| {
            self.parties.push((party.side, Vec::new()));
            self.parties.len() - 1
        });
        let units = &mut self.parties[side].1;
        if !units.contains(&party.unit) {
            units.push(party.unit);
        }
    }

    /// What it is, where, and who met whom.
    pub(in crate::engine) fn heading(&self) -> String {
        if self.parties.len() < 2 {
            return self.title.clone();
        }
        let sides: Vec<String> = self.parties.iter().map(|(_, units)| some(units)).collect();
        format!("{}: {}", self.title, sides.join(" against "))
    }

    pub(in crate::engine) fn block(&self) -> Block {
        Block::Card {
            title: self.heading(),
            lines: self.lines.iter().map(Line::text).collect(),
            details: self.how(),
        }
    }
}

impl Engagement {
    /// Says so if the reader saw nothing come of it.
    pub(super) fn end(&mut self) {
        let blank = self.lines.is_empty() && self.how().is_empty();
        let line = |rule: Rule| Line::new("No harm is seen".to_owned(), rule, None);
        self.lines.extend(self.rule.clone().filter(|_| blank).map(line));
    }

    /// Steps and rolls, then the tables.
    fn how(&self) -> Vec<Block> {
        let list = (!self.details.is_empty()).then(|| Block::List(cited_once(&self.details)));
        list.into_iter().chain(self.rows.tables().into_iter().map(Block::Table)).collect()
    }
}

/// The names of units, but of no more than [`NAMED`].
fn some(units: &[String]) -> String {
    if units.len() <= NAMED {
        return names(units);
    }
    let (told, more) = units.split_at(NAMED - 1);
    names([told, &[format!("{} more", more.len())]].concat())
}
