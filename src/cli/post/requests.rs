//! Mail that is neither orders nor noise: what players ask for, and who asks for a seat.

use super::notes::Notes;
use super::round;
use crate::base::{Problem, Seat, Time, text};
use crate::campaign::Postbox;
use crate::post::Message;
use crate::post::config::Config;
use crate::referee::Campaign;
use crate::referee::desk::Desk;
use crate::referee::post::Writer;
use crate::referee::receive::Intake;
use crate::referee::request::{Answer, Request};
use crate::referee::run::Mail;
use crate::referee::word;
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
        let Some((seat, answer)) = answered(desk, &message, now)? else {
            rest.push(mail);
            continue;
        };
        let what = format!("{}: {seat}: {}", mail.name, answer.subject);
        let written = Writer::new(desk, config, now).asked(&message, &seat, answer)?;
        if let Some(written) = written {
            problems.extend(round::answer(post, (config, &mut notes), &written, now)?);
        }
        notes.write(post)?;
        post.log(now, &what)?;
        if Intake::begin(desk).is_ok_and(|intake| intake.is_signed_for(&mail.bytes, &message, now))
        {
            rest.push(mail);
        } else {
            post.taken(&[mail.name])?;
        }
    }
    *mails = rest;
    Ok(problems)
}

/// What a player asks for or says in a mail, done, and its answer; `None` if it holds neither.
fn answered(
    desk: &mut Desk,
    message: &Message,
    now: Time,
) -> Result<Option<(Seat, Answer)>, Problem> {
    if let Some(request) = Request::find(&desk.campaign, message)? {
        let answer = request.answer(&desk.campaign)?;
        return Ok(Some((request.seat, answer)));
    }
    let Some((seat, word)) = word::find(&desk.campaign, message) else { return Ok(None) };
    Ok(Some((seat, word::answer(desk, &word, now)?)))
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
