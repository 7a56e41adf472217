//! What players ask for by mail, found and answered.
//!
//! None can be used against its author: what it brings goes to the address that is kept for the seat,
//! what is private in it goes encrypted, and nothing changes but that a question is kept.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::private_answer;
use super::relay::{self, Came};
use crate::base::{Digest, Kind, Problem, Seat, Time};
use crate::engine::Header;
use crate::post::Message;
use crate::post::compose::Attached;
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::expected::Expected;
use crate::referee::cycle::packets::awaited;
use crate::referee::cycle::status;
use crate::referee::moderator::question;
use crate::referee::player::request::{Ask, Request};
use crate::referee::record::campaign::Campaign;
use crate::referee::record::letter_texts::Texts;
use crate::referee::record::mail_answer::Answer;
use crate::render::{self, Style};
use crate::seal::packet::is_likely;
use crate::seal::{Opened, open, sealed, sshsig};

/// What is encrypted or signed in one mail, and is looked at.
const OFFERS: usize = 16;
/// Characters on a line of what is answered.
const WIDTH: usize = 78;

/// What came by mail.
#[derive(Debug)]
pub enum Asked {
    /// A request, and the signed file.
    Request(Request, Vec<u8>),
    /// Orders that are to be forecast, of a seat.
    Forecast(Seat, Box<Opened>),
    /// A message to other players.
    Press(Box<Came>),
}

impl Asked {
    /// The first that is asked in a mail by a seat of the campaign.
    ///
    /// # Errors
    /// If the ledger's keys cannot be read.
    pub fn find(desk: &Desk, message: &Message) -> Result<Option<Self>, Problem> {
        let campaign = &desk.campaign;
        let cycle = awaited(desk).ok();
        let identity = cycle.map(|cycle| desk.cycle_identity(cycle));
        let (own, all) = (campaign.keys(u32::MAX)?, campaign.keys_of_packets(u32::MAX)?);
        let mut likely = message.offers.iter().filter(|offer| is_likely(offer)).take(OFFERS);
        Ok(likely.find_map(|offer| {
            // Decrypted once, whatever it is.
            let inner = match &identity {
                Some(identity) if sealed::is_sealed(offer) => {
                    Cow::Owned(sealed::open(offer, identity, sealed::MAIL_LIMIT).ok()?)
                }
                _ => Cow::Borrowed(offer),
            };
            if let Ok(opened) = open(&inner, None, &own, sshsig::REQUEST) {
                let request = Request::of(campaign, &opened)?;
                return Some(Self::Request(request, opened.file()));
            }
            if let Ok(opened) = open(&inner, None, &own, sshsig::PRESS) {
                return Came::of(&opened).map(|came| Self::Press(Box::new(came)));
            }
            let opened = open(&inner, None, &all, sshsig::FORECAST).ok()?;
            // Who holds several seats says for which of them they ask.
            let named = Header::read(&opened.bytes).ok().map(|header| header.seat);
            let key = opened.key.to_string();
            let holds = |seat: &Seat| {
                campaign.holder(seat, u32::MAX).is_some_and(|holder| holder.signing == key)
            };
            let seat = named.filter(holds).or_else(|| opened.who.parse().ok())?;
            Some(Self::Forecast(seat, Box::new(opened)))
        }))
    }

    /// The digest of what was signed: the same file has the same, however it came.
    pub fn signed(&self) -> Digest {
        match self {
            Self::Request(_, file) => Digest::of(file),
            Self::Forecast(_, opened) => Digest::of(&opened.file()),
            Self::Press(came) => came.signed(),
        }
    }

    /// Whose it is.
    pub fn seat(&self) -> &Seat {
        match self {
            Self::Request(request, _) => &request.seat,
            Self::Forecast(seat, _) => seat,
            Self::Press(came) => &came.press.seat,
        }
    }

