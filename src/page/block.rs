//! Pages and their blocks.

use serde::{Deserialize, Serialize};

use super::{Board, Chart, Map, Picture, Scene, Table, Text};
use crate::base::words::capital;

/// A document, built block by block:
/// `Page::new("Turn 7").heading(2, "Combat").paragraph("Norway is lost.")`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Page {
    /// The title; a heading of level 1.
    pub title: String,
    /// A line below the title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subtitle: Option<String>,
    /// What is to be read, in order.
    pub blocks: Vec<Block>,
}

/// A block of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Block {
    /// A heading.
    Heading {
        /// From 2, below the title, to 4.
        level: u8,
        /// Its words.
        text: String,
    },
    /// Running text.
    Paragraph(Text),
    /// Things one after another.
    List(Vec<Text>),
    /// Things with several properties each.
    Table(Table),
    /// Labels and what they stand for.
    Facts(Vec<(String, Text)>),
    /// Lines to be copied as they are.
    Code {
        /// What they are written in, such as `yaml`; may be empty.
        language: String,
        /// The lines.
        text: String,
    },
    /// A remark beside the text.
    Note(Text),
    /// One affair in one piece: what came of it, and folded beneath it how.
    Card {
        /// Its words in one line.
        title: String,
        /// What came of it.
        lines: Vec<Text>,
        /// Steps and rolls, for whoever wants to check them.
        details: Vec<Block>,
    },
    /// Blocks that are folded away under a title.
    Folded {
        /// Its words in one line.
        title: String,
        /// What stands there.
        blocks: Vec<Block>,
    },
    /// What lies where. Renderings without pictures only name it.
    Map(Map),
    /// What stands on which square or hex. Renderings without pictures tell it in words.
    Board(Box<Board>),
    /// A story with a map for each step.
    Replay(Vec<Scene>),
    /// Numbers over time. Renderings without pictures tell them in a table.
    Chart(Chart),
}

impl Page {
    /// The heading over what matters most.
    pub const SUMMARY: &str = "In short";

    /// The heading over tables of how things stand.
    pub const SITUATION: &str = "The situation";

