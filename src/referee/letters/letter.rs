//! Letters to players: reports, reminders, each other's messages, and word of what was decided, in the texts of
//! the campaign. What is owed follows from the ledger; only which have left is remembered.

use super::held::{self, Held};
use super::owed::{Owed, What, owed};
use super::{relay, voted};
use crate::base::words::capital;
use crate::base::{Problem, Seat, Span, Time};
use crate::campaign::layout;
use crate::ledger::{Body, Sealing};
use crate::referee::calendar::rules::NoShows;
use crate::referee::calendar::{Facts, Rules, facts};
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::enroll::address_of;
use crate::referee::moderator::last_run::LastRun;
use crate::referee::moderator::note;
use crate::referee::player::lock::notice;
use crate::referee::record::acts::Act;
use crate::referee::record::campaign::Stage;
use crate::referee::record::card::Card;
use crate::referee::record::letter_texts::Texts;
use crate::referee::record::luck;
use crate::referee::record::people::{self, Person};
use crate::referee::record::report::Report;
use crate::seal::PublicKey;

/// A letter to a seat's player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// Its name: the same letter has the same.
    pub id: String,
    /// The seat.
    pub seat: Seat,
    /// The entry by which its reader got the seat.
    pub came: u64,
    /// True if they have it no longer.
    pub former: bool,
    /// The address that is kept for them.
    pub to: Option<String>,
    /// What it is about, in a line.
    pub subject: String,
    /// The text.
    pub body: String,
    /// What goes with it.
    pub enclosed: Option<Enclosed>,
    /// Its reader's note to themselves, encrypted by them, that goes with a report.
    pub note: Option<Vec<u8>>,
}

/// A file of the campaign that goes with a letter: encrypted to its reader, or the card, which is public.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Enclosed {
    /// The path of a report.
    Report(String),
    /// The path of the first report; the campaign card goes with it.
    First(String),
    /// The path of a message between players.
    Press(String),
    /// The campaign card.
    Card,
    /// The lock of a cycle: the number of its entry.
    Lock(u64),
}

impl Enclosed {
    /// What it is, in words or by its path.
    pub fn what(&self) -> &str {
        match self {
            Self::Report(path) | Self::First(path) | Self::Press(path) => path,
            Self::Card => "the campaign card",
            Self::Lock(_) => "the lock",
        }
    }

    /// The files as they go with a letter of that name: what each is called, and what is in it.
    fn files(&self, desk: &Desk, letter: &str) -> Result<Vec<(String, Vec<u8>)>, Problem> {
        let sealed = |path| Ok((format!("{letter}.age"), desk.campaign.store.need(path)?));
        let card = || Card::of(&desk.campaign).map(|card| (card.name(), card.write()));
        match self {
            Self::Report(path) | Self::Press(path) => Ok(vec![sealed(path)?]),
            Self::First(path) => Ok(vec![sealed(path)?, card()?]),
            Self::Card => Ok(vec![card()?]),
            Self::Lock(seq) => Ok(vec![(format!("{letter}.lock"), notice(&desk.campaign, *seq)?)]),
        }
    }

    /// True if a report is among them.
    pub fn is_report(&self) -> bool {
        matches!(self, Self::Report(_) | Self::First(_))
    }
}

