//! The ledger in words.

use super::office_acts::OfficeAct;
use crate::base::{Motion, Time, words};
use crate::engine::Seat;
use crate::ledger::{
    Authority, Beacon, Body, Claim, Contribution, Correction, CycleResult, Effect, Entry,
    KeyChange, Ledger, PacketUse, Ruling,
};
use crate::page::{Table, Text};

/// An entry in a sentence, without a full stop. Everything in it is public.
pub fn sentence(entry: &Entry) -> String {
    match &entry.by {
        Some(deputy) => format!("{deputy}, a deputy: {}", told(entry)),
        None => told(entry),
    }
}

fn corrected(correction: &Correction) -> String {
    let reason = &correction.reason;
    let Some(undone) = correction.undoes else {
        return format!("the moderator sets values of the position: {reason}");
    };
    let anew = match correction.anew.as_slice() {
        [] => String::new(),
        anew => format!(", and {} may send others", seats(anew)),
    };
    format!("cycle {undone} is undone; its orders stand{anew}: {reason}")
}

fn told(entry: &Entry) -> String {
    let cycle = entry.cycle.map(|cycle| cycle.to_string()).unwrap_or_default();
    match &entry.body {
        Body::Genesis(genesis) => {
            let (name, game, scenario) = (&genesis.name, &genesis.game, &genesis.scenario);
            format!("campaign {name} created: {game}, {scenario}")
        }
        Body::Enroll(enrolment) => format!("{} takes {}", enrolment.name, enrolment.seat),
        Body::Key(change) => changed(change),
        Body::Open(opening) => {
            format!("cycle {cycle} opens ({}){}", opening.phase, until(opening.deadline))
        }
        Body::Extension(extension) => {
            let (until, reason) = (until(extension.deadline), &extension.reason);
            let paid = match extension.spent.as_slice() {
                [] => String::new(),
                spent => format!(", out of the extensions of {}", seats(spent)),
            };
            format!("cycle {cycle} stays open{until}{paid}: {reason}")
        }
        Body::Beacon(Beacon::Drand { round, .. }) => {
            format!("round {round} of drand comes for cycle {cycle}")
        }
        Body::Beacon(Beacon::Declared { value }) => {
            format!("the beacon of cycle {cycle} is {value}")
        }
        Body::Beacon(Beacon::Missing { reason }) => {
            format!("cycle {cycle} goes on without its beacon: {reason}")
        }
        Body::Lock(_) => format!("cycle {cycle} is locked: nothing that comes counts any more"),
        Body::Link(Contribution::Given { seat, .. }) => {
            format!("the link of {seat} for cycle {cycle} comes, by its player's signed word")
        }
        Body::Link(Contribution::Withheld { seats: whose, reason }) => {
            format!("cycle {cycle} goes on without links of {}: {reason}", seats(whose))
        }
        Body::Result(_) if entry.cycle == Some(0) => "the game begins".to_owned(),
        Body::Result(CycleResult { correction: Some(correction), .. }) => corrected(correction),
        Body::Result(result) => match silent(result).as_slice() {
            [] => format!("cycle {cycle} is resolved"),
            seats => format!("cycle {cycle} is resolved without orders from {}", seats.join(", ")),
        },
        Body::Ruling(ruling) => ruled(&cycle, ruling),
        Body::Calendar(change) => format!("a calendar is in force: {}", change.reason),
        Body::Pause(pause) => {
            format!("the campaign pauses until {}: {}", pause.until, pause.reason)
        }
        Body::Resume(resumption) => format!("the pause is over: {}", resumption.reason),
        Body::Absence(absence) => {
            format!("{} is away, {}: {}", absence.seat, absence.dates, absence.reason)
        }
        Body::Dropped(dropped) if !dropped.files.is_empty() => format!(
            "{} is given up by its player's signed word, and open to another from cycle {} on: {}",
            dropped.seat, dropped.from, dropped.reason
        ),
        Body::Dropped(dropped) => format!(
            "{} is open to another player from cycle {} on: {}",
            dropped.seat, dropped.from, dropped.reason
        ),
        Body::Substitute(substitute) => format!(
            "{} may send orders for {} until {}, by its player's signed word",
            substitute.name, substitute.seat, substitute.until
        ),
        Body::Claim(Claim { seat, name, until, reason, .. }) => format!(
            "{name} is to get {seat} with other keys, unless its player objects until {until}{}",
            because(reason.as_ref())
        ),
        Body::Objection(objection) => format!(
            "{} objects to the keys that entry {} announced: {}",
            objection.seat, objection.entry, objection.reason
        ),
        Body::Handover(_) | Body::Appoint(_) | Body::Dismiss(_) => {
            OfficeAct::of(&entry.body).map(|act| act.sentence()).unwrap_or_default()
        }
        Body::Arrival(_) => format!("a packet came for cycle {cycle}"),
        Body::Final(done) => {
            format!(
                "{} is done with packet {}, by its player's signed word",
                done.seat, done.sequence
            )
        }
        Body::Withdraw(withdrawal) => format!(
            "{} withdraws its packets up to {}, by its player's signed word",
            withdrawal.seat, withdrawal.sequence
        ),
        Body::Agree(agreement) => format!(
            "{} agrees to a pause until {}, by its player's signed word",
            agreement.seat, agreement.until
        ),
        Body::Vote(vote) => {
            let how = if vote.yes { "votes for" } else { "no longer votes for" };
            format!("{} {how} {}, by its player's signed word", vote.seat, vote.motion.words())
        }
        Body::Press(_) => format!("a player writes to others in cycle {cycle}"),
        Body::Reveal(_) => {
            "the campaign secret is published, and with it everything else".to_owned()
        }
        Body::Close(closing) => format!("{}: {}", closing.reason, closing.outcome),
    }
}

