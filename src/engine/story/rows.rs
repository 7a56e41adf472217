//! The tables of an engagement: what happened often there, such as shots, a row for each.

use crate::engine::wording::told::Row;
use crate::engine::{DrawName, Rule};
use crate::page::{Table, Text};

/// The rows of an engagement so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Rows {
    round: u32,
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    round: u32,
    columns: &'static [&'static str],
    cells: Vec<Cell>,
    rules: Vec<Rule>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Cell {
    words: String,
    draw: Option<DrawName>,
}

impl Rows {
    /// Another round begins.
    pub(super) fn next_round(&mut self) {
        self.round += 1;
    }

    /// Enters a row. The draw belongs to the last of its cells that shows dice, which is the last but one that is
    /// not empty.
    pub(super) fn enter(&mut self, row: Row, rule: &Rule, draw: Option<&DrawName>) {
        let Row { columns, cells, goes_on } = row;
        let dice = cells.iter().enumerate().filter(|(_, words)| !words.is_empty()).map(|(n, _)| n);
        let dice = dice.rev().nth(1);
        let cell = |(n, words): (usize, String)| Cell {
            words,
            draw: draw.filter(|_| dice == Some(n)).cloned(),
        };
        let cells: Vec<Cell> = cells.into_iter().enumerate().map(cell).collect();
        let round = self.round;
        let same = |entry: &&mut Entry| {
            let key = |cells: &[Cell]| {
                cells.iter().take(2).map(|cell| cell.words.clone()).collect::<Vec<_>>()
            };
            entry.round == round && entry.columns == columns && key(&entry.cells) == key(&cells)
        };
        if goes_on && let Some(entry) = self.entries.iter_mut().rev().find(same) {
            let filled = entry.cells.iter_mut().zip(cells).filter(|(_, new)| !new.words.is_empty());
            filled.for_each(|(cell, new)| *cell = new);
            entry.rules.push(rule.clone());
            return;
        }
        self.entries.push(Entry { round, columns, cells, rules: vec![rule.clone()] });
    }

    /// One table for each kind of rows, in the order in which they came up; rounds are a column, if there are several.
    pub(super) fn tables(&self) -> Vec<Table> {
        let mut kinds: Vec<&'static [&'static str]> = Vec::new();
        for entry in &self.entries {
            if !kinds.contains(&entry.columns) {
                kinds.push(entry.columns);
            }
        }
        kinds.into_iter().map(|columns| self.table(columns)).collect()
    }

    fn table(&self, columns: &'static [&'static str]) -> Table {
        let of: Vec<&Entry> =
            self.entries.iter().filter(|entry| entry.columns == columns).collect();
        let several = of.iter().any(|entry| entry.round != of[0].round);
        let table = if several { Table::new().right("Round") } else { Table::new() };
        let mut told: Vec<&Rule> = Vec::new();
        let mut rows = Vec::new();
        for entry in &of {
            let mut cells: Vec<Text> = Vec::new();
            if several {
                cells.push(entry.round.to_string().into());
            }
            cells.extend(entry.cells.iter().map(|cell| {
                let text = Text::plain(cell.words.clone());
                cell.draw.iter().fold(text, |text, draw| text.draw(draw.to_string()))
            }));
            // Each rule stands behind the first row that rests on it.
            for rule in &entry.rules {
                if !told.contains(&rule) {
                    told.push(rule);
                    let last = cells.pop().unwrap_or_default();
                    cells.push(last.rule(rule.id()));
                }
            }
            rows.push(cells);
        }
        table.lefts(columns.iter().copied()).rows(rows)
    }
}
