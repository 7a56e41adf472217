//! The chronicle: the whole game, told afterwards, with nothing left out.

use super::how_to_check;
use crate::base::words::{capital, count, names};
use crate::base::{Problem, Time};
use crate::engine::story::answers;
use crate::engine::{Code, Outcome, Position, Reader, RecordDoc, Setting, spoken};
use crate::ledger::PacketUse;
use crate::page::{Block, Chart, Measure, Page, Scene, Table, Text};
use crate::referee::audit::replay::{Again, Opened};
use crate::referee::press::{self, Told};
use crate::referee::record::campaign::Campaign;
use crate::referee::record::{acts, ledger_page};

mod turning;

/// The chronicle of an opened campaign, from what its packets and seeds lead to.
///
/// # Errors
/// If the campaign is not what its ledger says, or nothing was resolved yet.
pub fn chronicle(campaign: &Campaign, opened: &Opened<'_>) -> Result<Page, Problem> {
    let press = press::told(campaign, opened.press().as_ref())?;
    whole(campaign, opened.each(&chapter)?, press)
}

/// What one cycle adds to the chronicle.
pub(super) struct Chapter {
    number: u32,
    scenes: Vec<Scene>,
    /// What was ordered.
    orders: Vec<Block>,
    /// What mattered most.
    headlines: Vec<String>,
    /// The numbers by which the sides' fortunes are followed.
    measures: Vec<Measure>,
    /// What each side lost in it.
    losses: Vec<Measure>,
    /// The number, the seed, and whose links went into it.
    seed: [Text; 3],
    /// How it ended.
    end: (Position, Option<Outcome>),
}

/// The chapter of a cycle.
///
/// # Errors
/// If its record is none of this game's.
pub(super) fn chapter(again: &Again<'_>) -> Result<Chapter, Problem> {
    let number = again.cycle.number;
    let (game, whole) = (&again.campaign.game, Reader::Moderator);
    let view = game.see(&again.played.made.position, &whole)?;
    let mut chapter = Chapter {
        number,
        scenes: Vec::new(),
        orders: Vec::new(),
        headlines: Vec::new(),
        measures: game.measures(&view)?,
        losses: game.losses(&view, None)?,
        seed: [
            Text::plain(number.to_string()),
            Text::default().code(crate::base::Digest(*again.luck.seed()).to_string()),
            Text::plain(contributors(again)),
        ],
        end: (again.played.made.position.clone(), again.played.outcome.clone()),
    };
    if let (Some(before), Some(record)) = (again.before, &again.played.made.record) {
        let scenes = game.scenes(before, record, &whole)?;
        let news = game.news(record, &whole)?;
        chapter.headlines = game.headlines(&news)?;
        chapter.losses = game.losses(&view, Some(&news))?;
        let titled = |scene: Scene| {
            let title = format!("Cycle {number} · {}", scene.title);
            Scene { title, ..scene }
        };
        chapter.scenes = scenes.into_iter().map(titled).collect();
        chapter.orders = vec![ordered(again, record)?];
    } else if let Some(correction) = &again.cycle.result.correction {
        let act = acts::corrected(number, correction);
        let page = Page::new("").paragraph(format!("{}.", capital(&act.sentence())));
        let set = again.settings.iter().map(|Setting { path, from, to }| {
            Text::default()
                .code(path)
                .and(": from ")
                .code(from.to_string())
                .and(" to ")
                .code(to.to_string())
        });
        let set: Vec<Text> = set.collect();
        let page = if set.is_empty() { page } else { page.list(set) };
        let title = format!("Cycle {number}: not played");
        chapter.orders = vec![Block::Folded { title, blocks: page.blocks }];
    }
    Ok(chapter)
}

/// The chronicle of these chapters and messages.
///
/// # Errors
/// If there are none.
pub(super) fn whole(
    campaign: &Campaign,
    chapters: Vec<Chapter>,
    press: Vec<Told>,
) -> Result<Page, Problem> {
    let seeds = Table::new().right("Cycle").left("Seed").left("Links from");
    let (scenes, orders) = (Vec::new(), Vec::new());
    let (course, losses) = (Vec::new(), Vec::new());
    let (last, cycles) = (None, 0);
    let mut book = Book { campaign, scenes, orders, press, seeds, course, losses, last, cycles };
    for Chapter { number, scenes, orders, headlines, measures, losses, seed, end } in chapters {
        let mut lost = book.losses.last().cloned().unwrap_or_default();
        Measure::add_up(&mut lost, losses);
        book.losses.push(lost);
        book.course.push(turning::Cycle { number, headlines, measures });
        book.scenes.extend(scenes);
        book.orders.extend(orders);
        book.seeds = book.seeds.row(seed);
        (book.last, book.cycles) = (Some(end), number);
    }
    book.page()
}