    /// A page without blocks.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), subtitle: None, blocks: Vec::new() }
    }

    /// Adds a line below the title.
    #[must_use]
    pub fn subtitle(mut self, subtitle: impl Into<String>) -> Self {
        self.subtitle = Some(subtitle.into());
        self
    }

    /// Adds a heading of level 2 to 4.
    ///
    /// # Panics
    /// If the level is another.
    #[must_use]
    pub fn heading(self, level: u8, text: impl Into<String>) -> Self {
        assert!((2..=4).contains(&level), "headings have the levels 2 to 4");
        self.block(Block::Heading { level, text: text.into() })
    }

    /// Adds running text.
    #[must_use]
    pub fn paragraph(self, text: impl Into<Text>) -> Self {
        self.block(Block::Paragraph(text.into()))
    }

    /// Adds a list.
    #[must_use]
    pub fn list<T: Into<Text>>(self, items: impl IntoIterator<Item = T>) -> Self {
        self.block(Block::List(items.into_iter().map(Into::into).collect()))
    }

    /// Adds a table, if it has a row.
    #[must_use]
    pub fn table(self, table: Table) -> Self {
        if table.rows.is_empty() { self } else { self.block(Block::Table(table)) }
    }

    /// Adds labels and what they stand for.
    #[must_use]
    pub fn facts<L: Into<String>, T: Into<Text>>(
        self,
        facts: impl IntoIterator<Item = (L, T)>,
    ) -> Self {
        let facts = facts.into_iter().map(|(label, text)| (label.into(), text.into()));
        self.block(Block::Facts(facts.collect()))
    }

    /// Adds labels and what they stand for, in words in which code stands between backticks.
    #[must_use]
    pub fn marked_facts<L: Into<String>>(
        self,
        facts: impl IntoIterator<Item = (L, String)>,
    ) -> Self {
        self.facts(facts.into_iter().map(|(label, words)| (label, Text::marked(&words))))
    }

    /// Adds lines to be copied as they are.
    #[must_use]
    pub fn code(self, language: impl Into<String>, text: impl Into<String>) -> Self {
        self.block(Block::Code { language: language.into(), text: text.into() })
    }

    /// Adds a remark.
    #[must_use]
    pub fn note(self, text: impl Into<Text>) -> Self {
        self.block(Block::Note(text.into()))
    }

    /// Adds a map.
    #[must_use]
    pub fn map(self, map: Map) -> Self {
        self.block(Block::Map(map))
    }

    /// Adds a board.
    #[must_use]
    pub fn board(self, board: Board) -> Self {
        self.block(Block::Board(Box::new(board)))
    }

    /// Adds a map or a board.
    #[must_use]
    pub fn picture(self, picture: Picture) -> Self {
        match picture {
            Picture::Map(map) => self.map(*map),
            Picture::Board(board) => self.block(Block::Board(board)),
        }
    }

    /// Adds blocks that are folded away.
    #[must_use]
    pub fn folded(self, title: impl Into<String>, blocks: Vec<Block>) -> Self {
        self.block(Block::Folded { title: title.into(), blocks })
    }

    /// Adds a sentence to what matters most, which stands before everything else: behind what became of the reader, if
    /// that is told in a list of its own.
    #[must_use]
    pub fn in_short(mut self, sentence: impl Into<Text>) -> Self {
        let sentence = sentence.into();
        let is_heading =
            |block: &Block| matches!(block, Block::Heading { text, .. } if text == Self::SUMMARY);
        let list = self.blocks.iter().position(is_heading).map(|at| at + 1);
        let next = list.and_then(|at| self.blocks.get(at + 1));
        let more = matches!(next, Some(Block::List(_)));
        if let Some(Block::List(items)) = list.and_then(|at| self.blocks.get_mut(at)) {
            // Of two lists the first is what became of the reader; a single one begins with what they have to do.
            let at = if more { items.len() } else { 0 };
            items.insert(at, sentence);
        } else {
            let heading = Block::Heading { level: 2, text: Self::SUMMARY.to_owned() };
            self.blocks.splice(0..0, [heading, Block::List(vec![sentence])]);
        }
        self
    }

    /// Says at the top that the game is over and how, unless it is said there in the same words.
    #[must_use]
    pub fn in_short_over(self, outcome: &str) -> Self {
        let said = format!("{}.", capital(outcome));
        let says = |block: &Block| matches!(block, Block::List(items) if items.iter().any(|it| it.words() == said));
        let short = self.blocks.iter().skip_while(
            |block| !matches!(block, Block::Heading { text, .. } if text == Self::SUMMARY),
        );
        if short.skip(1).take(2).any(says) {
            return self;
        }
        self.in_short(format!("The game is over: {outcome}."))
    }

    /// Adds a block.
    #[must_use]
    pub fn block(mut self, block: Block) -> Self {
        self.blocks.push(block);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::yaml::{self, Origin};

    #[test]
    fn a_page_is_written_and_read_back() {
        let page = Page::new("Turn 7")
            .subtitle("Union")
            .heading(2, "Combat")
            .paragraph(Text::plain("Norway is ").strong("lost").rule("cw26").draw("combat/pell"))
            .list(["one", "two"])
            .table(Table::new().caption("Ships").left("Ship").right("Hits").row(["Norway", "3"]))
            .facts([("Deadline", Text::default().code("2026-07-08"))])
            .code("yaml", "orders: []\n")
            .note("no more");
        let text = yaml::write(&page);
        assert_eq!(yaml::read::<Page>(text.as_bytes(), Origin::House).unwrap(), page);
    }

    #[test]
    fn what_matters_most_stands_first() {
        let page = Page::new("x").note("below").in_short("two").in_short("one");
        let short = |page: Page| page.heading(2, Page::SUMMARY);
        let expected = short(Page::new("x")).list(["one", "two"]).note("below");
        assert_eq!(page, expected);
        let page = short(Page::new("x")).list(["own"]).list(["else"]).in_short("due");
        let expected = short(Page::new("x")).list(["own", "due"]).list(["else"]);
        assert_eq!(page, expected);
    }

    #[test]
    #[should_panic(expected = "levels 2 to 4")]
    fn the_title_is_the_only_heading_of_level_one() {
        let _ = Page::new("x").heading(1, "y");
    }
}
