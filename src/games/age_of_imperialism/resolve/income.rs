//! Income (im13 to im16).

use std::collections::BTreeMap;

use super::{Cycle, Fate, asks, purse, straits};
use crate::engine::board::search::spread;
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::{Event, Ground, Purpose};
use crate::games::age_of_imperialism::names::{Region, Sea};
use crate::games::age_of_imperialism::order::Order;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Building, Land, Open, Purse, Secret};

/// A power collects PP and DP and buys more DP.
pub fn collect(turn: &mut Cycle<'_>, power: Power) {
    let game = turn.game();
    turn.next_moment();
    let table = &game.format.income;
    let mut pp = of_land(game, &turn.state().open, &turn.state().secret, power);
    let ports = of_ports(turn, power);
    if ports > 0 {
        pp.insert(Ground::Port, ports);
    }
    pp.retain(|_, points| *points > 0);
    let cities = turn.state().open.count(power, Building::City);
    let dp = table.dp.value + cities * table.dp_per_city.value;
    turn.record(&rules::INCOME, Event::Collected { power, pp, dp });
    buy(turn, power, cities * table.dp_bought_per_city.value);
}

/// What regions, buildings other than ports, resources and zones bring.
pub fn of_land(
    game: &AgeOfImperialism,
    state: &Open,
    secret: &Secret,
    power: Power,
) -> BTreeMap<Ground, u32> {
    let table = &game.format.income;
    let factory = table.factory.value + table.factory_per_resource.value * resources(state, power);
    let mut pp: BTreeMap<Ground, u32> = BTreeMap::new();
    let mut add = |ground: Ground, points: u32| *pp.entry(ground).or_default() += points;
    for (region, land) in state.owned(power) {
        if land.is_westernized() {
            add(Ground::Westernized, table.westernized.value);
        } else {
            add(Ground::Region, table.region.value);
        }
        if land.buildings.contains(&Building::City) {
            add(Ground::City, table.city.value);
        }
        let around = || near(game, state, power, region);
        if land.buildings.contains(&Building::Factory)
            && around().any(|land| land.buildings.contains(&Building::City))
        {
            add(Ground::Factory, factory);
        }
        if land.buildings.contains(&Building::Railroad) {
            add(
                Ground::Railroad,
                table.railroad_per_neighbour.value * around().map(served).sum::<u32>(),
            );
        }
        if is_developed(land) {
            add(Ground::Resource, secret.chits.get(region).copied().unwrap_or(0));
        }
    }
    for (_, regions) in &game.board.chart.zones {
        if regions.iter().all(|region| state.land(region).owner == Some(power)) {
            add(Ground::Zone, table.zone.value);
        }
    }
    pp
}

/// Regions of a power that touch one by land.
fn near<'s>(
    game: &'s AgeOfImperialism,
    state: &'s Open,
    power: Power,
    region: &'s Region,
) -> impl Iterator<Item = &'s Land> {
    let lands = game.board.chart.near(region).map(|near| state.land(near));
    lands.filter(move |land| land.owner == Some(power))
}

/// What a railroad next to this region earns by: cities, factories, ports and a developed resource.
fn served(land: &Land) -> u32 {
    let stations = [Building::City, Building::Factory, Building::Port];
    let built = stations.iter().filter(|building| land.buildings.contains(building)).count();
    u32::try_from(built).expect("three at most") + u32::from(is_developed(land))
}

fn is_developed(land: &Land) -> bool {
    land.chit.as_ref().is_some_and(|chit| chit.developed)
}

fn resources(state: &Open, power: Power) -> u32 {
    let developed = state.owned(power).filter(|(_, land)| is_developed(land));
    u32::try_from(developed.count()).expect("regions are few")
}

/// What ports bring; those without a way to another one bring nothing (im16).
fn of_ports(turn: &mut Cycle<'_>, power: Power) -> u32 {
    let permits = |holder: Power| straits::permits(turn, holder, power);
    let ports: Vec<(Region, u32)> = ports(turn.game(), &turn.state().open, power, permits)
        .map(|(at, pp)| (at.clone(), pp))
        .collect();
    let mut all = 0;
    for (at, pp) in ports {
        if pp == 0 {
            turn.record(&rules::BLOCKADE, Event::PortClosed { power, at });
        }
        all += pp;
    }
    all
}

