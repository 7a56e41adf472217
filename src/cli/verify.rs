use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::context::{Context, PlayerArgs, print, print_json};
use super::several::Several;
use crate::base::words::{count, names};
use crate::base::{Problem, text};
use crate::campaign::{Store, world};
use crate::ledger::{CheckOutcome, Verification};
use crate::referee::audit::replay::Opened;
use crate::referee::audit::verify::{Own, verify};
use crate::referee::audit::what_if::Difference;
use crate::referee::player::own_orders;
use crate::referee::record::receipt::Receipt;
use crate::seal::{PlayerSecret, PublicKey};

/// Verify what is public, your own reports and packets and, after the reveal, the whole game.
///
/// In a directory of campaigns it verifies each, and says in a line what it found.
#[derive(Debug, Args)]
pub(super) struct Verify {
    /// A report of yours; may be repeated.
    #[arg(long, value_name = "FILE")]
    report: Vec<PathBuf>,
    /// A receipt of yours; may be repeated.
    #[arg(long, value_name = "FILE")]
    receipt: Vec<PathBuf>,
    /// A packet of yours, as you sent it; may be repeated. After the reveal it is judged again and
    /// compared with the receipts given: a false refusal or a false "late" fails.
    #[arg(long, value_name = "FILE")]
    packet: Vec<PathBuf>,
    /// A checkpoint you saved earlier: the ledger may only have grown since.
    #[arg(long, value_name = "FILE")]
    checkpoint: Vec<PathBuf>,
    /// Fail unless enough of the campaign's witnesses have seen the newest result.
    #[arg(long)]
    witnessed: bool,
    /// After the reveal: also tell what every cycle would have been without the moderator's rulings.
    #[arg(long)]
    without_rulings: bool,
    #[command(flatten)]
    player: PlayerArgs,
}

impl Verify {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let key = Context::perhaps_player(&self.player)?;
        let identity = key.as_ref().map(PlayerSecret::identity);
        let signing = key.as_ref().map(|key| PublicKey::of(key.signing()));
        let mut own = Own { key: signing, witnessed: self.witnessed, ..Own::default() };
        if let Some(stores) = context.several()? {
            if self.is_of_one() {
                return context.alone("verify …");
            }
            return all(context, stores, &own);
        }
        for path in &self.report {
            let name = path.display().to_string();
            let report =
                own_orders::report(&world::read(path)?, identity).map_err(|p| p.at(&name))?;
            own.reports.push((name, report));
        }
        for path in &self.checkpoint {
            own.checkpoints.push((path.display().to_string(), world::read(path)?));
        }
        for path in &self.receipt {
            let name = path.display().to_string();
            let receipt = Receipt::open(world::read(path)?, identity).map_err(|p| p.at(&name))?;
            own.receipts.push((name, receipt));
        }
        for path in &self.packet {
            own.packets.push((path.display().to_string(), world::read_mail(path)?));
        }
        let verdict = verify(context.store()?, &own, context.shelf)?;
        let without = if self.without_rulings && verdict.passed() {
            Some(without_rulings(context)?)
        } else {
            None
        };
        if context.json {
            let mut value = serde_json::to_value(&verdict).expect("results are plain data");
            if let Some(without) = &without {
                let without = serde_json::to_value(without).expect("results are plain data");
                value["without_rulings"] = without;
            }
            print_json(&value)?;
        } else {
            let told = without.as_deref().map(told).unwrap_or_default();
            print(&format!("{verdict}{told}"))?;
        }
        passed(&verdict)
    }

    /// True if it was given what belongs to one campaign.
    fn is_of_one(&self) -> bool {
        let files = [&self.report, &self.receipt, &self.packet, &self.checkpoint];
        self.without_rulings || files.iter().any(|files| !files.is_empty())
    }
}

fn passed(verdict: &Verification) -> Result<(), Problem> {
    if verdict.passed() {
        return Ok(());
    }
    let failed = match verdict.problems().count() {
        0 => "nothing could be checked".to_owned(),
        1 => "1 check failed".to_owned(),
        n => format!("{n} checks failed"),
    };
    Err(Problem::refused(format!("verification failed: {failed}")))
}

/// Verifies each campaign of a directory: a line for one that is well, all that was found for another.
fn all(context: &Context, stores: Vec<Store>, own: &Own) -> Result<(), Problem> {
    let several = Several::each(stores, |store| verify(store, own, context.shelf));
    let mut out = String::new();
    for (name, verdict) in &several.done {
        let _ = if verdict.passed() {
            writeln!(out, "ok      {name}: {}", summary(verdict))
        } else {
            write!(out, "FAILED  {name}\n{verdict}")
        };
    }
    let values: Vec<_> = several
        .done
        .iter()
        .map(|(name, verdict)| json!({"campaign": name, "verdict": verdict}))
        .collect();
    context.answer(&out, &json!({"campaigns": values}))?;
    several.judge(passed).ending()
}

/// How much was checked, and what could not be yet.
fn summary(verdict: &Verification) -> String {
    let passed = verdict.lines.iter();
    let passed = passed.filter(|line| matches!(line.outcome, CheckOutcome::Passed(_))).count();
    let skipped = verdict.lines.iter().filter_map(|line| match line.outcome {
        CheckOutcome::Skipped(_) => Some(line.name),
        CheckOutcome::Passed(_) | CheckOutcome::Failed(_) => None,
    });
    let skipped: Vec<&str> = skipped.collect();
    let checks = count(passed, "check");
    match skipped.as_slice() {
        [] => checks,
        some => format!("{checks}; nothing to check yet of {}", names(some)),
    }
}

/// What every cycle would have been without rulings.
fn without_rulings(context: &Context) -> Result<Vec<Difference>, Problem> {
    let mut campaign = context.campaign()?;
    campaign.complete()?;
    let opened = Opened::new(&campaign)?
        .ok_or_else(|| Problem::nothing("--without-rulings works only after the reveal"))?;
    opened.without_rulings()
}

/// The differences in lines: with `-` what happened, with `+` what would have.
fn told(differences: &[Difference]) -> String {
    if differences.is_empty() {
        return "no ruling changed what was played\n".to_owned();
    }
    let mut out = String::new();
    for Difference { cycle, rulings, happened, instead } in differences {
        let _ = writeln!(out, "cycle {cycle} without its rulings");
        let lines = rulings.iter().map(|line| (' ', line));
        let lines = lines.chain(happened.iter().map(|line| ('-', line)));
        for (mark, line) in lines.chain(instead.iter().map(|line| ('+', line))) {
            let _ = writeln!(out, "{mark} {}", text::harmless(line).replace('\n', " "));
        }
        if happened.is_empty() && instead.is_empty() {
            out += "  nothing else would have happened\n";
        }
    }
    out
}
