//! What is refused does nothing.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::played::{Played, alike, array, hold, json};
use crate::base::Problem;
use crate::base::yaml::{self, Origin};
use crate::engine::{AnySheet, Chance, Code, List, Reader, Resolution, Seat, Severity, Slot};
use crate::testing::table;

/// Each seat orders what another one thought of.
pub(super) fn do_nothing(p: &Played<'_>) -> Result<(), Problem> {
    let mut wrong = BTreeMap::new();
    let mut right = BTreeMap::new();
    let mut refused = BTreeMap::new();
    let others = p.orders.iter().cycle().skip(1);
    for (seat, (_, sheet)) in p.orders.keys().zip(others) {
        let lines = items(&p.game.list(sheet)?)?;
        // Twice the same is out of place too.
        let lines: Vec<Value> = lines.iter().chain(&lines).cloned().collect();
        let view = p.game.see(p.before, &Reader::Seat(seat.clone()))?;
        // Names that the reader does not know are refused when a file is read.
        let Ok(sheet) = table::read(p.game, seat, &list(lines.iter())) else { continue };
        let remarks = p.game.check(&view, &sheet)?.into_iter();
        let remarks = remarks.filter(|remark| remark.severity == Severity::Refused);
        let slots: BTreeSet<Slot> = remarks.filter_map(|remark| remark.slot).collect();
        let kept = lines.iter().enumerate();
        let kept = kept.filter(|(n, _)| !slots.contains(&Slot::new(List::Orders, *n)));
        let kept = table::read(p.game, seat, &list(kept.map(|(_, line)| line)))?;
        wrong.insert(seat.clone(), sheet);
        right.insert(seat.clone(), kept);
        refused.insert(seat.clone(), slots);
    }
    let made = carried_out(p, &wrong)?;
    let replayed = p.game.replay(p.before, &made.record)?;
    alike(&replayed.0, &made.position.0, "a record that is replayed leads elsewhere")?;
    for (seat, slots) in &refused {
        let answers = p.game.answers(&made.record, seat)?;
        for answer in answers.iter().filter(|answer| slots.contains(&answer.slot)) {
            let what = format!("a line that is refused is carried out: {seat}: {}", answer.order);
            hold(answer.code == Code::Refused, what)?;
        }
    }
    let without = carried_out(p, &right)?;
    let (one, other) = (json(&made.record.0)?, json(&without.record.0)?);
    let (one, other) = (array(&one, "events"), array(&other, "events"));
    let text =
        |events: &[Value]| events.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
    alike(&text(one), &text(other), "a line that is refused changes what happens")
}

fn carried_out(p: &Played<'_>, orders: &BTreeMap<Seat, AnySheet>) -> Result<Resolution, Problem> {
    p.game.resolve(p.before, orders, &mut Chance::from_seed(p.seed))
}

/// The lines of a list of orders.
fn items(list: &str) -> Result<Vec<Value>, Problem> {
    if list.is_empty() { Ok(Vec::new()) } else { yaml::read(list.as_bytes(), Origin::House) }
}

/// A list of these lines.
fn list<'v>(lines: impl Iterator<Item = &'v Value>) -> String {
    lines.map(crate::testing::line).collect()
}
