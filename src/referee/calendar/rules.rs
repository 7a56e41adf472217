//! The calendar as its moderator writes it: `campaign.yaml`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Deserialize;

use crate::base::civil::{Clock, Dates, Weekly};
use crate::base::yaml::{self, Origin};
use crate::base::{Motion, Problem, Span, Zone};
use crate::engine::Skill;

/// The most days that a calendar may leave out: deadlines must be found within two years.
const BLACKOUT: u32 = 366;

// The comments of the fields are what editors show.
/// When cycles close, and what happens if orders do not come.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Calendar")]
pub struct Rules {
    /// The time zone of all dates and times of day here.
    pub zone: Zone,
    /// When orders are due.
    pub deadlines: Deadlines,
    /// When orders are due in cycles that begin with one of these phases.
    #[serde(default)]
    pub phases: BTreeMap<String, Deadlines>,
    /// True if the first cycle has twice the time.
    #[serde(default)]
    pub first_doubled: bool,
    /// Days on which no deadline falls.
    #[serde(default)]
    pub blackout: Vec<Dates>,
    /// How long after the deadline the orders of a seat that must order and has sent none are taken.
    #[serde(default)]
    pub grace: Option<Span>,
    /// Close before the deadline, so long after the last packet, when every seat that may order has
    /// sent `final: true`.
    #[serde(default)]
    pub early_close: Option<Span>,
    /// How long before the deadline those are reminded whose orders are missing.
    #[serde(default)]
    pub reminders: Vec<Span>,
    /// Extensions that are made once in a cycle when orders are missing.
    #[serde(default)]
    pub extensions: Option<Extensions>,
    /// Absences that players may announce.
    #[serde(default)]
    pub absences: Option<Absences>,
    /// How long the pauses of one cycle may last together.
    #[serde(default)]
    pub pause: Option<Span>,
    /// What a seat without the orders it owes gets, and one that nobody holds.
    #[serde(default)]
    pub no_shows: NoShows,
    /// With `no-shows: staff`: how well the staff plays; `regular`, if nothing is said.
    #[serde(default)]
    pub staff: Option<Skill>,
    /// True if no cycle closes by itself while a question in orders has no answer.
    #[serde(default)]
    pub wait_for_answers: bool,
    /// A seat is dropped after so many cycles in a row without the orders it owed.
    #[serde(default)]
    #[schemars(range(min = 1))]
    pub drop_after: Option<u32>,
    /// How long the player who holds a seat can object before it gets other keys on the moderator's word.
    #[serde(default)]
    pub key_wait: Option<Span>,
    /// What players can decide together, by the votes of all.
    #[serde(default = "all_votes")]
    pub votes: Vec<Votes>,
    /// What players may write to each other; nothing without it.
    #[serde(default)]
    pub press: Option<PressRules>,
    /// When nothing is done without the moderator.
    #[serde(default)]
    pub stop: Stop,
}

/// What players can vote on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Votes {
    /// That the game ends in a draw.
    Draw,
    /// That a seat has won.
    Win,
    /// A later deadline.
    Deadline,
}

impl Votes {
    /// What a motion is about.
    pub fn of(motion: &Motion) -> Self {
        match motion {
            Motion::Draw => Self::Draw,
            Motion::Win(_) => Self::Win,
            Motion::Deadline(_) => Self::Deadline,
        }
    }
}

fn all_votes() -> Vec<Votes> {
    vec![Votes::Draw, Votes::Win, Votes::Deadline]
}

/// Messages between players, through the moderator.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PressRules {
    /// How many each seat may write in a cycle.
    #[schemars(range(min = 1))]
    pub each: u32,
    /// True if a message may leave out who wrote it.
    #[serde(default)]
    pub unsigned: bool,
    /// Who may write after the deadline, while a seat owes orders.
    #[serde(default)]
    pub when_late: WhenLate,
}

/// Who may write while a seat is late.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WhenLate {
    /// Everybody.
    #[default]
    Anyone,
    /// Those who are not late.
    Others,
    /// Nobody.
    Nobody,
}

/// What a seat without orders gets, beside its standing orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NoShows {
    /// The game's defaults.
    #[default]
    Defaults,
    /// The orders of the computer staff.
    Staff,
}

/// When orders are due: at fixed times, or so long after a cycle opens.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Deadlines {
    /// At these times of the week.
    #[serde(default)]
    pub every: Vec<Weekly>,
    /// With `every`: the shortest time that players have.
    #[serde(default)]
    pub at_least: Option<Span>,
    /// So long after the cycle opens.
    #[serde(default)]
    pub after: Option<Span>,
    /// With `after`: at the next time when clocks show this.
    #[serde(default)]
    pub at: Option<Clock>,
}

/// Extensions out of each seat's budget. All seats without orders that have one left pay one.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Extensions {
    /// How many each seat has.
    pub each: u32,
    /// How much time each gives.
    pub by: Span,
    /// Each seat has all of them again every so many cycles.
    #[serde(default)]
    #[schemars(range(min = 1))]
    pub refill_every: Option<u32>,
    /// Each seat has all of them again once every seat of the game has used all of its own.
    #[serde(default)]
    pub refill_when_all_used: bool,
}

