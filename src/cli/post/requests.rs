//! Mail that is neither orders nor noise: what players ask for, and who asks for a seat.

use std::fmt::Write as _;

use super::notes::Notes;
use super::outbox;
use crate::base::{Problem, Seat, Time, text};
use crate::campaign::Postbox;
use crate::post::Message;
use crate::post::config::Config;
use crate::referee::Campaign;
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::enroll::address;
use crate::referee::cycle::expected::Expected;
use crate::referee::letters::asked::Asked;
use crate::referee::letters::writer::Writer;
use crate::referee::moderator::word;
use crate::referee::record::mail_answer::Answer;
use crate::referee::run::steps::Mail;
use crate::seal::PlayerPublic;

/// Public files that wait for the moderator's word at most: more are a flood.
const ASKED: usize = 100;

/// Does what a campaign's players ask and say, answers them, and takes their mails out of the list, but for those
/// that also hold packets.
pub(super) fn serve(
    post: &Postbox,
    (config, desk): (&Config, &mut Desk),
    mails: &mut Vec<Mail>,
    now: Time,
) -> Result<Vec<Problem>, Problem> {
    let (mut notes, mut problems, mut rest) = (Notes::read(post)?, Vec::new(), Vec::new());
    for mail in std::mem::take(mails) {
        let message = Message::read(&mail.bytes);
        let came = mail.arrived.max(desk.campaign.ledger.time()).min(now);
        let mut what = format!("{}: ", mail.name);
        if let Some(asked) = Asked::find(desk, &message)? {
            let seat = asked.seat().clone();
            let spared = is_spared(post, (config, &notes), (desk, &message, &asked), now)?;
            let answer = if spared { None } else { asked.answer(desk, (came, now))? };
            let subject = answer.as_ref().map(|answer| answer.subject.as_str());
            let _ = write!(what, "{seat}: {}", subject.unwrap_or(unanswered(&asked)));
            if let Some(answer) = answer {
                problems.extend(told(
                    post,
                    (config, &mut notes),
                    (desk, &message),
                    (&seat, answer),
                    now,
                )?);
            }
        } else if let Some((seat, word)) = word::find(&desk.campaign, &message) {
            let answer = word::answer(desk, (&seat, &word), (came, now))?;
            let _ = write!(what, "{seat}: {}", answer.subject);
            problems.extend(told(
                post,
                (config, &mut notes),
                (desk, &message),
                (&seat, answer),
                now,
            )?);
        } else {
            rest.push(mail);
            continue;
        }
        post.log(now, &what)?;
        let signed = |mut it: Expected<'_>| it.is_signed_for(&mail.bytes, &message, now);
        if Expected::of(desk).is_ok_and(signed) {
            rest.push(mail);
        } else {
            post.taken(&[mail.name])?;
        }
    }
    *mails = rest;
    Ok(problems)
}

/// What is noted of what gets no answer.
fn unanswered(asked: &Asked) -> &'static str {
    match asked {
        Asked::Forecast(..) => "a forecast that is not made",
        Asked::Press(_) => "a message to other players",
        Asked::Request(..) => "a request",
    }
}

/// True of a forecast that nobody would read: they are made only for who is answered.
fn is_spared(
    post: &Postbox,
    (config, notes): (&Config, &Notes),
    (desk, message, asked): (&Desk, &Message, &Asked),
    now: Time,
) -> Result<bool, Problem> {
    let Asked::Forecast(seat, _) = asked else { return Ok(false) };
    let Some(to) = address(desk, seat)?.filter(|_| message.manner.may_be_answered()) else {
        return Ok(true);
    };
    let name = Writer::new(desk, config, now)?.answer_name(message, seat);
    let known = post.was_sent(&name)? || post.waiting()?.contains(&name);
    Ok(known || notes.is_spent(&to, now, config.answers_a_day))
}

/// Writes what is answered.
fn told(
    post: &Postbox,
    (config, notes): (&Config, &mut Notes),
    (desk, message): (&Desk, &Message),
    (seat, answer): (&Seat, Answer),
    now: Time,
) -> Result<Option<Problem>, Problem> {
    let written = Writer::new(desk, config, now)?.asked(message, seat, answer)?;
    let Some(written) = written else { return Ok(None) };
    let problem = outbox::answer(post, (config, notes), &written, now)?;
    notes.write(post)?;
    Ok(problem)
}

/// Keeps the public files that came by mail until the moderator gives their owners a seat, with the
/// address that the mail gives as its sender's. Nobody is answered: who wrote is not known yet.
pub(super) fn keep_enrolments(
    post: &Postbox,
    mails: &mut Vec<Mail>,
    now: Time,
) -> Result<(), Problem> {
    let mut rest = Vec::new();
    for mail in std::mem::take(mails) {
        let message = Message::read(&mail.bytes);
        let found = message
            .offers
            .iter()
            .find_map(|offer| PlayerPublic::read(offer).ok().map(|file| (offer, file)));
        let Some((offer, file)) = found else {
            rest.push(mail);
            continue;
        };
        let name = named(&file);
        if post.asked()?.len() < ASKED {
            post.keep_asked(&name, offer, message.from.as_deref())?;
            post.log(now, &format!("{}: {name} asks for a seat", mail.name))?;
        } else {
            post.log(now, &format!("{}: too many ask for a seat", mail.name))?;
        }
        post.taken(&[mail.name])?;
    }
    *mails = rest;
    Ok(())
}

/// A file's name: of the key, so that the same one comes once.
fn named(file: &PlayerPublic) -> String {
    let letters = file.signing.fingerprint();
    letters.chars().filter(char::is_ascii_alphanumeric).take(22).collect()
}

/// A sentence for each who asks for a seat and holds none.
pub(super) fn waiting(post: &Postbox, campaign: &Campaign) -> Result<Vec<String>, Problem> {
    let seats = campaign.seats();
    let mut all = Vec::new();
    for path in post.asked()? {
        let Ok(file) = PlayerPublic::read(&crate::campaign::world::read(&path)?) else { continue };
        let key = file.signing.to_string();
        let holds = |seat| campaign.holder(seat, u32::MAX).is_some_and(|h| h.signing == key);
        if seats.iter().any(holds) {
            continue;
        }
        let name = text::harmless(file.name.as_deref().unwrap_or("somebody"));
        let (path, address) = (path.display(), path.with_extension("txt"));
        all.push(format!(
            "{name} asks for a seat: compare {} with them over another channel, then `adjutant enroll \
             SEAT {path} --address {}`, or delete the file",
            file.signing.fingerprint(),
            address.display()
        ));
    }
    Ok(all)
}
