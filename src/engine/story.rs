//! A cycle as a story: what its reader witnessed, in sections, with what belongs together in one
//! place. Made once, for reports, forecasts and summaries alike.

use super::{DrawName, Fact, Game, Opening, Rule, Subject, Told, Weight};
use crate::base::words::{capital, names};
use crate::page::{Block, Page, Text};

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

/// A heading and its rank: 3 for a section, 4 for a part of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// 3 or 4.
    pub level: u8,
    /// The words.
    pub text: String,
}

/// A piece of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// One thing that happened.
    Line(Line),
    /// A fight, from its beginning to its end.
    Engagement(Engagement),
}

/// A fight in one piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Engagement {
    /// Who fought where.
    pub title: String,
    /// What came of it.
    pub lines: Vec<Line>,
    /// How: steps, rolls and modifiers.
    pub details: Vec<Line>,
}

/// A sentence and what it rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The sentence, with a capital and without a full stop.
    pub text: String,
    /// The rule.
    pub rule: Rule,
    /// The draw that decided.
    pub draw: Option<DrawName>,
}

impl Line {
    fn text(&self) -> Text {
        let text = Text::plain(format!("{}.", self.text)).rule(self.rule.id());
        match &self.draw {
            Some(name) => text.draw(name.to_string()),
            None => text,
        }
    }
}

impl Story {
    /// The story of what a reader witnessed.
    pub fn of<G: Game>(game: &G, witnessed: &[Fact<G::Event>]) -> Self {
        let mut writer = Writer::default();
        for fact in witnessed {
            writer.take(fact, game.tell(&fact.event));
        }
        writer.end()
    }

    /// The story with a heading over what comes before the first section.
    #[must_use]
    pub(super) fn beginning(mut self, heading: Option<String>) -> Self {
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
                    Item::Line(line) => all.extend(plain(line)),
                    Item::Engagement(fight) => {
                        all.push(fight.title.clone());
                        all.extend(fight.lines.iter().filter_map(plain));
                    }
                }
            }
        }
        all
    }

    /// Adds the story to a page: the summary, then all of it.
    pub(super) fn write(&self, mut page: Page) -> Page {
        if !self.summary.is_empty() {
            let lines = self.summary.iter().map(|line| format!("{}.", line.text));
            page = page.heading(2, "In short").list(lines);
        }
        if self.sections.is_empty() {
            return page;
        }
        page = page.heading(2, "What happened");
        let told = self.sections.iter().enumerate().filter(|(n, _)| !self.is_bare(*n));
        told.fold(page, |page, (_, section)| section.write(page))
    }

    /// True for a heading that nothing stands under.
    fn is_bare(&self, at: usize) -> bool {
        let level = |section: &Section| section.title.as_ref().map_or(0, |title| title.level);
        let (section, rest) = (&self.sections[at], &self.sections[at + 1..]);
        let parts = rest.iter().take_while(|next| level(next) > level(section));
        [section].into_iter().chain(parts).all(|section| section.items.is_empty())
    }
}

fn plain(line: &Line) -> Option<String> {
    line.draw.is_none().then(|| format!("{}.", line.text))
}

impl Section {
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

impl Engagement {
    fn block(&self) -> Block {
        let texts = |lines: &[Line]| lines.iter().map(Line::text).collect();
        Block::Card {
            title: self.title.clone(),
            lines: texts(&self.lines),
            details: texts(&self.details),
        }
    }
}

fn flush(page: Page, lines: &mut Vec<Text>) -> Page {
    if lines.is_empty() { page } else { page.list(std::mem::take(lines)) }
}

/// A course or tally that the next event may go on with.
#[derive(Debug)]
enum Running {
    Course { who: String, places: Vec<String>, rule: Rule },
    Tally { lead: String, items: Vec<String>, rule: Rule },
}

/// A story while it is written.
#[derive(Debug, Default)]
struct Writer {
    story: Story,
    section: Section,
    fight: Option<Engagement>,
    running: Option<Running>,
    price: Option<(String, Rule)>,
}

impl Writer {
    fn take<E>(&mut self, fact: &Fact<E>, told: Told) {
        let text = capital(&told.text);
        match told.opens {
            Some(Opening::Section) => self.open(3, text),
            Some(Opening::Part) => self.open(4, text),
            Some(Opening::Engagement) => {
                self.close_fight();
                self.fight = Some(Engagement { title: text, lines: vec![], details: vec![] });
            }
            Some(Opening::Step) | None => self.tell(fact, told),
        }
    }

