use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::context::{Context, KeyArgs, keys, keys_beside, print, print_json};
use super::receive;
use crate::base::{Problem, Time, text};
use crate::campaign::{Store, folder, mailbox, world};
use crate::referee::desk::Desk;
use crate::referee::last_run::{site_is_old, site_was_made};
use crate::referee::letters::Letter;
use crate::referee::run::{Done, Mail, run};
use crate::referee::site::site;

/// Do whatever is due now by the calendar: take in packets, remind, resolve, open.
///
/// Safe to call every few minutes, twice at once, and after a crash. Exits with 3 if nothing was due,
/// and with 1 if the moderator is needed.
#[derive(Debug, Args)]
pub(super) struct Run {
    /// Take in the packets in this directory; each is moved to `taken` in it.
    #[arg(long, value_name = "DIR", requires = "outbox")]
    inbox: Option<PathBuf>,
    /// Write receipts, reports and letters to this directory, to be sent; without it letters are only
    /// named.
    #[arg(long, value_name = "DIR")]
    outbox: Option<PathBuf>,
    /// Keep the site in this directory.
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,
    /// Rehearse on a copy, as if it were this time; writes nothing.
    #[arg(long, value_name = "TIME")]
    now: Option<String>,
    #[command(flatten)]
    keys: KeyArgs,
}

impl Run {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        if let Some(time) = &self.now {
            return self.rehearse(context, world::deadline(time)?);
        }
        let mut desk = context.desk(&self.keys)?;
        let mail = self.mail()?;
        let done = run(&mut desk, &mail, world::now()?)?;
        self.deliver(&desk, &done)?;
        done.note(&desk)?;
        let old = self.site.is_some() && (done.changed() || site_is_old(&desk)?);
        if let Some(into) = self.site.as_ref().filter(|_| old) {
            folder::publish(into, &site(Store::find(desk.campaign.store.root())?)?.files)?;
            site_was_made(&desk)?;
        }
        answer(context, &done, false)?;
        ending(done)
    }

    /// The run itself, on a copy that vanishes.
    fn rehearse(&self, context: &Context, now: Time) -> Result<(), Problem> {
        let store = context.store()?;
        let folder = self.keys.keys.clone().unwrap_or_else(|| keys_beside(store.root()));
        let (_dir, root) = mailbox::rehearsal(store.root())?;
        let mut desk = Desk::take(Store::find(&root)?, keys(&folder)?)?;
        let done = run(&mut desk, &self.mail()?, now)?;
        answer(context, &done, true)?;
        ending(done)
    }

    fn mail(&self) -> Result<Vec<Mail>, Problem> {
        let Some(folder) = &self.inbox else { return Ok(Vec::new()) };
        let one = |mail: mailbox::Incoming| {
            let mailbox::Incoming { name, bytes, arrived } = mail;
            Mail { name, bytes, arrived }
        };
        Ok(mailbox::incoming(folder)?.into_iter().map(one).collect())
    }

    /// Writes what is to be sent, and moves aside what was taken in.
    fn deliver(&self, desk: &Desk, done: &Done) -> Result<(), Problem> {
        if let Some(folder) = &self.outbox {
            for (_, reply) in &done.receipts {
                let path = folder.join(receive::name(reply));
                world::write_over(&path, reply.text.as_bytes())?;
            }
            for letter in &done.letters {
                write(desk, folder, letter)?;
            }
        }
        if let Some(folder) = &self.inbox {
            done.receipts.iter().try_for_each(|(name, _)| mailbox::taken(folder, name))?;
        }
        Ok(())
    }
}

fn write(desk: &Desk, folder: &Path, letter: &Letter) -> Result<(), Problem> {
    if let Some(report) = &letter.report {
        let sealed = desk.campaign.store.need(report)?;
        world::write_over(&folder.join(format!("{}.age", letter.id)), &sealed)?;
    }
    world::write_over(&folder.join(format!("{}.txt", letter.id)), letter.text().as_bytes())
}

fn answer(context: &Context, done: &Done, rehearsed: bool) -> Result<(), Problem> {
    if context.json {
        let receipts: Vec<_> = done.receipts.iter().map(|(_, reply)| &reply.receipt).collect();
        let letters: Vec<_> = done.letters.iter().map(|letter| &letter.id).collect();
        let stopped = done.stopped.as_ref().map(|problem| &problem.what);
        return print_json(&json!({
            "rehearsed": rehearsed,
            "receipts": receipts,
            "steps": done.steps,
            "letters": letters,
            "next": done.next,
            "stopped": stopped,
        }));
    }
    let mut out = String::new();
    for (name, reply) in &done.receipts {
        let line = format!("packet    {name}: {}", receive::summary(reply));
        let _ = writeln!(out, "{}", text::harmless(&line));
    }
    for step in &done.steps {
        let _ = writeln!(out, "done      {step}");
    }
    for Letter { id, to, report, .. } in &done.letters {
        let to = to.as_ref().map(|to| format!("  to {to}")).unwrap_or_default();
        let report = report.as_ref().map(|path| format!("  with {path}")).unwrap_or_default();
        let _ = writeln!(out, "{}", text::harmless(&format!("send      {id}{report}{to}")));
    }
    for next in &done.next {
        let _ = writeln!(out, "next      {next}");
    }
    if rehearsed {
        out.push_str("rehearsed: nothing was written\n");
    }
    print(&out)
}

fn ending(done: Done) -> Result<(), Problem> {
    let changed = done.changed();
    match done.stopped {
        Some(problem) => Err(problem),
        None if changed => Ok(()),
        None => Err(Problem::nothing("nothing is due")),
    }
}
