//! A cycle as a story: what its reader witnessed, in sections, with what belongs together in one
//! place. Made once, for reports, forecasts and summaries alike.

use super::engagement::Engagement;
use super::line::{Line, cited_once};
use crate::base::words::capital;
use crate::page::{Page, Table, Text};

/// Sentences of a summary at most.
pub(super) const SHORT: usize = 6;

/// The story of a cycle.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Story {
    /// What matters most, in the order in which it happened.
    pub summary: Vec<Line>,
    /// Everything.
    pub sections: Vec<Section>,
}

/// A section, such as a phase.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Section {
    /// Its heading; `None` for what comes before the first.
    pub title: Option<Heading>,
    /// What it tells.
    pub items: Vec<Item>,
}

/// A heading and its rank: 3 for a section, 4 for a part of one, 5 for a moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// 3 to 5.
    pub level: u8,
    /// The words.
    pub text: String,
}

impl Heading {
    /// The rank of a moment, which is a row of a table.
    pub(super) const MOMENT: u8 = 5;
}

/// A piece of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// One thing that happened.
    Line(Line),
    /// A fight, from its beginning to its end.
    Engagement(Engagement),
}

impl Story {
    /// The story with a heading over what comes before the first section.
    #[must_use]
    pub(in crate::engine) fn beginning(mut self, heading: Option<String>) -> Self {
        let Some(heading) = heading else { return self };
        let title = Some(Heading { level: 3, text: capital(&heading) });
        match self.sections.first().map(|first| first.title.as_ref().map(|title| title.level)) {
            Some(None) => self.sections[0].title = title,
            Some(Some(4..)) => self.sections.insert(0, Section { title, items: Vec::new() }),
            Some(Some(_)) | None => {}
        }
        self
    }

    /// Every sentence that no draw decided: headings, lines, and what came of engagements.
    pub fn sentences(&self) -> Vec<String> {
        let mut all = Vec::new();
        for section in &self.sections {
            all.extend(section.title.iter().map(|title| title.text.clone()));
            for item in &section.items {
                match item {
                    Item::Line(line) => all.extend(line.undrawn()),
                    Item::Engagement(fight) => {
                        all.push(fight.title.clone());
                        all.extend(fight.lines.iter().flat_map(Line::undrawn));
                    }
                }
            }
        }
        all
    }

    /// What matters most, in sentences.
    pub(in crate::engine) fn headlines(&self) -> Vec<String> {
        self.summary.iter().map(|line| format!("{}.", line.text)).collect()
    }

    /// What matters most, in at most [`SHORT`] sentences.
    pub(in crate::engine) fn short(&self) -> Vec<String> {
        let all = self.summary.len();
        let told = if all > SHORT { SHORT - 1 } else { all };
        let mut lines: Vec<String> =
            self.summary.iter().take(told).map(|line| format!("{}.", line.text)).collect();
        if all > told {
            lines.push(format!("And {} more, below.", all - told));
        }
        lines
    }

    /// True if it tells nothing.
    pub(in crate::engine) fn is_empty(&self) -> bool {
        self.sections.iter().all(|section| section.items.is_empty())
    }

    /// Adds the story to a page.
    pub(in crate::engine) fn write(&self, mut page: Page) -> Page {
        if self.is_empty() {
            return page;
        }
        page = page.heading(2, "What happened");
        let told = self.sections.iter().enumerate().filter(|(n, _)| !self.is_bare(*n));
        let told: Vec<&Section> = told.map(|(_, section)| section).collect();
        let alike = told.chunk_by(|one, next| one.is_moment() && next.is_moment());
        alike.fold(page, |page, sections| match sections {
            [first, ..] if first.is_moment() => page.table(moments(sections)),
            _ => sections.iter().fold(page, |page, section| section.write(page)),
        })
    }

    /// True for a heading that nothing stands under.
    fn is_bare(&self, at: usize) -> bool {
        let level = |section: &Section| section.title.as_ref().map_or(0, |title| title.level);
        let (section, rest) = (&self.sections[at], &self.sections[at + 1..]);
        let parts = rest.iter().take_while(|next| level(next) > level(section));
        [section].into_iter().chain(parts).all(|section| section.items.is_empty())
    }
}

/// Moments that follow each other, a row for each.
fn moments(sections: &[&Section]) -> Table {
    let lines = |section: &Section| -> Vec<Line> {
        section.items.iter().flat_map(Item::lines).cloned().collect()
    };
    let all: Vec<Line> = sections.iter().flat_map(|section| lines(section)).collect();
    let mut cited = cited_once(&all).into_iter();
    let titles = sections.iter().filter_map(|section| section.title.as_ref());
    let mut column = "";
    let mut table = Vec::new();
    for (section, title) in sections.iter().zip(titles) {
        let (before, number) = title.text.rsplit_once(' ').unwrap_or(("", &title.text));
        column = before.rsplit(' ').next().unwrap_or_default();
        let told: Vec<Text> = cited.by_ref().take(lines(section).len()).collect();
        let told =
            told.into_iter().reduce(|all, next| next.0.into_iter().fold(all.and(" "), Text::with));
        table.push([Text::plain(number), told.unwrap_or_default()]);
    }
    Table::new().left(capital(column)).left("What happened").rows(table)
}

impl Section {
    fn is_moment(&self) -> bool {
        self.title.as_ref().is_some_and(|title| title.level == Heading::MOMENT)
    }

    fn write(&self, mut page: Page) -> Page {
        if let Some(title) = &self.title {
            page = page.heading(title.level, &title.text);
        }
        let mut lines: Vec<Text> = Vec::new();
        for item in &self.items {
            match item {
                Item::Line(line) => lines.push(line.text()),
                Item::Engagement(fight) => {
                    page = flush(page, &mut lines).block(fight.block());
                }
            }
        }
        flush(page, &mut lines)
    }
}

fn flush(page: Page, lines: &mut Vec<Text>) -> Page {
    if lines.is_empty() { page } else { page.list(std::mem::take(lines)) }
}

impl Item {
    fn lines(&self) -> &[Line] {
        match self {
            Self::Line(line) => std::slice::from_ref(line),
            Self::Engagement(fight) => &fight.lines,
        }
    }

    pub(super) fn as_line(&mut self) -> Option<&mut Line> {
        match self {
            Self::Line(line) => Some(line),
            Self::Engagement(_) => None,
        }
    }

    pub(super) fn into_line(self) -> Option<Line> {
        match self {
            Self::Line(line) => Some(line),
            Self::Engagement(_) => None,
        }
    }
}
