//! The chronicle: the whole game, told from the end. Everything is in it.

use super::annals;
use super::campaign::Campaign;
use super::checking;
use super::replay::{Again, Opened};
use crate::base::Problem;
use crate::base::words::{capital, names};
use crate::engine::{Document, Outcome, Reader, answers};
use crate::ledger::{Body, Entry, PacketUse};
use crate::page::{Block, Page, Scene, Table, Text};

/// The chronicle of an opened campaign, from what its packets and seeds lead to.
///
/// # Errors
/// If the campaign is not what its ledger says, or nothing was resolved yet.
pub fn chronicle(campaign: &Campaign, opened: &Opened<'_>) -> Result<Page, Problem> {
    let mut book = Book::new(campaign);
    opened.each(&mut |again| book.cycle(again))?;
    book.page()
}

/// A chronicle while it is being written.
struct Book<'c> {
    campaign: &'c Campaign,
    scenes: Vec<Scene>,
    /// What was ordered, cycle by cycle.
    orders: Page,
    seeds: Table,
    last: Option<(Document, Option<Outcome>)>,
    cycles: u32,
}

impl<'c> Book<'c> {
    fn new(campaign: &'c Campaign) -> Self {
        let seeds = Table::new().right("Cycle").left("Seed").left("Links of");
        let (scenes, orders) = (Vec::new(), Page::new(""));
        Self { campaign, scenes, orders, seeds, last: None, cycles: 0 }
    }

    fn cycle(&mut self, again: &Again<'_>) -> Result<(), Problem> {
        let number = again.cycle.number;
        let record = Document(again.played.dossier.record.clone());
        if let Some(before) = again.before {
            let scenes = self.campaign.table.scenes(before, &record, &Reader::Moderator)?;
            let titled = |scene: Scene| {
                let title = format!("Cycle {number} · {}", scene.title);
                Scene { title, ..scene }
            };
            self.scenes.extend(scenes.into_iter().map(titled));
            self.ordered(again, &record)?;
            self.cycles = number;
        }
        self.seeds = std::mem::take(&mut self.seeds).row([
            Text::plain(number.to_string()),
            Text::default().code(crate::base::Digest(again.seed).to_string()),
            Text::plain(self.contributors(again)),
        ]);
        self.last = Some((again.played.position.clone(), again.played.outcome.clone()));
        Ok(())
    }

    /// Whose links went into a seed.
    fn contributors(&self, again: &Again<'_>) -> String {
        let mut all = vec!["the moderator".to_owned()];
        if again.cycle.number == 0 {
            all.extend(self.campaign.tips().into_iter().map(|(seat, _)| seat));
        }
        for (seat, used) in &again.cycle.result.packets {
            if matches!(used, PacketUse::Used { contributed: true, .. }) {
                all.push(seat.clone());
            }
        }
        names(&all)
    }

    /// When a cycle was, and what each seat ordered in it.
    fn ordered(&mut self, again: &Again<'_>, record: &Document) -> Result<(), Problem> {
        let (number, ledger) = (again.cycle.number, &self.campaign.ledger);
        let opening = ledger.opening(number);
        let phase = opening.map(|opening| opening.phase.as_str()).unwrap_or_default();
        let time = |kind| annals::when(ledger, kind, number).unwrap_or_default();
        let mut facts = vec![("Opened", time("open")), ("Resolved", time("result"))];
        facts.extend(ledger.deadline(number).map(|deadline| ("Deadline", deadline)));
        let silent = annals::silent(again.cycle.result).join(", ");
        if !silent.is_empty() {
            facts.push(("No orders from", &silent));
        }
        let mut page = std::mem::replace(&mut self.orders, Page::new(""))
            .heading(3, format!("Cycle {number}: {phase}"))
            .facts(facts);
        for (seat, kept) in &again.cycle.used {
            let text = String::from_utf8_lossy(&kept.bytes).into_owned();
            page = page.heading(4, format!("Orders of {seat}, cycle {number}")).code("yaml", text);
            let given = self.campaign.table.answers(record, seat)?;
            if !given.is_empty() {
                let caption = format!("What became of them: {seat}, cycle {number}");
                page = page.table(answers::table(&given).caption(caption));
            }
        }
        self.orders = page;
        Ok(())
    }

    fn page(self) -> Result<Page, Problem> {
        let nothing = || Problem::nothing("nothing is resolved yet");
        let (position, outcome) = self.last.as_ref().ok_or_else(nothing)?;
        let end = self.campaign.table.page(position, None, &Reader::Moderator)?;
        let ledger = &self.campaign.ledger;
        let mut page = Page::new(format!("The chronicle of {}", ledger.genesis().name))
            .subtitle(format!("{}, {}", end.title, end.subtitle.clone().unwrap_or_default()))
            .facts(self.facts(outcome.as_ref()));
        page.blocks.extend(end.blocks);
        page = page.heading(2, "Step by step").block(Block::Replay(self.scenes));
        page = page.heading(2, "What was ordered");
        page.blocks.extend(self.orders.blocks);
        let notable = ledger.entries().filter(|entry| is_notable(entry));
        let notable: Vec<String> =
            notable.map(|entry| format!("{}: {}.", entry.time, annals::sentence(entry))).collect();
        if !notable.is_empty() {
            page = page.heading(2, "Extensions, rulings and new keys").list(notable);
        }
        page = page.heading(2, "The seeds").table(self.seeds.caption("What the dice follow from"));
        checking::commands(page.heading(2, "How to check it"), ledger)
    }

    fn facts(&self, outcome: Option<&Outcome>) -> Vec<(&'static str, Text)> {
        let ledger = &self.campaign.ledger;
        let genesis = ledger.genesis();
        let closing = ledger.closing().map(|closing| capital(&closing.outcome));
        let winners: Vec<String> = outcome
            .iter()
            .flat_map(|outcome| &outcome.winners)
            .map(|seat| annals::player(ledger, seat))
            .collect();
        let seats = self.campaign.seats();
        let players: Vec<_> = seats.iter().map(|seat| annals::player(ledger, seat)).collect();
        let options = self.campaign.table.options();
        let options: Vec<String> = options.iter().map(|(n, v)| format!("{n}: {v}")).collect();
        let began = ledger.entries().next().map(|entry| entry.time.as_str()).unwrap_or_default();
        let mut facts = Vec::new();
        facts.extend(closing.map(|result| ("Result", Text::default().strong(result))));
        if !winners.is_empty() {
            facts.push(("Won by", Text::plain(names(&winners))));
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

/// True for what did not go by itself.
fn is_notable(entry: &Entry) -> bool {
    matches!(entry.body, Body::Extension(_) | Body::Ruling(_) | Body::Key(_))
}
