use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget};
use rayon::prelude::*;
use serde_json::{Value, json};

use super::{Office, shard};
use crate::base::{Kind, Problem, Time, text};
use crate::campaign::{Postbox, Store, mailbox, world};
use crate::cli::context::{Context, KeyArgs, warn};
use crate::cli::incoming::came;
use crate::cli::post::{self, Round as Posted};
use crate::cli::run;
use crate::league::act::season_folder;
use crate::league::going::{Game, Went};
use crate::league::published::Published;
use crate::league::results::{self, Seen, place};
use crate::league::table::Scores;
use crate::ledger::Stage;
use crate::referee::cycle::desk::Desk;
use crate::referee::run::steps::{Circumstances, Done, Mail};

/// Do whatever is due now in every game of the season.
///
/// Does in each game what `adjutant run` does, on all processors; a problem with one stops no other. Safe to
/// call every few minutes, twice at once, and after a crash. Publishes the table, and writes a line for each
/// game to `seasons/N/run.log`. Exits with 3 if nothing was due, and with 1 if the moderator is needed.
#[derive(Debug, Args)]
pub(super) struct Run {
    /// Take in packets and signed words, for all games, from this mailbox: a directory or an mbox file.
    #[arg(long, value_name = "MAILBOX")]
    inbox: Option<PathBuf>,
    /// The inbox is a Maildir.
    #[arg(long, requires = "inbox")]
    maildir: bool,
    /// Write receipts, reports and letters to this directory, in a subdirectory for each game.
    #[arg(long, value_name = "DIR")]
    outbox: Option<PathBuf>,
    /// Fetch and send mail for all games by the post in this directory.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["inbox", "outbox"])]
    post: Option<PathBuf>,
    /// Send nothing yet: what is written waits for `adjutant post`.
    #[arg(long, requires = "post")]
    hold: bool,
    #[command(flatten)]
    store: shard::InStore,
    /// Print a line for every game, also where nothing was done.
    #[arg(long, short)]
    verbose: bool,
}

/// A game in a run.
struct Turn<'a> {
    game: Game<'a>,
    /// None: it is over, or cannot be opened.
    desk: Option<Desk>,
    mail: Vec<Mail>,
    went: Went,
    failed: Option<Problem>,
    /// Where it stands, so that its ledger is not read again for the table.
    seen: Option<Seen>,
}

impl Turn<'_> {
    fn name(&self) -> &str {
        &self.game.paired.game
    }

    fn take(&mut self, made: Result<Went, Problem>) {
        match made {
            Ok(went) => {
                self.went.steps.extend(went.steps);
                self.went.done = went.done.or(self.went.done.take());
            }
            // The pause of a game, or a game that waits, is nobody's business.
            Err(problem) if problem.kind == Kind::Nothing => {}
            Err(problem) => self.failed = self.failed.take().or(Some(problem)),
        }
    }

    /// Looks where it stands, and gives it back.
    fn leave(&mut self, desk: &Desk) {
        let (season, played) = (self.game.season, self.game.played);
        match results::seen_in(&desk.campaign, (season, played), self.game.paired) {
            Ok(seen) => self.seen = Some(seen),
            Err(problem) => self.failed = self.failed.take().or(Some(problem)),
        }
    }

    /// What is the matter with it.
    fn problem(&self) -> Option<&Problem> {
        let stopped = self.went.done.as_ref().and_then(|done| done.stopped.as_ref());
        self.failed.as_ref().or(stopped)
    }

    fn line(&self) -> String {
        let name = self.name();
        let done = self.went.done.as_ref();
        let mut parts = self.went.steps.clone();
        if let Some(done) = done {
            let packets = done.receipts.len() + done.judged.len();
            if packets > 0 {
                parts.push(crate::base::words::count(packets, "packet"));
            }
            parts.extend(done.words.iter().map(|(_, told)| told.clone()));
            parts.extend(done.steps.iter().cloned());
            if !done.letters.is_empty() {
                parts.push(crate::base::words::count(done.letters.len(), "letter"));
            }
        }
        if let Some(problem) = self.problem() {
            let hint = problem.hint.as_ref().map(|hint| format!(" ({hint})")).unwrap_or_default();
            let place = problem.place.as_ref().map(|p| format!("{p}: ")).unwrap_or_default();
            parts.push(format!("needs you: {place}{}{hint}", problem.what));
        }
        if parts.is_empty() {
            parts.push("nothing is due".to_owned());
        }
        text::harmless(&format!("{name}  {}", parts.join("; "))).replace('\n', " ")
    }

    fn value(&self) -> Value {
        json!({
            "game": self.name(),
            "changed": self.went.changed(),
            "steps": self.went.steps.iter().chain(
                self.went.done.iter().flat_map(|done| &done.steps)).collect::<Vec<_>>(),
            "letters": self.went.done.iter().flat_map(|done| &done.letters)
                .map(|letter| &letter.id).collect::<Vec<_>>(),
            "next": self.went.done.iter().flat_map(|done| &done.next).collect::<Vec<_>>(),
            "problem": self.problem().map(ToString::to_string),
        })
    }
}

