//! Players' own signed words: absences, new keys, substitutes, objections, what they say of their own
//! packets. Each is an entry that lists the word itself, which anyone can check; but whether somebody's
//! reports are mailed in the open is nobody else's business, and in no entry.

use std::collections::BTreeMap;

use super::{decide, note, plain_text, vote};
use crate::base::words::capital;
use crate::base::{Digest, Kind, Problem, Time};
use crate::campaign::layout;
use crate::engine::Seat;
use crate::ledger::{
    Absence, Agreement, Authority, Body, Contribution, Entry, Finished, Holder, KeyChange, Ledger,
    Objection, Substitute, Vote, Withdrawal,
};
use crate::post::Message;
use crate::referee::Campaign;
use crate::referee::cycle::deadline;
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::enroll::{self, Player};
use crate::referee::cycle::{deputy, packets, resolve};
use crate::referee::record::campaign::Stage;
use crate::referee::record::letter_texts::Texts;
use crate::referee::record::mail_answer::Answer;
use crate::referee::record::{luck, words_kept};
use crate::seal::PublicKey;
use crate::seal::packet::is_likely;
use crate::seal::word::{Packet as Named, Says, Word};

/// Takes a player's word as it arrived, and does what it says. What it says of a packet must have come
/// before the deadline.
///
/// # Errors
/// If it is not the word of who holds the seat, was taken before, or cannot be done.
pub fn take(desk: &mut Desk, raw: &[u8], (came, now): (Time, Time)) -> Result<String, Problem> {
    desk.campaign.complete()?;
    let (word, key, file) = Word::read(raw)?;
    is_theirs(&desk.campaign, &word, &key)?;
    match word.says {
        Says::PlainText(wanted) => return plain_text::keep(desk, &word, (&file, wanted)),
        Says::Note { .. } => return note::keep(desk, &word, &file),
        _ => {}
    }
    let digest = Digest::of(&file);
    if desk.campaign.ledger.files().any(|(_, listed)| *listed == digest) {
        return Err(Problem::nothing("this word was already taken"));
    }
    let path = layout::word(desk.campaign.ledger.len());
    desk.campaign.store.write(&path, &file)?;
    let files = BTreeMap::from([(path, digest)]);
    carry_out(desk, (word, key), files, (came, now))
}

/// The first word in a mail that the player of a seat signed, and whose it is.
pub fn find(campaign: &Campaign, message: &Message) -> Option<(Seat, Vec<u8>)> {
    let mut signed = message.offers.iter().filter(|offer| is_likely(offer)).take(16);
    signed.find_map(|offer| {
        let (word, key, _) = Word::read(offer).ok()?;
        is_theirs(campaign, &word, &key).ok()?;
        Some((word.seat, offer.clone()))
    })
}

/// Takes a word that came by mail, and says what came of it; nothing if its entry is told to its author by letter, as
/// to everybody.
///
/// # Errors
/// If the disk fails. A word that cannot be carried out is answered, too.
pub fn answer(
    desk: &mut Desk,
    (seat, word): (&Seat, &[u8]),
    times: (Time, Time),
) -> Result<Option<Answer>, Problem> {
    let texts = Texts::of(&desk.campaign.store)?;
    let says = Word::read(word).map(|(word, ..)| word.says)?;
    let (kind, told) = match take(desk, word, times) {
        Ok(_) if has_letters(&says) => return Ok(None),
        Ok(told) => (if is_private(&says) { "own-word" } else { "word" }, told),
        Err(problem) if matches!(problem.kind, Kind::Failed | Kind::Busy) => return Err(problem),
        Err(problem) => ("word-refused", problem.what),
    };
    let told = texts.sentence(seat, &told);
    let told = if kind == "word-refused" { told } else { capital(&told) };
    Ok(Some(Answer::of(&texts, seat, (kind, &[("told", told)]))))
}

/// True if no entry tells of a word.
fn is_private(says: &Says) -> bool {
    matches!(says, Says::PlainText(_) | Says::Note { .. })
}

/// True if what a word does is told to everybody by letter, its author among them.
fn has_letters(says: &Says) -> bool {
    match says {
        Says::Absence { .. }
        | Says::Keys { .. }
        | Says::Substitute { .. }
        | Says::Objection { .. }
        | Says::Resign { .. } => true,
        Says::Final(_)
        | Says::Withdraw(_)
        | Says::Pause { .. }
        | Says::Vote { .. }
        | Says::Link { .. }
        | Says::PlainText(_)
        | Says::Note { .. } => false,
    }
}

/// A word names this campaign, a head of its ledger, and a seat whose player signed it.
fn is_theirs(campaign: &Campaign, word: &Word, key: &PublicKey) -> Result<(), Problem> {
    let Word { campaign: named, seat, head, .. } = word;
    if *named != campaign.id() {
        return Err(Problem::refused(format!("this word is for {named}, not {}", campaign.id())));
    }
    if !campaign.has_head(head) {
        return Err(Problem::refused("head is not an entry of this campaign's ledger"));
    }
    let key = key.to_string();
    let own = match word.says {
        Says::Link { cycle, .. } if campaign.ledger.lock(cycle).is_some() => {
            campaign.ledger.signs_link((seat, cycle), &key, u64::MAX)
        }
        _ => campaign.holder(seat, u32::MAX).is_some_and(|holder| holder.signing == key),
    };
    if !own {
        return Err(Problem::refused(format!(
            "this word is not signed with the key of seat {seat}"
        )));
    }
    Ok(())
}

