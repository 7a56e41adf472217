//! Set-up (im10 to im12, im57, im60, im62 to im64).

use std::collections::BTreeMap;

use super::yard::{self, Bill};
use super::{Cycle, Fate, Hitch, Line, asks};
use crate::engine::{Chance, Rule, Slot};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::apply::apply;
use crate::games::age_of_imperialism::events::{Event, Purpose};
use crate::games::age_of_imperialism::format::GoalKind;
use crate::games::age_of_imperialism::names::{Card, Region};
use crate::games::age_of_imperialism::order::Order;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Land, Open, Purse, Secret, State, Step};
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
    if !dealt && game.picker(&state.open).is_none() {
        state.open.step = Step::Placement;
    }
    state
}

/// The empty map.
fn blank(game: &AgeOfImperialism, order: Vec<Power>) -> State {
    let lands = game.board.chart.order.iter().map(|region| (region.clone(), Land::default()));
    let purses = game.board.powers.iter().map(|power| (*power, Purse::default()));
    let open = Open {
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
    };
    State { open, secret: Secret { purses: purses.collect(), ..Secret::default() } }
}

/// Regions are shuffled and dealt one by one (im60).
fn deal(game: &AgeOfImperialism, chance: &mut Chance, state: &mut State) {
    let mut regions = game.board.chart.order.clone();
    chance.draw(&["set-up", "regions"]).shuffle(&mut regions);
    let goes = std::iter::repeat_n(state.open.order.clone(), game.board.regions as usize).flatten();
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
    let mut goals: Vec<Card> = game.format.goals.keys().cloned().collect();
    chance.draw(&["set-up", "goals"]).shuffle(&mut goals);
    goals.sort_by_key(|goal| match &game.format.goals[goal].goal {
        GoalKind::ZoneMajority(zone) => {
            !game.board.chart.zones.iter().any(|(name, _)| name == zone)
        }
        _ => false,
    });
    state.secret.goals = state.open.order.iter().copied().zip(goals).collect();
}

/// The powers choose their regions.
pub fn picks(turn: &mut Cycle<'_>, powers: &[Power]) {
    let game = turn.game();
    if game.switches.region_selection == Selection::Random {
        for power in powers {
            mulligan(turn, *power);
        }
        return;
    }
    let mut vain = BTreeMap::new();
    if game.in_turn(Step::Picks) {
        for power in powers {
            pick(turn, *power, &mut vain);
        }
    } else {
        while let Some(power) = game.picker(&turn.state().open) {
            pick(turn, power, &mut vain);
        }
    }
    for (power, line) in vain.into_values() {
        let taken = Fate::failed(&rules::PICKS, Reason::TakenBefore);
        turn.answer(&power.seat(), line, taken);
    }
}

/// Lists in which no region was free when they were looked at, and that have brought none.
type Vain<'o> = BTreeMap<(Power, Slot), (Power, &'o Line)>;

/// A power takes the first region of its lists that is free, else the first on the map (im57).
fn pick<'o>(turn: &mut Cycle<'o>, power: Power, vain: &mut Vain<'o>) {
    let lists = turn.picked(&power.seat(), asks!(Order::Pick { regions } => regions));
    let free = |region: &&Region| turn.state().open.land(region).owner.is_none();
    let mut chosen: Option<(Region, &Line)> = None;
    for (line, regions) in lists {
        if let Some(region) = regions.iter().find(free) {
            chosen = Some((region.clone(), line));
            break;
        }
        if !turn.is_answered(&power.seat(), line) {
            vain.insert((power, line.slot), (power, line));
        }
    }
    let first = || turn.game().board.chart.order.iter().find(free).cloned();
    let Some(region) = chosen.as_ref().map(|(region, _)| region.clone()).or_else(first) else {
        return;
    };
    turn.next_moment();
    turn.record(&rules::PICKS, Event::Picked { power, region });
    if let Some((_, line)) = chosen {
        vain.remove(&(power, line.slot));
        turn.used(&power.seat(), line, &rules::PICKS, Reason::PicksUsed);
    }
}

/// A power gives a dealt region back for another one (im60).
fn mulligan(turn: &mut Cycle<'_>, power: Power) {
    let asked = turn.picked(&power.seat(), asks!(Order::Mulligan { region } => region));
    for (line, region) in asked {
        let state = &turn.state().open;
        let outcome = if state.mulligans.contains(&power) {
            Fate::failed(&rules::RANDOM, Reason::OneMulligan)
        } else if state.land(region).owner != Some(power) {
            Fate::failed(&rules::RANDOM, Reason::NotYours { at: region.clone() })
        } else {
            exchange(turn, power, region)
        };
        turn.answer(&power.seat(), line, outcome);
    }
}