impl Run {
    pub(super) fn run(self, context: &Context, args: &KeyArgs) -> Result<(), Problem> {
        if let Some(folder) = &self.outbox {
            world::outside_campaigns(&folder.join("receipt"))?;
        }
        if let Some(url) = &self.store.store {
            let inbox = self.inbox.as_deref().map(|folder| (folder, self.maildir));
            let given = (url.as_str(), &self.store);
            return shard::run_shard(context, args, given, (inbox, self.outbox.as_deref()));
        }
        if self.inbox.is_some() && self.outbox.is_none() {
            return Err(Problem::usage("--inbox needs --outbox")
                .hint("say where receipts and reports are written: --outbox DIR"));
        }
        let office = Office::take(context, args)?;
        let games: Vec<Game<'_>> = office
            .season
            .games()
            .map(|(round, paired)| Game {
                season: &office.season,
                played: &office.played,
                round,
                paired,
            })
            .collect();
        if games.is_empty() {
            return Err(
                Problem::nothing("no round is paired").hint("pair one with `adjutant league pair`")
            );
        }
        let target =
            if context.json { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(games.len() as u64), target);
        let mut turns: Vec<Turn<'_>> =
            games.into_par_iter().map(|game| opened(&office, game, args.wait)).collect();
        let (mut taken, mut other) = (Vec::new(), Vec::new());
        if let Some(folder) = &self.post {
            other = by_post(&mut turns, (folder, self.hold), &bar, args.wait, office.now)?;
        } else {
            self.hand_out(&mut turns, office.now)?;
            turns.par_iter_mut().for_each(|turn| {
                if let Some(mut desk) = turn.desk.take() {
                    let circumstances = Circumstances::default();
                    let made = turn.game.go_on(&mut desk, &turn.mail, circumstances, office.now);
                    turn.take(made);
                    if let Some(done) = &turn.went.done
                        && let Err(problem) = self.deliver(&desk, turn.game, done)
                    {
                        turn.failed = Some(problem);
                    }
                    turn.leave(&desk);
                }
                bar.inc(1);
            });
        }
        bar.finish_and_clear();
        for done in turns.iter().filter_map(|turn| turn.went.done.as_ref()) {
            taken.extend(done.taken());
        }
        if let Some(folder) = &self.inbox {
            mailbox::taken(folder, mailbox::kind(folder, self.maildir)?, &taken)?;
        }
        let published = publish(&office, &turns)?;
        self.tell(context, &office, &turns, (published, other))
    }

