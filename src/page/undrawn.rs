//! Pages without the labels of draws, for readers who do not check a single die.

use super::{Block, Page, Scene, Table, Text};

impl Page {
    /// The page without the labels of draws in its running text. The table of all draws keeps them:
    /// there they are what is told.
    #[must_use]
    pub fn without_draws(&self) -> Self {
        Self { blocks: all(&self.blocks), ..self.clone() }
    }
}

fn all(blocks: &[Block]) -> Vec<Block> {
    blocks.iter().map(undrawn).collect()
}

fn texts(texts: &[Text]) -> Vec<Text> {
    texts.iter().map(Text::without_draws).collect()
}

fn undrawn(block: &Block) -> Block {
    match block {
        Block::Paragraph(text) => Block::Paragraph(text.without_draws()),
        Block::Note(text) => Block::Note(text.without_draws()),
        Block::List(items) => Block::List(texts(items)),
        Block::Table(table) => {
            let rows = table.rows.iter().map(|row| texts(row)).collect();
            Block::Table(Table { rows, ..table.clone() })
        }
        Block::Facts(facts) => {
            let fact = |(label, text): &(String, Text)| (label.clone(), text.without_draws());
            Block::Facts(facts.iter().map(fact).collect())
        }
        Block::Card { title, lines, details } => {
            Block::Card { title: title.clone(), lines: texts(lines), details: all(details) }
        }
        Block::Folded { title, blocks } => {
            Block::Folded { title: title.clone(), blocks: all(blocks) }
        }
        Block::Replay(scenes) => {
            let scene = |scene: &Scene| Scene {
                lines: texts(&scene.lines),
                details: texts(&scene.details),
                ..scene.clone()
            };
            Block::Replay(scenes.iter().map(scene).collect())
        }
        Block::Heading { .. }
        | Block::Code { .. }
        | Block::Map(_)
        | Block::Board(_)
        | Block::Chart(_) => block.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_names_a_draw_any_more() {
        let text = || Text::plain("5 against 8").rule("cw65").draw("combat/jp-4");
        let blocks = |text: Text| {
            let card = Block::Card {
                title: "Combat".to_owned(),
                lines: vec![text.clone()],
                details: vec![Block::List(vec![text.clone()])],
            };
            let inner = Page::new("").paragraph(text.clone()).note(text.clone()).block(card);
            let table = Table::new().left("Roll").row([text.clone()]);
            Page::new("x")
                .list([text.clone()])
                .facts([("Roll", text)])
                .table(table)
                .folded("y", inner.blocks)
        };
        let without = blocks(text()).without_draws();
        assert_eq!(without, blocks(text().without_draws()));
        assert!(!format!("{without:?}").contains("Draw("));
        assert!(format!("{without:?}").contains("cw65"));
    }
}