/// The ports of a power and what each brings, if those who hold straits let the power through or not.
pub fn ports<'s>(
    game: &'s AgeOfImperialism,
    state: &'s Open,
    power: Power,
    permits: impl Fn(Power) -> bool + 's,
) -> impl Iterator<Item = (&'s Region, u32)> {
    let table = &game.format.income;
    let factories = state.count(power, Building::Factory);
    let has_port = |(_, land): &(&Region, &Land)| land.buildings.contains(&Building::Port);
    state.owned(power).filter(has_port).map(move |(at, _)| {
        match reached(game, state, power, at, &permits) {
            0 => (at, 0),
            reached => {
                let factories = table.port_per_factory.value * factories;
                (at, factories + table.port_per_port.value * reached)
            }
        }
    })
}

/// How many other ports, own ones and those of powers that are no enemies, a port has a sea path
/// to.
fn reached(
    game: &AgeOfImperialism,
    state: &Open,
    power: Power,
    from: &Region,
    permits: &impl Fn(Power) -> bool,
) -> u32 {
    let chart = &game.board.chart;
    let free = chart.coast(from).filter(|sea| is_free(state, power, sea));
    let seen = spread(free, |sea| {
        let mut ahead = chart.next_seas(sea);
        ahead.retain(|next| {
            is_free(state, power, next) && game.passes(state, power, (sea, next), permits)
        });
        ahead
    });
    let counts = |(region, land): &(&Region, &Land)| {
        *region != from
            && land.buildings.contains(&Building::Port)
            && land.owner.is_some_and(|owner| !state.at_war(owner, power))
            && chart.coast(region).any(|sea| seen.holds(&sea))
    };
    u32::try_from(state.lands.iter().filter(counts).count()).expect("regions are few")
}

/// True if a sea area has no enemy fleets, or fewer than own and allied ones (im16, im69).
fn is_free(state: &Open, power: Power, sea: &Sea) -> bool {
    let count = |wanted: &dyn Fn(Power) -> bool| -> usize {
        let powers = state.order.iter().filter(|other| wanted(**other));
        powers.map(|other| state.fleets_at(*other, sea).len()).sum()
    };
    let enemies = count(&|other| state.at_war(other, power));
    enemies == 0 || count(&|other| other == power || state.allied(other, power)) > enemies
}

/// Additional DP (im14).
fn buy(turn: &mut Cycle<'_>, power: Power, mut room: u32) {
    let price = turn.game().format.income.dp_price.value;
    let asked = turn.picked(&power.seat(), asks!(Order::BuyDp { count } => *count));
    for (line, wanted) in asked {
        let affordable = turn.state().purse(power).pp.checked_div(price).unwrap_or(wanted);
        let bought = wanted.min(room).min(affordable);
        let some = Reason::SomeDpBought { count: bought, wanted };
        let reason = if bought == wanted {
            Reason::DpBought { count: bought, pp: bought * price }
        } else if affordable > bought {
            Reason::Several { reasons: vec![some, Reason::DpPerCity] }
        } else {
            let lacks = purse::lacks(turn, power, Purse::pp(price * (bought + 1)));
            Reason::Several { reasons: vec![some, lacks] }
        };
        if bought > 0 {
            let (pp, why) = (bought * price, Purpose::DiplomacyBought);
            purse::pay(turn, power, Purse::pp(pp), why, &rules::GOODWILL);
            let received = Event::Received { power, pp: 0, dp: bought, why };
            turn.record(&rules::GOODWILL, received);
        }
        room -= bought;
        let outcome = match bought {
            all if all == wanted => Fate::done(&rules::GOODWILL, reason),
            0 => Fate::failed(&rules::GOODWILL, reason),
            _ => Fate::partly(&rules::GOODWILL, reason),
        };
        turn.answer(&power.seat(), line, outcome);
    }
}
