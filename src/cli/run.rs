use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::context::{Context, KeyArgs, keys, keys_beside, print, print_json, warn};
use super::incoming::came;
use super::post::{self, Round};
use super::{problem, receive};
use crate::base::{Kind, Problem, Time, text};
use crate::campaign::{Postbox, Store, folder, mailbox, world};
use crate::referee::cycle::desk::Desk;
use crate::referee::letters::letter::Letter;
use crate::referee::moderator::last_run::{site_is_old, site_was_made};
use crate::referee::run::steps::{Circumstances, Done, Mail, run, run_by_post};
use crate::referee::telling::site::site;

/// Do whatever is due now by the calendar: take in packets, remind, resolve, open.
///
/// Safe to call every few minutes, twice at once, and after a crash. Exits with 3 if nothing was due,
/// and with 1 if the moderator is needed.
#[derive(Debug, Args)]
pub(super) struct Run {
    /// Take in the packets and signed words in this mailbox: a directory or an mbox file. What was taken in
    /// is moved to `taken` in it; of a file it is noted beside it how far it was read.
    #[arg(long, value_name = "MAILBOX", requires = "outbox")]
    inbox: Option<PathBuf>,
    /// The inbox is a Maildir.
    #[arg(long, requires = "inbox")]
    maildir: bool,
    /// Write receipts, reports and letters to this directory, to be sent; without it letters are only
    /// named.
    #[arg(long, value_name = "DIR")]
    outbox: Option<PathBuf>,
    /// Fetch and send mail by the post in this directory [default: DIR.post beside the campaign].
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "",
        conflicts_with_all = ["inbox", "outbox"])]
    post: Option<OsString>,
    /// Send nothing: what is written waits for `adjutant post`, so that what it tells can be published before.
    #[arg(long, requires = "post")]
    hold: bool,
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
        if let Some(folder) = self.post_folder(context)? {
            return self.by_post(context, &folder);
        }
        if let Some(folder) = &self.outbox {
            world::outside_campaigns(&folder.join("receipt"))?;
        }
        let mut desk = context.desk(&self.keys)?;
        let mail = self.mail()?;
        let done = run(&mut desk, &mail, world::now()?)?;
        self.deliver(&desk, &done)?;
        done.note(&desk)?;
        self.publish(&desk, done.changed())?;
        answer(context, &done, false)?;
        ending(done, false)
    }

    /// The same with mail that is fetched and sent, for every campaign in the directory.
    fn by_post(&self, context: &Context, folder: &Path) -> Result<(), Problem> {
        let mut desks = context.desks(&self.keys)?;
        if self.site.is_some() && desks.len() > 1 {
            return Err(Problem::usage("a site is made of one campaign")
                .hint("call `adjutant -C CAMPAIGN site DIR` for each"));
        }
        let post = Postbox::open(folder, self.keys.wait)?;
        let round = post::round(&post, &mut desks, self.hold, world::now()?)?;
        let Round { done, sent, problems, unread } = round;
        warn(&unread);
        let changed = sent.changed() || !problems.is_empty();
        let mut endings = Vec::new();
        let alone = desks.len() == 1;
        for (desk, ran) in desks.iter().zip(done) {
            let name = desk.campaign.id();
            let ending = ran.and_then(|done| {
                self.publish(desk, done.changed())?;
                if alone || context.json {
                    answer(context, &done, false)?;
                } else if done.changed() || done.stopped.is_some() {
                    print(&format!("campaign  {name}\n"))?;
                    answer(context, &done, false)?;
                } else {
                    let next = done.next.first().map(|next| format!("; next {next}"));
                    print(&format!(
                        "campaign  {name}: nothing is due{}\n",
                        next.unwrap_or_default()
                    ))?;
                }
                ending(done, false)
            });
            endings.push(ending.map_err(|p| if alone { p } else { p.at(name) }));
        }
        if !context.json {
            print(&sent.words())?;
        }
        let others: Vec<Problem> = sent.ending().err().into_iter().chain(problems).collect();
        let nothing = |problem: &Problem| problem.kind == Kind::Nothing;
        let idle = !changed
            && others.is_empty()
            && endings.iter().all(|ending| ending.as_ref().is_err_and(nothing));
        let failed = endings.into_iter().filter_map(Result::err).filter(|p| idle || !nothing(p));
        let mut failed = failed.chain(others);
        let first = failed.next();
        for problem in failed.filter(|_| !idle) {
            problem::report(&problem);
        }
        first.map_or(Ok(()), Err)
    }

    fn post_folder(&self, context: &Context) -> Result<Option<PathBuf>, Problem> {
        match &self.post {
            None => Ok(None),
            // Without a directory.
            Some(given) if given.is_empty() => context.beside().map(Some),
            Some(given) => Ok(Some(given.into())),
        }
    }

    fn publish(&self, desk: &Desk, changed: bool) -> Result<(), Problem> {
        let old = self.site.is_some() && (changed || site_is_old(desk)?);
        if let Some(into) = self.site.as_ref().filter(|_| old) {
            folder::publish(into, &site(Store::find(desk.campaign.store.root())?)?.files)?;
            site_was_made(desk)?;
        }
        Ok(())
    }

    /// The run itself, on a copy that vanishes.
    fn rehearse(&self, context: &Context, now: Time) -> Result<(), Problem> {
        let store = context.store()?;
        let folder = self.keys.keys.clone().unwrap_or_else(|| keys_beside(store.root()));
        let (_dir, root) = mailbox::rehearsal(store.root())?;
        let mut desk = Desk::take(Store::find(&root)?, keys(&folder)?)?;
        let mail = match self.post_folder(context)? {
            Some(folder) => post::incoming(&Postbox::look(&folder)?)?,
            None => self.mail()?,
        };
        let circumstances = Circumstances { rehearsed: true, ..Circumstances::default() };
        let done = run_by_post(&mut desk, &mail, circumstances, now)?;
        answer(context, &done, true)?;
        ending(done, false)
    }

    fn mail(&self) -> Result<Vec<Mail>, Problem> {
        let Some(folder) = &self.inbox else { return Ok(Vec::new()) };
        let kind = mailbox::kind(folder, self.maildir)?;
        let found = mailbox::look(folder, kind, None)?;
        warn(&found.unread);
        Ok(found.messages.into_iter().map(|mail| came(kind, mail)).collect())
    }

    /// Writes what is to be sent, and moves aside what was taken in.
    fn deliver(&self, desk: &Desk, done: &Done) -> Result<(), Problem> {
        if let Some(folder) = &self.outbox {
            for reply in done.receipts.iter().map(|(_, reply)| reply).chain(&done.judged) {
                let path = folder.join(receive::name(reply));
                world::write_over(&path, reply.text.as_bytes())?;
            }
            for letter in &done.letters {
                write(desk, folder, letter)?;
            }
        }
        if let Some(folder) = &self.inbox {
            let kind = mailbox::kind(folder, self.maildir)?;
            mailbox::taken(folder, kind, &done.taken())?;
        }
        Ok(())
    }
}

