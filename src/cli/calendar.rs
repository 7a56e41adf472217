use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::json;

use super::context::{Context, KeyArgs};
use super::several::{Several, has_keys};
use crate::base::civil::Dates;
use crate::base::{Problem, Span, Time};
use crate::campaign::{Store, layout, world};
use crate::referee::calendar::{Facts, InForce, Rules, due, upcoming};
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::packets;
use crate::referee::moderator::{calendar_facts, decide as decided};
use crate::referee::{Campaign, Stage};

/// Show what comes next by the calendar, or decide about time and seats.
///
/// The calendar is campaign.yaml in the campaign; docs/formats/calendar.md describes it. Every change
/// is an entry of the ledger, with its reason, that everyone can see. In a directory of campaigns it shows
/// what comes next in all of them, in order; and `set`, `extend`, `pause` and `resume` decide for each.
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
        match decision {
            Decision::Away { .. } | Decision::Drop { .. } => context.alone("calendar …")?,
            Decision::Set { .. }
            | Decision::Extend { .. }
            | Decision::Pause { .. }
            | Decision::Resume { .. }
            | Decision::Schema => {}
        }
        let Some(stores) = context.several()? else {
            let told = decide(context.desk(&self.keys)?, decision)?;
            return context.answer(&format!("{told}\n"), &json!({"done": told}));
        };
        let several =
            Several::each(stores, |store| decide(context.desk_of(store, &self.keys)?, decision));
        let (mut out, mut values) = (String::new(), Vec::new());
        for (name, told) in &several.done {
            let _ = writeln!(out, "{name}: {told}");
            values.push(json!({"campaign": name, "done": told}));
        }
        context.answer(&out, &json!({"campaigns": values}))?;
        several.ending()
    }

    /// What comes next. With the keys, packets count.
    fn show(&self, context: &Context) -> Result<(), Problem> {
        if let Some(stores) = context.several()? {
            return self.show_all(context, stores);
        }
        let store = context.store()?;
        let secret = has_keys(&store, self.keys.keys.is_some());
        let campaign = Campaign::load(store, context.shelf)?;
        let calendar = InForce::of(&campaign)?.ok_or_else(none)?;
        let facts = if secret { facts(&context.look(&self.keys)?)? } else { None };
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

    /// What comes next in all campaigns, the earliest first.
    fn show_all(&self, context: &Context, stores: Vec<Store>) -> Result<(), Problem> {
        let now = world::now()?;
        let several = Several::each(stores, |store| self.coming((store, context), now));
        let mut all: Vec<(Option<Time>, String, &str, &str)> = Vec::new();
        for (name, (coming, idle)) in &several.done {
            all.extend(
                coming.iter().map(|(at, words, does)| {
                    (Some(*at), words.clone(), name.as_str(), does.as_str())
                }),
            );
            all.extend(idle.iter().map(|why| (None, "-".to_owned(), name.as_str(), *why)));
        }
        all.sort_by_key(|(at, ..)| (at.is_none(), *at));
        let mut out = String::new();
        for (_, at, name, does) in &all {
            let _ = writeln!(out, "{at}  {name}: {does}");
        }
        let timed = all.iter().filter(|(at, ..)| at.is_some());
        let next: Vec<_> = timed
            .map(|(at, _, name, does)| json!({"time": at, "campaign": name, "does": does}))
            .collect();
        context.answer(&out, &json!({"next": next}))?;
        several.ending()
    }

    /// What comes next in one campaign of several, each with its time in words; or why nothing does.
    fn coming(
        &self,
        (store, context): (Store, &Context),
        now: Time,
    ) -> Result<(Vec<Coming>, Option<&'static str>), Problem> {
        let secret = has_keys(&store, self.keys.keys.is_some());
        let campaign = Campaign::load(store.again(), context.shelf)?;
        if campaign.stage() == Stage::Closed {
            return Ok((Vec::new(), Some("over")));
        }
        let Some(calendar) = InForce::of(&campaign)? else {
            return Ok((Vec::new(), Some("no calendar")));
        };
        let zone = calendar.rules.zone.in_entries();
        let words = |at: Time| at.in_words(zone.as_deref());
        if !secret {
            let open = campaign.open_cycle().ok();
            let deadline = open.and_then(|cycle| Some((cycle, campaign.ledger.deadline(cycle)?)));
            let coming = deadline
                .map(|(cycle, at)| (at, words(at), format!("the deadline of cycle {cycle}")));
            let idle = coming.is_none().then_some("no deadline");
            return Ok((coming.into_iter().collect(), idle));
        }
        let Some(facts) = facts(&context.look_at(store, &self.keys)?)? else {
            return Ok((Vec::new(), Some("nothing by the calendar")));
        };
        let at_once = due(&calendar.rules, &facts, now);
        let mut all: Vec<Coming> = at_once
            .map(|step| (now, "now".to_owned(), format!("{} (`adjutant run`)", step.sentence())))
            .into_iter()
            .collect();
        let coming = upcoming(&calendar.rules, &facts, now).into_iter();
        all.extend(coming.map(|next| (next.at, words(next.at), next.step.sentence())));
        let idle = all.is_empty().then_some("nothing by the calendar");
        Ok((all, idle))
    }
}

/// When, the same in words, and what is done then.
type Coming = (Time, String, String);

fn none() -> Problem {
    Problem::usage("the campaign has no calendar")
        .hint("give it one with `adjutant calendar set FILE`")
}

fn facts(desk: &Desk) -> Result<Option<Facts>, Problem> {
    Ok(calendar_facts::of(desk, &packets::incoming(desk)?)?.map(|(_, facts)| facts))
}

/// Carries a decision out, and says what is so now.
fn decide(mut desk: Desk, decision: &Decision) -> Result<String, Problem> {
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
            let place = file.as_ref().map_or(layout::CALENDAR.into(), |f| f.display().to_string());
            decided::set_calendar(&mut desk, &bytes, reason, now).map_err(|p| p.at(place))?;
            "the calendar is in force".to_owned()
        }
        Decision::Extend { by, seat, reason } => {
            let seat = seat.as_ref().map(|seat| desk.campaign.seat(seat)).transpose()?;
            decided::extend(&mut desk, *by, seat.as_ref(), reason, now)?;
            let cycle = desk.campaign.open_cycle()?;
            let deadline = desk.campaign.ledger.deadline_in_words(cycle).unwrap_or_default();
            format!("the deadline of cycle {cycle} is {deadline}")
        }
        Decision::Pause { until, reason } => {
            let until = world::deadline(until)?;
            decided::pause(&mut desk, until, reason, now)?;
            format!("the campaign pauses until {until}")
        }
        Decision::Resume { reason } => {
            decided::resume(&mut desk, reason, now)?;
            "the pause is over".to_owned()
        }
        Decision::Away { seat, dates, reason } => {
            let (seat, dates) = (desk.campaign.seat(seat)?, dates.parse()?);
            decided::absence(&mut desk, &seat, dates, reason, now)?;
            format!("{seat} is away, {dates}")
        }
        Decision::Drop { seat, reason } => {
            let seat = desk.campaign.seat(seat)?;
            let from = decided::drop_seat(&mut desk, &seat, reason, now)?;
            format!("{seat} is open to another player from cycle {from} on")
        }
        Decision::Schema => String::new(),
    })
}

/// The next few regular deadlines, each as if its cycle opened when the one before closed, and as if
/// everyone had to order in it. Spans by phase are not looked at: nobody knows yet which phase it begins
/// with.
fn later(campaign: &Campaign, rules: &Rules, now: Time) -> Vec<Time> {
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
