//! How the points of powers changed in a cycle, and for what.

use std::collections::BTreeSet;

use super::AgeOfImperialism;
use super::beaten::beaten;
use super::events::{Event, Merit};
use super::format::GoalKind;
use super::names::Region;
use super::power::Power;
use super::resolve::victory;
use super::rules;
use super::sight::View;
use super::state::{Land, Marker, Open, Secret, Step, War};
use crate::base::words::{joined, names};
use crate::engine::Fact;

/// What powers gained and lost points for since the report before, the reader first; `None` at set-up and at the end, if
/// nothing changed, or if the reader cannot tell.
pub(super) fn changes(
    game: &AgeOfImperialism,
    view: &View,
    witnessed: &[Fact<Event>],
) -> Option<String> {
    if matches!(view.open.step, Step::Picks | Step::Placement | Step::Over) {
        return None;
    }
    let (open, secret) = before(view, witnessed)?;
    let reader = game.board.powers.iter().filter(|power| view.power == Some(**power));
    let others = game.board.powers.iter().filter(|power| view.power != Some(**power));
    let one = |power: &Power| {
        let was = victory::merits(game, &open, &secret, *power);
        let is = victory::merits(game, &view.open, &view.known, *power);
        let points = |merit: &Merit| i64::from(is[merit]) - i64::from(was[merit]);
        let changed = Merit::ALL.iter().filter(|merit| was.contains_key(merit));
        let changed = changed.map(|merit| (points(merit), merit)).filter(|(by, _)| *by != 0);
        let changed = changed.map(|(by, merit)| format!("{by:+} {merit}"));
        let goal = goal(game, (view, &open, &secret), *power, witnessed);
        let changed = changed.chain(goal).chain(ruins(witnessed, *power)).collect::<Vec<_>>();
        let who = if view.power == Some(*power) { "you" } else { power.title() };
        if changed.is_empty() { String::new() } else { format!("{who} {}", names(changed)) }
    };
    let all = joined(reader.chain(others).map(one), "; ");
    (!all.is_empty()).then(|| format!("Changes of points since the report before: {all}."))
}

/// What changed for the goal card of a power, if the reader knows it and what it counted before.
fn goal(
    game: &AgeOfImperialism,
    (view, open, secret): (&View, &Open, &Secret),
    power: Power,
    witnessed: &[Fact<Event>],
) -> Option<String> {
    let card = &game.format.goals[view.known.goals.get(&power)?].goal;
    // How many spheres a region had that was westernized, and what was built in one that natives took back, nobody is
    // told afterwards.
    let hides = |fact: &Fact<Event>| match (card, &fact.event) {
        (GoalKind::MostInfluence, Event::Westernized { .. }) => true,
        (GoalKind::Ports(_) | GoalKind::Schools(_), Event::Reverted { from, .. }) => *from == power,
        _ => false,
    };
    if witnessed.iter().any(hides) {
        return None;
    }
    let points = |open: &Open, secret: &Secret| i64::from(victory::goal(game, open, secret, power));
    let by = points(&view.open, &view.known) - points(open, secret);
    // A war that ended long ago cannot be seen any more.
    let first = match card {
        GoalKind::NoWars if view.power == Some(power) => ", if this is your first war",
        GoalKind::NoWars => ", if this is their first war",
        _ => "",
    };
    (by != 0).then(|| format!("{by:+} {}{first}", Merit::Goal))
}

/// What is gone with regions that a power lost to natives: how much that was, nobody is told afterwards.
fn ruins(witnessed: &[Fact<Event>], power: Power) -> Option<String> {
    let lost = witnessed.iter().filter_map(|fact| match &fact.event {
        Event::Reverted { at, from } if *from == power => Some(at),
        _ => None,
    });
    let lost: Vec<&Region> = lost.collect();
    (!lost.is_empty())
        .then(|| format!("less for whatever was built or developed in {}", names(lost)))
}

/// As much of the position before these facts as points are given for; `None` if the facts do not say it.
fn before(view: &View, witnessed: &[Fact<Event>]) -> Option<(Open, Secret)> {
    let (mut open, mut secret) = (view.open.clone(), view.known.clone());
    for n in (0..witnessed.len()).rev() {
        undo((&mut open, &mut secret), &witnessed[..=n])?;
    }
    Some((open, secret))
}

/// Takes the last of these facts back.
fn undo((open, secret): (&mut Open, &mut Secret), facts: &[Fact<Event>]) -> Option<()> {
    let fact = facts.last()?;
    let mut land = |at: &Region, change: &dyn Fn(&mut Land)| open.lands.get_mut(at).map(change);
    let mut goodwill = |power: &Power, change: &dyn Fn(u32) -> u32| {
        let purse = secret.purses.get_mut(power);
        purse.map(|purse| purse.dp = change(purse.dp)).or(Some(()))
    };
    match &fact.event {
        Event::Picked { .. } | Event::GivenBack { .. } => None,
        Event::Gained { at, .. } => {
            let owner = beaten(facts);
            // Among allies a region changes hands without a battle between them (im69).
            let is_told = fact.rule != rules::ALLIANCE && fact.rule != rules::CAPTURE;
            if owner.is_none() && !is_told {
                return None;
            }
            land(at, &|land| land.owner = owner)
        }
        Event::Ceded { at, from, .. } | Event::Reverted { at, from } => {
            land(at, &|land| land.owner = Some(*from))
        }
        Event::Erected { building, at, .. } => land(at, &|land| {
            land.buildings.remove(building);
        }),
        Event::Razed { building, at, .. } => land(at, &|land| {
            land.buildings.insert(*building);
        }),
        Event::Developed { at, .. } => land(at, &|land| {
            land.chit.iter_mut().for_each(|chit| chit.developed = false);
        }),
        Event::Westernized { at } => land(at, &|land| land.marker = Some(Marker::default())),
        Event::MarkerLaid { at } => land(at, &|land| land.marker = None),
        Event::SpherePlaced { of, at } => land(at, &|land| {
            let left = land.spheres.get(of).copied().unwrap_or(0).saturating_sub(1);
            land.spheres.insert(*of, left);
        }),
        Event::SphereRemoved { of, at, count } => {
            land(at, &|land| *land.spheres.entry(*of).or_default() += count)
        }
        Event::WarDeclared { by, on } => {
            // Peace names both in the order of powers, whoever declared the war.
            open.wars.retain(|war| ![(*by, *on), (*on, *by)].contains(&(war.by, war.on)));
            let wars = &open.wars;
            let fights = |power: Power| wars.iter().any(|war| war.by == power || war.on == power);
            open.belligerents.retain(|of| fights(*of) || (of != by && of != on));
            Some(())
        }
        Event::PeaceMade { between: (a, b) } => {
            open.wars.push(War { by: *a, on: *b, ready: BTreeSet::new() });
            open.belligerents.extend([*a, *b]);
            Some(())
        }
        Event::Collected { power, dp, .. } | Event::Received { power, dp, .. } => {
            goodwill(power, &|hand| hand.saturating_sub(*dp))
        }
        Event::Paid { power, dp, .. } => goodwill(power, &|hand| hand.saturating_add(*dp)),
        _ => Some(()),
    }
}
