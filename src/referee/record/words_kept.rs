//! The words of players that the ledger lists: that each is its player's and says what its entry does, how many
//! a seat has given, and which came last.

use super::campaign::Campaign;
use crate::base::{Digest, Problem, Seat};
use crate::campaign::layout;
use crate::ledger::{Authority, Body, Contribution, Entry, Link};
use crate::seal::PublicKey;
use crate::seal::word::{Packet, Says, Word};

/// Words of a kind that a seat may give between two results, by the entry they become.
fn most(body: &Body) -> usize {
    match body {
        Body::Final(_) | Body::Withdraw(_) | Body::Vote(_) => 20,
        Body::Absence(_) => 8,
        _ => 4,
    }
}

/// Whose word an entry is, if it is one.
fn author(body: &Body) -> Option<&Seat> {
    match body {
        Body::Absence(absence) if absence.files.is_empty() => None,
        Body::Absence(absence) => Some(&absence.seat),
        Body::Key(change) if change.authority == Authority::Player => Some(&change.seat),
        Body::Substitute(substitute) => Some(&substitute.seat),
        Body::Objection(objection) => Some(&objection.seat),
        Body::Final(done) => Some(&done.seat),
        Body::Withdraw(withdrawal) => Some(&withdrawal.seat),
        Body::Agree(agreement) => Some(&agreement.seat),
        Body::Vote(vote) => Some(&vote.seat),
        Body::Link(Contribution::Given { seat, .. }) => Some(seat),
        Body::Dropped(dropped) if dropped.files.is_empty() => None,
        Body::Dropped(dropped) => Some(&dropped.seat),
        _ => None,
    }
}

/// The entries of a seat's words of the same kind as another, before that one, newest first.
fn earlier<'c>(
    campaign: &'c Campaign,
    (seat, body, seq): (&Seat, &Body, u64),
) -> impl Iterator<Item = &'c Entry> {
    let same = move |entry: &&Entry| {
        std::mem::discriminant(&entry.body) == std::mem::discriminant(body)
            && author(&entry.body) == Some(seat)
    };
    campaign.ledger.entries().rev().skip_while(move |entry| entry.seq >= seq).filter(same)
}

/// Refuses a word that comes behind a later one of its kind, or is one too many. What is to be said of the
/// number of words that are left.
///
/// # Errors
/// Which it is.
pub(in crate::referee) fn may_follow(
    campaign: &Campaign,
    (word, key): (&Word, &PublicKey),
    body: &Body,
) -> Result<Option<String>, Problem> {
    is_in_order(campaign, (word, key), (body, u64::MAX))?;
    let since =
        campaign.ledger.last_result().and_then(|(cycle, _)| campaign.ledger.result_seq(cycle));
    let all = earlier(campaign, (&word.seat, body, u64::MAX));
    let given = all.take_while(|entry| Some(entry.seq) > since).count();
    let most = most(body);
    if given >= most {
        let seat = &word.seat;
        return Err(Problem::refused(format!(
            "{seat} has given {most} words of this kind, and has no more until the next result"
        )));
    }
    let last = "that was the last word of its kind until the next result";
    Ok((given + 1 == most).then(|| last.to_owned()))
}

/// Of the words of a kind that a key signed only ever later ones count.
fn is_in_order(
    campaign: &Campaign,
    (word, key): (&Word, &PublicKey),
    (body, seq): (&Body, u64),
) -> Result<(), Problem> {
    for entry in earlier(campaign, (&word.seat, body, seq)) {
        let Ok((before, signer, _)) = Word::read(&campaign.listed(&layout::word(entry.seq))?)
        else {
            continue;
        };
        if signer != *key {
            return Ok(());
        }
        if word.sequence > before.sequence {
            return Ok(());
        }
        return Err(Problem::refused("a later word of this kind was taken before")
            .hint("sign it again if it is still meant"));
    }
    Ok(())
}

