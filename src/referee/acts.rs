//! What the moderator did that changed who could play, or until when: deadlines moved, cycles
//! closed early, keys replaced, rulings. All of it is in the ledger; here it is told as facts.

use serde::{Deserialize, Serialize};

use super::campaign::Campaign;
use super::{calendar, closing, ledger_page, packet};
use crate::base::civil::Dates;
use crate::base::{Problem, Time};
use crate::engine::Seat;
use crate::ledger::{
    Absence, Body, Check, Correction, Dropped, Effect, Entry, Holder, Ledger, Pause, Resumption,
};
use crate::seal::{CampaignSecret, derive};

/// An act of the moderator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Act {
    /// The deadline of a cycle was moved.
    Deadline {
        /// The cycle.
        cycle: u32,
        /// What it was; `None` if the moderator was to close by hand.
        from: Option<Time>,
        /// What it is now.
        to: Option<Time>,
        /// The seats that paid for it out of the extensions that the calendar gives each.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        spent: Vec<Seat>,
        /// Why.
        reason: String,
    },
    /// A cycle was closed before its deadline.
    Close {
        /// The cycle.
        cycle: u32,
        /// The deadline.
        deadline: Option<Time>,
        /// The seats that could still send or change orders.
        open: Vec<Seat>,
        /// Why.
        reason: String,
    },
    /// A seat has new keys.
    Keys {
        /// The seat.
        seat: Seat,
        /// The name of the player who holds it with them.
        player: String,
        /// The name of the player who held it before.
        before: String,
        /// The first cycle in which they count.
        from: u32,
    },
    /// What the ledger said of a seat's player was corrected before the first cycle.
    Corrected {
        /// The seat.
        seat: Seat,
        /// The player's name now.
        player: String,
        /// What it was.
        before: String,
        /// True if the keys are others, too.
        keys: bool,
    },
    /// Another calendar is in force.
    Calendar {
        /// Why.
        reason: String,
    },
    /// Nothing closes and nothing opens for a while.
    Pause {
        /// When it ends by itself.
        until: Time,
        /// The deadline of the open cycle now.
        deadline: Option<Time>,
        /// Why.
        reason: String,
    },
    /// A cycle was undone.
    Undone {
        /// The cycle.
        cycle: u32,
        /// The cycle in which nothing is played instead, after which the position is again the one
        /// before it.
        by: u32,
        /// The seats that may send other orders in the cycle that follows.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        anew: Vec<Seat>,
        /// Why.
        reason: String,
    },
    /// A value of the position was set.
    Set {
        /// The cycle in which nothing is played instead.
        by: u32,
        /// Why.
        reason: String,
    },
    /// A pause ended before its time.
    Resumed {
        /// The deadline of the open cycle now.
        deadline: Option<Time>,
        /// Why.
        reason: String,
    },
    /// A player announced that they will be away.
    Absence {
        /// The seat.
        seat: Seat,
        /// The days.
        dates: Dates,
        /// What they said.
        reason: String,
    },
    /// A seat was taken from a player who no longer plays.
    Dropped {
        /// The seat.
        seat: Seat,
        /// Its player's name.
        player: String,
        /// The first cycle in which their keys no longer count.
        from: u32,
        /// Why.
        reason: String,
    },
    /// Something else was decided or corrected.
    Ruling {
        /// What and why.
        text: String,
    },
}