/// A reason at the end of a sentence, where one was given.
pub(in crate::referee) fn because(reason: Option<&String>) -> String {
    reason.map_or_else(String::new, |reason| format!(": {reason}"))
}

/// New keys in a sentence.
fn changed(change: &KeyChange) -> String {
    let (name, seat, from) = (&change.name, &change.seat, change.effective_from);
    let how = match from {
        0 => "as corrected before the first cycle".to_owned(),
        from => format!("with new keys from cycle {from} on"),
    };
    let whose = match change.authority {
        Authority::Moderator => "authorized by the moderator",
        Authority::Player => "by their own signed word",
    };
    format!("{name} holds {seat} {how}, {whose}{}", because(change.reason.as_ref()))
}

/// A ruling in a sentence.
fn ruled(cycle: &str, ruling: &Ruling) -> String {
    match &ruling.effect {
        None => format!("the moderator rules: {}", ruling.text),
        Some(Effect::Late { seat, sequence, .. }) => format!(
            "the moderator lets packet {sequence} of {seat} count in cycle {cycle}, although it \
             came late: {}",
            ruling.text
        ),
        Some(Effect::Answer { seat }) => {
            format!("the moderator answers a question that {seat} asked in cycle {cycle}")
        }
        Some(Effect::Preview) => format!(
            "the moderator has seen what would come of the orders that were in for cycle {cycle}: {}",
            ruling.text
        ),
        Some(Effect::Orders) => {
            format!("the moderator changes orders for cycle {cycle}: {}", ruling.text)
        }
        Some(Effect::Revoke { entry }) => {
            format!("the moderator takes back the ruling of entry {entry}: {}", ruling.text)
        }
        Some(Effect::Deadline(time)) => format!(
            "the moderator moves the deadline of cycle {cycle} to {time}, which is earlier: {}",
            ruling.text
        ),
        Some(Effect::Close(open)) => format!(
            "the moderator closes cycle {cycle} before its deadline, while {} could still \
             send or change orders: {}",
            seats(open),
            ruling.text
        ),
    }
}

/// Every vote that is under way, in a sentence.
pub fn under_way(ledger: &Ledger) -> Vec<String> {
    let told = |motion: &Motion| {
        let voters = ledger.voters(motion).into_iter();
        let open = ledger.undecided(motion);
        let yes: Vec<_> = voters.filter(|seat| !open.contains(seat)).collect();
        let verb = words::verb(yes.len(), "vote");
        format!(
            "{} {verb} for {}, and not yet {}",
            words::names(yes),
            motion.words(),
            words::names(open)
        )
    };
    ledger.votes().keys().map(told).collect()
}

/// Seats in a row.
pub fn seats(seats: &[Seat]) -> String {
    words::names(&seats.iter().map(Seat::as_str).collect::<Vec<_>>())
}

/// Until when orders are taken, after a comma.
fn until(deadline: Option<Time>) -> String {
    match deadline {
        Some(time) => format!(", until {time}"),
        None => ", until the moderator closes it".to_owned(),
    }
}

/// The seats without orders that should have sent some.
pub fn silent(result: &CycleResult) -> Vec<&str> {
    let silent = result.packets.iter().filter(|(_, used)| matches!(used, PacketUse::Nmr { .. }));
    silent.map(|(seat, _)| seat.as_str()).collect()
}

/// When an entry of a kind was written in a cycle.
pub fn when(ledger: &Ledger, kind: &str, cycle: u32) -> Option<Time> {
    let mut entries = ledger.entries();
    let of_cycle = |entry: &&Entry| entry.cycle == Some(cycle) && entry.body.kind() == kind;
    entries.find(of_cycle).map(|entry| entry.time)
}

/// A seat with the name of its player.
pub fn player(ledger: &Ledger, seat: &Seat) -> String {
    match ledger.holder(seat, u32::MAX) {
        Some(holder) => format!("{seat} ({})", holder.name),
        None => seat.to_string(),
    }
}

/// A seat with the names of all who held it, in turn.
pub fn players(ledger: &Ledger, seat: &Seat) -> String {
    let mut names: Vec<(&str, u32)> = Vec::new();
    for entry in ledger.entries() {
        let (name, from) = match &entry.body {
            Body::Enroll(enrolment) if enrolment.seat == *seat => (&enrolment.name, 0),
            Body::Key(change) if change.seat == *seat => (&change.name, change.effective_from),
            _ => continue,
        };
        if from == 0 {
            // What was corrected before the game began is not part of its history.
            names.clear();
        }
        if names.last().is_none_or(|(last, _)| *last != name.as_str()) {
            names.push((name, from));
        }
    }
    let Some(((first, _), later)) = names.split_first() else { return seat.to_string() };
    let later = later.iter().map(|(name, from)| format!(", then {name} from cycle {from} on"));
    format!("{seat} ({first}{})", later.collect::<String>())
}

/// Entries in a table: number, time, cycle, kind, sentence, and the digest of each file.
pub fn table(ledger: &Ledger) -> Table {
    let table = Table::new().caption("Entries").right("Entry").left("Time").left("Kind");
    let table = table.left("Content").left("SHA-256 of the file");
    ledger.links().iter().fold(table, |table, link| {
        let entry = &link.entry;
        table.row([
            Text::plain(entry.seq.to_string()),
            Text::plain(entry.time.to_string()),
            Text::plain(entry.body.kind()),
            Text::plain(words::capital(&sentence(entry))),
            Text::default().code(link.digest.to_string()),
        ])
    })
}
