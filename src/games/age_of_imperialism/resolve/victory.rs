//! The end of the game and the points (im53, im62, im70, im72).

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Cycle, income};
use crate::base::words::{capital, count, names};
use crate::engine::{Outcome, Rule};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::{Ending, Event, Merit};
use crate::games::age_of_imperialism::format::GoalKind;
use crate::games::age_of_imperialism::names::Region;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Building, Open, Secret, State, Step};

/// Ends the game if it is over at the end of a movement phase; true if it is.
pub fn ends(turn: &mut Cycle<'_>) -> bool {
    let Some(why) = ending(turn.game(), &turn.state().open) else { return false };
    let rule: &Rule = match why {
        Ending::LastTurn => &rules::LAST_TURN,
        Ending::Eliminated(_) | Ending::NoNatives => &rules::VICTORY,
    };
    turn.next_moment();
    turn.record(rule, Event::GameEnded { why });
    score(turn);
    decide(turn);
    true
}

fn ending(game: &AgeOfImperialism, state: &Open) -> Option<Ending> {
    let gone = |power: &&Power| state.owned(**power).next().is_none();
    if let Some(power) = state.order.iter().find(gone) {
        return Some(Ending::Eliminated(*power));
    }
    if state.lands.values().all(|land| land.owner.is_some()) {
        return Some(Ending::NoNatives);
    }
    let last = state.step == Step::Second && game.board.turns.is_some_and(|t| state.turn >= t);
    last.then_some(Ending::LastTurn)
}

/// Shows the goal cards and counts the points of every power.
fn score(turn: &mut Cycle<'_>) {
    let game = turn.game();
    for power in game.board.powers.iter().copied() {
        let mut points = merits(turn.game(), &turn.state().open, &turn.state().secret, power);
        if let Some(goal) = turn.state().secret.goals.get(&power).cloned() {
            let card = &game.format.goals[&goal];
            let met = is_met(turn.game(), &turn.state().open, power, &card.goal);
            if met {
                points.insert(Merit::Goal, card.points);
            }
            turn.record(&rules::GOALS, Event::GoalShown { power, goal, met });
        }
        points.retain(|_, points| *points > 0);
        let total = points.values().sum();
        turn.record(&rules::VICTORY, Event::Scored { power, points, total });
    }
}

/// What a power has points for if the game ended now, but for its goal card, as far as the secrets are known.
pub(in crate::games::age_of_imperialism) fn merits(
    game: &AgeOfImperialism,
    open: &Open,
    secret: &Secret,
    power: Power,
) -> BTreeMap<Merit, u32> {
    let table = &game.format.points;
    let lands = || open.owned(power).map(|(_, land)| land);
    let built = |city: bool| -> u32 {
        let of = |building: &&Building| (**building == Building::City) == city;
        lands().map(|land| number(land.buildings.iter().filter(of).count())).sum()
    };
    let developed = lands().filter(|land| land.chit.as_ref().is_some_and(|chit| chit.developed));
    let zones = &game.board.chart.zones;
    let whole = |regions: &[Region]| held(open, power, regions) == regions.len();
    let wholes = zones.iter().filter(|(_, regions)| whole(regions)).count();
    let more = |regions: &[Region]| most_of(open, power, regions) && !whole(regions);
    let majorities = zones.iter().filter(|(_, regions)| more(regions)).count();
    let westernized = lands().filter(|land| land.is_westernized()).count();
    BTreeMap::from([
        (Merit::Regions, number(lands().count()) * table.region.value),
        (Merit::Westernized, number(westernized) * table.westernized.value),
        (Merit::Cities, built(true) * table.city.value),
        (Merit::Buildings, built(false) * table.building.value),
        (Merit::Resources, number(developed.count()) * table.resource.value),
        (Merit::ZoneMajorities, number(majorities) * table.zone_majority.value),
        (Merit::WholeZones, number(wholes) * table.whole_zone.value),
        (
            Merit::Diplomacy,
            secret.purses.get(&power).map_or(0, |purse| purse.dp) / table.dp_each.value,
        ),
    ])
}

/// The points of a power if the game ended now, as far as the secrets are known.
pub(in crate::games::age_of_imperialism) fn points(
    game: &AgeOfImperialism,
    open: &Open,
    secret: &Secret,
    power: Power,
) -> u32 {
    let merits: u32 = merits(game, open, secret, power).values().sum();
    merits + goal(game, open, secret, power)
}