impl Act {
    /// A sentence without a full stop.
    pub fn sentence(&self) -> String {
        let at = |time: &Option<Time>| time.map_or("none".to_owned(), |time| time.to_string());
        match self {
            Self::Deadline { cycle, from, to, spent, reason } => {
                let earlier = if is_earlier(*from, *to) { ", which is earlier" } else { "" };
                let (from, to) = (at(from), at(to));
                let paid = match spent.as_slice() {
                    [] => String::new(),
                    spent => format!(", out of the extensions of {}", ledger_page::seats(spent)),
                };
                format!(
                    "the deadline of cycle {cycle} was moved from {from} to {to}{earlier}{paid}: \
                     {reason}"
                )
            }
            Self::Close { cycle, deadline, open, reason } => format!(
                "cycle {cycle} was closed before its deadline, {}, while {} could still send or \
                 change orders: {reason}",
                at(deadline),
                ledger_page::seats(open),
            ),
            Self::Keys { seat, player, before, from } if player == before => format!(
                "{player} has new keys for {seat} from cycle {from} on, on the moderator's word"
            ),
            Self::Keys { seat, player, before, from } => format!(
                "{player} takes over {seat} from {before}, from cycle {from} on, on the \
                 moderator's word"
            ),
            Self::Corrected { seat, player, before, keys: true } if player == before => format!(
                "the keys of {player}, who holds {seat}, were corrected before the first cycle, on \
                 the moderator's word"
            ),
            Self::Corrected { seat, player, before, keys: true } => format!(
                "{player} takes over {seat} from {before} before the first cycle, on the \
                 moderator's word"
            ),
            Self::Corrected { seat, player, before, keys: false } => format!(
                "the name of {player}, who holds {seat}, was corrected from {before} before the \
                 first cycle, on the moderator's word"
            ),
            Self::Calendar { reason } => format!("a calendar came into force: {reason}"),
            Self::Pause { until, deadline, reason } => {
                let to = deadline.map(|time| format!(", and the deadline was moved to {time}"));
                let to = to.unwrap_or_default();
                format!("the campaign pauses until {until}{to}: {reason}")
            }
            Self::Resumed { deadline, reason } => {
                let now = deadline.map(|time| format!(", and the deadline is {time}"));
                format!("the pause is over{}: {reason}", now.unwrap_or_default())
            }
            Self::Undone { cycle, by, anew, reason } => {
                let next = by.saturating_add(1);
                let but = match anew.as_slice() {
                    [] => String::new(),
                    anew => format!("; {} may send others", ledger_page::seats(anew)),
                };
                format!(
                    "cycle {cycle} was undone: {reason}. Its orders stand for cycle {next}, which is \
                     played with other dice{but}"
                )
            }
            Self::Set { by, reason } => format!(
                "the moderator set values of the position in cycle {by}, in which nothing is played: \
                 {reason}. Orders that were in stand for cycle {} unless others come",
                by.saturating_add(1)
            ),
            Self::Absence { seat, dates, reason } => format!("{seat} is away, {dates}: {reason}"),
            Self::Dropped { seat, player, from, reason } => format!(
                "{seat} was taken from {player} and is open to another player from cycle {from} \
                 on: {reason}"
            ),
            Self::Ruling { text } => format!("the moderator ruled: {text}"),
        }
    }
}

/// True if orders have to be in earlier than it was said.
fn is_earlier(from: Option<Time>, to: Option<Time>) -> bool {
    from.zip(to).is_some_and(|(from, to)| to < from)
}

/// Every act, with its entry, in order.
pub fn acts(ledger: &Ledger) -> Vec<(&Entry, Act)> {
    ledger.entries().filter_map(|entry| Some((entry, act(ledger, entry)?))).collect()
}

/// The acts between the result before a cycle and its own: those that a report of it tells.
pub(super) fn of_cycle(ledger: &Ledger, cycle: u32) -> Vec<Act> {
    let result = |cycle: u32| {
        let resolves =
            |entry: &&Entry| entry.cycle == Some(cycle) && matches!(entry.body, Body::Result(_));
        ledger.entries().find(resolves).map(|entry| entry.seq)
    };
    let Some(after) = cycle.checked_sub(1).and_then(result) else { return Vec::new() };
    let before = result(cycle).unwrap_or(u64::MAX);
    let during = |entry: &Entry| after < entry.seq && entry.seq < before;
    acts(ledger).into_iter().filter(|(entry, _)| during(entry)).map(|(_, act)| act).collect()
}

/// The act of an entry, if it is one.
fn act(ledger: &Ledger, entry: &Entry) -> Option<Act> {
    let cycle = entry.cycle.unwrap_or_default();
    let before = || ledger.deadline_before(cycle, entry.seq);
    let moved = |to, spent: &[Seat], reason: &String| {
        let (from, spent, reason) = (before(), spent.to_vec(), reason.clone());
        Some(Act::Deadline { cycle, from, to, spent, reason })
    };
    match &entry.body {
        Body::Extension(extension) => {
            moved(extension.deadline, &extension.spent, &extension.reason)
        }
        Body::Ruling(ruling) => match &ruling.effect {
            Some(Effect::Deadline(time)) => moved(Some(*time), &[], &ruling.text),
            Some(Effect::Close(open)) => {
                let (open, reason) = (open.clone(), ruling.text.clone());
                Some(Act::Close { cycle, deadline: before(), open, reason })
            }
            None => Some(Act::Ruling { text: ruling.text.clone() }),
        },
        Body::Calendar(change) => Some(Act::Calendar { reason: change.reason.clone() }),
        Body::Pause(Pause { until, deadline, reason }) => {
            Some(Act::Pause { until: *until, deadline: *deadline, reason: reason.clone() })
        }
        Body::Resume(Resumption { deadline, reason }) => {
            Some(Act::Resumed { deadline: *deadline, reason: reason.clone() })
        }
        Body::Absence(Absence { seat, dates, reason }) => {
            let (seat, reason) = (seat.clone(), reason.clone());
            Some(Act::Absence { seat, dates: *dates, reason })
        }
        Body::Dropped(Dropped { seat, from, reason, .. }) => {
            let player = ledger.holder(seat, from.saturating_sub(1)).map(|holder| holder.name);
            let (player, reason) = (player.unwrap_or_default(), reason.clone());
            Some(Act::Dropped { seat: seat.clone(), player, from: *from, reason })
        }
        Body::Key(change) => {
            let held = |earlier: &Entry| match &earlier.body {
                Body::Enroll(enrolment) if enrolment.seat == change.seat => {
                    Some(Holder::from(enrolment))
                }
                Body::Key(key) if key.seat == change.seat => Some(Holder::from(key)),
                _ => None,
            };
            let earlier = ledger.entries().take_while(|earlier| earlier.seq < entry.seq);
            let held = earlier.filter_map(held).last();
            let keys = held.as_ref().is_none_or(|held| !held.has_keys_of(change));
            let before = held.map(|held| held.name).unwrap_or_default();
            let (seat, player) = (change.seat.clone(), change.name.clone());
            Some(match change.effective_from {
                0 => Act::Corrected { seat, player, before, keys },
                from => Act::Keys { seat, player, before, from },
            })
        }
        Body::Result(result) => Some(corrected(cycle, result.correction.as_ref()?)),
        Body::Genesis(_)
        | Body::Enroll(_)
        | Body::Open(_)
        | Body::Reveal(_)
        | Body::Close(_) => None,
    }
}

