//! Mail that is neither orders nor noise: what players ask for, and who asks for a seat.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::notes::Notes;
use super::outbox::{self, Rank};
use crate::base::{Digest, Problem, Seat, Time, text};
use crate::campaign::Postbox;
use crate::ledger::{Body, Entry};
use crate::post::Message;
use crate::post::config::Config;
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::enroll::address;
use crate::referee::cycle::expected::Expected;
use crate::referee::letters::asked::Asked;
use crate::referee::letters::writer::Writer;
use crate::referee::moderator::word;
use crate::referee::record::mail_answer::Answer;
use crate::referee::run::steps::Mail;
use crate::referee::{Campaign, Stage};
use crate::seal::PlayerPublic;

/// Public files that wait for the moderator's word at most: more are a flood.
const ASKED: usize = 100;
/// Of these, those whose addresses are of one domain.
const ASKED_BY_ONE: usize = 20;

/// How the names of files begin that bring links for a key that holds a seat.
const LINKS: &str = "links-";

/// What a mail was.
pub(super) struct Served {
    /// What is the matter with the answer.
    pub(super) problem: Option<Problem>,
    /// True if a packet is in it, too.
    pub(super) goes_on: bool,
}

/// Does what a campaign's players ask and say in a mail, and answers them; none if it is something else.
pub(super) fn serve(
    post: &Postbox,
    (config, desk): (&Config, &mut Desk),
    (mail, bytes, message): (&Mail, &[u8], &Message),
    now: Time,
) -> Result<Option<Served>, Problem> {
    let came = mail.arrived.max(desk.campaign.ledger.time()).min(now);
    let mut notes = Notes::read(post)?;
    let (seat, what, signed, answer) = if let Some(asked) = Asked::find(desk, message)? {
        let spared = is_spared(post, (config, &notes), (desk, message, &asked), now)?;
        let answer = if spared { None } else { asked.answer(desk, (came, now))? };
        (asked.seat().clone(), unanswered(&asked), asked.signed(), answer)
    } else if let Some((seat, word)) = word::find(&desk.campaign, message) {
        let answer = word::answer(desk, (&seat, &word), (came, now))?;
        (seat, "a word", Digest::of(&word), answer)
    } else {
        return Ok(None);
    };
    let subject = answer.as_ref().map_or(what, |answer| answer.subject.as_str());
    let line = format!("{}: {seat}: {subject}", mail.name);
    let problem = match answer {
        Some(answer) => {
            let answer = (&seat, &signed, answer);
            told(post, (config, &mut notes), (desk, message), answer, now)?
        }
        None => None,
    };
    post.log(now, &line)?;
    Ok(Some(Served { problem, goes_on: is_signed(desk, bytes, message, now) }))
}

/// True if a seat signed something in a mail for the cycle that packets are awaited for.
fn is_signed(desk: &Desk, bytes: &[u8], message: &Message, now: Time) -> bool {
    Expected::of(desk).is_ok_and(|mut expected| expected.is_signed_for(bytes, message, now))
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
    let name = Writer::new(desk, config, now)?.private_answer(seat, &asked.signed());
    let known = post.was_sent(&name)? || post.waiting()?.contains(&name);
    Ok(known || notes.is_spent(&to, now, config.answers_a_day))
}

/// Writes what is answered. What was answered before, and now has another answer, is not counted: whoever
/// copied it would use up what its author gets.
fn told(
    post: &Postbox,
    (config, notes): (&Config, &mut Notes),
    (desk, message): (&Desk, &Message),
    (seat, signed, answer): (&Seat, &Digest, Answer),
    now: Time,
) -> Result<Option<Problem>, Problem> {
    let writer = Writer::new(desk, config, now)?;
    let Some(written) = writer.asked(message, seat, (signed, answer))? else { return Ok(None) };
    let before = post.has_written(&writer.answers_to(seat, signed))?;
    let rank = if before { Rank::Again } else { Rank::Answer };
    let problem = outbox::answer(post, (config, notes), (&written, rank), now)?;
    notes.write(post)?;
    Ok(problem)
}

/// Keeps the public file that came by mail until the moderator gives its owner a seat, with the address
/// that the mail gives as its sender's. Nobody is answered: who wrote is not known yet. True if there is
/// nothing else in the mail.
pub(super) fn keep_enrolment(
    post: &Postbox,
    desks: &[Desk],
    (mail, bytes, message): (&Mail, &[u8], &Message),
    now: Time,
) -> Result<bool, Problem> {
    let read = |offer: &Vec<u8>| PlayerPublic::read(offer).ok().map(|file| (offer.clone(), file));
    let Some((offer, file)) = message.offers.iter().find_map(read) else { return Ok(false) };
    let goes_on = desks.iter().any(|desk| is_signed(desk, bytes, message, now));
    let (name, from) = (named(&file), message.from.as_deref().unwrap_or_default());
    let links = desks.iter().find_map(|desk| new_links(&desk.campaign, &file));
    let what = if let Some(seat) = links {
        // Its owner is known, and there is one of each: no flood.
        post.keep_asked(&format!("{LINKS}{name}"), &offer, Some(from))?;
        format!("links for the key of {seat}")
    } else if desks.iter().any(|desk| holds_a_seat(&desk.campaign, &file)) {
        return Ok(!goes_on);
    } else {
        asks(post, &name, (&offer, from))?
    };
    post.log(now, &format!("{}: {what}", mail.name))?;
    Ok(!goes_on)
}