/// The points of its goal card, if the game ended now and the card is known (im62).
pub(in crate::games::age_of_imperialism) fn goal(
    game: &AgeOfImperialism,
    open: &Open,
    secret: &Secret,
    power: Power,
) -> u32 {
    let card = secret.goals.get(&power).map(|goal| &game.format.goals[goal]);
    let met = card.filter(|card| is_met(game, open, power, &card.goal));
    met.map_or(0, |card| card.points)
}

/// What a PP is worth, in hundredths of a point: some twenty of them build what scores one.
const PER_PP: u32 = 4;
/// What a brigade or a fleet is worth, in hundredths of a point.
const PER_UNIT: u32 = 20;
/// Turns that are to come in a game without a last one.
const TO_COME: u32 = 5;

/// How a position stands for a power, in hundredths of a point: its points as they would be now and what may
/// still become points, against those of the best other power.
pub(in crate::games::age_of_imperialism) fn standing(
    game: &AgeOfImperialism,
    state: &State,
    power: Power,
) -> i64 {
    let open = &state.open;
    let to_come = game.board.turns.map_or(TO_COME, |turns| turns.saturating_sub(open.turn));
    let of = |power: Power| {
        let points = points(game, open, &state.secret, power);
        let income: u32 = income::of_land(game, open, &state.secret, power).values().sum();
        let units = open.brigades(power) + number(open.fleets_of(power).count());
        i64::from(
            100 * points + PER_PP * (state.purse(power).pp + income * to_come) + PER_UNIT * units,
        )
    };
    let others = game.board.powers.iter().filter(|other| **other != power);
    of(power) - others.map(|other| of(*other)).max().unwrap_or(0)
}

fn number(count: usize) -> u32 {
    u32::try_from(count).expect("regions and fleets are few")
}

fn held(state: &Open, power: Power, regions: &[Region]) -> usize {
    regions.iter().filter(|region| state.land(region).owner == Some(power)).count()
}

fn most_of(state: &Open, power: Power, regions: &[Region]) -> bool {
    2 * held(state, power, regions) > regions.len()
}

/// True if a power has reached what a goal card asks (im62).
fn is_met(game: &AgeOfImperialism, state: &Open, power: Power, goal: &GoalKind) -> bool {
    match goal {
        GoalKind::ZoneMajority(zone) => {
            let zones = &game.board.chart.zones;
            zones.iter().any(|(name, regions)| name == zone && most_of(state, power, regions))
        }
        GoalKind::Ports(ports) => state.count(power, Building::Port) >= *ports,
        GoalKind::Schools(schools) => state.count(power, Building::School) >= *schools,
        GoalKind::MostInfluence => {
            let spheres = |power: &Power| -> u32 {
                state.lands.values().filter_map(|land| land.spheres.get(power)).sum()
            };
            let others = game.board.powers.iter().filter(|other| **other != power);
            others.map(spheres).all(|theirs| theirs < spheres(&power))
        }
        GoalKind::NoWars => !state.belligerents.contains(&power),
    }
}

/// The most points win; equal points are decided by PP in hand, then by regions (im72).
fn decide(turn: &mut Cycle<'_>) {
    let state = turn.state();
    let points = |power: &Power| state.open.points.get(power).copied().unwrap_or(0);
    let rank =
        |power: &Power| (points(power), state.purse(*power).pp, state.open.owned(*power).count());
    let mut powers: Vec<Power> = state.open.points.keys().copied().collect();
    powers.sort_by_key(|power| Reverse(rank(power)));
    let Some(first) = powers.first().copied() else { return };
    let tied = powers.get(1).is_some_and(|second| points(second) == points(&first));
    let rule = if tied { &rules::TIES } else { &rules::VICTORY };
    powers.retain(|power| rank(power) == rank(&first));
    turn.record(rule, Event::Won { powers });
}

/// How the game ended, if it did.
pub fn outcome(state: &Open) -> Option<Outcome> {
    if state.step != Step::Over {
        return None;
    }
    let titles: Vec<&str> = state.winners.iter().map(|power| power.title()).collect();
    let points = state.winners.first().and_then(|power| state.points.get(power));
    let points = count(points.copied().unwrap_or(0), "point");
    let verb = if titles.len() > 1 { "share the victory" } else { "win" };
    let text = format!("{} {verb} with {points}", capital(&names(&titles)));
    Some(Outcome { winners: state.winners.iter().map(|power| power.seat()).collect(), text })
}