    /// Gives each mail to the game that it is for.
    fn hand_out(&self, turns: &mut [Turn<'_>], now: Time) -> Result<(), Problem> {
        let Some(folder) = &self.inbox else { return Ok(()) };
        let kind = mailbox::kind(folder, self.maildir)?;
        let found = mailbox::look(folder, kind, None)?;
        warn(&found.unread);
        let mails: Vec<Mail> = found.messages.into_iter().map(|mail| came(kind, mail)).collect();
        let all_here = all_here(turns);
        let shares = with_desks(turns, |desks| {
            let mails = if all_here { mails } else { post::known_here(desks, mails, now)? };
            post::shared_out(desks, mails, now)
        })?;
        let open = turns.iter_mut().filter(|turn| turn.desk.is_some());
        for (turn, share) in open.zip(shares) {
            turn.mail = share;
        }
        Ok(())
    }

    fn deliver(&self, desk: &Desk, game: Game<'_>, done: &Done) -> Result<(), Problem> {
        if let Some(folder) = &self.outbox {
            let folder = folder.join(&game.paired.game);
            for reply in done.receipts.iter().map(|(_, reply)| reply).chain(&done.judged) {
                world::write_over(&folder.join(reply.file()), reply.text.as_bytes())?;
            }
            for letter in &done.letters {
                run::write(desk, &folder, letter)?;
            }
        }
        done.note(desk)
    }

    fn tell(
        &self,
        context: &Context,
        office: &Office,
        turns: &[Turn<'_>],
        (published, other): (bool, Vec<Problem>),
    ) -> Result<(), Problem> {
        let mut log = String::new();
        let mut shown = String::new();
        for turn in turns {
            let line = turn.line();
            let _ = writeln!(log, "{}  {line}", office.now);
            if self.verbose || turn.went.changed() || turn.problem().is_some() {
                let _ = writeln!(shown, "{line}");
            }
        }
        let path = format!("{}/run.log", season_folder(office.season.number));
        office.store.write(&path, log.as_bytes())?;
        let changed = turns.iter().filter(|turn| turn.went.changed()).count();
        let failed: Vec<&str> =
            turns.iter().filter(|t| t.problem().is_some()).map(Turn::name).collect();
        let _ = writeln!(shown, "{changed} of {} games went on", turns.len());
        let value = json!({
            "games": turns.iter().map(Turn::value).collect::<Vec<_>>(),
            "changed": changed, "failed": failed, "published": published,
            "post": other.iter().map(ToString::to_string).collect::<Vec<_>>(),
        });
        context.answer(&shown, &value)?;
        if let Some(problem) = other.first() {
            return Err(problem.clone());
        }
        if !failed.is_empty() {
            let names = crate::base::words::few(&failed, 5);
            return Err(Problem::refused(format!("you are needed in {names}"))
                .hint("`adjutant league status` lists what there is to do"));
        }
        if changed == 0 && !published {
            return Err(Problem::nothing("nothing is due"));
        }
        Ok(())
    }
}

/// Opens a game, unless it is over and revealed.
fn opened<'g>(office: &Office, game: Game<'g>, wait: u32) -> Turn<'g> {
    let (mail, went) = (Vec::new(), Went::default());
    let mut turn = Turn { game, desk: None, mail, went, failed: None, seen: None };
    let open = || -> Result<Desk, Problem> {
        let root = place(office.root(), office.season.number, &game.paired.game);
        let mut store = Store::find(&root)?.cached(world::cache());
        if store.root().file_name() != root.file_name() {
            return Err(Problem::failed("the campaign is missing").hint("restore it from a backup"));
        }
        store.lock_within(wait)?;
        let desk = Desk::take(store, office.keys()?, office.played.shelf)?;
        if desk.genesis() != game.paired.campaign {
            return Err(Problem::refused("the ledger is that of another campaign")
                .hint("restore the one with which the round was paired"));
        }
        Ok(desk)
    };
    let is_over = |desk: &Desk| {
        let campaign = &desk.campaign;
        campaign.stage() == Stage::Closed && campaign.ledger.revealed().is_some()
    };
    match open() {
        Ok(desk) if is_over(&desk) => turn.leave(&desk),
        Ok(desk) => turn.desk = Some(desk),
        Err(problem) => turn.failed = Some(problem),
    }
    turn
}

/// False if a game that goes on cannot be opened: mail that may be for it waits.
fn all_here(turns: &[Turn<'_>]) -> bool {
    turns.iter().all(|turn| turn.desk.is_some() || turn.failed.is_none())
}

/// Has all desks in a row, as the post wants them.
fn with_desks<T>(turns: &mut [Turn<'_>], act: impl FnOnce(&mut Vec<Desk>) -> T) -> T {
    let mut at = Vec::new();
    let mut desks = Vec::new();
    for (n, turn) in turns.iter_mut().enumerate() {
        if let Some(desk) = turn.desk.take() {
            at.push(n);
            desks.push(desk);
        }
    }
    let made = act(&mut desks);
    for (n, desk) in at.into_iter().zip(desks) {
        turns[n].desk = Some(desk);
    }
    made
}

/// The same with mail that is fetched and sent. What does not work in the post is given back.
fn by_post(
    turns: &mut [Turn<'_>],
    (folder, hold): (&Path, bool),
    bar: &ProgressBar,
    wait: u32,
    now: Time,
) -> Result<Vec<Problem>, Problem> {
    turns.par_iter_mut().for_each(|turn| {
        if let Some(mut desk) = turn.desk.take() {
            let made = turn.game.before(&mut desk, now);
            turn.take(made);
            turn.desk = Some(desk);
        }
    });
    let post = Postbox::open(folder, wait)?;
    let all_here = all_here(turns);
    let round =
        with_desks(turns, |desks| post::round(&post, (desks, all_here), (hold, None), now))?;
    let Posted { done, sent, problems, unread } = round;
    warn(&unread);
    let open = turns.iter_mut().filter(|turn| turn.desk.is_some());
    for (turn, ran) in open.zip(done) {
        turn.take(ran.map(|done| Went { steps: Vec::new(), done: Some(done) }));
    }
    turns.par_iter_mut().for_each(|turn| {
        if let Some(mut desk) = turn.desk.take() {
            let made = turn.game.after(&mut desk, now);
            turn.take(made);
            turn.leave(&desk);
        }
        bar.inc(1);
    });
    Ok(problems.into_iter().chain(sent.ending().err()).collect())
}

/// Publishes the table, unless a ledger cannot be read: then the old one stands. True if it changed.
fn publish(office: &Office, turns: &[Turn<'_>]) -> Result<bool, Problem> {
    let mut scores = Scores::new();
    for turn in turns {
        let Some(seen) = &turn.seen else { return Ok(false) };
        scores.extend(seen.score.clone().map(|score| (turn.name().to_owned(), score)));
    }
    let (published, _) = Published::of(&office.season, &office.played, &scores);
    published.write(&office.store)
}
