//! Mail to ourselves before a deadline: while it does not come back, other mail may not have come
//! either, and no deadline passes.

use super::notes::{Notes, Probe};
use super::send::put;
use crate::base::{Problem, Time};
use crate::campaign::Postbox;
use crate::post::config::Config;
use crate::referee::Stage;
use crate::referee::cycle::desk::Desk;
use crate::referee::letters::writer::Writer;
use crate::referee::moderator::last_run;
use crate::referee::run::steps::Mail;
use crate::seal::derive;

/// Hexadecimal digits of a token.
const TOKEN: usize = 32;

/// Notes that one came back; false if the mail is something else.
pub(super) fn came_back(
    post: &Postbox,
    (mail, bytes): (&Mail, &[u8]),
    now: Time,
) -> Result<bool, Problem> {
    let mut notes = Notes::read(post)?;
    let text = notes.probes.first().map(|_| String::from_utf8_lossy(bytes));
    let carries = |probe: &&mut Probe| text.as_ref().is_some_and(|t| t.contains(&probe.token));
    let Some(probe) = notes.probes.iter_mut().find(carries) else { return Ok(false) };
    probe.back = true;
    let what = format!("{}: the probe mail of {} came back", mail.name, probe.written);
    notes.write(post)?;
    post.log(now, &what)?;
    Ok(true)
}

/// Writes one when its time has come, or earlier if the next round is likely to come behind the deadline. Why
/// mail may not have come, if it is not back at the deadline. One that was written when a deadline was moved for
/// want of it, or since, shows the same for the new one.
pub(super) fn probe(
    post: &Postbox,
    (config, desk): (&Config, &Desk),
    now: Time,
) -> Result<Option<String>, Problem> {
    let Some(before) = config.probe else { return Ok(None) };
    let Stage::Open(cycle) = desk.campaign.stage() else { return Ok(None) };
    let Some(deadline) = desk.campaign.ledger.deadline(cycle) else { return Ok(None) };
    let round = now.since(last_run::time(desk)?);
    let next = now.after(u32::try_from(round).unwrap_or(u32::MAX)).unwrap_or(now);
    if deadline.before(before.seconds()).is_some_and(|begin| now < begin) && next <= deadline {
        return Ok(None);
    }
    let (mut notes, genesis) = (Notes::read(post)?, desk.genesis());
    let parts = [&cycle.to_be_bytes()[..], deadline.to_string().as_bytes()].concat();
    let digest = derive::salt(desk.secret(), &genesis, "probe", &[&parts]);
    let token: String = hex::encode(digest).chars().take(TOKEN).collect();
    let set = desk.campaign.ledger.deadline_set(cycle);
    let shows = |probe: &&Probe| {
        let since = set.is_some_and(|set| set <= probe.written);
        probe.campaign == genesis && (probe.token == token || since)
    };
    let known = notes.probes.iter().find(shows).cloned();
    let probe = if let Some(known) = known {
        known
    } else {
        let writer = Writer::new(desk, config, now)?;
        put(post, &writer.probe(&token), (None, Some(&writer.probes())))?;
        let probe = Probe { campaign: genesis, token, written: now, back: false };
        notes.probes.retain(|older| older.campaign != genesis);
        notes.probes.push(probe.clone());
        notes.write(post)?;
        probe
    };
    let doubt = || format!("the probe mail of {} has not come back", probe.written);
    Ok((now > deadline && !probe.back).then(doubt))
}