/// The act of putting something right in a cycle.
pub(super) fn corrected(by: u32, correction: &Correction) -> Act {
    let reason = correction.reason.clone();
    match correction.undoes {
        Some(cycle) => Act::Undone { cycle, by, anew: correction.anew.clone(), reason },
        None => Act::Set { by, reason },
    }
}

/// One line of verification each for deadlines, early closes and keys, and for other rulings if
/// there are any.
pub(super) fn checks(campaign: &Campaign) -> Vec<Check> {
    let ledger = &campaign.ledger;
    let told = |wanted: fn(&Act) -> bool| {
        let acts = acts(ledger).into_iter().filter(|(_, act)| wanted(act));
        let all: Vec<String> = acts.map(|(_, act)| act.sentence()).collect();
        Some(all.join("; ")).filter(|told| !told.is_empty())
    };
    let moved =
        told(|act| matches!(act, Act::Deadline { .. } | Act::Pause { .. } | Act::Resumed { .. }));
    let moved = moved.unwrap_or_else(|| "none was moved".to_owned());
    let seats = told(|act| matches!(act, Act::Absence { .. } | Act::Dropped { .. }));
    let keys = told(|act| matches!(act, Act::Keys { .. } | Act::Corrected { .. }));
    let rulings = told(|act| {
        matches!(act, Act::Ruling { .. } | Act::Undone { .. } | Act::Set { .. })
    });
    let mut lines = vec![
        Check::new("deadlines", deadlines(ledger).map(|()| moved)),
        Check::new("closing", early_closes(campaign)),
        Check::new("keys", Ok(keys.unwrap_or_else(|| "none were replaced".to_owned()))),
    ];
    lines.extend(seats.map(|told| Check::new("seats", Ok(told))));
    lines.extend(calendar::kept(campaign).map(|kept| Check::new("calendar", kept)));
    lines.extend(rulings.map(|told| Check::new("rulings", Ok(told))));
    lines
}

/// No deadline had passed when it was set, and none was made earlier without a ruling.
fn deadlines(ledger: &Ledger) -> Result<(), Problem> {
    let wrong =
        |entry: &Entry, what: String| Err(Problem::refused(what).at(Entry::path(entry.seq)));
    for entry in ledger.entries() {
        let set = match &entry.body {
            Body::Open(opening) => opening.deadline,
            Body::Extension(extension) => extension.deadline,
            Body::Pause(pause) => pause.deadline,
            Body::Resume(resumption) => resumption.deadline,
            _ => None,
        };
        if let Some(time) = set.filter(|time| *time <= entry.time) {
            return wrong(entry, format!("the deadline {time} had passed when it was set"));
        }
    }
    pauses(ledger)?;
    for (entry, act) in acts(ledger) {
        if let (Body::Extension(_), Act::Deadline { from, to, .. }) = (&entry.body, &act)
            && is_earlier(*from, *to)
        {
            return wrong(entry, format!("without a ruling, {}", act.sentence()));
        }
    }
    Ok(())
}

