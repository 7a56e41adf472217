//! One round of the post: fetch, take in, do what is due, write, send. Killed at any step, the next
//! round goes on: mail lies in `in` until it is answered, and a letter has one name.

use super::notes::Notes;
use super::outbox::{Rank, answer, keep};
use super::probe::{self, probe};
use super::requests::{self, Served};
use super::send::{Sent, readdress, send};
use super::{config, fetch, forward, needed, served};
use crate::base::{Problem, Time};
use crate::campaign::Postbox;
use crate::cli::receive::summary;
use crate::post::Message;
use crate::post::config::Config;
use crate::referee::calendar::InForce;
use crate::referee::cycle::deputy;
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::enroll::address;
use crate::referee::cycle::expected::Expected;
use crate::referee::cycle::receive::Reply;
use crate::referee::letters::writer::{Mail as Written, Writer};
use crate::referee::moderator::beacon::Fetch;
use crate::referee::record::receipt::Verdict;
use crate::referee::run::steps::{Circumstances, Done, Mail, run_by_post};

/// What a round did.
pub(in crate::cli) struct Round {
    /// What was due in each campaign.
    pub(in crate::cli) done: Vec<Result<Done, Problem>>,
    /// What left.
    pub(in crate::cli) sent: Sent,
    /// What does not work, and is tried again.
    pub(in crate::cli) problems: Vec<Problem>,
    /// Single messages that cannot be read, and are left where they are.
    pub(in crate::cli) unread: Vec<Problem>,
}