fn exchange(turn: &mut Cycle<'_>, power: Power, region: &Region) -> Fate {
    let free = |region: &&Region| turn.state().open.land(region).owner.is_none();
    let left: Vec<Region> = turn.game().board.chart.order.iter().filter(free).cloned().collect();
    let mut draw = turn.chance().draw(&["mulligan", power.name()]);
    let (name, new) = (draw.name(), draw.pick(&left).cloned());
    let Some(new) = new else {
        return Fate::failed(&rules::RANDOM, Reason::NoOtherRegion);
    };
    turn.next_moment();
    turn.record(&rules::RANDOM, Event::GivenBack { power, region: region.clone() });
    turn.record_drawn(&rules::RANDOM, name, Event::Picked { power, region: new.clone() });
    Fate::done(&rules::RANDOM, Reason::Exchanged { new, old: region.clone() })
}

/// They place their first units.
pub fn placement(turn: &mut Cycle<'_>, powers: &[Power]) {
    let game = turn.game();
    let (pp, dp) = game.board.purse;
    for power in powers.iter().copied() {
        turn.record(&rules::START, Event::Received { power, pp, dp, why: Purpose::SetUp });
    }
    match game.switches.placement {
        Placement::Simultaneous => together(turn, powers),
        Placement::Alternate => alternate(turn, powers),
    }
}

fn bills<'o>(turn: &Cycle<'o>, power: Power) -> Vec<(&'o Line, Bill<'o>)> {
    turn.picked(
        &power.seat(),
        asks!(
            Order::Build { what, at, count, sea, .. } =>
                Bill { what: *what, at, sea: sea.as_ref(), count: *count }
        ),
    )
}

/// Nobody sees what the others place before everybody has placed, not even by a condition (im63).
fn together(turn: &mut Cycle<'_>, powers: &[Power]) {
    let lists: Vec<_> = powers.iter().map(|power| (*power, bills(turn, *power))).collect();
    turn.next_moment();
    for (power, list) in lists {
        for (line, bill) in list {
            let (made, hitch) = buy(turn, power, &bill);
            let fate = bill.outcome(made, hitch, &rule(turn.game()));
            turn.answer(&power.seat(), line, fate);
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
fn alternate(turn: &mut Cycle<'_>, powers: &[Power]) {
    let mut progress: BTreeMap<(Power, Slot), Progress<'_>> = BTreeMap::new();
    let mut placed = true;
    while placed {
        placed = false;
        for power in powers.iter().copied() {
            for (line, bill) in bills(turn, power) {
                let fresh = Progress { line, bill, made: 0, hitch: None };
                let so_far = progress.entry((power, line.slot)).or_insert(fresh);
                if so_far.made == bill.count {
                    continue;
                }
                turn.next_moment();
                let (made, hitch) = buy(turn, power, &Bill { count: 1, ..bill });
                (so_far.made, so_far.hitch) = (so_far.made + made, hitch);
                if made > 0 {
                    placed = true;
                    break;
                }
            }
        }
    }
    for ((power, _), Progress { line, bill, made, hitch }) in progress {
        let fate = bill.outcome(made, hitch, &rule(turn.game()));
        turn.answer(&power.seat(), line, fate);
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
fn buy(turn: &mut Cycle<'_>, power: Power, bill: &Bill<'_>) -> (u32, Option<Hitch>) {
    let game = turn.game();
    let at = bill.at;
    if turn.state().open.land(at).owner != Some(power) {
        return (0, Some((rules::PLACEMENT, Reason::NotYours { at: at.clone() })));
    }
    let room = u32::MAX;
    match bill.what.product() {
        Product::Unit(kind) => {
            let price = game.format.units[&kind].price.value;
            let made = bill.fits(turn, power, price, room, 0);
            yard::raise(turn, power, kind, at, made, price);
            (made, bill.hitch(turn, power, made, room, price))
        }
        Product::Fleet => match yard::berth(game, bill) {
            Ok(sea) => {
                let price = game.format.fleet.price.value;
                let made = bill.fits(turn, power, price, room, 0);
                yard::launch(turn, power, &sea, made, price);
                (made, bill.hitch(turn, power, made, room, price))
            }
            Err((_, why)) => (0, Some((rules::PLACEMENT, why))),
        },
        Product::Building(building) => {
            for made in 0..bill.count {
                if let Err(hitch) = yard::erect(turn, power, building, at) {
                    return (made, Some(hitch));
                }
            }
            (bill.count, None)
        }
        Product::Canal => (0, Some((rules::CANAL, Reason::CanalLater))),
    }
}