/// How many packets of a seat have come for a cycle; what deputies took has come, too.
fn came_from(desk: &mut Desk, seat: &Seat, cycle: u32) -> Result<u32, Problem> {
    deputy::judge(desk)?;
    let identity = desk.cycle_identity(cycle);
    let (noted, _) = packets::noted(&desk.campaign, cycle, &identity)?;
    let own = noted.iter().filter(|noted| noted.seat == *seat).count();
    Ok(u32::try_from(own).unwrap_or(u32::MAX))
}

fn carry_out(
    desk: &mut Desk,
    (word, key): (Word, PublicKey),
    files: BTreeMap<String, Digest>,
    (came, now): (Time, Time),
) -> Result<String, Problem> {
    let Word { seat, says, .. } = word.clone();
    let append = |desk: &mut Desk, cycle: Option<u32>, body: Body| {
        let last = words_kept::may_follow(&desk.campaign, (&word, &key), &body)?;
        desk.append(now, cycle, body)?;
        Ok(last.map_or_else(String::new, |last| format!("; {last}")))
    };
    match says {
        Says::Absence { dates, reason } => {
            decide::may_be_away(desk, &seat, dates, now)?;
            let told = format!("{seat} is away, {dates}");
            let body = Body::Absence(Absence { seat, dates, reason, files });
            Ok(told + &append(desk, None, body)?)
        }
        Says::Keys { signing, age, tip, .. } => {
            let ledger = &desk.campaign.ledger;
            ledger.may_hold((&seat, &signing.to_string(), tip), now)?;
            let name = held(desk, &seat)?.name;
            let told = format!("{name} has new keys for {seat}: {}", signing.fingerprint());
            let player = Player { name, address: None, signing, recipient: age, tip };
            let change = enroll::change(desk, &seat, &player)?;
            let files = change.files.into_iter().chain(files).collect();
            let change = KeyChange { authority: Authority::Player, files, ..change };
            Ok(told + &append(desk, None, Body::Key(change))?)
        }
        Says::Substitute { name, signing, age, until } => {
            deadline::is_ahead(Some(until), now)?;
            if desk.campaign.keys(u32::MAX)?.iter().any(|(_, key)| *key == signing) {
                return Err(Problem::refused("a player who holds a seat cannot be a substitute"));
            }
            let mut files = files;
            if let Some(cycle) = newest(desk)? {
                let path = layout::report_again(cycle, seat.as_str(), desk.campaign.ledger.len());
                let report = resolve::report_again(desk, cycle, &seat, &age)?;
                desk.campaign.store.write(&path, &report)?;
                files.insert(path, Digest::of(&report));
            }
            let told = format!("{name} may send orders for {seat} until {until}");
            let (signing, recipient) = (signing.to_string(), age.to_string());
            let body = Substitute { seat, name, signing, recipient, until, files };
            Ok(told + &append(desk, None, Body::Substitute(body))?)
        }
        Says::Objection { entry, reason } => {
            may_object(&desk.campaign, (&seat, entry), now)?;
            let told = format!("{seat} keeps its keys: {reason}");
            let body = Body::Objection(Objection { seat, entry, reason, files });
            Ok(told + &append(desk, None, body)?)
        }
        Says::Final(Named { cycle, sequence }) => {
            is_open(desk, cycle, came)?;
            let told = format!("{seat} is done with packet {sequence} of cycle {cycle}");
            let body = Body::Final(Finished { seat, sequence, files });
            Ok(told + &append(desk, Some(cycle), body)?)
        }
        Says::Withdraw(Named { cycle, sequence }) => {
            is_open(desk, cycle, came)?;
            let told =
                format!("{seat} withdraws its packets of cycle {cycle} up to sequence {sequence}");
            let packets = came_from(desk, &seat, cycle)?;
            let body = Body::Withdraw(Withdrawal { seat, sequence, packets, files });
            Ok(told + &append(desk, Some(cycle), body)?)
        }
        Says::Link { cycle, link } => {
            may_give(&desk.campaign, &word, (cycle, link))?;
            let told = format!("{seat} gives its link for cycle {cycle}");
            let body = Body::Link(Contribution::Given { seat, link, files });
            Ok(told + &append(desk, Some(cycle), body)?)
        }
        Says::Pause { until } => {
            decide::may_pause(desk, until, now)?;
            let told = format!("{seat} agrees to a pause until {until}");
            let told = told + &append(desk, None, Body::Agree(Agreement { seat, until, files }))?;
            let paused = decide::pause_if_agreed(desk, now)?;
            Ok(paused.map_or(told.clone(), |paused| format!("{told}; {paused}")))
        }
        Says::Vote { motion, yes } => {
            vote::may(desk, &motion)?;
            let what = motion.words();
            let told = if yes {
                format!("{seat} votes for {what}")
            } else {
                format!("{seat} no longer votes for {what}")
            };
            let body = Body::Vote(Vote { seat, motion, yes, files });
            let told = told + &append(desk, None, body)?;
            let done = vote::carry_out(desk, now)?;
            Ok(done.map_or(told.clone(), |done| format!("{told}; {done}")))
        }
        Says::Resign { reason } => {
            let body = decide::dropping(desk, (&seat, files), &reason)?;
            let told = format!("{} gives up {seat}: {reason}", held(desk, &seat)?.name);
            Ok(told + &append(desk, None, body)?)
        }
        // They were kept before: no entry tells of them.
        Says::PlainText(_) | Says::Note { .. } => {
            Err(Problem::refused("this word is no entry of the ledger"))
        }
    }
}

