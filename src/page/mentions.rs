//! What a page tells of one unit or place.

use super::{Block, Page, Table, Text};

impl Page {
    /// The blocks that tell of a name, each cut down to what does: lines of lists and cards, facts,
    /// and the rows of tables in which it has a cell of its own, or that begin with several names and it among them. Large and small letters are the
    /// same, and a name counts as a whole only. What stands in the summary stands in the story too.
    pub fn mentions(&self, name: &str) -> Vec<Block> {
        let told = |text: &Text| is_named(&text.words(), name);
        let mut summary = false;
        let mut told_of = Vec::new();
        for block in &self.blocks {
            if let Block::Heading { text, .. } = block {
                summary = text == Self::SUMMARY;
            } else if !summary {
                told_of.extend(about(block, name, &told));
            }
        }
        told_of
    }
}

fn about(block: &Block, name: &str, told: &impl Fn(&Text) -> bool) -> Option<Block> {
    let some =
        |texts: &[Text]| -> Vec<Text> { texts.iter().filter(|text| told(text)).cloned().collect() };
    match block {
        Block::Paragraph(text) | Block::Note(text) => told(text).then(|| block.clone()),
        Block::List(items) => {
            let items = some(items);
            (!items.is_empty()).then_some(Block::List(items))
        }
        Block::Card { title, lines, details } => {
            let lines = some(lines);
            let details: Vec<Block> =
                details.iter().filter_map(|block| about(block, name, told)).collect();
            let silent = lines.is_empty() && details.is_empty() && !is_named(title, name);
            (!silent).then(|| Block::Card { title: title.clone(), lines, details })
        }
        Block::Table(table) => {
            let is = |words: &str| words.trim().to_lowercase() == name.trim().to_lowercase();
            let own = |cell: &Text| is(&cell.words());
            let among = |cell: &Text| cell.words().replace(" and ", ", ").split(", ").any(is);
            let told = |row: &&Vec<Text>| row.iter().any(own) || row.first().is_some_and(among);
            let rows = table.rows.iter().filter(told).cloned();
            let rows: Vec<Vec<Text>> = rows.collect();
            (!rows.is_empty()).then(|| Block::Table(Table { rows, ..table.clone() }))
        }
        Block::Facts(facts) => {
            let facts = facts.iter().filter(|(_, text)| told(text)).cloned();
            let facts: Vec<(String, Text)> = facts.collect();
            (!facts.is_empty()).then_some(Block::Facts(facts))
        }
        Block::Folded { title, blocks } => {
            let blocks: Vec<Block> =
                blocks.iter().filter_map(|block| about(block, name, told)).collect();
            let title = title.clone();
            (!blocks.is_empty()).then_some(Block::Folded { title, blocks })
        }
        Block::Heading { .. }
        | Block::Code { .. }
        | Block::Map(_)
        | Block::Board(_)
        | Block::Replay(_)
        | Block::Chart(_) => None,
    }
}

/// True if the words hold the name, and not only as a part of a longer one.
pub(crate) fn is_named(words: &str, name: &str) -> bool {
    let (words, name) = (words.to_lowercase(), name.trim().to_lowercase());
    if name.is_empty() {
        return false;
    }
    words.match_indices(&name).any(|(at, _)| {
        let before = words[..at].chars().next_back();
        let after = words[at + name.len()..].chars().next();
        [before, after].into_iter().flatten().all(|c| !c.is_alphanumeric())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_as_a_whole() {
        assert!(is_named("Norway is lost.", "norway"));
        assert!(is_named("fire at Norway: a hit", "Norway"));
        assert!(!is_named("the Norwayans", "Norway"));
        assert!(!is_named("amber-19 fires", "amber-1"));
        assert!(!is_named("anything", " "));
    }

    #[test]
    fn of_a_page_what_tells_of_it_is_left() {
        let page = Page::new("x")
            .heading(2, Page::SUMMARY)
            .list(["Norway flees."])
            .heading(2, "Combat")
            .list(["Norway flees.", "Europe fires."])
            .table(
                Table::new()
                    .lefts(["Ship", "At"])
                    .row(["Norway", "3"])
                    .row(["Malta, Norway and Odessa", "5"])
                    .row(["Europe", "Norway, 4"]),
            )
            .paragraph("Nothing else.")
            .block(Block::Card {
                title: "Combat at Pell".to_owned(),
                lines: vec!["Europe is lost.".into()],
                details: vec![Block::List(vec![
                    "Norway aims at Europe.".into(),
                    "Malta aims.".into(),
                ])],
            });
        let card = |details: Vec<Text>| Block::Card {
            title: "Combat at Pell".to_owned(),
            lines: Vec::new(),
            details: if details.is_empty() { Vec::new() } else { vec![Block::List(details)] },
        };
        let rows = Table::new()
            .lefts(["Ship", "At"])
            .row(["Norway", "3"])
            .row(["Malta, Norway and Odessa", "5"]);
        let expected = vec![
            Block::List(vec!["Norway flees.".into()]),
            Block::Table(rows),
            card(vec!["Norway aims at Europe.".into()]),
        ];
        assert_eq!(page.mentions("norway"), expected);
        assert!(page.mentions("Corinth").is_empty());
    }
}