/// Whose links went into a seed.
fn contributors(again: &Again<'_>) -> String {
    let mut all = vec!["the moderator".to_owned()];
    if again.cycle.number == 0 {
        all.extend(again.campaign.tips().into_iter().map(|(seat, _)| seat.to_string()));
    }
    let ledger = &again.campaign.ledger;
    if ledger.genesis().link_terms.is_some() {
        let given = ledger.links_given(again.cycle.number);
        all.extend(given.map(|(_, seat, _)| seat.to_string()));
        return names(&all);
    }
    for (seat, used) in &again.cycle.result.packets {
        let links = match used {
            PacketUse::Used { contributed, .. } => *contributed,
            PacketUse::Stands { packet, .. } => packet.as_ref().is_some_and(|p| p.contributed),
            PacketUse::Nmr { .. } => false,
        };
        if links {
            all.push(seat.to_string());
        }
    }
    names(&all)
}

/// When a cycle was, and what each seat ordered in it.
fn ordered(again: &Again<'_>, record: &RecordDoc) -> Result<Block, Problem> {
    let (number, ledger) = (again.cycle.number, &again.campaign.ledger);
    let opening = ledger.opening(number);
    let phase = opening.map(|opening| opening.phase.as_str()).unwrap_or_default();
    let time = |time: Option<Time>| time.map(|time| time.to_string()).unwrap_or_default();
    let when = |kind| time(ledger_page::when(ledger, kind, number));
    let mut facts = vec![("Opened", when("open")), ("Resolved", when("result"))];
    if let Some(deadline) = ledger.deadline(number) {
        facts.push(("Deadline", deadline.to_string()));
    }
    let silent = ledger_page::silent(again.cycle.result).join(", ");
    if !silent.is_empty() {
        facts.push(("No orders from", silent));
    }
    let mut page = Page::new("").facts(facts);
    let amended = acts::amended(again.rulings, &Reader::Moderator);
    if !amended.is_empty() {
        page = page.list(amended.iter().map(|act| format!("{}.", capital(&act.sentence()))));
    }
    let mut undone = Table::new().left("Seat");
    for kept in &again.cycle.used {
        let seat = &kept.header.seat;
        let whole = String::from_utf8_lossy(&kept.bytes);
        let (line, orders) = from_the_orders(&whole);
        let title = match line {
            1 => format!("Orders of {seat}, cycle {number}"),
            line => format!("Orders of {seat}, cycle {number}, from line {line} of the file"),
        };
        page = page.heading(3, title).code("yaml", orders);
        let mut given = again.campaign.game.answers(record, seat)?;
        let lines = given.len();
        given.retain(|answer| answer.code != Code::Done);
        if !given.is_empty() {
            let Table { columns, rows, .. } = answers::table(&given);
            let of = |row: Vec<Text>| [vec![Text::plain(seat.to_string())], row].concat();
            undone.columns = [undone.columns[..1].to_vec(), columns].concat();
            undone.rows.extend(rows.into_iter().map(of));
        } else if lines > 0 {
            page = page.paragraph("All order lines were done.");
        }
    }
    if !undone.rows.is_empty() {
        page = page.table(undone.caption(format!("Not done as ordered, cycle {number}")));
    }
    Ok(Block::Folded { title: format!("Cycle {number}: {}", spoken(phase)), blocks: page.blocks })
}

/// An order file from its first orders on, and the number of that line: what stands before says
/// where the file belongs, and is told elsewhere.
fn from_the_orders(file: &str) -> (usize, &str) {
    let mut at = 0;
    for (line, number) in file.split_inclusive('\n').zip(1..) {
        if ["standing:", "contingent:", "orders:"].iter().any(|key| line.starts_with(key)) {
            return (number, &file[at..]);
        }
        at += line.len();
    }
    (1, file)
}

/// A chronicle while it is being written.
struct Book<'c> {
    campaign: &'c Campaign,
    scenes: Vec<Scene>,
    /// What was ordered, cycle by cycle.
    orders: Vec<Block>,
    /// What players wrote to each other.
    press: Vec<Told>,
    seeds: Table,
    /// How fortunes went.
    course: Vec<turning::Cycle>,
    /// What each side had lost after each cycle.
    losses: Vec<Vec<Measure>>,
    last: Option<(Position, Option<Outcome>)>,
    cycles: u32,
}

