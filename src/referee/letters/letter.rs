//! What players are to be sent: reports, reminders, each other's messages, and word of what was decided. The letters follow
//! from the campaign; only which were sent is remembered.

use super::{held, relay};
use crate::base::words::capital;
use crate::base::{Problem, Seat, Span, Time};
use crate::campaign::layout;
use crate::ledger::Body;
use crate::referee::calendar::rules::NoShows;
use crate::referee::calendar::{Facts, Rules, facts};
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::enroll::address;
use crate::referee::record::acts::{self, Act};
use crate::referee::record::campaign::Stage;
use crate::referee::record::card::Card;
use crate::referee::record::letter_texts::Texts;
use crate::seal::PublicKey;

/// A letter to a seat's player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// Its name: the same letter has the same.
    pub id: String,
    /// The seat.
    pub seat: Seat,
    /// The address that is kept for it.
    pub to: Option<String>,
    /// What it is about, in a line.
    pub subject: String,
    /// The text.
    pub body: String,
    /// What goes with it.
    pub enclosed: Option<Enclosed>,
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
}

impl Enclosed {
    /// What it is, in words or by its path.
    pub fn what(&self) -> &str {
        match self {
            Self::Report(path) | Self::First(path) | Self::Press(path) => path,
            Self::Card => "the campaign card",
        }
    }

    /// The files as they go with a letter of that name: what each is called, and what is in it.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn files(&self, desk: &Desk, letter: &str) -> Result<Vec<(String, Vec<u8>)>, Problem> {
        let sealed = |path| Ok((format!("{letter}.age"), desk.campaign.store.need(path)?));
        let card = || Card::of(&desk.campaign).map(|card| (card.name(), card.write()));
        match self {
            Self::Report(path) | Self::Press(path) => Ok(vec![sealed(path)?]),
            Self::First(path) => Ok(vec![sealed(path)?, card()?]),
            Self::Card => Ok(vec![card()?]),
        }
    }

    /// True if a report is among them.
    pub fn is_report(&self) -> bool {
        matches!(self, Self::Report(_) | Self::First(_))
    }
}

impl Letter {
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
            Some(Enclosed::Report(_) | Enclosed::First(_) | Enclosed::Card) | None => String::new(),
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
    (texts, seat): (&Texts, &Seat),
    id: &str,
    said: (&str, &[(&str, String)]),
) -> Result<Letter, Problem> {
    let (subject, body) = texts.letter(seat, said);
    let name = &desk.campaign.ledger.genesis().name;
    Ok(Letter {
        id: format!("{id}-{seat}"),
        seat: seat.clone(),
        to: address(desk, seat)?,
        subject: format!("[{name}] {subject}"),
        body,
        enclosed: None,
    })
}

/// The letters that tell of the present state: the newest report of each seat, what was decided since, and
/// what players wrote. `kept_back` are the names of those that have left, and for how many seconds word of a
/// ruling that can be taken back does not leave.
pub(in crate::referee) fn due(
    desk: &Desk,
    (rules, facts): (&Rules, &Facts),
    kept_back: (&[String], u32),
    now: Time,
) -> Result<Vec<Letter>, Problem> {
    let texts = &Texts::of(&desk.campaign.store)?;
    let campaign = &desk.campaign;
    let held = |seat: &Seat| campaign.holder(seat, u32::MAX).is_some();
    let seats: Vec<Seat> = campaign.seats().into_iter().filter(held).collect();
    let mut letters = Vec::new();
    if campaign.stage() != Stage::Closed {
        letters.extend(welcomes(desk, (texts, &seats))?);
    }
    match campaign.stage() {
        Stage::Open(_) => {
            for seat in &seats {
                letters.extend(report(desk, rules, (texts, seat))?);
            }
        }
        Stage::Closed => letters.extend(ending(desk, (texts, &seats))?),
        Stage::Enrolling | Stage::Resolved(_) => {}
    }
    if let (Stage::Open(cycle), Some(seat)) = (campaign.stage(), facts.last(rules, now)) {
        let id = format!("last-{}", of_deadline(desk, cycle));
        let said = ("last", &of_cycle(desk, rules, (texts, seat), cycle)[..]);
        letters.push(letter(desk, (texts, seat), &id, said)?);
    }
    for (entry, readers) in relay::due(desk)? {
        let path = layout::press(entry.seq);
        let values = [("cycle", entry.cycle.unwrap_or_default().to_string())];
        let id = format!("press-{:06}", entry.seq);
        for seat in &readers {
            let letter = letter(desk, (texts, seat), &id, ("press", &values))?;
            letters.push(Letter { enclosed: Some(Enclosed::Press(path.clone())), ..letter });
        }
    }
    // What closed the newest cycle, or undid it, is told with what came after.
    let results = campaign.ledger.entries().rev().filter(|e| matches!(e.body, Body::Result(_)));
    let since = results.take(2).last().map_or(0, |entry| entry.seq);
    for (entry, act) in acts::acts(&campaign.ledger) {
        if entry.seq <= since || held::is_held(&campaign.ledger, entry, kept_back, now) {
            continue;
        }
        let values = [("sentence", format!("{}.", capital(&act.sentence())))];
        let lost = lost(desk, &act);
        for seat in seats.iter().chain(&lost) {
            let id = held::name(entry.seq);
            letters.push(letter(desk, (texts, seat), &id, ("decision", &values))?);
        }
    }
    Ok(letters)
}