    fn tell<E>(&mut self, fact: &Fact<E>, told: Told) {
        let rule = fact.rule.clone();
        match told.of {
            Subject::Price => {
                self.spell_price();
                self.price = Some((told.text, rule));
            }
            Subject::Course { who, from, to } => self.course(rule, (who, from, to)),
            Subject::Tally { lead, item } => self.tally(rule, lead, item),
            subject @ (Subject::Table | Subject::Engagement) => {
                self.stop();
                let text = self.priced(capital(&told.text));
                let line = Line { text, rule, draw: fact.draw.clone() };
                if told.weight == Weight::Headline {
                    self.story.summary.push(line.clone());
                }
                self.put(line, told.weight, &subject);
            }
        }
    }

    fn put(&mut self, line: Line, weight: Weight, subject: &Subject) {
        if *subject == Subject::Table {
            self.close_fight();
        }
        match (&mut self.fight, weight) {
            (Some(fight), Weight::Detail) => fight.details.push(line),
            (Some(fight), Weight::Headline | Weight::Line) => fight.lines.push(line),
            (None, Weight::Detail) => {}
            (None, Weight::Headline | Weight::Line) => self.section.items.push(Item::Line(line)),
        }
    }

    fn course(&mut self, rule: Rule, (who, from, to): (String, String, String)) {
        self.spell_price();
        if let Some(Running::Course { who: moving, places, .. }) = &mut self.running
            && *moving == who
            && places.last() == Some(&from)
        {
            places.push(to);
            return;
        }
        self.close_fight();
        self.running = Some(Running::Course { who, places: vec![from, to], rule });
    }

    fn tally(&mut self, rule: Rule, lead: String, item: String) {
        let item = self.priced(item);
        if let Some(Running::Tally { lead: led, items, rule: same }) = &mut self.running
            && *led == lead
            && *same == rule
        {
            items.push(item);
            return;
        }
        self.close_fight();
        self.running = Some(Running::Tally { lead, items: vec![item], rule });
    }

    /// The text with the price that was told before it.
    fn priced(&mut self, text: String) -> String {
        match self.price.take() {
            Some((price, _)) => format!("{text} ({price})"),
            None => text,
        }
    }

    /// A price that nothing follows is told by itself.
    fn spell_price(&mut self) {
        if let Some((text, rule)) = self.price.take() {
            self.stop();
            let line = Line { text: capital(&text), rule, draw: None };
            self.put(line, Weight::Line, &Subject::Table);
        }
    }

    /// Ends a running course or tally.
    fn stop(&mut self) {
        let (text, rule) = match self.running.take() {
            None => return,
            Some(Running::Course { who, places, rule }) => {
                (format!("{who}: {}", places.join(" → ")), rule)
            }
            Some(Running::Tally { lead, items, rule }) => {
                (capital(&format!("{lead} {}", names(&items))), rule)
            }
        };
        self.put(Line { text, rule, draw: None }, Weight::Line, &Subject::Engagement);
    }

    fn close_fight(&mut self) {
        self.stop();
        if let Some(fight) = self.fight.take() {
            self.section.items.push(Item::Engagement(fight));
        }
    }

    fn open(&mut self, level: u8, text: String) {
        self.spell_price();
        self.close_fight();
        let next = Section { title: Some(Heading { level, text }), items: Vec::new() };
        let section = std::mem::replace(&mut self.section, next);
        if section != Section::default() {
            self.story.sections.push(section);
        }
    }

