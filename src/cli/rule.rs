use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::context::{Context, KeyArgs};
use crate::base::Problem;
use crate::base::text::harmless;
use crate::base::yaml::{self, Origin};
use crate::campaign::world;
use crate::engine::{Amendment, OrderLine};
use crate::referee::Desk;
use crate::referee::moderator::rule;
use crate::referee::moderator::slips::{self, InForce};

/// Rule on the game itself: set a value of the position, put in or strike an order line, accept a late
/// packet, take a ruling back, or only explain.
///
/// Every ruling is an entry of the ledger with its reason, which everyone can see; write no secrets
/// into it. What is set or ordered is sealed until the reveal.
#[derive(Debug, Args)]
pub(super) struct Rule {
    #[command(subcommand)]
    ruling: Ruling,
    #[command(flatten)]
    keys: KeyArgs,
}

#[derive(Debug, Subcommand)]
enum Ruling {
    /// Set values of the position. The cycle that is open is not played; its orders stand for the next.
    Set {
        /// The path and the value, as /state/open/turn=3; the value is YAML. May be repeated.
        #[arg(value_name = "PATH=VALUE", required = true)]
        values: Vec<String>,
        /// Why; everyone can read it.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Find values of the position, each with its path as `rule set` takes it.
    Find {
        /// Words that the path or the value contains.
        #[arg(value_name = "WORD", required = true)]
        words: Vec<String>,
    },
    /// Add orders to those of a seat, for the open cycle.
    PutIn {
        /// The seat.
        seat: String,
        /// A file with a YAML list of orders.
        #[arg(value_name = "FILE")]
        orders: PathBuf,
        /// Why; everyone can read it.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Strike a line of a seat's orders, for the open cycle.
    Strike {
        /// The seat.
        seat: String,
        /// Its line in the player's file, as "line 6"; `adjutant orders SEAT` lists them.
        line: String,
        /// Why; everyone can read it.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Count a seat's newest late packet.
    Accept {
        /// The seat.
        seat: String,
        /// Why; everyone can read it.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Answer a seat's question, in its orders or by mail. Only its player reads question and answer, until the reveal.
    Answer {
        /// The seat.
        seat: String,
        /// What is said.
        text: String,
    },
    /// List the rulings that nobody has taken back, each with the number of its entry.
    List,
    /// Take back a ruling on orders, a late packet or an answer, as long as its cycle is open.
    Revoke {
        /// The number of its entry.
        entry: u64,
        /// Why.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Explain something to everyone, and change nothing.
    Explain {
        /// What is said.
        text: String,
    },
}

impl Rule {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        if matches!(self.ruling, Ruling::List) {
            return list(context, &context.look(&self.keys)?);
        }
        if let Ruling::Find { words } = &self.ruling {
            return find(context, &context.look(&self.keys)?, words);
        }
        let mut desk = context.desk(&self.keys)?;
        let told = decide(&mut desk, self.ruling)?;
        context.answer(&format!("{told}\n"), &json!({"done": told}))
    }
}

fn list(context: &Context, desk: &Desk) -> Result<(), Problem> {
    let all = slips::in_force(desk)?;
    if all.is_empty() && !context.json {
        return Err(Problem::nothing("no ruling is in force"));
    }
    let mut out = String::new();
    for InForce { entry, told, change, revocable, .. } in &all {
        let _ = writeln!(out, "entry {entry}  {}", line(told));
        let more = revocable.then_some("`adjutant rule revoke` takes it back");
        for more in change.as_deref().into_iter().chain(more) {
            let _ = writeln!(out, "{:1$}  {2}", "", format!("entry {entry}").len(), line(more));
        }
    }
    context.answer(&out, &json!(all))
}

fn find(context: &Context, desk: &Desk, words: &[String]) -> Result<(), Problem> {
    let found = rule::find(desk, words)?;
    if found.is_empty() && !context.json {
        return Err(Problem::nothing("nothing in the position has these words")
            .hint("`adjutant show state` prints all of it"));
    }
    let lines = found.iter().map(|(path, value)| format!("{}\n", line(&format!("{path}={value}"))));
    let values: BTreeMap<_, _> = found.iter().cloned().collect();
    context.answer(&lines.collect::<String>(), &json!(values))
}

/// What others wrote, in one line.
fn line(text: &str) -> String {
    harmless(text).replace('\n', " ")
}

fn echo(told: String, lines: &[OrderLine]) -> String {
    lines.iter().fold(told, |told, OrderLine { place, order, .. }| {
        format!("{told}\n{place}  {}", line(order))
    })
}

fn decide(desk: &mut Desk, ruling: Ruling) -> Result<String, Problem> {
    let now = world::now()?;
    Ok(match ruling {
        Ruling::Set { values, reason } => {
            let values = values.iter().map(|value| value_at(value)).collect::<Result<_, _>>()?;
            let cycle = rule::set(desk, values, &reason, now)?;
            format!("the position is set, in cycle {cycle}; each seat has a new report")
        }
        Ruling::PutIn { seat, orders, reason } => {
            let text = String::from_utf8_lossy(&world::read(&orders)?).into_owned();
            let seat = desk.campaign.seat(&seat)?;
            let lines = rule::amend(desk, &seat, Amendment::PutIn(text), &reason, now)?;
            echo(format!("put into the orders of {seat}:"), &lines)
        }
        Ruling::Strike { seat, line, reason } => {
            let seat = desk.campaign.seat(&seat)?;
            let lines = rule::amend(desk, &seat, Amendment::Strike(line.clone()), &reason, now)?;
            echo(format!("struck from the orders of {seat}:"), &lines)
        }
        Ruling::Accept { seat, reason } => {
            let seat = desk.campaign.seat(&seat)?;
            let sequence = rule::accept_late(desk, &seat, &reason, now)?;
            format!("packet {sequence} of {seat} counts, although it came late")
        }
        Ruling::Answer { seat, text } => {
            let seat = desk.campaign.seat(&seat)?;
            rule::answer(desk, &seat, &text, now)?;
            format!("the question of {seat} is answered")
        }
        Ruling::Revoke { entry, reason } => {
            let told = slips::revoke(desk, entry, &reason, now)?;
            format!("entry {entry} is taken back: {}", line(&told))
        }
        Ruling::List | Ruling::Find { .. } => unreachable!("it decides nothing"),
        Ruling::Explain { text } => {
            rule::explain(desk, &text, now)?;
            "everyone is told".to_owned()
        }
    })
}

/// A path and a value.
pub(super) fn value_at(text: &str) -> Result<(String, Value), Problem> {
    let (path, value) = text.split_once('=').ok_or_else(|| {
        Problem::usage(format!("expected PATH=VALUE, found {text}"))
            .hint("give it as /state/open/turn=3")
    })?;
    Ok((path.to_owned(), yaml::read(value.as_bytes(), Origin::House)?))
}