impl Letter {
    /// The files that go with it: what each is called, and what is in it.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn files(&self, desk: &Desk) -> Result<Vec<(String, Vec<u8>)>, Problem> {
        let enclosed = self.enclosed.as_ref().map(|enclosed| enclosed.files(desk, &self.id));
        let note = self.note.clone().map(|note| (format!("note-{}.age", self.seat), note));
        Ok(enclosed.transpose()?.into_iter().flatten().chain(note).collect())
    }

    /// The letter as a mail program takes it: head and text.
    pub fn text(&self) -> String {
        let to = self.to.as_ref().map(|to| format!("To: {to}\n")).unwrap_or_default();
        format!("{to}Subject: {}\n\n{}", self.subject, self.body)
    }

    /// The name under which the campaign remembers that it was written. All letters of one message between
    /// players have one: nobody is to see in it who writes to whom.
    pub(in crate::referee) fn remembered(&self) -> String {
        let whose = match self.enclosed {
            Some(Enclosed::Press(_)) => format!("-{}", self.seat),
            Some(Enclosed::Report(_) | Enclosed::First(_) | Enclosed::Card | Enclosed::Lock(_))
            | None => String::new(),
        };
        self.id.strip_suffix(&whose).unwrap_or(&self.id).to_owned()
    }

    /// The word of which a newer letter takes the place of an older one that still waits: a seat's
    /// reports, its reminders, and that all wait for it. What was decided is told each time.
    pub fn replaces(&self) -> Option<String> {
        let kinds = ["report", "remind", "last"].into_iter();
        let kind = { kinds }.find(|kind| self.id.starts_with(&format!("{kind}-")))?;
        Some(format!("{kind}-{}", self.seat))
    }
}

fn letter(
    desk: &Desk,
    (texts, person): (&Texts, &Person),
    id: String,
    said: (&str, &[(&str, String)]),
) -> Result<Letter, Problem> {
    let (subject, body) = texts.letter(&person.seat, said);
    let name = &desk.campaign.ledger.genesis().name;
    Ok(Letter {
        id,
        seat: person.seat.clone(),
        came: person.came,
        former: false,
        to: address_of(desk, (&person.seat, person.came))?,
        subject: format!("[{name}] {subject}"),
        body,
        enclosed: None,
        note: None,
    })
}

/// A letter to who holds a seat now.
fn to_holder(
    desk: &Desk,
    (texts, seat): (&Texts, &Seat),
    id: &str,
    said: (&str, &[(&str, String)]),
) -> Result<Letter, Problem> {
    let person = people::last(&desk.campaign.ledger, seat);
    let person = person.ok_or_else(|| Problem::refused(format!("nobody holds {seat}")))?;
    letter(desk, (texts, &person), format!("{id}-{seat}"), said)
}

/// What is to leave now, and what is remembered once it has.
#[derive(Debug)]
pub(in crate::referee) struct Due {
    /// The letters that have not left.
    pub letters: Vec<Letter>,
    /// What is remembered of these, and of those that left before.
    pub told: Told,
}

/// Which letters have left.
#[derive(Debug, Default)]
pub(in crate::referee) struct Told {
    /// Their names, each with the number of the entry that it is about.
    names: Vec<(Option<u64>, String)>,
    /// The entry before which everything was told, or need not be any more.
    since: u64,
}

impl Told {
    /// Notes that these letters have not left after all.
    pub(in crate::referee) fn keep_back(&mut self, letters: &[Letter]) {
        let names: Vec<String> = letters.iter().map(Letter::remembered).collect();
        let (back, told) = self.names.drain(..).partition(|(_, name)| names.contains(name));
        self.names = told;
        let back: Vec<(Option<u64>, String)> = back;
        self.since = back.into_iter().filter_map(|(entry, _)| entry).fold(self.since, u64::min);
    }

    /// The entry before which everything was told, and the names of the letters about later ones.
    pub(in crate::referee) fn since(&self) -> (u64, Vec<String>) {
        let later = |entry: &Option<u64>| entry.is_none_or(|entry| entry >= self.since);
        let names = self.names.iter().filter(|(entry, _)| later(entry));
        let mut names: Vec<String> = names.map(|(_, name)| name.clone()).collect();
        names.dedup();
        (self.since, names)
    }
}