/// A pause makes no deadline earlier, and its end none earlier than it was before the pause. Nothing
/// closes or opens while it lasts.
fn pauses(ledger: &Ledger) -> Result<(), Problem> {
    let mut paused: Option<(u64, Time)> = None;
    for entry in ledger.entries() {
        let (to, since) = match &entry.body {
            Body::Pause(pause) => {
                paused = Some((entry.seq, pause.until));
                (pause.deadline, entry.seq)
            }
            Body::Resume(resumption) => {
                let since = paused.take().map_or(entry.seq, |(seq, _)| seq);
                (resumption.deadline, since)
            }
            Body::Result(result) if result.correction.is_some() => continue,
            Body::Open(_) | Body::Result(_) if paused.is_some_and(|(_, t)| entry.time < t) => {
                return Err(
                    Problem::refused("this happened during a pause").at(Entry::path(entry.seq))
                );
            }
            _ => continue,
        };
        let Some(cycle) = entry.cycle else { continue };
        let from = ledger.deadline_before(cycle, since);
        if let (Some(from), Some(to)) = (from, to)
            && to < from
        {
            let what = format!(
                "without a ruling, the deadline of cycle {cycle} became {to}, which is earlier than {from}"
            );
            return Err(Problem::refused(what).at(Entry::path(entry.seq)));
        }
    }
    Ok(())
}

/// What was closed before its deadline: by a ruling, or because all were done. Whether they were
/// shows after the reveal.
fn early_closes(campaign: &Campaign) -> Result<String, Problem> {
    let ledger = &campaign.ledger;
    let mut early = Vec::new();
    for entry in ledger.entries() {
        let (Body::Result(result), Some(cycle)) = (&entry.body, entry.cycle) else { continue };
        // Nobody lost time in a cycle that was not played.
        if result.correction.is_some() {
            continue;
        }
        let deadline = ledger.deadline_before(cycle, entry.seq);
        let Some(deadline) = deadline.filter(|deadline| entry.time <= *deadline) else {
            graced(campaign, entry, cycle)?;
            continue;
        };
        let open = still_open(campaign, cycle)?;
        let mut acts = acts(ledger).into_iter().map(|(_, act)| act);
        let ruled = acts.find_map(|act| match &act {
            Act::Close { cycle: of, open, .. } if *of == cycle => {
                Some((act.sentence(), open.clone()))
            }
            _ => None,
        });
        let (told, named) = ruled.unwrap_or_else(|| {
            let shown = if open.is_some() { "" } else { ", as the reveal will show" };
            let told = "was closed before its deadline";
            (format!("cycle {cycle} {told}, {deadline}: all were done{shown}"), Vec::new())
        });
        let unnamed: Vec<Seat> =
            open.into_iter().flatten().filter(|seat| !named.contains(seat)).collect();
        if !unnamed.is_empty() {
            let who = ledger_page::seats(&unnamed);
            return Err(Problem::refused(format!(
                "it was closed before its deadline, {deadline}, while {who} could still send or \
                 change orders, and no ruling says so"
            ))
            .at(format!("cycle {cycle}")));
        }
        early.push(told);
    }
    if early.is_empty() {
        return Ok("no cycle was closed before its deadline".to_owned());
    }
    Ok(early.join("; "))
}

/// A cycle that was resolved after its deadline, but before its grace was over, waited for nobody, or
/// a ruling says so.
fn graced(campaign: &Campaign, entry: &Entry, cycle: u32) -> Result<(), Problem> {
    let ledger = &campaign.ledger;
    let (Body::Result(result), Some(last)) = (&entry.body, ledger.last_call(cycle)) else {
        return Ok(());
    };
    let waited = ledger_page::silent(result).into_iter();
    let waited: Vec<Seat> = waited
        .filter_map(|seat| seat.parse().ok())
        .filter(|seat| ledger.holder(seat, cycle).is_some())
        .collect();
    if entry.time > last || waited.is_empty() || ledger.is_closed_early(cycle) {
        return Ok(());
    }
    Err(Problem::refused(format!(
        "it was closed before its grace was over, {last}, while {} could still send orders, and no \
         ruling says so",
        ledger_page::seats(&waited)
    ))
    .at(format!("cycle {cycle}")))
}

/// The seats that could still send or change orders when a cycle was resolved; `None` before the
/// reveal.
fn still_open(campaign: &Campaign, cycle: u32) -> Result<Option<Vec<Seat>>, Problem> {
    let Some(secret) = campaign.ledger.revealed() else { return Ok(None) };
    let (secret, genesis) = (CampaignSecret::revealed(secret.0), campaign.ledger.genesis_digest());
    let identity = derive::cycle_identity(&secret, &genesis, cycle);
    let kept = packet::listed(campaign, cycle, &identity)?;
    Ok(Some(closing::undecided(campaign, cycle, &kept)))
}
