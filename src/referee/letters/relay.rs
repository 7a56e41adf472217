//! Messages from player to player: taken as their words are, passed on to their readers, and sealed up to
//! the reveal. `docs/formats/press.md`.

use std::collections::BTreeMap;

use crate::base::{Digest, Kind, Problem, Seat, Time, words};
use crate::campaign::layout;
use crate::ledger::{Body, Press as Listed};
use crate::post::Message;
use crate::referee::calendar::rules::{PressRules, WhenLate};
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::packets::{self, awaited};
use crate::referee::moderator::calendar_facts;
use crate::referee::press::{Passed, Relayed, may, packed, rules, signed};
use crate::referee::record::campaign::{Campaign, Stage};
use crate::referee::record::letter_texts::Texts;
use crate::referee::record::mail_answer::Answer;
use crate::seal::press::Press;
use crate::seal::{Opened, PublicKey, open, sealed, sshsig};

/// What is encrypted in one mail, and is looked at.
const OFFERS: usize = 16;

/// A message as it came, signed by somebody who holds a seat.
#[derive(Debug, Clone)]
pub struct Came {
    /// What it says.
    pub press: Press,
    key: PublicKey,
    file: String,
}

impl Came {
    /// The digest of the file as its author signed it.
    pub(super) fn signed(&self) -> Digest {
        Digest::of(self.file.as_bytes())
    }
}

/// What became of a message that was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    /// What was done, in a sentence.
    pub told: String,
    /// The path of the file that its readers and its author get.
    pub path: String,
    /// These, in the game's order.
    pub readers: Vec<Seat>,
}

impl Came {
    /// A message out of a verified file.
    pub(super) fn of(opened: &Opened) -> Option<Self> {
        let press = Press::of(opened).ok()?;
        let file = String::from_utf8(opened.file()).ok()?;
        Some(Self { press, key: opened.key, file })
    }
}

/// The first message to other players in a mail, if who holds a seat signed it.
///
/// # Errors
/// If the ledger's keys cannot be read.
pub fn find(desk: &Desk, message: &Message) -> Result<Option<Came>, Problem> {
    let Ok(cycle) = awaited(desk) else { return Ok(None) };
    let (identity, keys) = (desk.cycle_identity(cycle), desk.campaign.keys(u32::MAX)?);
    let mut offers = message.offers.iter().filter(|o| sealed::is_sealed(o)).take(OFFERS);
    Ok(offers.find_map(|offer| {
        let file = sealed::open(offer, &identity, sealed::MAIL_LIMIT).ok()?;
        Came::of(&open(&file, None, &keys, sshsig::PRESS).ok()?)
    }))
}

/// Takes a message that came, and passes it on: once, from who holds the seat, as the calendar allows.
///
/// # Errors
/// If it is not theirs, was taken before, is one too many or not allowed, or the disk fails.
pub fn take(desk: &mut Desk, message: &Came, times: (Time, Time)) -> Result<Taken, Problem> {
    let Came { press, file, .. } = message;
    let came = times.0.max(desk.campaign.ledger.time()).min(times.1);
    is_theirs(&desk.campaign, message)?;
    let rules = rules(&desk.campaign, u64::MAX)?;
    may(&rules, press)?;
    if desk.campaign.stage() != Stage::Open(press.cycle) {
        return Err(Problem::nothing(format!("cycle {} is not open", press.cycle)));
    }
    let sent = counted(desk, &rules, press)?;
    is_in_time(desk, &rules, press, came)?;
    let (entry, cycle) = (desk.campaign.ledger.len(), press.cycle);
    let letter = Relayed::new(desk.genesis(), (entry, cycle), came, Passed::of(press, file));
    let sealed =
        letter.seal(&desk.campaign, (&desk.identity().recipient(), desk.signing()), press)?;
    let signed = sealed::keep(&packed(file)?, &[&desk.identity().recipient()])?;
    let (path, own) = (layout::press(entry), layout::press_signed(entry));
    let mut files = BTreeMap::new();
    for (path, bytes) in [(&path, sealed), (&own, signed)] {
        desk.campaign.store.write(path, &bytes)?;
        files.insert(path.clone(), Digest::of(&bytes));
    }
    desk.append(times.1, Some(cycle), Body::Press(Listed { files }))?;
    let told = format!(
        "{} writes to {} in cycle {cycle}, {sent} of {}",
        press.seat,
        words::names(&press.to),
        rules.each
    );
    Ok(Taken { told, path, readers: readers(&desk.campaign, press) })
}