/// The letters that are due: what follows from the ledger and has not left. For `hold` seconds word of a ruling
/// that can be taken back does not leave.
pub(in crate::referee) fn due(
    desk: &Desk,
    (rules, facts): (&Rules, &Facts),
    (last, hold): (&LastRun, u32),
    now: Time,
) -> Result<Due, Problem> {
    let texts = &Texts::of(&desk.campaign.store)?;
    let ledger = &desk.campaign.ledger;
    let floor = floor(desk, last);
    let was_told = |seq: u64| {
        let name = held::name(seq) + "-";
        seq < floor || last.told.iter().any(|told| told.starts_with(&name))
    };
    let mut letters = Vec::new();
    let mut told = Told { names: Vec::new(), since: ledger.len() };
    for owed in owed(ledger, &relay::readers_since(desk, floor)?, floor) {
        let held = held::held(ledger, owed.entry, (&was_told, hold), now);
        if owed.is_past || held == Held::Ever {
            continue;
        }
        let letter = written(desk, rules, texts, &owed)?;
        let (entry, name) = (owed.entry.seq, letter.remembered());
        let has_left = last.told.contains(&name);
        if held == Held::Yet && !has_left {
            told.since = told.since.min(entry);
            continue;
        }
        told.names.push((Some(entry), name));
        letters.extend((!has_left).then_some(letter));
    }
    if let (Stage::Open(cycle), Some(seat)) = (desk.campaign.stage(), facts.last(rules, now)) {
        let id = format!("last-{}", of_deadline(desk, cycle));
        let said = ("last", &of_cycle(desk, rules, (texts, seat), cycle)[..]);
        let letter = to_holder(desk, (texts, seat), &id, said)?;
        let name = letter.remembered();
        letters.extend((!last.told.contains(&name)).then_some(letter));
        told.names.push((None, name));
    }
    Ok(Due { letters, told })
}

/// What is owed to who holds a seat and has no address, in words.
///
/// # Errors
/// If what the last run remembered, or a message between players, cannot be read.
pub fn untold(desk: &Desk) -> Result<Vec<String>, Problem> {
    // The addresses are the moderator's to know.
    if desk.deputy().is_some() {
        return Ok(Vec::new());
    }
    let last = LastRun::of(desk)?;
    let floor = floor(desk, &last);
    let mut all = Vec::new();
    for owed in owed(&desk.campaign.ledger, &relay::readers_since(desk, floor)?, floor) {
        let seat = &owed.person.seat;
        if owed.is_past || owed.former || address_of(desk, (seat, owed.person.came))?.is_some() {
            continue;
        }
        let what = owed.what.words(owed.entry);
        let told = format!(
            "not told: {seat}, {what}: no address is kept (`adjutant enroll {seat} --address FILE`)"
        );
        if !last.told.contains(&owed.name) && !all.contains(&told) {
            all.push(told);
        }
    }
    Ok(all)
}

/// The entry before which everything was told. For a campaign that was run by hand so far, or by an earlier
/// version, it is the last but one result.
fn floor(desk: &Desk, last: &LastRun) -> u64 {
    let entries = desk.campaign.ledger.entries().rev();
    let results = entries.filter(|entry| matches!(entry.body, Body::Result(_))).take(2).last();
    last.since.unwrap_or_else(|| results.map_or(0, |entry| entry.seq + 1))
}

