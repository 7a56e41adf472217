use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget};
use serde_json::json;

use super::browser;
use super::choice::ChoiceArgs;
use super::context::Context;
use super::skills::{self, Assigned};
use crate::base::Problem;
use crate::campaign::world;
use crate::cli::terminal::tell;
use crate::engine::Shelf;
use crate::league::demo::demo as league;
use crate::ledger::Verification;
use crate::referee::cycle::found::Charter;
use crate::referee::run::demo::{Summary, demo};

/// Play a whole campaign with a computer player in every seat.
///
/// Needs no key, server or configuration. At the end the campaign is revealed and verified, and the chronicle,
/// the site and every report are pages to open in a browser.
#[derive(Debug, Args)]
pub(super) struct Demo {
    /// New directory for the campaign, keys, mail and pages.
    #[arg(value_name = "DIR", default_value = "adjutant-demo")]
    directory: PathBuf,
    #[command(flatten)]
    choice: ChoiceArgs,
    /// Seed: the same number plays the same game [default: random].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How well the computer plays, or with SEAT=SKILL one seat; may be repeated. A recruit plays badly, a
    /// regular by plain rules of thumb; a veteran looks ahead, and takes a few seconds for each cycle
    /// [default: regular].
    #[arg(long, value_name = "SKILL", conflicts_with = "league")]
    staff: Vec<Assigned>,
    /// Stop after N cycles if the game is still going.
    #[arg(long, value_name = "N", default_value_t = 100)]
    cycles: u32,
    /// Print every cycle as it is played, and every check of `verify`.
    #[arg(long, short)]
    verbose: bool,
    /// Play a season of a league instead: eight members over three rounds.
    #[arg(long, conflicts_with = "cycles")]
    league: bool,
}

impl Demo {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let choice = self.choice.read(context.shelf)?;
        let seed = match self.seed {
            Some(seed) => seed,
            None => u64::from(u32::from_be_bytes(world::entropy()?)),
        };
        if self.league {
            return self.season(context, &choice.charter("demo"), seed);
        }
        let target =
            if self.verbose { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(None, target);
        let mut told = |line: &str| {
            bar.set_message(line.to_owned());
            bar.tick();
            if self.verbose {
                tell!("{line}");
            }
        };
        let (charter, length) = (choice.charter("demo"), (seed, self.cycles));
        let done =
            demo(&self.directory, &charter, length, &skills::skills(&self.staff), &mut told)?;
        bar.finish_and_clear();
        let value = json!({
            "directory": self.directory.display().to_string(),
            "seed": seed,
            "cycles": done.cycles,
            "outcome": done.outcome,
            "pages": done.pages,
            "verdict": done.verdict,
        });
        context.answer(&self.screen(&done, seed, context.shelf), &value)?;
        if !done.verdict.passed() {
            return Err(Problem::refused("verification failed"));
        }
        if !context.json {
            browser::offer(&self.directory.join(&done.pages[0]));
        }
        Ok(())
    }

    /// A season of a league.
    fn season(&self, context: &Context, charter: &Charter<'_>, seed: u64) -> Result<(), Problem> {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let told = |line: &str| {
            bar.set_message(line.to_owned());
            bar.tick();
        };
        let done = league(&self.directory, charter, seed, &told)?;
        bar.finish_and_clear();
        let (number, problems) = &done.checks;
        let dir = self.directory.display();
        let mut out = String::new();
        for line in &done.table {
            let _ = writeln!(out, "{:2}  {:8} {:2} points", line.place, line.member, line.points);
        }
        let _ = write!(
            out,
            "{} games; `league verify` checked {number} things and found {}\n\n\
             Open this in a browser:\n\
             \x20 {dir}/site/index.html\n\
             \x20     table, rounds, every game and every player\n\n\
             Check the season yourself:   adjutant -C {dir}/league league verify\n\
             Play the same season again:  adjutant demo --league{} --seed {seed} NEWDIR\n",
            done.games,
            if problems.is_empty() { "nothing wrong".to_owned() } else { problems[0].to_string() },
            self.choice.again(context.shelf),
        );
        let value = json!({
            "directory": dir.to_string(), "seed": seed, "games": done.games, "table": done.table,
            "problems": problems.iter().map(ToString::to_string).collect::<Vec<_>>(),
        });
        context.answer(&out, &value)?;
        if !problems.is_empty() {
            return Err(Problem::refused("verification failed"));
        }
        if !context.json {
            browser::offer(&self.directory.join("site/index.html"));
        }
        Ok(())
    }

    /// What was played, how it ended, and what to look at.
    fn screen(&self, done: &Summary, seed: u64, shelf: Shelf) -> String {
        let dir = self.directory.display();
        let outcome = done.outcome.as_ref().map_or("The game is undecided.", |o| o.text.as_str());
        let checks = if self.verbose || !done.verdict.passed() {
            format!("{}\n", done.verdict)
        } else {
            String::new()
        };
        let [chronicle, site, report] = &done.pages;
        let (title, last) = (&done.title, done.cycles);
        let again = self.choice.again(shelf) + &skills::again(&self.staff);
        format!(
            "{checks}\
             {title}\n\
             {outcome}\n\
             {last} cycles{}\n\n\
             Open these in a browser:\n\
             \x20 {dir}/{chronicle}\n\
             \x20     the whole game, step by step on the map\n\
             \x20 {dir}/{site}\n\
             \x20     the campaign's website, as spectators see it\n\
             \x20 {dir}/{report}\n\
             \x20     a player's last report; the others are beside it\n\n\
             Also in {dir}:\n\
             \x20 mail/{last:04}/       the orders of each seat, with packet and receipt\n\
             \x20 campaign/ledger/ the signed history\n\n\
             Check the game yourself:   adjutant -C {dir}/campaign verify\n\
             Play the same game again:  adjutant demo{again} --seed {seed} NEWDIR\n",
            counted(&done.verdict),
        )
    }
}

/// How many checks passed, behind a count of cycles.
fn counted(verdict: &Verification) -> String {
    let failed = verdict.problems().count();
    match (verdict.lines.len(), failed) {
        (all, 0) => format!("; `verify` made {all} checks and found nothing wrong"),
        (all, failed) => format!("; {failed} of the {all} checks of `verify` failed"),
    }
}