/// What who has newly got a seat is told: which it is, whose keys to compare, and the campaign's card. The
/// entry that gave them the seat names it.
fn welcomes(desk: &Desk, (texts, seats): (&Texts, &[Seat])) -> Result<Vec<Letter>, Problem> {
    let ledger = &desk.campaign.ledger;
    // Whom the first report found in their seats got the card with that.
    let results = ledger.entries().rev().filter(|e| matches!(e.body, Body::Result(_)));
    let since = results.take(2).last().map_or(0, |entry| entry.seq);
    let mut letters = Vec::new();
    for seat in seats {
        let Some(entry) = ledger.came(seat).filter(|entry| entry.seq > since) else { continue };
        let Some(holder) = desk.campaign.holder(seat, u32::MAX) else { continue };
        let genesis = ledger.genesis();
        let moderator = ledger.office().moderators.last().map(|m| m.signing.as_str());
        let fingerprint = |key: &str| key.parse().map(|key: PublicKey| key.fingerprint());
        let links = if holder.tip.is_some() { "links" } else { "no-links" };
        let values = [
            ("seat", seat.to_string()),
            ("campaign", genesis.name.clone()),
            ("game", genesis.game.clone()),
            ("key", fingerprint(&holder.signing)?),
            ("moderator", fingerprint(moderator.unwrap_or(&genesis.moderator))?),
            ("links", texts.phrase(seat, links, &[])),
        ];
        let id = format!("welcome-{:06}", entry.seq);
        let letter = letter(desk, (texts, seat), &id, ("welcome", &values))?;
        letters.push(Letter { enclosed: Some(Enclosed::Card), ..letter });
    }
    Ok(letters)
}

/// The seat that an act took from its player: its address is theirs until somebody else takes it.
fn lost(desk: &Desk, act: &Act) -> Option<Seat> {
    match act.done() {
        Act::Dropped { seat, .. } if desk.campaign.holder(seat, u32::MAX).is_none() => {
            Some(seat.clone())
        }
        _ => None,
    }
}

/// The letters that end a campaign: how it ended, with the last report; and that its secret is published.
fn ending(desk: &Desk, (texts, seats): (&Texts, &[Seat])) -> Result<Vec<Letter>, Problem> {
    let ledger = &desk.campaign.ledger;
    let mut letters = Vec::new();
    for seat in seats {
        let Some((cycle, _)) = ledger.results().next_back() else { continue };
        let path = desk.campaign.report(seat, cycle);
        let end = ledger.entries().rev().find(|entry| matches!(entry.body, Body::Close(_)));
        let id = format!("end-{:06}", end.map_or(0, |entry| entry.seq));
        let closing = ledger.closing().map(|closing| (&closing.outcome, &closing.reason));
        let told = closing.map(|(how, why)| if how.is_empty() { why } else { how });
        let values = [
            ("outcome", told.cloned().unwrap_or_default()),
            ("cycle", cycle.to_string()),
            ("path", path.clone()),
        ];
        let letter = letter(desk, (texts, seat), &id, ("end", &values))?;
        letters.push(Letter { enclosed: Some(Enclosed::Report(path)), ..letter });
    }
    let revealed = ledger.entries().rev().find(|entry| matches!(entry.body, Body::Reveal(_)));
    if let Some(entry) = revealed {
        let id = format!("entry-{:06}", entry.seq);
        let said = ("revealed", &[][..]);
        let all = seats.iter().map(|seat| letter(desk, (texts, seat), &id, said));
        letters.extend(all.collect::<Result<Vec<_>, _>>()?);
    }
    Ok(letters)
}

/// The name of a report: a seat that got other keys gets it anew.
fn of_report(path: &str, cycle: u32, seat: &Seat) -> String {
    let file = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".age");
    match file.strip_prefix(&format!("{seat}.")) {
        Some(entry) => format!("{cycle:04}-{entry}"),
        None => format!("{cycle:04}"),
    }
}

/// The name of a cycle's deadline: one that was moved is another.
fn of_deadline(desk: &Desk, cycle: u32) -> String {
    let deadline = desk.campaign.ledger.deadline(cycle).map(|time| time.to_string());
    let plain = |text: String| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    format!("{cycle:04}-{}", deadline.map(plain).unwrap_or_default())
}

/// The letter with a seat's newest report.
fn report(
    desk: &Desk,
    rules: &Rules,
    (texts, seat): (&Texts, &Seat),
) -> Result<Option<Letter>, Problem> {
    let ledger = &desk.campaign.ledger;
    let Some((cycle, _)) = ledger.results().next_back() else { return Ok(None) };
    let path = desk.campaign.report(seat, cycle);
    let deadline = ledger.deadline_in_words(cycle + 1);
    let due = deadline.clone().map(|time| texts.phrase(seat, "due", &[("deadline", time)]));
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
    let values = [
        ("cycle", cycle.to_string()),
        ("path", path.clone()),
        ("next", (cycle + 1).to_string()),
        ("deadline", deadline.unwrap_or_default()),
        ("due", due.unwrap_or_default()),
        ("silence", silence),
        ("drop", drop),
        ("card", if cycle == 0 { texts.phrase(seat, "card", &[]) } else { String::new() }),
    ];
    let id = format!("report-{}", of_report(&path, cycle, seat));
    let letter = letter(desk, (texts, seat), &id, ("report", &values))?;
    let enclosed = if cycle == 0 { Enclosed::First(path) } else { Enclosed::Report(path) };
    Ok(Some(Letter { enclosed: Some(enclosed), ..letter }))
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
        letter(desk, (&texts, seat), &id, ("reminder", said))
    };
    seats.iter().map(one).collect()
}