/// What a player says of a packet must come while packets of its cycle can.
fn is_open(desk: &Desk, cycle: u32, came: Time) -> Result<(), Problem> {
    if desk.campaign.stage() != Stage::Open(cycle) {
        return Err(Problem::nothing(format!("cycle {cycle} is not open")));
    }
    match desk.campaign.ledger.deadline(cycle) {
        Some(deadline) if came > deadline => {
            Err(Problem::refused(format!("the deadline was {deadline}")))
        }
        _ => Ok(()),
    }
}

/// An objection is to keys that were announced, and in time.
fn may_object(campaign: &Campaign, (seat, entry): (&Seat, u64), now: Time) -> Result<(), Problem> {
    let claim = campaign.ledger.claim_before(seat, u64::MAX);
    let Some((_, claim)) = claim.filter(|(claim, _)| claim.seq == entry) else {
        return Err(Problem::nothing(format!("entry {entry} announces no keys for {seat}")));
    };
    if now > claim.until {
        let what = format!("objections were taken until {}", claim.until);
        return Err(Problem::refused(what));
    }
    Ok(())
}

/// A link is that of its player's chain, and they gave it when they had seen the lock.
fn may_give(campaign: &Campaign, word: &Word, (cycle, link): (u32, Digest)) -> Result<(), Problem> {
    if campaign.ledger.lock(cycle).is_none() {
        return Err(Problem::refused(format!("cycle {cycle} is not locked")));
    }
    luck::is_own_link(campaign, cycle, (&word.seat, link))?;
    if campaign.ledger.has_seen_lock(cycle, &word.head) {
        return Ok(());
    }
    Err(Problem::refused("its head is an entry from before the lock")
        .hint("make it anew with a copy that has the lock, or with the lock itself"))
}

fn held(desk: &Desk, seat: &Seat) -> Result<Holder, Problem> {
    let holder = desk.campaign.holder(seat, u32::MAX);
    holder.ok_or_else(|| Problem::refused(format!("nobody holds {seat}")))
}

/// The newest cycle with reports.
fn newest(desk: &Desk) -> Result<Option<u32>, Problem> {
    match desk.campaign.stage() {
        Stage::Closed => Err(Problem::nothing("the campaign is over")),
        Stage::Enrolling | Stage::Open(_) | Stage::Resolved(_) => {
            Ok(desk.campaign.ledger.results().next_back().map(|(cycle, _)| cycle))
        }
    }
}

/// Where the calendar in force gives a time for objections, keys are replaced on the moderator's word
/// only after it, and if nobody objected.
///
/// # Errors
/// The first entry that replaces keys without that.
pub(in crate::referee) fn waited(campaign: &Campaign) -> Result<(), Problem> {
    let ledger = &campaign.ledger;
    for entry in ledger.entries() {
        let Body::Key(change) = &entry.body else { continue };
        let by_word = change.effective_from > 0 && change.authority == Authority::Moderator;
        if !by_word || vacant(ledger, entry.seq, &change.seat) {
            continue;
        }
        let calendar = crate::referee::calendar::InForce::before(campaign, entry.seq)?;
        let Some(wait) = calendar.and_then(|calendar| calendar.rules.key_wait) else { continue };
        let claim = ledger.claim_before(&change.seat, entry.seq);
        let ripe = claim.is_some_and(|(announced, claim)| {
            (&claim.signing, &claim.name) == (&change.signing, &change.name)
                && entry.time > claim.until
                && claim.until.since(announced.time) >= u64::from(wait.seconds())
        });
        if !ripe {
            let what =
                format!("{} was given other keys without the time for objections", change.seat);
            return Err(Problem::refused(what).at(Entry::path(entry.seq)));
        }
    }
    Ok(())
}

/// True if nobody held a seat before an entry.
fn vacant(ledger: &Ledger, seq: u64, seat: &Seat) -> bool {
    let before = usize::try_from(seq).unwrap_or(usize::MAX);
    ledger.first(before).dropped(seat).is_some()
}
