//! Explorers and natives (im50).

use super::operation::Operation;
use super::{Cycle, Line, Outcome, aftermath, containers, natives, purse};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::{Event, Finding, Reason};
use crate::games::age_of_imperialism::force::{Force, Kind};
use crate::games::age_of_imperialism::orders::Order;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::State;

/// Carries out an `explore` line.
pub fn explore(game: &AgeOfImperialism, turn: &mut Cycle<'_>, op: &mut Operation, line: &Line) {
    let Order::Explore { at, pay, displace } = &line.order else { return };
    let power = op.mover;
    if let Err(reason) = may(turn.state(), op, at) {
        Outcome::failed(&rules::EXPLORE, reason).tell(turn, power, line);
        return;
    }
    turn.next_moment();
    containers::lay_marker(game, turn, at);
    let price = (0, game.format.diplomacy.explorer.value);
    let paid = *pay && purse::pay(turn, power, price, (Reason::Exploring, &rules::EXPLORE));
    let finding = roll(game, turn, op, (at, paid), displace);
    let said = said(at, finding);
    let outcome = if *pay && !paid {
        let lacks = purse::lacks(turn, power, price);
        Outcome::partly(&rules::EXPLORE, format!("{said}; no further die: {lacks}"))
    } else {
        Outcome::done(&rules::EXPLORE, said)
    };
    outcome.tell(turn, power, line);
}

/// True if an explorer of the mover is there among natives and has not rolled yet.
fn may(state: &State, op: &Operation, at: &str) -> Result<(), String> {
    let land = state.land(at);
    let explorers = land.force(op.mover).explorer;
    let (rolls, lost) = op.explored.get(at).copied().unwrap_or_default();
    if explorers == 0 {
        Err(format!("no explorer of yours is in {at}"))
    } else if land.owner.is_some() {
        Err(format!("{at} is not in the hands of its natives"))
    } else if rolls - lost >= explorers {
        Err(format!("every explorer in {at} has rolled in this phase"))
    } else {
        Ok(())
    }
}

/// Rolls, and does what the chart says.
fn roll(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    op: &mut Operation,
    (at, paid): (&str, bool),
    displace: &[Power],
) -> Finding {
    let power = op.mover;
    let table = &game.format.explorer;
    let count = if paid { table.paid_dice.value } else { table.dice.value };
    let (rolls, _) = op.explored.get(at).copied().unwrap_or_default();
    let roll = format!("roll-{}", rolls + 1);
    let count = u8::try_from(count).unwrap_or(u8::MAX);
    let dice = turn.chance().draw(&["explore", power.name(), at, &roll]).dice(count, 6);
    let drm = drm(game, turn.state(), power, at);
    look(turn, power, at);
    let strength = turn.state().strength(at).unwrap_or(0);
    let total = dice.iter().map(|die| i32::from(*die)).sum::<i32>() + drm;
    let rolled = Event::ExploreRolled { power, at: at.to_owned(), dice, drm, strength };
    turn.record(&rules::EXPLORE, rolled);
    let finding = finding(game, turn.state(), (power, at), (total, displace));
    turn.record(&rules::EXPLORE, Event::Explored { power, at: at.to_owned(), finding });
    let done = op.explored.entry(at.to_owned()).or_default();
    done.0 += 1;
    done.1 += u32::from(finding == Finding::Lost);
    follow(game, turn, (power, at), finding);
    finding
}

/// One for each own sphere of influence, one against for each of another power.
fn drm(game: &AgeOfImperialism, state: &State, power: Power, at: &str) -> i32 {
    let table = &game.format.explorer;
    let land = state.land(at);
    let own = land.spheres.get(&power).copied().unwrap_or(0);
    let others = land.influence() - own;
    let times = |count: u32, each: u32| count.saturating_mul(each).min(1_000_000).cast_signed();
    times(own, table.own.value) - times(others, table.other.value)
}

/// The explorer sees what the marker says, if his power does not know it.
fn look(turn: &mut Cycle<'_>, power: Power, at: &str) {
    let marker = turn.state().land(at).marker.as_ref();
    let known = marker.is_some_and(|m| m.open || m.public || m.seen.contains(&power));
    if let Some(face) = turn.state().face(at).filter(|_| !known) {
        turn.record(&rules::EXPLORE, Event::MarkerSeen { power, at: at.to_owned(), face });
    }
}

/// The line of the chart for a roll.
fn finding(
    game: &AgeOfImperialism,
    state: &State,
    (power, at): (Power, &str),
    (total, displace): (i32, &[Power]),
) -> Finding {
    let table = &game.format.explorer;
    let land = state.land(at);
    let strength = state.strength(at).unwrap_or(0);
    let above = i64::from(total) - i64::from(strength);
    let other = other(state, (power, at), displace);
    let full = land.influence() >= u32::from(strength);
    if above >= i64::from(table.join.value) {
        Finding::Joined
    } else if above >= i64::from(table.place.value) {
        match other {
            _ if !full => Finding::Placed,
            Some(other) => Finding::Removed(other),
            None => Finding::Nothing,
        }
    } else if above >= -i64::from(table.swap.value) {
        other.map_or(Finding::Nothing, Finding::Swapped)
    } else if above < -i64::from(table.lost.value) {
        Finding::Lost
    } else {
        Finding::Nothing
    }
}

/// The other power whose sphere of influence goes first.
fn other(state: &State, (power, at): (Power, &str), displace: &[Power]) -> Option<Power> {
    let spheres = &state.land(at).spheres;
    let wanted = displace.iter().copied().filter(|other| *other != power);
    wanted.chain(natives::displaced(state, power)).find(|other| spheres.contains_key(other))
}

/// What the finding changes.
fn follow(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    (power, at): (Power, &str),
    finding: Finding,
) {
    let rule = &rules::EXPLORE;
    let place = Event::SpherePlaced { of: power, at: at.to_owned() };
    let remove = |of| Event::SphereRemoved { of, at: at.to_owned(), count: 1 };
    match finding {
        Finding::Joined => {
            let units = Force::of(Kind::Infantry, 1);
            turn.record(rule, Event::Raised { power, units, at: at.to_owned() });
            aftermath::gain(game, turn, rule, (power, at));
        }
        Finding::Placed => turn.record(rule, place),
        Finding::Swapped(other) => {
            turn.record(rule, remove(other));
            turn.record(rule, place);
        }
        Finding::Removed(other) => turn.record(rule, remove(other)),
        Finding::Nothing | Finding::Lost => {}
    }
}

/// The finding in words, for the author of the order.
fn said(at: &str, finding: Finding) -> String {
    match finding {
        Finding::Joined => format!("{at} joins you"),
        Finding::Placed => format!("you have a further sphere of influence in {at}"),
        Finding::Swapped(other) => {
            format!("your sphere of influence in {at} takes the place of one of {other}")
        }
        Finding::Removed(other) => {
            format!("{at} is full of spheres of influence; one of {other} is removed")
        }
        Finding::Nothing => format!("nothing came of it in {at}"),
        Finding::Lost => format!("the explorer in {at} is lost"),
    }
}
