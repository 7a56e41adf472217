//! What a page says that an earlier one did not.

use std::collections::BTreeSet;

use super::{Block, Page, Table, Text};
use crate::base::words::names;

impl Page {
    /// The page without what the earlier one said already: of tables the rows that are new or other
    /// than they were, of lists and facts the same. What is gone from a table is named.
    #[must_use]
    pub fn since(self, earlier: &Self) -> Self {
        let blocks: Vec<Block> =
            self.blocks.into_iter().filter_map(|block| new_in(block, &earlier.blocks)).collect();
        Self { blocks: without_bare(blocks), ..self }
    }
}

/// What is new in a block; `None` if nothing is.
fn new_in(block: Block, earlier: &[Block]) -> Option<Block> {
    if let Block::Heading { .. } = block {
        return Some(block);
    }
    if earlier.contains(&block) {
        return None;
    }
    match block {
        Block::Table(table) => match earlier.iter().find_map(|old| same_table(&table, old)) {
            Some(old) => new_rows(table, old),
            None => Some(Block::Table(table)),
        },
        Block::Facts(mut facts) => {
            let old: Vec<&(String, Text)> = earlier
                .iter()
                .filter_map(|block| match block {
                    Block::Facts(facts) => Some(facts),
                    _ => None,
                })
                .flatten()
                .collect();
            facts.retain(|fact| !old.contains(&fact));
            (!facts.is_empty()).then_some(Block::Facts(facts))
        }
        Block::Heading { .. }
        | Block::Paragraph(_)
        | Block::List(_)
        | Block::Code { .. }
        | Block::Note(_)
        | Block::Card { .. }
        | Block::Folded { .. }
        | Block::Map(_)
        | Block::Board(_)
        | Block::Replay(_)
        | Block::Chart(_) => Some(block),
    }
}

fn same_table<'p>(table: &Table, block: &'p Block) -> Option<&'p Table> {
    match block {
        Block::Table(old) if old.caption == table.caption && old.columns == table.columns => {
            Some(old)
        }
        _ => None,
    }
}

/// The rows that are new or changed, and the names of those that are gone.
fn new_rows(mut table: Table, old: &Table) -> Option<Block> {
    let first = |row: &Vec<Text>| row.first().map(Text::words).unwrap_or_default();
    let now: BTreeSet<String> = table.rows.iter().map(first).collect();
    let gone = old.rows.iter().map(first).filter(|name| !now.contains(name));
    let gone: BTreeSet<String> = gone.collect();
    table.rows.retain(|row| !old.rows.contains(row));
    if gone.is_empty() && table.rows.is_empty() {
        return None;
    }
    if !gone.is_empty() {
        let caption = table.caption.take().unwrap_or_default();
        table.caption = Some(format!("{caption} (no longer here: {})", names(gone)));
    }
    Some(Block::Table(table))
}

/// The blocks without headings that nothing stands under.
fn without_bare(blocks: Vec<Block>) -> Vec<Block> {
    let level = |block: &Block| match block {
        Block::Heading { level, .. } => Some(*level),
        _ => None,
    };
    let mut kept: Vec<Block> = Vec::new();
    for block in blocks.into_iter().rev() {
        let bare = level(&block).is_some_and(|own| {
            kept.last().is_none_or(|next| level(next).is_some_and(|next| next <= own))
        });
        if !bare {
            kept.push(block);
        }
    }
    kept.reverse();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(rows: &[[&str; 2]], points: &str) -> Page {
        Page::new("x")
            .heading(2, "Ships")
            .table(Table::new().caption("Fleet").lefts(["Ship", "At"]).rows(rows.iter().copied()))
            .heading(2, "Routes")
            .list(["a to b"])
            .facts([("Points", points), ("Turns", "8")])
    }

    #[test]
    fn only_what_is_new_is_left() {
        let before = page(&[["Norway", "Pell"], ["Europe", "Pell"], ["Odessa", "Viking"]], "3");
        let now = page(&[["Norway", "Pell"], ["Europe", "Viking"]], "4");
        let fleet = Table::new().caption("Fleet (no longer here: Odessa)").lefts(["Ship", "At"]);
        let expected = Page::new("x")
            .heading(2, "Ships")
            .table(fleet.row(["Europe", "Viking"]))
            .heading(2, "Routes")
            .facts([("Points", "4")]);
        assert_eq!(now.since(&before), expected);
    }

    #[test]
    fn nothing_new_leaves_nothing_and_a_first_page_is_whole() {
        let before = page(&[["Norway", "Pell"]], "3");
        assert!(before.clone().since(&before).blocks.is_empty());
        assert_eq!(before.clone().since(&Page::new("y")), before);
    }
}