/// How long players may be away.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Absences {
    /// Days that each player may announce in a calendar year.
    pub days: u32,
}

/// When nothing is done without the moderator.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Stop {
    /// More seats than this are without the orders they owe.
    #[serde(default)]
    pub missing: Option<u32>,
    /// The clock is so far from where it was in the last run, forward, or at all back.
    #[serde(default = "two_days")]
    pub jump: Span,
    /// How long nothing is done then.
    #[serde(default = "two_hours")]
    pub wait: Span,
}

impl Default for Stop {
    fn default() -> Self {
        Self { missing: None, jump: two_days(), wait: two_hours() }
    }
}

fn two_days() -> Span {
    "48h".parse().expect("it is a span")
}

fn two_hours() -> Span {
    "2h".parse().expect("it is a span")
}

impl Rules {
    /// Reads `campaign.yaml`.
    ///
    /// # Errors
    /// What cannot be read or does not fit together; the place is left to the caller.
    pub fn read(bytes: &[u8]) -> Result<Self, Problem> {
        let rules: Self = yaml::read(bytes, Origin::House)?;
        rules.check()?;
        Ok(rules)
    }

    /// The deadlines of a cycle that begins with a phase.
    pub fn of(&self, phase: &str) -> &Deadlines {
        self.phases.get(phase).unwrap_or(&self.deadlines)
    }

    /// How well the staff plays that orders for seats without orders; `None` if they get the game's
    /// defaults.
    pub fn silent(&self) -> Option<Skill> {
        match self.no_shows {
            NoShows::Defaults => None,
            NoShows::Staff => Some(self.staff.unwrap_or_default()),
        }
    }

    /// The JSON Schema (draft 2020-12) of `campaign.yaml`, ended by a line feed.
    pub fn schema() -> String {
        let schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<Self>();
        let text = serde_json::to_string_pretty(&schema).expect("a schema is plain data");
        format!("{text}\n")
    }

    /// The phases named here that a turn format does not have.
    ///
    /// # Errors
    /// The first of them.
    pub fn check_phases(&self, known: &[String]) -> Result<(), Problem> {
        match self.phases.keys().find(|name| !known.contains(name)) {
            None => Ok(()),
            Some(name) => Err(Problem::refused(format!("there is no phase {name}"))
                .hint(format!("the phases are: {}", known.join(", ")))),
        }
    }

    fn check(&self) -> Result<(), Problem> {
        self.deadlines.check("deadlines")?;
        for (phase, deadlines) in &self.phases {
            deadlines.check(&format!("phases: {phase}"))?;
        }
        let wrong = |what: &str, hint: &str| Err(Problem::refused(what).hint(hint));
        if self.blackout.iter().map(Dates::count).sum::<u32>() > BLACKOUT {
            return wrong("blackout leaves out more than a year", "give at most 366 days");
        }
        let mut before = None;
        for span in &self.reminders {
            if before.is_some_and(|before| before <= span.seconds()) {
                return wrong(
                    "the reminders are not in order",
                    "give the earliest first: 48h, then 6h",
                );
            }
            before = Some(span.seconds());
        }
        if let Some(Extensions { refill_every: Some(_), refill_when_all_used: true, .. }) =
            self.extensions
        {
            return wrong(
                "extensions are refilled in two ways",
                "give refill-every or refill-when-all-used",
            );
        }
        let zero = [self.drop_after, self.extensions.as_ref().and_then(|e| e.refill_every)];
        if zero.contains(&Some(0)) {
            return wrong(
                "drop-after and refill-every count from 1",
                "leave the line out for never",
            );
        }
        if self.staff.is_some() && self.silent().is_none() {
            return wrong("staff goes with no-shows", "give `no-shows: staff`, or leave it out");
        }
        if self.press.as_ref().is_some_and(|press| press.each == 0) {
            return wrong("press: each counts from 1", "leave press out for none");
        }
        Ok(())
    }
}

impl Deadlines {
    fn check(&self, place: &str) -> Result<(), Problem> {
        let wrong = |what: String, hint: &str| Err(Problem::refused(what).hint(hint));
        match (self.every.is_empty(), self.after) {
            (true, None) => wrong(
                format!("{place}: no time is given"),
                "give `every: [friday 20:00]` or `after: 7d`",
            ),
            (false, Some(_)) => wrong(
                format!("{place}: every and after exclude each other"),
                "leave one of them out",
            ),
            (false, None) if self.at.is_some() => wrong(
                format!("{place}: at goes with after"),
                "give the time in every: friday 20:00",
            ),
            (true, Some(_)) if self.at_least.is_some() => {
                wrong(format!("{place}: at-least goes with every"), "leave it out")
            }
            (false, None) | (true, Some(_)) => Ok(()),
        }
    }
}