    /// Does what is asked, and answers; not if a message was passed on, whose author gets a letter.
    ///
    /// # Errors
    /// If the disk fails. What cannot be had is an answer, too.
    pub fn answer(&self, desk: &mut Desk, times: (Time, Time)) -> Result<Option<Answer>, Problem> {
        match self {
            Self::Press(came) => relay::answer(desk, came, times),
            Self::Request(request, file) => request.answer(desk, file).map(Some),
            Self::Forecast(seat, opened) => forecast(desk, seat, opened, times.1).map(Some),
        }
    }
}

impl Request {
    fn answer(&self, desk: &Desk, file: &[u8]) -> Result<Answer, Problem> {
        let texts = Texts::of(&desk.campaign.store)?;
        let Self { seat, ask, .. } = self;
        match ask {
            Ask::Status => standing(&desk.campaign, &texts, seat),
            Ask::Report(cycle) => Ok(again(&desk.campaign, &texts, seat, *cycle)),
            Ask::Question(asked) => match question::keep(desk, seat, (asked, file)) {
                Ok(cycle) => {
                    let values = [("cycle", cycle.to_string())];
                    Ok(Answer::of(&texts, seat, ("question", &values)))
                }
                Err(problem) => refused(&texts, seat, problem),
            },
        }
    }
}

/// What may come of orders, for the eyes of their seat's player.
fn forecast(desk: &mut Desk, seat: &Seat, opened: &Opened, now: Time) -> Result<Answer, Problem> {
    let texts = Texts::of(&desk.campaign.store)?;
    let text = match Expected::of(desk).and_then(|it| it.forecast(opened, now)) {
        Ok(page) => render::text(&page, Style { width: WIDTH, colour: false, draws: false }),
        Err(problem) if matches!(problem.kind, Kind::Failed | Kind::Busy) => return Err(problem),
        Err(problem) => format!("No forecast: {problem}\n"),
    };
    let file = private_answer::seal(desk, seat, &text)?;
    let name = format!("forecast-{seat}.age");
    let attached = Some(Attached { name, bytes: file.into_bytes() });
    Ok(Answer { attached, ..Answer::of(&texts, seat, ("forecast", &[])) })
}

/// What is said of a request that cannot be done; what failed here is tried again.
fn refused(texts: &Texts, seat: &Seat, problem: Problem) -> Result<Answer, Problem> {
    match problem.kind {
        Kind::Failed | Kind::Busy => Err(problem),
        _ => {
            let told = texts.sentence(seat, &problem.what);
            Ok(Answer::of(texts, seat, ("word-refused", &[("told", told)])))
        }
    }
}

fn again(campaign: &Campaign, texts: &Texts, seat: &Seat, cycle: u32) -> Answer {
    let newest = campaign.ledger.results().next_back().map(|(cycle, _)| cycle);
    let number = ("cycle", cycle.to_string());
    if newest.is_none_or(|newest| cycle > newest) {
        let newest = match newest {
            None => texts.phrase(seat, "no-report", &[]),
            Some(newest) => texts.phrase(seat, "report-of", &[("cycle", newest.to_string())]),
        };
        return Answer::of(texts, seat, ("no-report", &[number, ("newest", newest)]));
    }
    Answer { report: Some(cycle), ..Answer::of(texts, seat, ("again", &[number])) }
}

fn standing(campaign: &Campaign, texts: &Texts, seat: &Seat) -> Result<Answer, Problem> {
    let status = status::public(campaign)?;
    let mut seats = String::new();
    for line in &status.seats {
        let details = line.details();
        let more = if details.is_empty() { details } else { format!(" ({details})") };
        let orders = texts.sentence(seat, line.orders);
        let _ = writeln!(seats, "{}: {orders}{more}", line.seat);
    }
    let values = [
        ("campaign", status.campaign),
        ("stage", texts.sentence(seat, &status.stage)),
        ("deadline", status.deadline_in_words.unwrap_or_default()),
        ("seats", seats.trim_end().to_owned()),
    ];
    Ok(Answer::of(texts, seat, ("status", &values)))
}