/// Every entry that says it is a player's word lists one that says the same, signed with the key that
/// held the seat before it. `None` if there is none.
pub(in crate::referee) fn kept(campaign: &Campaign) -> Option<Result<String, Problem>> {
    let mut count = 0;
    for entry in campaign.ledger.entries() {
        let Some(seat) = author(&entry.body) else { continue };
        if let Err(problem) = same(campaign, entry, seat) {
            return Some(Err(problem.at(Entry::path(entry.seq))));
        }
        count += 1;
    }
    (count > 0).then(|| Ok(format!("{count} signed by the players who sent them")))
}

/// The word that an entry lists is that of its seat's player, names a head before it, comes in order, and says
/// what the entry does.
fn same(campaign: &Campaign, entry: &Entry, seat: &Seat) -> Result<(), Problem> {
    let path = layout::word(entry.seq);
    if entry.body.files().is_none_or(|files| !files.contains_key(&path)) {
        return Err(Problem::refused("it lists no word of the seat's player"));
    }
    let (word, key, _) = Word::read(&campaign.listed(&path)?)?;
    let signed = if let (Body::Link(_), Some(cycle)) = (&entry.body, entry.cycle) {
        campaign.ledger.signs_link((seat, cycle), &key.to_string(), entry.seq)
    } else {
        let holder = campaign.ledger.holders_before(seat, u32::MAX, entry.seq).pop();
        holder.is_some_and(|holder| holder.signing == key.to_string())
    };
    if !signed || !says(&word.says, entry) || word.seat != *seat || word.campaign != campaign.id() {
        return Err(Problem::refused(
            "the word it lists is not that of the seat's player, or says something else",
        ));
    }
    if !had_head(campaign, &word.head, entry.seq) {
        return Err(Problem::refused("its head is not an entry written before it"));
    }
    if let (Body::Link(_), Some(cycle)) = (&entry.body, entry.cycle)
        && !campaign.ledger.has_seen_lock(cycle, &word.head)
    {
        return Err(Problem::refused("its head is an entry from before the lock"));
    }
    is_in_order(campaign, (&word, &key), (&entry.body, entry.seq))
}

/// True if a digest is that of an entry before another.
fn had_head(campaign: &Campaign, head: &Digest, seq: u64) -> bool {
    let before = |link: &&Link| link.entry.seq < seq;
    campaign.ledger.links().iter().take_while(before).any(|link| link.digest == *head)
}

/// True if an entry does what a word says.
fn says(says: &Says, entry: &Entry) -> bool {
    match (says, &entry.body) {
        (Says::Absence { dates, reason }, Body::Absence(absence)) => {
            (*dates, reason) == (absence.dates, &absence.reason)
        }
        (Says::Keys { signing, age, tip, .. }, Body::Key(change)) => {
            let said = (signing.to_string(), age.to_string(), *tip);
            said == (change.signing.clone(), change.recipient.clone(), change.tip)
        }
        (Says::Substitute { name, signing, age, until }, Body::Substitute(entry)) => {
            let said = (name, signing.to_string(), age.to_string(), *until);
            said == (&entry.name, entry.signing.clone(), entry.recipient.clone(), entry.until)
        }
        (Says::Objection { entry, reason }, Body::Objection(objection)) => {
            (*entry, reason) == (objection.entry, &objection.reason)
        }
        (Says::Final(packet), Body::Final(done)) => is_of(*packet, entry, done.sequence),
        (Says::Withdraw(packet), Body::Withdraw(withdrawal)) => {
            is_of(*packet, entry, withdrawal.sequence)
        }
        (Says::Pause { until }, Body::Agree(agreement)) => *until == agreement.until,
        (Says::Vote { motion, yes }, Body::Vote(vote)) => {
            (motion, *yes) == (&vote.motion, vote.yes)
        }
        (Says::Link { cycle, link }, Body::Link(Contribution::Given { link: given, .. })) => {
            (Some(*cycle), link) == (entry.cycle, given)
        }
        (Says::Resign { reason }, Body::Dropped(dropped)) => *reason == dropped.reason,
        _ => false,
    }
}

/// True if an entry is about a packet.
fn is_of(packet: Packet, entry: &Entry, sequence: u32) -> bool {
    (Some(packet.cycle), packet.sequence) == (entry.cycle, sequence)
}