/// A letter that is owed, as it is written.
fn written(desk: &Desk, rules: &Rules, texts: &Texts, owed: &Owed<'_>) -> Result<Letter, Problem> {
    let seat = &owed.person.seat;
    let of = |said: (&str, &[(&str, String)]), enclosed: Option<Enclosed>| {
        let letter = letter(desk, (texts, &owed.person), owed.name.clone(), said)?;
        Ok(Letter { enclosed, former: owed.former, ..letter })
    };
    match &owed.what {
        What::Welcome => of(("welcome", &welcome(desk, (texts, seat))?), Some(Enclosed::Card)),
        What::Report(cycle, path) => {
            let enclosed = match cycle {
                0 => Enclosed::First(path.clone()),
                _ => Enclosed::Report(path.clone()),
            };
            let note = note::of_report(desk, seat, *cycle);
            let values = report(desk, rules, (texts, seat), (*cycle, path));
            let noted = noted((texts, seat), note.as_ref());
            let letter = of(("report", &[&values[..], &[noted]].concat()), Some(enclosed))?;
            Ok(Letter { note, ..letter })
        }
        What::Decision(act) => {
            let say = |name: &str, values: &[(&str, String)]| texts.phrase(seat, name, values);
            let sentence = format!("{}.", capital(&act.said(&say)));
            let whose = if act.is_players_own() { "players-word" } else { "decision" };
            let deadline = match act {
                Act::Calendar { .. } => due_now(desk, (texts, seat)),
                _ => String::new(),
            };
            of((whose, &[("sentence", sentence), ("deadline", deadline)]), None)
        }
        What::End(cycle, path) => {
            let closing = desk.campaign.ledger.closing();
            let closing = closing.map(|closing| (&closing.outcome, &closing.reason));
            let told = closing.map(|(how, why)| if how.is_empty() { why } else { how });
            let note = note::of_report(desk, seat, *cycle);
            let values = [
                noted((texts, seat), note.as_ref()),
                ("outcome", told.cloned().unwrap_or_default()),
                ("cycle", cycle.to_string()),
                ("path", path.clone()),
            ];
            let letter = of(("end", &values), Some(Enclosed::Report(path.clone())))?;
            Ok(Letter { note, ..letter })
        }
        What::Revealed => of(("revealed", &[]), None),
        What::Vote => {
            let (name, values) = voted::letter(&desk.campaign.ledger, (texts, seat), owed.entry);
            of((name, &values), None)
        }
        What::Locked => {
            let ledger = &desk.campaign.ledger;
            let cycle = owed.entry.cycle.unwrap_or_default();
            let until = ledger.links_until(cycle).map(|until| until.in_words(ledger.zone(cycle)));
            let values = [("cycle", cycle.to_string()), ("until", until.unwrap_or_default())];
            of(("locked", &values), Some(Enclosed::Lock(owed.entry.seq)))
        }
        What::Press(path) => {
            let cycle = owed.entry.cycle.unwrap_or_default().to_string();
            of(("press", &[("cycle", cycle)]), Some(Enclosed::Press(path.clone())))
        }
    }
}

