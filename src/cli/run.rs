use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::context::{Context, KeyArgs, keys, keys_beside, print, print_json, warn};
use super::incoming::came;
use super::post::{self, Round};
use super::several::{self, Several};
use super::site::publish_front;
use super::{beacon, problem, receive};
use crate::base::{Kind, Problem, Time, text};
use crate::campaign::folder::Standing;
use crate::campaign::{Postbox, Store, mailbox, world};
use crate::league::shard::until_alone;
use crate::ledger::Beacon;
use crate::referee::cycle::desk::Desk;
use crate::referee::letters::letter::Letter;
use crate::referee::moderator::beacon::Fetch;
use crate::referee::moderator::last_run::{site_is_old, site_was_made};
use crate::referee::record::luck::Awaited;
use crate::referee::run::steps::{Circumstances, Done, Mail, run_by_post};
use crate::referee::telling::front::place;
use crate::referee::telling::handed::PAGE;
use crate::referee::telling::site::renew;

/// Do whatever is due now by the calendar: take in packets, remind, resolve, open.
///
/// Safe to call every few minutes, twice at once, and after a crash. Exits with 3 if nothing was due,
/// and with 1 if the moderator is needed.
#[derive(Debug, Args)]
pub(super) struct Run {
    /// Take in the packets and signed words in this mailbox: a directory or an mbox file. What was taken in
    /// from a directory is moved to its `taken`; for a file, a note beside it says how far it was read.
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
    /// Send nothing: mail waits for `adjutant post`, so that what it tells can be published first.
    #[arg(long, requires = "post")]
    hold: bool,
    /// Keep the site in this directory.
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,
    /// Fetch the round of drand that a cycle waits for with this program; `{round}` in its arguments is the
    /// round's number, and it prints the JSON of drand's servers.
    #[arg(long, value_name = "COMMAND")]
    beacon_command: Option<String>,
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
        if !Store::is_far(&context.directory) {
            return self.once(context);
        }
        // Of two that run a campaign in an object store at once one goes on; the other reads again, and finds it done.
        let done = until_alone(|| self.once(context))?;
        done.ok_or_else(|| Problem::nothing("nothing is due"))
    }

    /// Does what is due in one campaign.
    fn once(&self, context: &Context) -> Result<(), Problem> {
        let mut desk = context.desk(&self.keys)?;
        let mail = self.mail()?;
        let command = |waits: &Awaited, now| self.fetched(waits, now);
        let beacon = self.beacon_command.as_ref().map(|_| Fetch(&command));
        let circumstances = Circumstances { beacon, ..Circumstances::default() };
        let done = run_by_post(&mut desk, &mail, circumstances, world::now()?)?;
        self.deliver(&desk, &done)?;
        done.note(&desk)?;
        self.publish(&desk, done.changed(), false)?;
        answer(context, &done, false)?;
        ending(done, false)
    }

    /// The same with mail that is fetched and sent, for every campaign in the directory.
    fn by_post(&self, context: &Context, folder: &Path) -> Result<(), Problem> {
        let several = context.desks(&self.keys)?;
        let all = several.as_ref().map(Several::all);
        let (done, mut failed) = match several {
            None => (vec![(String::new(), context.desk(&self.keys)?)], Vec::new()),
            Some(several) => several.parts(),
        };
        if let Some(all) = all.filter(|_| done.is_empty()) {
            return several::ending(failed, all);
        }
        let (names, mut desks): (Vec<String>, Vec<Desk>) = done.into_iter().unzip();
        let post = Postbox::open(folder, self.keys.wait)?;
        let command = |waits: &Awaited, now| self.fetched(waits, now);
        let beacon = self.beacon_command.as_ref().map(|_| Fetch(&command));
        let (desks_here, how) = ((&mut desks[..], failed.is_empty()), (self.hold, beacon));
        let round = post::round(&post, desks_here, how, world::now()?)?;
        let Round { done, sent, problems, unread } = round;
        warn(&unread);
        let mut changed = sent.changed() || !problems.is_empty() || !failed.is_empty();
        let mut values = Vec::new();
        if let Some(into) = self.site.as_ref().filter(|_| all.is_some()) {
            let page = Standing::at(into).file(PAGE);
            publish_front(into, &context.stores()?, (context.shelf, page))?;
        }
        for ((name, desk), ran) in names.into_iter().zip(&desks).zip(done) {
            let ending = ran.and_then(|done| {
                self.publish(desk, done.changed(), all.is_some())?;
                changed |= done.changed();
                values.push(json!({"campaign": name, "did": value(&done, false)}));
                let letters = if self.hold { Letters::Wait } else { Letters::AreSent };
                match all {
                    _ if context.json => {}
                    None => print(&told(&done, letters))?,
                    Some(_) => print(&one_of_several(&name, &done, letters))?,
                }
                ending(done, false)
            });
            failed.extend(ending.err().map(|problem| (name, problem)));
        }
        match all {
            _ if !context.json => print(&sent.words())?,
            Some(_) => print_json(&json!({"campaigns": values}))?,
            None => values.first().map_or(Ok(()), |one| print_json(&one["did"]))?,
        }
        let others: Vec<Problem> = sent.ending().err().into_iter().chain(problems).collect();
        ending_of_round((failed, all), others, changed)
    }

    /// What the beacon's command gives.
    fn fetched(&self, waits: &Awaited, now: Time) -> Result<Beacon, Problem> {
        beacon::fetched(self.beacon_command.as_deref().unwrap_or_default(), waits, now)
    }

    fn post_folder(&self, context: &Context) -> Result<Option<PathBuf>, Problem> {
        match &self.post {
            None => Ok(None),
            // Without a directory.
            Some(given) if given.is_empty() => context.beside().map(Some),
            Some(given) => Ok(Some(given.into())),
        }
    }

    /// Makes the site anew if it is old: in a directory of its own where several are made.
    fn publish(&self, desk: &Desk, changed: bool, of_several: bool) -> Result<(), Problem> {
        let old = self.site.is_some() && (changed || site_is_old(desk)?);
        if let Some(into) = self.site.as_ref().filter(|_| old) {
            let (store, shelf) = (desk.campaign.store.again(), desk.campaign.shelf);
            let into = if of_several { into.join(place(&store, shelf)?) } else { into.clone() };
            renew(&into, store, shelf, false)?;
            site_was_made(desk)?;
        }
        Ok(())
    }

    /// The run itself, on a copy that vanishes.
    fn rehearse(&self, context: &Context, now: Time) -> Result<(), Problem> {
        let store = context.store()?;
        if Store::is_far(store.root()) {
            return Err(Problem::usage("a campaign in an object store is rehearsed on a copy")
                .hint("make one with `adjutant copy URL DIR`"));
        }
        let folder = self.keys.keys.clone().unwrap_or_else(|| keys_beside(store.root()));
        let (_dir, root) = mailbox::rehearsal(store.root())?;
        let mut desk = Desk::take(Store::find(&root)?, keys(&folder)?, context.shelf)?;
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
                let path = folder.join(reply.file());
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
    for (name, bytes) in letter.files(desk)? {
        world::write_over(&folder.join(name), &bytes)?;
    }
    world::write_over(&folder.join(format!("{}.txt", letter.id)), letter.text().as_bytes())
}

