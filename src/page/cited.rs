//! The rules that a page cites.

use std::collections::BTreeSet;

use super::{Block, Page, Scene, Span, Text};

impl Page {
    /// The identifiers of all rules that are cited on the page.
    pub(crate) fn cited(&self) -> BTreeSet<&str> {
        cited(&self.blocks).collect()
    }
}

/// The identifiers of the rules that blocks cite, as often as they do.
pub(crate) fn cited(blocks: &[Block]) -> impl Iterator<Item = &str> {
    blocks.iter().flat_map(texts).flat_map(|text| &text.0).filter_map(rule)
}

fn rule(span: &Span) -> Option<&str> {
    match span {
        Span::Rule(id) => Some(id),
        Span::Plain(_) | Span::Strong(_) | Span::Code(_) | Span::Draw(_) | Span::Link { .. } => {
            None
        }
    }
}

fn texts(block: &Block) -> Vec<&Text> {
    match block {
        Block::Paragraph(text) | Block::Note(text) => vec![text],
        Block::List(items) => items.iter().collect(),
        Block::Table(table) => table.rows.iter().flatten().collect(),
        Block::Facts(facts) => facts.iter().map(|(_, text)| text).collect(),
        Block::Card { lines, details, .. } => {
            lines.iter().chain(details.iter().flat_map(texts)).collect()
        }
        Block::Folded { blocks, .. } => blocks.iter().flat_map(texts).collect(),
        Block::Replay(scenes) => scenes
            .iter()
            .flat_map(|Scene { lines, details, .. }| lines.iter().chain(details))
            .collect(),
        Block::Heading { .. }
        | Block::Code { .. }
        | Block::Map(_)
        | Block::Board(_)
        | Block::Chart(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Table;

    #[test]
    fn every_rule_is_found_once() {
        let text = |id: &str| Text::plain("so it is").rule(id);
        let card = Block::Card {
            title: "Combat".to_owned(),
            lines: vec![text("a3")],
            details: vec![Block::List(vec![text("a4"), text("a1")])],
        };
        let page = Page::new("x")
            .paragraph(text("a1"))
            .table(Table::new().left("Roll").row([text("a2")]))
            .block(card)
            .facts([("Roll", text("a5"))])
            .folded("y", vec![Block::Note(text("a6"))]);
        assert_eq!(Vec::from_iter(page.cited()), ["a1", "a2", "a3", "a4", "a5", "a6"]);
    }
}