impl Book<'_> {
    fn page(self) -> Result<Page, Problem> {
        let nothing = || Problem::nothing("no cycle is resolved yet");
        let (position, outcome) = self.last.as_ref().ok_or_else(nothing)?;
        let game = &self.campaign.game;
        let end = game.page(&game.see(position, &Reader::Moderator)?, None)?;
        let ledger = &self.campaign.ledger;
        let mut page = Page::new(format!("The chronicle of {}", ledger.genesis().name))
            .subtitle(format!("{}, {}", end.title, end.subtitle.clone().unwrap_or_default()))
            .facts(self.facts(outcome.as_ref()));
        let mut blocks = end.blocks;
        // Behind what is said in short.
        let short =
            |block: &Block| matches!(block, Block::Heading { text, .. } if text == Page::SUMMARY);
        let behind = blocks.iter().position(short).map_or(0, |at| at + 2).min(blocks.len());
        blocks.splice(behind..behind, self.fortunes());
        page.blocks.extend(blocks);
        page = page.heading(2, "Step by step").block(Block::Replay(self.scenes));
        page = page.heading(2, "All orders");
        page.blocks.extend(self.orders);
        page.blocks.extend(messages(&self.press));
        // What did not go by itself.
        let notable = acts::acts(ledger).into_iter();
        let notable: Vec<String> = notable
            .map(|(entry, _)| format!("{}: {}.", entry.time, ledger_page::sentence(entry)))
            .collect();
        if !notable.is_empty() {
            page = page.heading(2, "Extensions, rulings and new keys").list(notable);
        }
        page = page.heading(2, "Seeds").table(self.seeds.caption("What the dice come from"));
        how_to_check::commands(page.heading(2, "How to check it"), ledger)
    }

    /// The turning points and the charts.
    fn fortunes(&self) -> Vec<Block> {
        let mut page = Page::new("");
        let points = turning::points(&self.course);
        if !points.is_empty() {
            page = page.heading(2, "Turning points").list(points);
        }
        let step = |(cycle, lost): (&turning::Cycle, &Vec<Measure>)| {
            (cycle.number.to_string(), [cycle.measures.as_slice(), lost].concat())
        };
        let steps: Vec<_> = self.course.iter().zip(&self.losses).map(step).collect();
        page.blocks.extend(Chart::of(&steps).into_iter().map(Block::Chart));
        page.blocks
    }

    fn facts(&self, outcome: Option<&Outcome>) -> Vec<(&'static str, Text)> {
        let ledger = &self.campaign.ledger;
        let genesis = ledger.genesis();
        let closing = ledger.closing().map(|closing| capital(&closing.outcome));
        let winners: Vec<String> = outcome
            .iter()
            .flat_map(|outcome| &outcome.winners)
            .map(|seat| ledger_page::player(ledger, seat))
            .collect();
        let seats = self.campaign.seats();
        let players: Vec<_> = seats.iter().map(|seat| ledger_page::players(ledger, seat)).collect();
        let options = self.campaign.game.options();
        let options: Vec<String> = options.iter().map(|(n, v)| format!("{n}: {v}")).collect();
        let began = ledger.entries().next().map(|entry| entry.time.to_string()).unwrap_or_default();
        let mut facts = Vec::new();
        facts.extend(closing.map(|result| ("Result", Text::default().strong(result))));
        if !winners.is_empty() {
            facts.push(("Won by", Text::plain(names(&winners))));
        }
        if let (Some(after), None) = (ledger.opens_after(), ledger.revealed()) {
            let told = format!(
                "up to cycle {}; each is open {} later",
                self.cycles,
                count(after, "cycle")
            );
            facts.push(("Told", Text::plain(told)));
        }
        facts.extend([
            ("Campaign", Text::default().code(self.campaign.id())),
            ("Game", Text::plain(format!("{}, {}", genesis.game, genesis.scenario))),
            ("Options", Text::plain(options.join(", "))),
            ("Players", Text::plain(players.join(", "))),
            ("Cycles", Text::plain(self.cycles.to_string())),
            ("Played", Text::plain(format!("from {began} to {}", ledger.time()))),
        ]);
        facts
    }
}

/// Who promised what to whom, cycle by cycle.
fn messages(press: &[Told]) -> Vec<Block> {
    let mut page = Page::new("");
    if !press.is_empty() {
        page = page.heading(2, "What players wrote to each other");
    }
    for cycle in press.chunk_by(|one, next| one.cycle == next.cycle) {
        let title = format!("Cycle {}: {}", cycle[0].cycle, count(cycle.len(), "message"));
        let blocks = cycle.iter().fold(Page::new(""), |page, told| told.onto(page)).blocks;
        page.blocks.push(Block::Folded { title, blocks });
    }
    page.blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_told_from_their_first_line() {
        let file = "cycle: 2\nseat: union\n\norders:\n- pass\nstanding: []\n";
        assert_eq!(from_the_orders(file), (4, "orders:\n- pass\nstanding: []\n"));
        assert_eq!(from_the_orders("standing: []\n").0, 1);
        assert_eq!(from_the_orders("# nothing\n"), (1, "# nothing\n"));
    }
}
