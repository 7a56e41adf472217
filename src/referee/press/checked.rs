//! Whether messages are what the ledger says, and what they said: for `verify` and the chronicle.

use std::collections::BTreeMap;

use super::allowed::{may, rules};
use super::relayed::{Passed, Relayed, Told, held};
use crate::base::{Digest, Problem, Seat, words};
use crate::campaign::layout;
use crate::ledger::{Entry, Link};
use crate::referee::record::campaign::Campaign;
use crate::seal::press::Press;
use crate::seal::{CampaignSecret, Identity, PublicKey, derive, packed};

/// After the reveal: each message is
/// signed with the key that held its author's seat, was passed on as it was signed, once, and as the
/// calendar allowed. `None` if there is none.
pub(in crate::referee) fn kept(campaign: &Campaign) -> Option<Result<String, Problem>> {
    let count = campaign.ledger.press().count();
    (count > 0).then(|| check(campaign, count))
}

fn check(campaign: &Campaign, count: usize) -> Result<String, Problem> {
    let place = |entry: &Entry| Entry::path(entry.seq);
    let messages = words::count(count, "message");
    let Some(house) = revealed(campaign) else {
        return Ok(format!("{messages}, sealed until the reveal"));
    };
    let mut sent: BTreeMap<(u32, Seat), u32> = BTreeMap::new();
    let mut seen: Vec<Press> = Vec::new();
    for entry in campaign.ledger.press() {
        let press = same(campaign, &house, entry).map_err(|p| p.at(place(entry)))?;
        let sent = sent.entry((press.cycle, press.seat.clone())).or_default();
        *sent += 1;
        let each = rules(campaign, entry.seq)
            .and_then(|rules| may(&rules, &press).map(|()| rules.each))
            .map_err(|p| p.at(place(entry)))?;
        if *sent > each {
            let what = format!("{} wrote more in cycle {} than it had", press.seat, press.cycle);
            return Err(Problem::refused(what).at(place(entry)));
        }
        if seen.contains(&press) {
            return Err(Problem::refused("this message was passed on twice").at(place(entry)));
        }
        seen.push(press);
    }
    for (entry, press) in campaign.ledger.press().zip(&seen) {
        if !before(campaign, entry).any(|link| link.digest == press.head) {
            let what = "its head is not an entry written before it";
            return Err(Problem::refused(what).at(place(entry)));
        }
    }
    Ok(format!("{messages}, signed by the players who sent them and passed on as signed"))
}

/// The entries before another, with their digests.
fn before<'c>(
    campaign: &'c Campaign,
    entry: &'c Entry,
) -> impl DoubleEndedIterator<Item = &'c Link> {
    campaign.ledger.links().iter().filter(|link| link.entry.seq < entry.seq)
}

/// The message of an entry: its author's, and what was passed on of it is the same.
fn same(campaign: &Campaign, house: &Identity, entry: &Entry) -> Result<Press, Problem> {
    let (press, file) = signed(campaign, house, entry)?;
    let (_, key) = Press::read(file.as_bytes())?;
    let own = (Some(press.cycle), &press.campaign) == (entry.cycle, &campaign.id());
    if !own || !held(campaign, entry.seq, (&press.seat, &key)) {
        let what =
            "the message is not signed with the key of its author's seat, or is for another cycle";
        return Err(Problem::refused(what));
    }
    let (letter, _) = letter(campaign, house, entry)?;
    let last = before(campaign, entry).next_back().map(|link| link.entry.time);
    if last.is_some_and(|last| letter.came < last) || letter.came > entry.time {
        let came = letter.came;
        return Err(Problem::refused(format!(
            "it says that it came at {came}, and was taken at {}",
            entry.time
        )));
    }
    let expected = Relayed::new(
        campaign.ledger.genesis_digest(),
        (entry.seq, press.cycle),
        letter.came,
        Passed::of(&press, &file),
    );
    if letter != expected {
        return Err(Problem::refused("what its readers got is not what its author signed"));
    }
    Ok(press)
}

/// A message as its author signed it, and the file.
pub(in crate::referee) fn signed(
    campaign: &Campaign,
    house: &Identity,
    entry: &Entry,
) -> Result<(Press, String), Problem> {
    let path = layout::press_signed(entry.seq);
    let read = || {
        let file = packed::open(&campaign.listed(&path)?, house)?;
        let (press, _) = Press::read(file.as_bytes())?;
        Ok((press, file))
    };
    read().map_err(|p: Problem| p.at(&path))
}

/// What the readers of an entry's message got.
fn letter(
    campaign: &Campaign,
    house: &Identity,
    entry: &Entry,
) -> Result<(Relayed, PublicKey), Problem> {
    let path = layout::press(entry.seq);
    let opened = Relayed::open(&campaign.listed(&path)?, house);
    opened.ok_or_else(|| Problem::refused("this is not a message that was passed on").at(path))
}

/// The identity that opens the campaign's files, once its secret is published.
fn revealed(campaign: &Campaign) -> Option<Identity> {
    let secret = CampaignSecret::revealed(campaign.ledger.revealed()?.0);
    Some(derive::campaign_identity(&secret, &campaign.birth()))
}

/// Every message with its author, for who may know all; `house` opens the campaign's files.
///
/// # Errors
/// If one cannot be read.
pub fn told(campaign: &Campaign, house: Option<&Identity>) -> Result<Vec<Told>, Problem> {
    let own = revealed(campaign);
    let Some(house) = house.or(own.as_ref()) else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    for entry in campaign.ledger.press() {
        let (press, _) = signed(campaign, house, entry)?;
        let (letter, _) = letter(campaign, house, entry)?;
        let Press { cycle, seat, to, unsigned, text, .. } = press;
        let (entry, came, from) = (entry.seq, letter.came, Some(seat));
        all.push(Told { cycle, entry, came, from, unsigned, to, text });
    }
    Ok(all)
}

/// The messages in the clear, as their authors signed them, by path.
///
/// # Errors
/// If one cannot be read.
pub(in crate::referee) fn opened(
    campaign: &Campaign,
    house: &Identity,
) -> Result<Vec<(String, Vec<u8>)>, Problem> {
    let mut all = Vec::new();
    for entry in campaign.ledger.press() {
        let (press, file) = signed(campaign, house, entry)?;
        all.push((layout::revealed_press(press.cycle, entry.seq), file.into_bytes()));
    }
    Ok(all)
}

/// The digests that the reveal lists for messages are those of what was sealed: so many files.
///
/// # Errors
/// The first that differs.
pub(in crate::referee) fn published(
    campaign: &Campaign,
    house: &Identity,
    revealed: &BTreeMap<String, Digest>,
) -> Result<usize, Problem> {
    let expected = opened(campaign, house)?;
    let listed = |path: &String, file: &[u8]| revealed.get(path) == Some(&Digest::of(file));
    match expected.iter().find(|(path, file)| !listed(path, file)) {
        None => Ok(expected.len()),
        Some((path, _)) => {
            Err(Problem::refused("the published message is not the one that was sealed").at(path))
        }
    }
}
