//! Explorers and natives (im50).

use super::operation::Operation;
use super::{Cycle, Fate, aftermath, containers, natives, purse};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::{Discovery, Event, Purpose};
use crate::games::age_of_imperialism::force::{Force, Kind};
use crate::games::age_of_imperialism::names::Region;
use crate::games::age_of_imperialism::odds::{self, Row};
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Open, Purse, State};

/// Carries out an `explore` line.
pub fn explore(
    turn: &mut Cycle<'_>,
    op: &mut Operation,
    at: &Region,
    pay: bool,
    displace: &[Power],
) -> Fate {
    let power = op.mover;
    if let Err(reason) = may(&turn.state().open, op, at) {
        return Fate::failed(&rules::EXPLORE, reason);
    }
    turn.next_moment();
    containers::lay_marker(turn, at);
    let price = Purse::dp(turn.game().format.diplomacy.explorer.value);
    let paid = pay && purse::pay(turn, power, price, Purpose::Exploring, &rules::EXPLORE);
    let said = said(at, roll(turn, op, at, paid, displace));
    if pay && !paid {
        let reasons = vec![said, purse::lacks(turn, power, price)];
        Fate::partly(&rules::EXPLORE, Reason::Several { reasons })
    } else {
        Fate::done(&rules::EXPLORE, said)
    }
}

/// True if an explorer of the mover is there among natives and has not rolled yet.
fn may(state: &Open, op: &Operation, at: &Region) -> Result<(), Reason> {
    let land = state.land(at);
    let explorers = land.force(op.mover).explorer;
    let (rolls, lost) = op.explored.get(at).copied().unwrap_or_default();
    if explorers == 0 {
        Err(Reason::NoExplorer { at: at.clone() })
    } else if land.owner.is_some() {
        Err(Reason::NotNative { at: at.clone() })
    } else if rolls - lost >= explorers {
        Err(Reason::ExplorersDone { at: at.clone() })
    } else {
        Ok(())
    }
}

/// Rolls, and does what the chart says.
fn roll(
    turn: &mut Cycle<'_>,
    op: &mut Operation,
    at: &Region,
    paid: bool,
    displace: &[Power],
) -> Discovery {
    let power = op.mover;
    let table = &turn.game().format.explorer;
    let count = if paid { table.paid_dice.value } else { table.dice.value };
    let (rolls, _) = op.explored.get(at).copied().unwrap_or_default();
    let roll = format!("roll-{}", rolls + 1);
    let count = u8::try_from(count).unwrap_or(u8::MAX);
    let mut draw = turn.chance().draw(&["explore", power.name(), at.as_str(), &roll]);
    let (name, dice) = (draw.name(), draw.dice(count, 6));
    let drm = drm(turn.game(), &turn.state().open, power, at);
    look(turn, power, at);
    let strength = turn.state().strength(at).unwrap_or(0);
    let total = dice.iter().map(|die| i32::from(*die)).sum::<i32>() + drm;
    let rolled = Event::ExploreRolled { power, at: at.clone(), dice, drm, strength };
    turn.record_drawn(&rules::EXPLORE, name, rolled);
    let finding = finding(turn.game(), turn.state(), power, at, total, displace);
    turn.record(&rules::EXPLORE, Event::Explored { power, at: at.clone(), finding });
    let done = op.explored.entry(at.clone()).or_default();
    done.0 += 1;
    done.1 += u32::from(finding == Discovery::Lost);
    follow(turn, power, at, finding);
    finding
}

/// One for each own sphere of influence, one against for each of another power.
fn drm(game: &AgeOfImperialism, state: &Open, power: Power, at: &Region) -> i32 {
    let table = &game.format.explorer;
    let land = state.land(at);
    let own = land.spheres.get(&power).copied().unwrap_or(0);
    let others = land.influence() - own;
    let times = |count: u32, each: u32| count.saturating_mul(each).min(1_000_000).cast_signed();
    times(own, table.own.value) - times(others, table.other.value)
}

/// The explorer sees what the marker says, if his power does not know it.
fn look(turn: &mut Cycle<'_>, power: Power, at: &Region) {
    let marker = turn.state().open.land(at).marker.as_ref();
    let known = marker.is_some_and(|m| m.open || m.public || m.seen.contains(&power));
    if let Some(face) = turn.state().secret.face(at).filter(|_| !known) {
        turn.record(&rules::EXPLORE, Event::MarkerSeen { power, at: at.clone(), face });
    }
}

/// The line of the chart for a roll.
fn finding(
    game: &AgeOfImperialism,
    state: &State,
    power: Power,
    at: &Region,
    total: i32,
    displace: &[Power],
) -> Discovery {
    let table = &game.format.explorer;
    let land = state.open.land(at);
    let strength = state.strength(at).unwrap_or(0);
    let above = i64::from(total) - i64::from(strength);
    let other = other(&state.open, power, at, displace);
    let full = land.influence() >= u32::from(strength);
    match odds::row(table, above) {
        Row::Join => Discovery::Joined,
        Row::Place => match other {
            _ if !full => Discovery::Placed,
            Some(other) => Discovery::Removed(other),
            None => Discovery::Nothing,
        },
        Row::Swap => other.map_or(Discovery::Nothing, Discovery::Swapped),
        Row::Nothing => Discovery::Nothing,
        Row::Lost => Discovery::Lost,
    }
}

/// The other power whose sphere of influence goes first.
fn other(state: &Open, power: Power, at: &Region, displace: &[Power]) -> Option<Power> {
    let spheres = &state.land(at).spheres;
    let wanted = displace.iter().copied().filter(|other| *other != power);
    wanted.chain(natives::displaced(state, power)).find(|other| spheres.contains_key(other))
}

/// What the finding changes.
fn follow(turn: &mut Cycle<'_>, power: Power, at: &Region, finding: Discovery) {
    let rule = &rules::EXPLORE;
    let place = Event::SpherePlaced { of: power, at: at.clone() };
    let remove = |of| Event::SphereRemoved { of, at: at.clone(), count: 1 };
    match finding {
        Discovery::Joined => {
            let units = Force::of(Kind::Infantry, 1);
            turn.record(rule, Event::Raised { power, units, at: at.clone() });
            aftermath::gain(turn, rule, power, at);
        }
        Discovery::Placed => turn.record(rule, place),
        Discovery::Swapped(other) => {
            turn.record(rule, remove(other));
            turn.record(rule, place);
        }
        Discovery::Removed(other) => turn.record(rule, remove(other)),
        Discovery::Nothing | Discovery::Lost => {}
    }
}

/// The finding, for the author of the order.
fn said(at: &Region, finding: Discovery) -> Reason {
    let at = at.clone();
    match finding {
        Discovery::Joined => Reason::Joins { at },
        Discovery::Placed => Reason::FurtherSphere { at },
        Discovery::Swapped(of) => Reason::SphereSwapped { at, of },
        Discovery::Removed(of) => Reason::SphereRemoved { at, of },
        Discovery::Nothing => Reason::NothingCame { at },
        Discovery::Lost => Reason::ExplorerLost { at },
    }
}
