//! Who was beaten in a battle, and by whom.

use super::events::{Event, Party};
use super::power::Power;
use super::rules;
use crate::engine::Fact;

/// Which power was beaten in the battle that gives the region of the last of these facts to somebody (im46); `None` if
/// no power was.
pub(super) fn beaten(facts: &[Fact<Event>]) -> Option<Power> {
    let (last, before) = facts.split_last()?;
    let Event::Gained { power, at: gained } = &last.event else { return None };
    if last.rule != rules::CAPTURE {
        return None;
    }
    let sides = before.iter().rev().find_map(|fact| {
        let Event::BattleJoined { at, attacker, defender, .. } = &fact.event else { return None };
        (at == gained).then_some([*attacker, *defender])
    })?;
    match opponent(&Party::Power(*power), sides)? {
        Party::Power(other) => Some(other),
        Party::Natives => None,
    }
}

/// With whom was fought for the region that the last of these facts gives to somebody, or by whom the
/// fleet was sunk that it tells of; `None` where that was the reader, who is not told of by name.
pub(super) fn cause(reader: Option<Power>, facts: &[Fact<Event>]) -> Option<String> {
    let (how, other) = opposed(facts)?;
    (reader != Some(other)).then(|| format!("{how} {other}"))
}

fn opposed(facts: &[Fact<Event>]) -> Option<(&'static str, Power)> {
    if let Some(other) = beaten(facts) {
        return Some(("in battle with", other));
    }
    let (last, before) = facts.split_last()?;
    let Event::Sunk { power, .. } = &last.event else { return None };
    let sides = before.iter().rev().find_map(|fact| {
        let Event::NavalJoined { mover, enemy, .. } = &fact.event else { return None };
        Some([*mover, *enemy])
    })?;
    opponent(power, sides).map(|other| ("by", other))
}

/// The other of two sides; `None` for an ally of one of them.
fn opponent<T: PartialEq>(who: &T, [one, other]: [T; 2]) -> Option<T> {
    if *who == one {
        Some(other)
    } else if *who == other {
        Some(one)
    } else {
        None
    }
}