    fn end(mut self) -> Story {
        self.spell_price();
        self.close_fight();
        if self.section != Section::default() {
            self.story.sections.push(self.section);
        }
        self.story
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(rule: &'static str, draw: Option<&str>) -> Fact<()> {
        let draw = draw.map(DrawName::from);
        Fact { moment: 0, rule: Rule::new(rule), draw, event: () }
    }

    /// A story of tellings, each under the rule `x1`; a detail counts as drawn.
    fn story(told: impl IntoIterator<Item = Told>) -> Story {
        let mut writer = Writer::default();
        for told in told {
            let draw = (told.weight == Weight::Detail).then_some("dice/1");
            writer.take(&fact("x1", draw), told);
        }
        writer.end()
    }

    fn texts(story: &Story) -> Vec<String> {
        let mut texts = Vec::new();
        for section in &story.sections {
            texts.extend(
                section.title.iter().map(|title| format!("{} {}", title.level, title.text)),
            );
            for item in &section.items {
                match item {
                    Item::Line(line) => texts.push(line.text.clone()),
                    Item::Engagement(fight) => {
                        texts.push(format!("[{}]", fight.title));
                        texts.extend(fight.lines.iter().map(|line| format!("= {}", line.text)));
                        texts.extend(fight.details.iter().map(|line| format!("- {}", line.text)));
                    }
                }
            }
        }
        texts
    }

    fn course(who: &str, from: &str, to: &str) -> Told {
        let [who, from, to] = [who, from, to].map(str::to_owned);
        Told::line("x").of(Subject::Course { who, from, to })
    }

    fn tally(lead: &str, item: &str) -> Told {
        Told::line("x").of(Subject::Tally { lead: lead.to_owned(), item: item.to_owned() })
    }

    #[test]
    fn jumps_that_follow_each_other_are_one_line() {
        let told = story([
            course("Odessa", "7", "25"),
            course("Odessa", "25", "8"),
            course("Norway", "8", "9"),
            course("Odessa", "8", "26"),
        ]);
        assert_eq!(texts(&told), ["Odessa: 7 → 25 → 8", "Norway: 8 → 9", "Odessa: 8 → 26"]);
    }

    #[test]
    fn a_fight_is_one_block_and_ends_with_what_is_no_part_of_it() {
        let told = story([
            Told::line("the fight begins").opens(Opening::Engagement),
            Told::detail("a rolls 6").engaged(),
            Told::headline("b is lost").engaged(),
            Told::line("the Union scores"),
            Told::line("c is repaired").engaged(),
        ]);
        let expected = [
            "[The fight begins]",
            "= B is lost",
            "- A rolls 6",
            "The Union scores",
            "C is repaired",
        ];
        assert_eq!(texts(&told), expected);
        assert_eq!(told.summary.len(), 1);
    }

    #[test]
    fn like_things_are_counted_up_with_their_prices() {
        let told = story([
            Told::line("3 PP").of(Subject::Price),
            tally("Britain raise", "1 infantry in Wales"),
            tally("Britain raise", "2 cavalry in York"),
            Told::line("5 PP").of(Subject::Price),
            Told::line("a port is built"),
            Told::line("9 PP").of(Subject::Price),
        ]);
        let expected = [
            "Britain raise 1 infantry in Wales (3 PP) and 2 cavalry in York",
            "A port is built (5 PP)",
            "9 PP",
        ];
        assert_eq!(texts(&told), expected);
    }

    #[test]
    fn headings_stand_only_over_something() {
        let told = story([
            Told::line("movement").opens(Opening::Section),
            Told::line("an empty part").opens(Opening::Part),
            Told::line("combat").opens(Opening::Section),
            Told::line("another empty part").opens(Opening::Part),
            Told::line("first").opens(Opening::Part),
            Told::detail("nobody reads this"),
            Told::line("a jumps"),
        ]);
        assert_eq!(
            texts(&told),
            [
                "3 Movement",
                "4 An empty part",
                "3 Combat",
                "4 Another empty part",
                "4 First",
                "A jumps",
            ]
        );
        let page = told.write(Page::new("x"));
        let headings: Vec<&str> = page
            .blocks
            .iter()
            .filter_map(|block| match block {
                Block::Heading { text, .. } => Some(text.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(headings, ["What happened", "Combat", "First"]);
    }

    #[test]
    fn what_comes_before_the_first_section_gets_a_heading() {
        let part = || Told::line("the go of a").opens(Opening::Part);
        let section = || Told::line("combat").opens(Opening::Section);
        let line = || Told::line("a jumps");
        let begun = |told: Vec<Told>| texts(&story(told).beginning(Some("movement".to_owned())));
        assert_eq!(begun(vec![line(), section()]), ["3 Movement", "A jumps", "3 Combat"]);
        assert_eq!(begun(vec![part(), line()]), ["3 Movement", "4 The go of a", "A jumps"]);
        assert_eq!(begun(vec![section(), line()]), ["3 Combat", "A jumps"]);
        assert!(begun(Vec::new()).is_empty());
    }

    #[test]
    fn sentences_for_comparison_tell_no_dice() {
        let told = story([
            Told::line("the fight begins").opens(Opening::Engagement),
            Told::detail("a rolls 6").engaged(),
            Told::line("b flees").engaged(),
        ]);
        assert_eq!(told.sentences(), ["The fight begins", "B flees."]);
    }
}