/// Does a round for all campaigns that share the post. What is the matter with one of them keeps no
/// other waiting; unless `all_here`, mail that may be for one that cannot be read waits. With `hold` nothing
/// is sent: what is written waits for `adjutant post`.
pub(in crate::cli) fn round(
    post: &Postbox,
    (desks, all_here): (&mut [Desk], bool),
    (hold, beacon): (bool, Option<Fetch<'_>>),
    now: Time,
) -> Result<Round, Problem> {
    let config = config(post)?;
    let missing = served::missing(post, desks)?;
    if all_here && missing.is_empty() {
        any_has_a_calendar(desks)?;
    }
    let fetch::Problems { failed: mut problems, unread } = fetch::fetch(post, &config, now)?;
    problems.extend(missing.iter().map(served::problem));
    let all_here = all_here && missing.is_empty();
    let mut mails = Vec::new();
    for mail in incoming(post)? {
        match sorted(post, &config, (desks, all_here), mail, now)? {
            Sorted::Packets(mail) => mails.push(mail),
            Sorted::Done(problem) => problems.extend(problem),
            Sorted::Waits => {}
        }
    }
    let shares = shared_out(desks, mails, now)?;
    let mut done = Vec::new();
    for (desk, mails) in desks.iter_mut().zip(shares) {
        let doubt = probe(post, (&config, desk), now)?;
        let (doubt, kept_back) = (doubt.as_deref(), config.hold.seconds());
        let circumstances = Circumstances { doubt, hold: kept_back, beacon, rehearsed: false };
        let mut ran = run_by_post(desk, &mails, circumstances, now);
        if let Ok(done) = &mut ran {
            done.keep_back(desk.deputy().is_none());
            problems.extend(written(post, (&config, desk), (&mails, done), now)?);
            readdress(post, (&config, desk), now)?;
        }
        let stopped = ran.as_ref().map_or_else(Some, |done| done.stopped.as_ref());
        if let Some(problem) = stopped {
            needed::tell(post, (&config, desk), problem, now)?;
        }
        done.push(ran);
    }
    let sent = if hold { Sent::default() } else { send(post, &config, now)? };
    Ok(Round { done, sent, problems, unread })
}

/// Refuses to fetch mail that nothing can come of.
fn any_has_a_calendar(desks: &[Desk]) -> Result<(), Problem> {
    for desk in desks {
        if InForce::of(&desk.campaign)?.is_some() {
            return Ok(());
        }
    }
    let none = Problem::usage("the campaign has no calendar, so no mail was fetched")
        .hint("write campaign.yaml, and give it with `adjutant calendar set`");
    if desks.is_empty() { Ok(()) } else { Err(none) }
}

/// What a mail is.
enum Sorted {
    /// It may have packets, or a word, in it.
    Packets(Mail),
    /// It is answered.
    Done(Option<Problem>),
    /// It may be for a campaign that is not here.
    Waits,
}

/// Sees to what is no packet in a mail.
fn sorted(
    post: &Postbox,
    config: &Config,
    (desks, all_here): (&mut [Desk], bool),
    mail: Mail,
    now: Time,
) -> Result<Sorted, Problem> {
    let bytes = mail.content.read()?;
    if probe::came_back(post, (&mail, &bytes), now)? {
        post.taken(&[mail.name])?;
        return Ok(Sorted::Done(None));
    }
    if desks.is_empty() {
        return Ok(Sorted::Waits);
    }
    let message = Message::read(&bytes);
    for desk in desks.iter_mut() {
        let served = requests::serve(post, (config, desk), (&mail, &bytes, &message), now)?;
        let Some(Served { problem, goes_on }) = served else { continue };
        if goes_on && problem.is_none() {
            return Ok(Sorted::Packets(mail));
        }
        post.taken(&[mail.name])?;
        return Ok(Sorted::Done(problem));
    }
    if requests::keep_enrolment(post, desks, (&mail, &bytes, &message), now)? {
        post.taken(&[mail.name])?;
        return Ok(Sorted::Done(None));
    }
    if forward::is_for_people(&message) {
        let whose = served::whose(desks, &message)?.unwrap_or_default();
        if let Some(desk) = desks.get(whose) {
            forward::forward(post, (config, desk), (&bytes, &message), now)?;
        }
        let awaited = desks.iter().any(|desk| Expected::of(desk).is_ok());
        if !awaited {
            post.taken(&[mail.name])?;
            return Ok(Sorted::Done(None));
        }
    }
    if !all_here && !served::is_known_here(desks, &bytes, now) {
        return Ok(Sorted::Waits);
    }
    if let Some(desk) = served::over(desks, (&bytes, &message), now)? {
        let problem = served::told_that_it_is_over(post, (config, desk), &message, now)?;
        post.log(now, &format!("{}: the game is over", mail.name))?;
        post.taken(&[mail.name])?;
        return Ok(Sorted::Done(problem));
    }
    Ok(Sorted::Packets(mail))
}

/// Writes what is to be sent for a campaign, and only then forgets why.
fn written(
    post: &Postbox,
    (config, desk): (&Config, &Desk),
    (mails, done): (&[Mail], &Done),
    now: Time,
) -> Result<Vec<Problem>, Problem> {
    let writer = Writer::new(desk, config, now)?;
    let mut problems = answers(post, (config, &writer), (mails, done), now)?;
    problems.extend(judged(post, (desk, &writer), now)?);
    problems.extend(letters(post, &writer, done, now)?);
    done.note(desk)?;
    post.taken(&done.taken())?;
    Ok(problems)
}

/// The mails of each campaign: whose seat signed a packet or a word in it, else whose player it says it is from,
/// else the first that takes packets, which refuses it. Where there is no campaign nobody gets any.
pub(in crate::cli) fn shared_out(
    desks: &[Desk],
    mails: Vec<Mail>,
    now: Time,
) -> Result<Vec<Vec<Mail>>, Problem> {
    match desks {
        [] => return Ok(Vec::new()),
        [_] => return Ok(vec![mails]),
        _ => {}
    }
    let mut shares: Vec<Vec<Mail>> = desks.iter().map(|_| Vec::new()).collect();
    let mut addresses = Vec::new();
    for desk in desks {
        let all = desk.campaign.seats().into_iter().map(|seat| address(desk, &seat));
        addresses.push(all.collect::<Result<Vec<_>, _>>()?);
    }
    let mut awaiting: Vec<_> = desks.iter().map(|desk| Expected::of(desk).ok()).collect();
    for mail in mails {
        let bytes = mail.content.read()?;
        let message = Message::read(&bytes);
        let signed = awaiting.iter_mut().position(|expected| {
            let expected = expected.as_mut();
            expected.is_some_and(|expected| expected.is_signed_for(&bytes, &message, now))
        });
        let named = |all: &Vec<Option<String>>| {
            all.iter().flatten().any(|known| Some(known.to_lowercase()) == message.from)
        };
        let speaks = || desks.iter().position(|desk| served::speaks(desk, &message));
        let whose = signed
            .or_else(speaks)
            .or_else(|| addresses.iter().position(named))
            .or_else(|| awaiting.iter().position(Option::is_some));
        shares[whose.unwrap_or_default()].push(mail);
    }
    Ok(shares)
}

/// What came in, each message as it arrived.
pub(in crate::cli) fn incoming(post: &Postbox) -> Result<Vec<Mail>, Problem> {
    let all = post.incoming()?;
    Ok(all
        .into_iter()
        .map(|m| Mail { name: m.name, content: m.content, arrived: m.arrived })
        .collect())
}

/// The answers to what came in; the problems are those of single answers.
fn answers(
    post: &Postbox,
    (config, writer): (&Config, &Writer),
    (mails, done): (&[Mail], &Done),
    now: Time,
) -> Result<Vec<Problem>, Problem> {
    let (mut notes, mut problems) = (Notes::read(post)?, Vec::new());
    for (name, reply) in &done.receipts {
        let Some(mail) = mails.iter().find(|mail| mail.name == *name) else { continue };
        let message = Message::read(&mail.content.read()?);
        let cut = message.cut.map(|why| format!(", cut off: {why}")).unwrap_or_default();
        let manner = message.manner.word();
        post.log(now, &format!("{name}: {manner}{cut}: {}", summary(reply)))?;
        match writer.answer(&message, reply) {
            // The same packet again, which anybody may have sent: its receipt is on its way.
            Ok(Some(written)) if reply.is_known() && has_receipt(post, &written)? => {}
            Ok(Some(written)) => {
                let about = (&written, rank(reply));
                problems.extend(answer(post, (config, &mut notes), about, now)?);
            }
            Ok(None) => {}
            Err(problem) => {
                post.log(now, &format!("{name}: not answered: {problem}"))?;
                problems.push(problem);
            }
        }
    }
    notes.write(post)?;
    Ok(problems)
}

/// True if the receipt of this packet was written before, with whatever mail the packet came.
fn has_receipt(post: &Postbox, written: &Written) -> Result<bool, Problem> {
    let name = &written.letter.name;
    post.has_written(name.rsplit_once('-').map_or(name.as_str(), |(packet, _)| packet))
}

/// Only a player can have a packet taken that is new.
fn rank(reply: &Reply) -> Rank {
    match (&reply.receipt.seat, reply.receipt.verdict) {
        (None, _) => Rank::Notice,
        (Some(_), Verdict::Refused) => Rank::Answer,
        (Some(_), _) if reply.is_known() => Rank::Answer,
        (
            Some(_),
            Verdict::Accepted
            | Verdict::Superseded
            | Verdict::Late
            | Verdict::Equivocation
            | Verdict::Held,
        ) => Rank::Receipt,
    }
}

/// The receipts of packets that deputies took. They follow from what is kept and each has one name, so that
/// a round that is killed is made up for by the next.
fn judged(
    post: &Postbox,
    (desk, writer): (&Desk, &Writer),
    now: Time,
) -> Result<Vec<Problem>, Problem> {
    let mut problems = Vec::new();
    for reply in deputy::judged(desk)? {
        if let Some(written) = writer.judged(&reply)? {
            problems.extend(keep(post, &written, now)?);
        }
    }
    Ok(problems)
}

fn letters(
    post: &Postbox,
    writer: &Writer,
    done: &Done,
    now: Time,
) -> Result<Vec<Problem>, Problem> {
    let mut problems = Vec::new();
    for letter in &done.letters {
        if let Some(written) = writer.letter(letter)? {
            problems.extend(keep(post, &written, now)?);
        }
    }
    Ok(problems)
}