/// Takes a message that came by mail. `None` if it was: its letter is the answer.
///
/// # Errors
/// If the disk fails. A message that is not taken is answered, too.
pub(super) fn answer(
    desk: &mut Desk,
    message: &Came,
    times: (Time, Time),
) -> Result<Option<Answer>, Problem> {
    let texts = Texts::of(&desk.campaign.store)?;
    match take(desk, message, times) {
        Ok(_) => Ok(None),
        Err(problem) if matches!(problem.kind, Kind::Failed | Kind::Busy) => Err(problem),
        Err(problem) => {
            let values = [("told", texts.sentence(&message.press.seat, &problem.what))];
            Ok(Some(Answer::of(&texts, &message.press.seat, ("word-refused", &values))))
        }
    }
}

/// Who reads each message from an entry on, and who wrote it.
pub(super) fn readers_since(desk: &Desk, since: u64) -> Result<BTreeMap<u64, Vec<Seat>>, Problem> {
    let mut all = BTreeMap::new();
    for entry in desk.campaign.ledger.press().filter(|entry| entry.seq >= since) {
        let (press, _) = signed(&desk.campaign, &desk.identity(), entry)?;
        let mut seats = press.to.clone();
        seats.push(press.seat);
        all.insert(entry.seq, seats);
    }
    Ok(all)
}

/// Who gets a message: its author and its readers, if anybody holds their seats.
fn readers(campaign: &Campaign, press: &Press) -> Vec<Seat> {
    let gets = |seat: &Seat| *seat == press.seat || press.to.contains(seat);
    let held = |seat: &Seat| campaign.holder(seat, u32::MAX).is_some();
    campaign.seats().into_iter().filter(|seat| gets(seat) && held(seat)).collect()
}

/// A message names this campaign, a head of its ledger, seats that there are, and is signed with the key
/// of the seat that it says it is from.
fn is_theirs(campaign: &Campaign, Came { press, key, .. }: &Came) -> Result<(), Problem> {
    if press.campaign != campaign.id() {
        let what = format!("this message is for {}, not {}", press.campaign, campaign.id());
        return Err(Problem::refused(what));
    }
    if !campaign.has_head(&press.head) {
        return Err(Problem::refused("head is not an entry of this campaign's ledger"));
    }
    press.to.iter().try_for_each(|seat| campaign.seat(seat.as_str()).map(drop))?;
    let holder = campaign.holder(&press.seat, u32::MAX);
    if holder.is_none_or(|holder| holder.signing != key.to_string()) {
        return Err(Problem::refused(format!(
            "this message is not signed with the key of seat {}",
            press.seat
        )));
    }
    Ok(())
}

/// Which message of its seat in its cycle this one is, from 1.
fn counted(desk: &Desk, rules: &PressRules, press: &Press) -> Result<u32, Problem> {
    let mut sent = 1;
    for entry in desk.campaign.ledger.press().filter(|entry| entry.cycle == Some(press.cycle)) {
        let (earlier, _) = signed(&desk.campaign, &desk.identity(), entry)?;
        if earlier == *press {
            return Err(Problem::nothing("this message was taken before"));
        }
        sent += u32::from(earlier.seat == press.seat);
    }
    if sent > rules.each {
        let (seat, each) = (&press.seat, words::count(rules.each, "message"));
        let what = format!("{seat} has written {each} in cycle {}, and has no more", press.cycle);
        return Err(Problem::refused(what));
    }
    Ok(sent)
}

/// After the deadline a message is taken as the calendar says.
fn is_in_time(desk: &Desk, rules: &PressRules, press: &Press, came: Time) -> Result<(), Problem> {
    let deadline = desk.campaign.ledger.deadline(press.cycle);
    let Some(deadline) = deadline.filter(|deadline| came > *deadline) else { return Ok(()) };
    let late = || -> Result<Vec<Seat>, Problem> {
        let facts = calendar_facts::of(desk, &packets::incoming(desk)?)?;
        let facts = facts.map(|(_, facts)| facts.seats).unwrap_or_default();
        let owes = facts.into_iter().filter(|s| s.held && s.due == Some(true) && s.sent.is_none());
        Ok(owes.map(|seated| seated.seat).collect())
    };
    let silenced = match rules.when_late {
        WhenLate::Anyone => None,
        WhenLate::Others => late()?.into_iter().find(|seat| *seat == press.seat),
        WhenLate::Nobody => late()?.into_iter().next(),
    };
    match silenced {
        None => Ok(()),
        Some(seat) if seat == press.seat => Err(Problem::refused(format!(
            "the deadline was {deadline}, and {seat} owes orders: send them first"
        ))),
        // Which seat that is, is not the author's to know.
        Some(_) => Err(Problem::refused(format!(
            "the deadline was {deadline}, and orders are missing: there are no messages until they come"
        ))),
    }
}