pub(super) fn write(desk: &Desk, folder: &Path, letter: &Letter) -> Result<(), Problem> {
    if let Some(enclosed) = &letter.enclosed {
        for (name, bytes) in enclosed.files(desk, &letter.id)? {
            world::write_over(&folder.join(name), &bytes)?;
        }
    }
    world::write_over(&folder.join(format!("{}.txt", letter.id)), letter.text().as_bytes())
}

fn answer(context: &Context, done: &Done, rehearsed: bool) -> Result<(), Problem> {
    if context.json {
        let received = done.receipts.iter().map(|(_, reply)| reply).chain(&done.judged);
        let receipts: Vec<_> = received.map(|reply| &reply.receipt).collect();
        let letters: Vec<_> = done.letters.iter().map(|letter| &letter.id).collect();
        let waiting: Vec<_> = done.waiting.iter().map(|letter| &letter.id).collect();
        let stopped = done.stopped.as_ref().map(|problem| &problem.what);
        return print_json(&json!({
            "rehearsed": rehearsed,
            "receipts": receipts,
            "words": done.words.iter().map(|(_, told)| told).collect::<Vec<_>>(),
            "steps": done.steps,
            "letters": letters,
            "waiting": waiting,
            "next": done.next,
            "stopped": stopped,
        }));
    }
    let mut out = String::new();
    for (name, told) in &done.words {
        let _ = writeln!(out, "{}", text::harmless(&format!("word      {name}: {told}")));
    }
    for reply in &done.judged {
        let line = format!("packet    taken by a deputy: {}", receive::summary(reply));
        let _ = writeln!(out, "{}", text::harmless(&line));
    }
    for (name, reply) in &done.receipts {
        let line = format!("packet    {name}: {}", receive::summary(reply));
        let _ = writeln!(out, "{}", text::harmless(&line));
    }
    for step in &done.steps {
        let _ = writeln!(out, "done      {step}");
    }
    for Letter { id, to, enclosed, .. } in &done.letters {
        let to = to.as_ref().map(|to| format!("  to {to}")).unwrap_or_default();
        let with = enclosed.as_ref().map(|file| format!("  with {}", file.what()));
        let with = with.unwrap_or_default();
        let _ = writeln!(out, "{}", text::harmless(&format!("send      {id}{with}{to}")));
    }
    for Letter { id, seat, .. } in &done.waiting {
        let _ = writeln!(
            out,
            "waits     {id}: no address is kept for {seat} (`adjutant enroll {seat} --address FILE`)"
        );
    }
    for next in &done.next {
        let _ = writeln!(out, "next      {next}");
    }
    if rehearsed {
        out.push_str("rehearsed: nothing was written\n");
    }
    print(&out)
}

fn ending(done: Done, otherwise: bool) -> Result<(), Problem> {
    let changed = done.changed() || otherwise;
    match done.stopped {
        Some(problem) => Err(problem),
        None if changed => Ok(()),
        None => Err(Problem::nothing("nothing is due")),
    }
}
