//! Which campaigns the post serves: mail for one that cannot be found just now waits, and who writes to one
//! that is over is told so.

use super::notes::Notes;
use super::outbox::{self, Rank};
use crate::base::{Problem, Seat, Time};
use crate::campaign::Postbox;
use crate::post::Message;
use crate::post::config::Config;
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::enroll::address;
use crate::referee::cycle::expected::Expected;
use crate::referee::letters::relay;
use crate::referee::letters::writer::Writer;
use crate::referee::moderator::word;
use crate::referee::record::campaign::Stage;
use crate::referee::run::steps::Mail;
use crate::seal::packet::is_likely;

/// The names of the campaigns that the post served before, that were not over, and that are not here. It
/// remembers those that are.
pub(super) fn missing(post: &Postbox, desks: &[Desk]) -> Result<Vec<String>, Problem> {
    let mut notes = Notes::read(post)?;
    let before = notes.campaigns.clone();
    let mut missing = notes.campaigns.clone();
    for desk in desks {
        let (id, name) = (desk.genesis(), desk.campaign.ledger.genesis().name.clone());
        missing.remove(&id);
        if desk.campaign.stage() == Stage::Closed {
            notes.campaigns.remove(&id);
        } else {
            notes.campaigns.insert(id, name);
        }
    }
    if notes.campaigns != before {
        notes.write(post)?;
    }
    Ok(missing.into_values().collect())
}

/// What is said of a campaign that is not here.
pub(super) fn problem(name: &String) -> Problem {
    Problem::failed(format!("the campaign {name} is not here: mail that may be for it waits")).hint(
        "bring it back; if the post is not to serve it any more, delete its line below `campaigns` in \
         notes.yaml",
    )
}

/// True of a mail that is for none but the campaigns that are here: a seat of one signed something in it, or
/// there is nothing signed or encrypted.
pub(super) fn is_known_here(desks: &[Desk], bytes: &[u8], now: Time) -> bool {
    let message = Message::read(bytes);
    let nothing = !message.offers.iter().any(|offer| is_likely(offer)) && !is_likely(bytes);
    nothing || desks.iter().any(|desk| is_signed_for(desk, (bytes, &message), now))
}

/// Those of some mails that are for none but the campaigns that are here.
///
/// # Errors
/// If one cannot be read.
pub(in crate::cli) fn known_here(
    desks: &[Desk],
    mails: Vec<Mail>,
    now: Time,
) -> Result<Vec<Mail>, Problem> {
    let mut known = Vec::new();
    for mail in mails {
        if is_known_here(desks, &mail.content.read()?, now) {
            known.push(mail);
        }
    }
    Ok(known)
}

fn is_signed_for(desk: &Desk, (bytes, message): (&[u8], &Message), now: Time) -> bool {
    speaks(desk, message)
        || Expected::of(desk).is_ok_and(|mut expected| expected.is_signed_for(bytes, message, now))
}

/// True if who holds a seat of this campaign signed a word in the mail, or writes to others in it.
pub(super) fn speaks(desk: &Desk, message: &Message) -> bool {
    word::find(&desk.campaign, message).is_some()
        || relay::find(desk, message).is_ok_and(|came| came.is_some())
}

/// The campaign whose player a mail says it is from: one that goes on, before one that is over.
pub(super) fn whose(desks: &[Desk], message: &Message) -> Result<Option<usize>, Problem> {
    let mut over = None;
    for (at, desk) in desks.iter().enumerate() {
        if named(desk, message)?.is_none() {
            continue;
        }
        if desk.campaign.stage() != Stage::Closed {
            return Ok(Some(at));
        }
        over = over.or(Some(at));
    }
    Ok(over)
}

/// The seat at whose address a mail says it was written.
fn named(desk: &Desk, message: &Message) -> Result<Option<Seat>, Problem> {
    for seat in desk.campaign.seats() {
        let kept = address(desk, &seat)?.map(|address| address.to_lowercase());
        if kept.is_some() && kept == message.from {
            return Ok(Some(seat));
        }
    }
    Ok(None)
}

/// The campaign that a mail is for, if that is over and nobody signed anything in it for another.
pub(super) fn over<'d>(
    desks: &'d [Desk],
    (bytes, message): (&[u8], &Message),
    now: Time,
) -> Result<Option<&'d Desk>, Problem> {
    let closed = |desk: &Desk| desk.campaign.stage() == Stage::Closed;
    if !desks.iter().any(closed) || desks.iter().any(|d| is_signed_for(d, (bytes, message), now)) {
        return Ok(None);
    }
    match whose(desks, message)?.map(|at| &desks[at]) {
        Some(desk) => Ok(Some(desk).filter(|desk| closed(desk))),
        // Whoever it is from: nothing here takes it any more.
        None => Ok(desks.first().filter(|_| desks.iter().all(closed))),
    }
}

/// Tells who wrote to a game that is over, if they are one of its players.
pub(super) fn told_that_it_is_over(
    post: &Postbox,
    (config, desk): (&Config, &Desk),
    message: &Message,
    now: Time,
) -> Result<Option<Problem>, Problem> {
    let Some(seat) = named(desk, message)? else { return Ok(None) };
    let Some(written) = Writer::new(desk, config, now)?.over(message, &seat)? else {
        return Ok(None);
    };
    let mut notes = Notes::read(post)?;
    let problem = outbox::answer(post, (config, &mut notes), (&written, Rank::Notice), now)?;
    notes.write(post)?;
    Ok(problem)
}