/// Keeps the file of who asks for a seat, if there is room; what is noted of it.
fn asks(post: &Postbox, name: &str, (offer, from): (&[u8], &str)) -> Result<String, Problem> {
    match room(post, name, from)? {
        Room::Free => {
            post.keep_asked(name, offer, Some(from))?;
            Ok(format!("{name} asks for a seat"))
        }
        Room::TooMany => {
            let mut notes = Notes::read(post)?;
            notes.passed_over = notes.passed_over.saturating_add(1);
            notes.write(post)?;
            Ok(format!("{name} asks for a seat, and too many do"))
        }
    }
}

/// Whether another public file is kept.
enum Room {
    Free,
    TooMany,
}

/// Of one domain few files are kept, so that one who floods us leaves room for others; those of the domain
/// with the most give way when all room is taken.
fn room(post: &Postbox, name: &str, from: &str) -> Result<Room, Problem> {
    let mut kept: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in post.asked()?.into_iter().filter(|path| !brings_links(path)) {
        if path.file_stem().is_some_and(|stem| stem == name) {
            return Ok(Room::Free);
        }
        let address = crate::campaign::world::read(&path.with_extension("txt")).unwrap_or_default();
        let address = String::from_utf8_lossy(&address).trim().to_owned();
        kept.entry(domain(&address)).or_default().push(path);
    }
    let own = kept.get(&domain(from)).map_or(0, Vec::len);
    if own >= ASKED_BY_ONE {
        return Ok(Room::TooMany);
    }
    if kept.values().map(Vec::len).sum::<usize>() < ASKED {
        return Ok(Room::Free);
    }
    match kept.into_values().max_by_key(Vec::len) {
        Some(most) if most.len() > own + 1 => {
            most.last().map(|path| post.forget_asked(path)).transpose()?;
            Ok(Room::Free)
        }
        Some(_) | None => Ok(Room::TooMany),
    }
}

/// The part of an address that its owner does not choose.
fn domain(address: &str) -> String {
    address.rsplit_once('@').map_or(address, |(_, domain)| domain).to_lowercase()
}

fn holds_a_seat(campaign: &Campaign, file: &PlayerPublic) -> bool {
    let key = file.signing.to_string();
    let holds = |seat| campaign.holder(seat, u32::MAX).is_some_and(|h| h.signing == key);
    campaign.seats().iter().any(holds)
}

/// The seat whose links a public file gives, as the welcome asks of who has none: its key holds that seat, and the game
/// has not begun.
fn new_links(campaign: &Campaign, file: &PlayerPublic) -> Option<Seat> {
    let genesis = campaign.ledger.genesis_digest();
    let made = file.commitment.as_ref().filter(|made| made.campaign == genesis)?;
    if campaign.stage() != Stage::Enrolling {
        return None;
    }
    let key = file.signing.to_string();
    let gains = |seat: &Seat| {
        let holder = campaign.holder(seat, u32::MAX);
        holder.is_some_and(|holder| holder.signing == key && holder.tip != Some(made.tip))
    };
    campaign.seats().into_iter().find(gains)
}

/// True of a file that was kept because it brings links, and asks for nothing.
fn brings_links(path: &Path) -> bool {
    path.file_stem().is_some_and(|stem| stem.to_string_lossy().starts_with(LINKS))
}

/// True if a key held a seat and was replaced there: it asks for nothing, and may be in other hands.
fn is_former(campaign: &Campaign, file: &PlayerPublic) -> bool {
    let key = file.signing.to_string();
    let of = |entry: &Entry| match &entry.body {
        Body::Enroll(held) if held.signing == key => Some(held.seat.clone()),
        Body::Key(held) if held.signing == key => Some(held.seat.clone()),
        _ => None,
    };
    let mut seats = campaign.ledger.entries().filter_map(of);
    seats.any(|seat| campaign.holder(&seat, u32::MAX).is_some())
}

/// True if a key is announced for a seat: what there is to do about it is said elsewhere.
fn is_announced(campaign: &Campaign, file: &PlayerPublic) -> bool {
    let key = file.signing.to_string();
    let claim = |seat: &Seat| campaign.ledger.claim_before(seat, u64::MAX);
    campaign.seats().iter().any(|seat| claim(seat).is_some_and(|(_, c)| c.signing == key))
}

/// A file's name: of the key, so that the same one comes once.
fn named(file: &PlayerPublic) -> String {
    let letters = file.signing.fingerprint();
    letters.chars().filter(char::is_ascii_alphanumeric).take(22).collect()
}

/// A sentence for each who asks for a seat and holds none.
pub(super) fn waiting(post: &Postbox, campaign: &Campaign) -> Result<Vec<String>, Problem> {
    let mut all = Vec::new();
    let more = Notes::read(post)?.passed_over;
    if more > 0 {
        all.push(format!(
            "{more} more asked for a seat than are kept: their mails are in {}/in/taken; delete \
             `passed-over` in notes.yaml when you have looked",
            post.root().display()
        ));
    }
    for path in post.asked()?.into_iter().filter(|path| !brings_links(path)) {
        let Ok(file) = PlayerPublic::read(&crate::campaign::world::read(&path)?) else { continue };
        let known = [holds_a_seat, is_former, is_announced];
        if known.iter().any(|known| known(campaign, &file)) {
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

/// A sentence for each file with links that came for a seat of this campaign.
pub(super) fn links_sent(post: &Postbox, campaign: &Campaign) -> Result<Vec<String>, Problem> {
    let mut all = Vec::new();
    for path in post.asked()?.into_iter().filter(|path| brings_links(path)) {
        let Ok(file) = PlayerPublic::read(&crate::campaign::world::read(&path)?) else { continue };
        let Some(seat) = new_links(campaign, &file) else { continue };
        let path = path.display();
        all.push(format!(
            "the player of {seat} sent links for their key: `adjutant enroll {seat} {path}`, or delete the file"
        ));
    }
    Ok(all)
}
