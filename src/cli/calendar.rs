use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::json;

use super::context::{Context, KeyArgs, keys_beside};
use crate::base::civil::Dates;
use crate::base::{Problem, Span};
use crate::campaign::{layout, world};
use crate::referee::calendar::{InForce, Rules, due, upcoming};
use crate::referee::cycle::packets;
use crate::referee::moderator::{calendar_facts, decide};

/// Show what comes next by the calendar, or decide about time and seats.
///
/// The calendar is campaign.yaml in the campaign; docs/formats/calendar.md describes it. Every change
/// is an entry of the ledger, with its reason, that everyone can see.
#[derive(Debug, Args)]
pub(super) struct Calendar {
    #[command(subcommand)]
    decision: Option<Decision>,
    #[command(flatten)]
    keys: KeyArgs,
}

#[derive(Debug, Subcommand)]
enum Decision {
    /// Put a calendar in force: campaign.yaml, or another file that takes its place.
    Set {
        /// The file [default: campaign.yaml in the campaign].
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
        /// Why; everyone can read it.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Move the deadline of the open cycle later.
    Extend {
        /// By how much: 2d, 36h, 90m [default: what the calendar gives for an extension].
        #[arg(long, value_name = "SPAN")]
        by: Option<Span>,
        /// The seat that pays with one of its extensions.
        #[arg(long, value_name = "SEAT")]
        seat: Option<String>,
        /// Why; everyone can read it.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Pause the campaign; the open deadline becomes later by as long as the pause.
    Pause {
        /// When it ends by itself, as a deadline is given.
        #[arg(long, value_name = "TIME")]
        until: String,
        /// Why; everyone can read it.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// End a pause before its time.
    Resume {
        /// Why; everyone can read it.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Record that a player will be away: no deadline by which they must order falls on these days.
    Away {
        /// Their seat.
        seat: String,
        /// The days: 2026-08-01, or "2026-08-01 to 2026-08-14".
        dates: String,
        /// What they said.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Take a seat from a player who no longer plays; `enroll` gives it to another.
    Drop {
        /// The seat.
        seat: String,
        /// Why; everyone can read it.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Print the JSON Schema of campaign.yaml, for editors and validators.
    Schema,
}

impl Calendar {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let Some(decision) = &self.decision else { return self.show(context) };
        if let Decision::Schema = decision {
            return super::context::print(&Rules::schema());
        }
        let told = self.decide(context, decision)?;
        context.answer(&format!("{told}\n"), &json!({"done": told}))
    }

    fn decide(&self, context: &Context, decision: &Decision) -> Result<String, Problem> {
        let mut desk = context.desk(&self.keys)?;
        let now = world::now()?;
        Ok(match decision {
            Decision::Set { file, reason } => {
                let bytes = match file {
                    Some(path) => world::read(path)?,
                    None => desk.campaign.store.need(layout::CALENDAR).map_err(|_| {
                        Problem::usage("there is no campaign.yaml in the campaign")
                            .hint("give a file: `adjutant calendar set FILE`")
                    })?,
                };
                let place =
                    file.as_ref().map_or(layout::CALENDAR.into(), |f| f.display().to_string());
                decide::set_calendar(&mut desk, &bytes, reason, now).map_err(|p| p.at(place))?;
                "the calendar is in force".to_owned()
            }
            Decision::Extend { by, seat, reason } => {
                let seat = seat.as_ref().map(|seat| desk.campaign.seat(seat)).transpose()?;
                decide::extend(&mut desk, *by, seat.as_ref(), reason, now)?;
                let cycle = desk.campaign.open_cycle()?;
                let deadline = desk.campaign.ledger.deadline_in_words(cycle).unwrap_or_default();
                format!("the deadline of cycle {cycle} is {deadline}")
            }
            Decision::Pause { until, reason } => {
                let until = world::deadline(until)?;
                decide::pause(&mut desk, until, reason, now)?;
                format!("the campaign pauses until {until}")
            }
            Decision::Resume { reason } => {
                decide::resume(&mut desk, reason, now)?;
                "the pause is over".to_owned()
            }
            Decision::Away { seat, dates, reason } => {
                let (seat, dates) = (desk.campaign.seat(seat)?, dates.parse()?);
                decide::absence(&mut desk, &seat, dates, reason, now)?;
                format!("{seat} is away, {dates}")
            }
            Decision::Drop { seat, reason } => {
                let seat = desk.campaign.seat(seat)?;
                let from = decide::drop_seat(&mut desk, &seat, reason, now)?;
                format!("{seat} is open to another player from cycle {from} on")
            }
            Decision::Schema => String::new(),
        })
    }

    /// What comes next. With the keys, packets count.
    fn show(&self, context: &Context) -> Result<(), Problem> {
        let campaign = context.campaign()?;
        let Some(calendar) = InForce::of(&campaign)? else {
            return Err(Problem::usage("the campaign has no calendar")
                .hint("give it one with `adjutant calendar set FILE`"));
        };
        let secret = self.keys.keys.is_some()
            || keys_beside(campaign.store.root()).is_dir()
            || world::variable("ADJUTANT_MODERATOR_KEY").is_some();
        let facts = if secret {
            let desk = context.look(&self.keys)?;
            calendar_facts::of(&desk, &packets::incoming(&desk)?)?.map(|(_, facts)| facts)
        } else {
            None
        };
        let now = world::now()?;
        let at_once = facts.as_ref().and_then(|facts| due(&calendar.rules, facts, now));
        let coming = facts.map(|facts| upcoming(&calendar.rules, &facts, now)).unwrap_or_default();
        let zone = calendar.rules.zone.in_entries();
        let path = layout::calendar(calendar.seq);
        let mut out = format!("calendar  {path}, in {}\n", calendar.rules.zone);
        if let Ok(cycle) = campaign.open_cycle() {
            let deadline = campaign.ledger.deadline_in_words(cycle);
            let deadline = deadline.unwrap_or_else(|| "none".to_owned());
            let _ = writeln!(out, "deadline  {deadline}");
        }
        if let Some(step) = &at_once {
            let _ = writeln!(out, "now       {} (`adjutant run`)", step.sentence());
        }
        for next in &coming {
            let at = next.at.in_words(zone.as_deref());
            let _ = writeln!(out, "next      {at}: {}", next.step.sentence());
        }
        let later = later(&campaign, &calendar.rules, now);
        for deadline in &later {
            let _ = writeln!(out, "later     {}", deadline.in_words(zone.as_deref()));
        }
        let next: Vec<_> =
            coming.iter().map(|c| json!({"time": c.at, "does": c.step.sentence()})).collect();
        context.answer(&out, &json!({
            "calendar": path, "now": at_once.map(|step| step.sentence()), "next": next, "later": later,
        }))
    }
}

/// The next few regular deadlines, each as if its cycle opened when the one before closed, and as if
/// everyone had to order in it. Spans by phase are not looked at: nobody knows yet which phase it begins
/// with.
fn later(
    campaign: &crate::referee::Campaign,
    rules: &Rules,
    now: crate::base::Time,
) -> Vec<crate::base::Time> {
    const SHOWN: usize = 3;
    let open = campaign.open_cycle().ok().and_then(|cycle| campaign.ledger.deadline(cycle));
    let mut from = open.map_or(now, |deadline| deadline.max(now));
    let seats = campaign.seats();
    let away = seats.iter().flat_map(|seat| campaign.ledger.absences(seat));
    let away: Vec<Dates> = away.map(|absence| absence.dates).collect();
    let mut all = Vec::new();
    while let Some(next) = rules.deadline("", from, false, &away).filter(|_| all.len() < SHOWN) {
        all.push(next);
        from = next;
    }
    all
}
