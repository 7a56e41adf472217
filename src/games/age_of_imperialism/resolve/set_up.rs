//! Set-up (im10 to im12, im57, im60, im62 to im64).

use std::collections::BTreeMap;

use super::yard::{self, Bill, Hitch};
use super::{Cycle, Line, Outcome, Sheets, picked, used};
use crate::engine::{Chance, Rule};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::apply::apply;
use crate::games::age_of_imperialism::events::{Event, Reason};
use crate::games::age_of_imperialism::format::GoalKind;
use crate::games::age_of_imperialism::orders::Order;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Land, Purse, Region, Secrets, State, Step};
use crate::games::age_of_imperialism::switches::{Placement, Selection, Switch};
use crate::games::age_of_imperialism::works::Product;

/// The state before the first cycle.
pub fn beginning(game: &AgeOfImperialism, chance: &mut Chance) -> State {
    let mut order = game.board.powers.clone();
    chance.draw(&["set-up", "order"]).shuffle(&mut order);
    let mut state = blank(game, order);
    match game.switches.region_selection {
        Selection::Picks => {}
        Selection::Random => deal(game, chance, &mut state),
        Selection::Historical => give_homes(game, &mut state),
    }
    if game.switches.hidden_goals == Switch::Yes {
        deal_goals(game, chance, &mut state);
    }
    let dealt = game.switches.region_selection == Selection::Random;
    if !dealt && game.picker(&state).is_none() {
        state.step = Step::Placement;
    }
    state
}

/// The empty map.
fn blank(game: &AgeOfImperialism, order: Vec<Power>) -> State {
    let lands = game.board.chart.order.iter().map(|region| (region.clone(), Land::default()));
    let purses = game.board.powers.iter().map(|power| (*power, Purse::default()));
    State {
        turn: 0,
        step: Step::Picks,
        order,
        gone: 0,
        lands: lands.collect(),
        fleets: BTreeMap::new(),
        launched: BTreeMap::new(),
        wars: Vec::new(),
        alliances: Vec::new(),
        belligerents: std::iter::empty().collect(),
        canal: None,
        incited: std::iter::empty().collect(),
        mulligans: std::iter::empty().collect(),
        points: BTreeMap::new(),
        winners: Vec::new(),
        secrets: Secrets { purses: purses.collect(), ..Secrets::default() },
    }
}

/// Regions are shuffled and dealt one by one (im60).
fn deal(game: &AgeOfImperialism, chance: &mut Chance, state: &mut State) {
    let mut regions = game.board.chart.order.clone();
    chance.draw(&["set-up", "regions"]).shuffle(&mut regions);
    let goes = std::iter::repeat_n(state.order.clone(), game.board.regions as usize).flatten();
    for (power, region) in goes.zip(regions) {
        apply(state, &Event::Picked { power, region });
    }
}

/// The first home regions of each power, as many as it may have (im64).
fn give_homes(game: &AgeOfImperialism, state: &mut State) {
    for (power, homes) in &game.board.homes {
        for region in homes.iter().take(game.board.regions as usize).cloned() {
            apply(state, &Event::Picked { power: *power, region });
        }
    }
}

/// A goal card for each power (im62). Those for zones that are not in play lie at the bottom.
fn deal_goals(game: &AgeOfImperialism, chance: &mut Chance, state: &mut State) {
    let mut goals: Vec<String> = game.format.goals.keys().cloned().collect();
    chance.draw(&["set-up", "goals"]).shuffle(&mut goals);
    goals.sort_by_key(|goal| match &game.format.goals[goal].goal {
        GoalKind::ZoneMajority(zone) => {
            !game.board.chart.zones.iter().any(|(name, _)| name == zone)
        }
        _ => false,
    });
    state.secrets.goals = state.order.iter().copied().zip(goals).collect();
}

/// The powers choose their regions.
pub fn picks(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets, powers: &[Power]) {
    if game.switches.region_selection == Selection::Random {
        for power in powers {
            mulligan(game, turn, orders, *power);
        }
        return;
    }
    let mut vain = BTreeMap::new();
    if game.in_turn(Step::Picks) {
        for power in powers {
            pick(game, turn, orders, *power, &mut vain);
        }
    } else {
        while let Some(power) = game.picker(turn.state()) {
            pick(game, turn, orders, power, &mut vain);
        }
    }
    for (power, line) in vain.into_values() {
        let taken = Outcome::failed(&rules::PICKS, "each of these regions was taken before");
        taken.tell(turn, power, line);
    }
}

/// Lists in which no region was free when they were looked at, and that have brought none.
type Vain<'o> = BTreeMap<(Power, &'o str), (Power, &'o Line)>;

/// A power takes the first region of its lists that is free, else the first on the map (im57).
fn pick<'o>(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &'o Sheets,
    power: Power,
    vain: &mut Vain<'o>,
) {
    let lists = picked(turn, orders, power, |order| match order {
        Order::Pick { regions } => Some(regions),
        _ => None,
    });
    let free = |region: &&Region| turn.state().land(region).owner.is_none();
    let mut chosen: Option<(Region, &Line)> = None;
    for (line, regions) in lists {
        if let Some(region) = regions.iter().find(free) {
            chosen = Some((region.clone(), line));
            break;
        }
        if !turn.is_answered(&power.seat(), &line.line) {
            vain.insert((power, line.line.as_str()), (power, line));
        }
    }
    let first = || game.board.chart.order.iter().find(free).cloned();
    let Some(region) = chosen.as_ref().map(|(region, _)| region.clone()).or_else(first) else {
        return;
    };
    turn.next_moment();
    turn.record(&rules::PICKS, Event::Picked { power, region });
    if let Some((_, line)) = chosen {
        vain.remove(&(power, line.line.as_str()));
        used(turn, power, line, &rules::PICKS, "its regions were chosen, as far as they were free");
    }
}