/// What who has newly got a seat is told: which it is, and whose keys to compare.
fn welcome(
    desk: &Desk,
    (texts, seat): (&Texts, &Seat),
) -> Result<[(&'static str, String); 6], Problem> {
    let (ledger, genesis) = (&desk.campaign.ledger, desk.campaign.ledger.genesis());
    let holder = desk.campaign.holder(seat, u32::MAX);
    let moderator = ledger.office().moderators.last().map(|m| m.signing.as_str());
    let fingerprint = |key: &str| key.parse().map(|key: PublicKey| key.fingerprint());
    let has_links = holder.as_ref().is_some_and(|holder| holder.tip.is_some());
    let links = match desk.campaign.stage() {
        _ if has_links => "links",
        Stage::Enrolling => "no-links",
        _ => "no-links-now",
    };
    Ok([
        ("seat", seat.to_string()),
        ("campaign", genesis.name.clone()),
        ("game", genesis.game.clone()),
        ("key", holder.map(|holder| fingerprint(&holder.signing)).transpose()?.unwrap_or_default()),
        ("moderator", fingerprint(moderator.unwrap_or(&genesis.moderator))?),
        ("links", texts.phrase(seat, links, &[])),
    ])
}

/// What is said of the note that goes with a report.
fn noted((texts, seat): (&Texts, &Seat), note: Option<&Vec<u8>>) -> (&'static str, String) {
    let told = note.map(|_| texts.phrase(seat, "note", &[]));
    ("note", told.unwrap_or_default())
}

/// The name of a cycle's deadline: one that was moved is another.
fn of_deadline(desk: &Desk, cycle: u32) -> String {
    let deadline = desk.campaign.ledger.deadline(cycle).map(|time| time.to_string());
    let plain = |text: String| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    format!("{cycle:04}-{}", deadline.map(plain).unwrap_or_default())
}

/// What is said with a seat's newest report.
fn report(
    desk: &Desk,
    rules: &Rules,
    (texts, seat): (&Texts, &Seat),
    (cycle, path): (u32, &str),
) -> [(&'static str, String); 10] {
    let ledger = &desk.campaign.ledger;
    let deadline = ledger.deadline_in_words(cycle + 1);
    let round = match ledger.genesis().sealed {
        Sealing::Timelock => luck::rounds(ledger, cycle + 1, u64::MAX).pop(),
        Sealing::Moderator => None,
    };
    let round = round.map(|round| texts.phrase(seat, "due-round", &[("round", round.to_string())]));
    let due = deadline.clone().map(|time| texts.phrase(seat, "due", &[("deadline", time)]));
    let deadline = deadline.map(|time| time + round.as_deref().unwrap_or_default());
    let missed = facts::missed(ledger, Some(rules.zone), seat);
    let counted = |name, count: u32| texts.phrase(seat, name, &[("count", count.to_string())]);
    let silence = match missed {
        0 => String::new(),
        1 => counted("silent-once", 1),
        more => counted("silent", more),
    };
    let drop = match rules.drop_after.map(|most| most.saturating_sub(missed)) {
        Some(1) if missed > 0 => counted("drop-next", 1),
        Some(more) if missed > 0 => counted("drop-later", more),
        _ => String::new(),
    };
    [
        ("cycle", cycle.to_string()),
        ("seat", seat.to_string()),
        ("path", path.to_owned()),
        ("when", when(desk, cycle).unwrap_or_default()),
        ("next", (cycle + 1).to_string()),
        ("deadline", deadline.unwrap_or_default()),
        ("due", due.unwrap_or_default()),
        ("silence", silence),
        ("drop", drop),
        ("card", if cycle == 0 { texts.phrase(seat, "card", &[]) } else { String::new() }),
    ]
}

/// Where the game stood after a cycle, as everybody is told: the line below the title of the public report. A letter goes
/// without it if that cannot be read: to say so is for `verify`.
fn when(desk: &Desk, cycle: u32) -> Option<String> {
    let text = desk.campaign.store.need(&layout::public_report(cycle)).ok()?;
    let report = Report::read(&String::from_utf8_lossy(&text)).ok()?;
    report.data.page(&*desk.campaign.game).ok()?.subtitle
}

/// What is due now, and until when, if a cycle is open.
fn due_now(desk: &Desk, (texts, seat): (&Texts, &Seat)) -> String {
    let ledger = &desk.campaign.ledger;
    let Stage::Open(cycle) = desk.campaign.stage() else { return String::new() };
    let Some(deadline) = ledger.deadline_in_words(cycle) else { return String::new() };
    texts.phrase(seat, "due-now", &[("cycle", cycle.to_string()), ("deadline", deadline)])
}

/// What is said of the open cycle to who has sent nothing.
fn of_cycle(
    desk: &Desk,
    rules: &Rules,
    (texts, seat): (&Texts, &Seat),
    cycle: u32,
) -> [(&'static str, String); 3] {
    let deadline = desk.campaign.ledger.deadline_in_words(cycle).unwrap_or_default();
    let without = match rules.no_shows {
        NoShows::Defaults => "without-defaults",
        NoShows::Staff => "without-staff",
    };
    let without = texts.phrase(seat, without, &[]);
    [("cycle", cycle.to_string()), ("deadline", deadline), ("without", without)]
}

/// The letters that remind of a deadline.
pub(in crate::referee) fn reminders(
    (desk, rules): (&Desk, &Rules),
    (cycle, before): (u32, Span),
    seats: &[Seat],
) -> Result<Vec<Letter>, Problem> {
    let texts = Texts::of(&desk.campaign.store)?;
    let id = format!("remind-{}-{before}", of_deadline(desk, cycle));
    let one = |seat: &Seat| {
        let said = &of_cycle(desk, rules, (&texts, seat), cycle);
        to_holder(desk, (&texts, seat), &id, ("reminder", said))
    };
    seats.iter().map(one).collect()
}