fn answer(context: &Context, done: &Done, rehearsed: bool) -> Result<(), Problem> {
    let mut out = told(done, Letters::ByHand);
    if rehearsed {
        out.push_str("rehearsed: nothing was written\n");
    }
    context.answer(&out, &value(done, rehearsed))
}

/// What was done, for scripts.
fn value(done: &Done, rehearsed: bool) -> Value {
    let received = done.receipts.iter().map(|(_, reply)| reply).chain(&done.judged);
    let receipts: Vec<_> = received.map(|reply| &reply.receipt).collect();
    let letters: Vec<_> = done.letters.iter().map(|letter| &letter.id).collect();
    let waiting: Vec<_> = done.waiting.iter().map(|letter| &letter.id).collect();
    let stopped = done.stopped.as_ref().map(|problem| &problem.what);
    json!({
        "rehearsed": rehearsed,
        "receipts": receipts,
        "words": done.words.iter().map(|(_, told)| told).collect::<Vec<_>>(),
        "steps": done.steps,
        "letters": letters,
        "waiting": waiting,
        "next": done.next,
        "stopped": stopped,
    })
}

/// What becomes of the letters of a run.
#[derive(Clone, Copy)]
enum Letters {
    /// Whoever called sends them.
    ByHand,
    /// They are sent with this run, which names those that a server has taken.
    AreSent,
    /// They wait for `adjutant post`.
    Wait,
}

/// The same in lines.
fn told(done: &Done, letters: Letters) -> String {
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
    let word = match letters {
        Letters::ByHand => Some("send"),
        Letters::Wait => Some("waits"),
        Letters::AreSent => None,
    };
    for (word, Letter { id, to, enclosed, .. }) in
        done.letters.iter().filter_map(|letter| Some((word?, letter)))
    {
        let to = to.as_ref().map(|to| format!("  to {to}")).unwrap_or_default();
        let with = enclosed.as_ref().map(|file| format!("  with {}", file.what()));
        let with = with.unwrap_or_default();
        let _ = writeln!(out, "{}", text::harmless(&format!("{word:<9} {id}{with}{to}")));
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
    out
}

/// A campaign of several: a line where nothing happened.
fn one_of_several(name: &str, done: &Done, letters: Letters) -> String {
    if done.changed() || done.stopped.is_some() {
        return format!("campaign  {name}\n{}", told(done, letters));
    }
    let next = done.next.first().map(|next| format!("; next {next}")).unwrap_or_default();
    format!("campaign  {name}: nothing is due{next}\n")
}

/// How a round ends: with what is the matter with some of all campaigns, and with the post.
fn ending_of_round(
    (failed, all): (Vec<(String, Problem)>, Option<usize>),
    others: Vec<Problem>,
    changed: bool,
) -> Result<(), Problem> {
    let is_real = |(_, problem): &(String, Problem)| problem.kind != Kind::Nothing;
    let failed: Vec<(String, Problem)> = failed.into_iter().filter(is_real).collect();
    if failed.is_empty() && others.is_empty() {
        return if changed { Ok(()) } else { Err(Problem::nothing("nothing is due")) };
    }
    let first = match all {
        Some(all) => several::ending(failed, all).err(),
        None => failed.into_iter().next().map(|(_, problem)| problem),
    };
    let mut all = first.into_iter().chain(others);
    let last = all.next();
    for problem in all {
        problem::report(&problem);
    }
    last.map_or(Ok(()), Err)
}

fn ending(done: Done, otherwise: bool) -> Result<(), Problem> {
    let changed = done.changed() || otherwise;
    match done.stopped {
        Some(problem) => Err(problem),
        None if changed => Ok(()),
        None => Err(Problem::nothing("nothing is due")),
    }
}