/// A power gives a dealt region back for another one (im60).
fn mulligan(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets, power: Power) {
    let asked = picked(turn, orders, power, |order| match order {
        Order::Mulligan { region } => Some(region),
        _ => None,
    });
    for (line, region) in asked {
        let state = turn.state();
        let outcome = if state.mulligans.contains(&power) {
            Outcome::failed(&rules::RANDOM, "only one region can be given back")
        } else if state.land(region).owner != Some(power) {
            Outcome::failed(&rules::RANDOM, format!("{region} is not yours"))
        } else {
            exchange(game, turn, power, region)
        };
        outcome.tell(turn, power, line);
    }
}

fn exchange(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    power: Power,
    region: &Region,
) -> Outcome {
    let free = |region: &&Region| turn.state().land(region).owner.is_none();
    let left: Vec<Region> = game.board.chart.order.iter().filter(free).cloned().collect();
    let new = turn.chance().draw(&["mulligan", power.name()]).pick(&left).cloned();
    let Some(new) = new else {
        return Outcome::failed(&rules::RANDOM, "there is no other region");
    };
    turn.next_moment();
    turn.record(&rules::RANDOM, Event::GivenBack { power, region: region.clone() });
    turn.record(&rules::RANDOM, Event::Picked { power, region: new.clone() });
    Outcome::done(&rules::RANDOM, format!("{new} in the place of {region}"))
}

/// They place their first units.
pub fn placement(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets, powers: &[Power]) {
    let (pp, dp) = game.board.purse;
    for power in powers.iter().copied() {
        turn.record(&rules::START, Event::Received { power, pp, dp, why: Reason::SetUp });
    }
    match game.switches.placement {
        Placement::Simultaneous => together(game, turn, orders, powers),
        Placement::Alternate => alternate(game, turn, orders, powers),
    }
}

fn bills<'o>(turn: &Cycle<'_>, orders: &'o Sheets, power: Power) -> Vec<(&'o Line, Bill<'o>)> {
    picked(turn, orders, power, |order| match order {
        Order::Build { what, at, count, sea, .. } => {
            Some(Bill { what: *what, at, sea: sea.as_deref(), count: *count })
        }
        _ => None,
    })
}

/// Nobody sees what the others place before everybody has placed, not even by a condition (im63).
fn together(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets, powers: &[Power]) {
    let lists: Vec<_> = powers.iter().map(|power| (*power, bills(turn, orders, *power))).collect();
    turn.next_moment();
    for (power, list) in lists {
        for (line, bill) in list {
            let made = buy(game, turn, power, &bill);
            bill.outcome(made, &rule(game)).tell(turn, power, line);
        }
    }
}

/// How far a line has come in the alternate placement.
struct Progress<'o> {
    line: &'o Line,
    bill: Bill<'o>,
    made: u32,
    hitch: Option<Hitch>,
}

/// One piece at a time, until nobody can place any more (im63).
fn alternate(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets, powers: &[Power]) {
    let mut progress: BTreeMap<(Power, &str), Progress<'_>> = BTreeMap::new();
    let mut placed = true;
    while placed {
        placed = false;
        for power in powers.iter().copied() {
            for (line, bill) in bills(turn, orders, power) {
                let fresh = Progress { line, bill, made: 0, hitch: None };
                let so_far = progress.entry((power, line.line.as_str())).or_insert(fresh);
                if so_far.made == bill.count {
                    continue;
                }
                turn.next_moment();
                let (made, hitch) = buy(game, turn, power, &Bill { count: 1, ..bill });
                (so_far.made, so_far.hitch) = (so_far.made + made, hitch);
                if made > 0 {
                    placed = true;
                    break;
                }
            }
        }
    }
    for ((power, _), Progress { line, bill, made, hitch }) in progress {
        bill.outcome((made, hitch), &rule(game)).tell(turn, power, line);
    }
}

/// The rule by which pieces are placed.
fn rule(game: &AgeOfImperialism) -> Rule {
    match game.switches.placement {
        Placement::Simultaneous => rules::PLACEMENT,
        Placement::Alternate => rules::SIMULTANEOUS,
    }
}

/// Buys without the places and limits of construction (im11): how many, and what stopped it.
fn buy(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    power: Power,
    bill: &Bill<'_>,
) -> (u32, Option<Hitch>) {
    let at = bill.at;
    if turn.state().land(at).owner != Some(power) {
        return (0, Some((rules::PLACEMENT, format!("{at} is not yours"))));
    }
    let room = u32::MAX;
    match bill.what.product() {
        Product::Unit(kind) => {
            let price = game.format.units[&kind].price.value;
            let made = bill.fits(turn, power, (price, room, 0));
            yard::raise(turn, power, (kind, at), (made, price));
            (made, bill.hitch(turn, power, (made, room), price))
        }
        Product::Fleet => match yard::berth(game, bill) {
            Ok(sea) => {
                let price = game.format.fleet.price.value;
                let made = bill.fits(turn, power, (price, room, 0));
                yard::launch(turn, power, &sea, (made, price));
                (made, bill.hitch(turn, power, (made, room), price))
            }
            Err((_, why)) => (0, Some((rules::PLACEMENT, why))),
        },
        Product::Building(building) => {
            for made in 0..bill.count {
                if let Err(hitch) = yard::erect(game, turn, power, (building, at)) {
                    return (made, Some(hitch));
                }
            }
            (bill.count, None)
        }
        Product::Canal => {
            (0, Some((rules::CANAL, "the canal is built in construction".to_owned())))
        }
    }
}
