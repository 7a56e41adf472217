//! Naval movement (im29 to im33).

use super::operation::{Operation, Party, force_of};
use super::{Cycle, Outcome, Sheets, interception, marching, naval_battle, straits};
use crate::base::words::{count, names};
use crate::engine::Rule;
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::{Event, Place};
use crate::games::age_of_imperialism::force::Force;
use crate::games::age_of_imperialism::orders::Order;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Fleet, Sea, State};
use marching::Welcome;

/// The rule and the reason why something cannot be done.
type Refusal = (Rule, String);

/// Carries out `board`, `sail`, `land` or `engage`.
pub fn carry_out(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    order: &Order,
) -> Outcome {
    match order {
        Order::Board { units, from, fleet } => board(game, turn, op, (units, from, *fleet)),
        Order::Sail { fleets, path } => sail(game, turn, orders, op, (fleets, path)),
        Order::Land { fleets, units, at } => {
            let landing = Landing { fleets, units: units.as_ref(), at };
            land(game, turn, orders, op, &landing)
        }
        Order::Engage { fleets, enemy } => engage(game, turn, orders, op, (fleets, *enemy)),
        _ => Outcome::failed(&rules::SAIL, "fleets do nothing of that kind"),
    }
}

fn fleet_of(state: &State, power: Power, number: u32) -> Option<&Fleet> {
    state.fleets.get(&power)?.get(&number)
}

fn cargo(state: &State, power: Power, number: u32) -> Force {
    fleet_of(state, power, number).map(|fleet| fleet.cargo).unwrap_or_default()
}

/// Of the fleets that are named those that lie in a sea area, each once.
fn lying(state: &State, power: Power, (named, sea): (&[u32], &str)) -> Vec<u32> {
    let there = state.fleets_at(power, sea);
    there.into_iter().filter(|fleet| named.contains(fleet)).collect()
}

/// True if some of the fleets that are named are not among these.
fn misses(named: &[u32], fleets: &[u32]) -> bool {
    named.iter().any(|fleet| !fleets.contains(fleet))
}

fn called(fleets: &[u32]) -> String {
    let numbers: Vec<String> = fleets.iter().map(u32::to_string).collect();
    let noun = if fleets.len() == 1 { "fleet" } else { "fleets" };
    format!("{noun} {}", names(&numbers))
}

/// Units go aboard, as many as have a movement point and find room.
fn board(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    op: &mut Operation,
    (units, from, fleet): (&Force, &str, u32),
) -> Outcome {
    let party = match boarders(game, turn.state(), op, (units, from, fleet)) {
        Ok(party) => party,
        Err((rule, reason)) => return Outcome::failed(&rule, reason),
    };
    let (power, aboard) = (op.mover, force_of(&party));
    turn.next_moment();
    let event = Event::Boarded { power, units: aboard, from: from.to_owned(), fleet };
    turn.record(&rules::CARRY, event);
    op.leave(from, &party);
    let mut ashore = *units;
    ashore.take(&aboard);
    if ashore.is_empty() {
        Outcome::done(&rules::CARRY, format!("{aboard} went aboard fleet {fleet}"))
    } else {
        let reason = format!("{aboard} went aboard fleet {fleet}, {ashore} did not");
        Outcome::partly(&rules::CARRY, reason)
    }
}

fn boarders(
    game: &AgeOfImperialism,
    state: &State,
    op: &Operation,
    (units, from, number): (&Force, &str, u32),
) -> Result<Party, Refusal> {
    let Some(fleet) = fleet_of(state, op.mover, number) else {
        return Err((rules::CARRY, format!("you have no fleet {number}")));
    };
    if !game.board.chart.on_coast(from, &fleet.sea) {
        let reason = format!("fleet {number} lies in {}, not on the coast of {from}", fleet.sea);
        return Err((rules::CARRY, reason));
    }
    let there = op.there(state, from, units);
    if there.is_empty() {
        return Err((rules::CARRY, format!("the units are not in {from}")));
    }
    let able = op.able(game, &there, 1);
    if able.is_empty() {
        return Err((rules::CARRY, "the units have no movement point left to go aboard".into()));
    }
    let free = op.free(state, from, &able);
    if free.is_empty() {
        return Err((rules::REVOLT, format!("the revolt in {from} holds the brigades there")));
    }
    let mut room = game.format.fleet.carries.value.saturating_sub(game.portage(&fleet.cargo));
    let mut party = Party::new();
    for (kind, spent, wanted) in free {
        let each = game.format.units[&kind].portage.value;
        let fits = room.checked_div(each).map_or(wanted, |most| most.min(wanted));
        room -= fits * each;
        party.extend((fits > 0).then_some((kind, spent, fits)));
    }
    if party.is_empty() {
        return Err((rules::CARRY, format!("fleet {number} has no room for them")));
    }
    Ok(party)
}

/// Sails along a path as far as fleets can.
fn sail(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    (named, path): (&[u32], &[Sea]),
) -> Outcome {
    let [start, .., end] = path else {
        return Outcome::failed(&rules::SAIL, "the path leads nowhere");
    };
    let mut group = lying(turn.state(), op.mover, (named, start));
    if group.is_empty() {
        return Outcome::failed(&rules::SAIL, format!("none of these fleets lies in {start}"));
    }
    for (steps, leg) in path.windows(2).enumerate() {
        group = match sail_on(game, turn, orders, op, (&group, &leg[0], &leg[1])) {
            Ok(group) => group,
            Err((rule, reason)) if steps == 0 => return Outcome::failed(&rule, reason),
            Err((rule, reason)) => return Outcome::partly(&rule, reason),
        };
    }
    let reason = format!("{} reached {end}", called(&group));
    if misses(named, &group) {
        Outcome::partly(&rules::SAIL, reason)
    } else {
        Outcome::done(&rules::SAIL, reason)
    }
}

/// One step to a neighbouring sea area; the fleets that have taken it.
fn sail_on(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    (group, from, to): (&[u32], &str, &str),
) -> Result<Vec<u32>, Refusal> {
    let power = op.mover;
    if !game.board.chart.next_seas(from).into_iter().any(|sea| sea == to) {
        return Err((rules::SAIL, format!("{from} and {to} do not touch")));
    }
    if !straits::open(game, turn, orders, power, (from, to)) {
        return Err((rules::STRAITS, straits::shut(game, (from, to))));
    }
    let able: Vec<u32> = group.iter().copied().filter(|f| op.can_sail(game, *f)).collect();
    if able.is_empty() {
        return Err((rules::SAIL, format!("the fleets have no movement points left in {from}")));
    }
    if !interception::announced(game, turn, orders, op, (from, &able)) {
        return Err((rules::INTERCEPT, format!("the fleets were stopped in {from}")));
    }
    let fleets = lying(turn.state(), power, (&able, from));
    turn.next_moment();
    let (from_sea, to_sea) = (from.to_owned(), to.to_owned());
    let event = Event::Sailed { power, fleets: fleets.clone(), from: from_sea, to: to_sea };
    turn.record(&rules::SAIL, event);
    straits::passed(game, turn, orders, power, (from, to));
    op.sail(&fleets);
    Ok(fleets)
}

/// What a `land` line asks.
struct Landing<'o> {
    fleets: &'o [u32],
    units: Option<&'o Force>,
    at: &'o str,
}

impl Landing<'_> {
    /// The units that are to land; all that are aboard, if the line names none.
    fn wanted(&self, state: &State, power: Power, fleets: &[u32]) -> Force {
        let aboard = |mut sum: Force, fleet: &u32| {
            sum.add(&cargo(state, power, *fleet));
            sum
        };
        self.units.copied().unwrap_or_else(|| fleets.iter().fold(Force::default(), aboard))
    }
}

/// Who lands from which fleet, and how the region receives them.
struct Boats {
    welcome: Welcome,
    from: Vec<(u32, Force)>,
    units: Force,
}

/// Puts units ashore from fleets that lie together.
fn land(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    landing: &Landing<'_>,
) -> Outcome {
    let at = landing.at;
    let chart = &game.board.chart;
    let sea_of = |number: &u32| fleet_of(turn.state(), op.mover, *number).map(|f| f.sea.clone());
    let mut seas = landing.fleets.iter().filter_map(sea_of);
    let Some(sea) = seas.find(|sea| chart.on_coast(at, sea)) else {
        let reason = format!("none of these fleets lies on the coast of {at}");
        return Outcome::failed(&rules::CARRY, reason);
    };
    let group = lying(turn.state(), op.mover, (landing.fleets, &sea));
    if let Err((rule, reason)) = boats(game, turn, orders, op, (landing, &group)) {
        return Outcome::failed(&rule, reason);
    }
    let wanted = landing.wanted(turn.state(), op.mover, &group);
    if !interception::announced(game, turn, orders, op, (&sea, &group)) {
        return Outcome::failed(&rules::INTERCEPT, format!("the fleets were stopped in {sea}"));
    }
    let group = lying(turn.state(), op.mover, (&group, &sea));
    let boats = match boats(game, turn, orders, op, (landing, &group)) {
        Ok(boats) => boats,
        // Those who were to land went down with their fleets.
        Err((_, reason)) => return Outcome::failed(&rules::INTERCEPT, reason),
    };
    let rule = if boats.welcome == Welcome::Hostile { &rules::INVASION } else { &rules::CARRY };
    put_ashore(game, turn, orders, op, (&boats, rule), (&sea, at));
    let mut aboard = wanted;
    aboard.take(&boats.units);
    if aboard.is_empty() && !misses(landing.fleets, &group) {
        Outcome::done(rule, format!("{} landed in {at}", boats.units))
    } else {
        Outcome::partly(rule, format!("only {} landed in {at}", boats.units))
    }
}

/// Who can land: the cargo of those fleets that have a movement point left.
fn boats(
    game: &AgeOfImperialism,
    turn: &Cycle<'_>,
    orders: &Sheets,
    op: &Operation,
    (landing, group): (&Landing<'_>, &[u32]),
) -> Result<Boats, Refusal> {
    let (state, at) = (turn.state(), landing.at);
    let welcome = marching::welcome(turn, orders, op.mover, at);
    if welcome == Welcome::Closed {
        return Err((rules::ENTRY, marching::closed(state, op.mover, at)));
    }
    let wanted = landing.wanted(state, op.mover, group);
    let mut left = wanted;
    let (mut from, mut units, mut tired) = (Vec::new(), Force::default(), false);
    for fleet in group {
        let going = cargo(state, op.mover, *fleet).common(&left);
        let able = op.can_sail(game, *fleet);
        tired |= !able && !going.is_empty();
        if able && !going.is_empty() {
            left.take(&going);
            units.add(&going);
            from.push((*fleet, going));
        }
    }
    if from.is_empty() && tired {
        return Err((rules::SAIL, "the fleets have no movement point left to land units".into()));
    }
    if from.is_empty() {
        let what = if wanted.is_empty() { "nobody".to_owned() } else { wanted.to_string() };
        return Err((rules::CARRY, format!("{what} can land from {}", called(group))));
    }
    let party: Party = units.iter().map(|(kind, count)| (kind, 0, count)).collect();
    let (welcome, party) = marching::covered(state, op.mover, welcome, party);
    let units = force_of(&party);
    if units.is_empty() {
        return Err((rules::ENTRY, format!("parties need a brigade to enter {at}")));
    }
    // Of parties alone only explorers may be left, and each fleet's share is cut accordingly.
    for (_, force) in &mut from {
        *force = force.common(&units);
    }
    from.retain(|(_, force)| !force.is_empty());
    Ok(Boats { welcome, from, units })
}

fn put_ashore(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    (boats, rule): (&Boats, &Rule),
    (sea, at): (&str, &str),
) {
    turn.next_moment();
    for (fleet, units) in &boats.from {
        let (power, at) = (op.mover, at.to_owned());
        let event = Event::Disembarked { power, units: *units, fleet: *fleet, at };
        turn.record(rule, event);
        op.sail(&[*fleet]);
    }
    op.halt(at, &boats.units);
    if boats.welcome == Welcome::Hostile {
        op.landed.entry(at.to_owned()).or_default().add(&boats.units);
    }
    let from = Place::Sea(sea.to_owned());
    marching::enter(game, turn, orders, op, (at, boats.welcome), (from, &boats.units));
}

/// Attacks enemy fleets in the same sea area.
fn engage(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    (named, enemy): (&[u32], Power),
) -> Outcome {
    let state = turn.state();
    if !state.may_attack(op.mover, enemy) {
        let reason = if state.at_war(op.mover, enemy) {
            format!("the war with {enemy} cannot be fought before your next movement phase")
        } else {
            format!("there is no war with {enemy}")
        };
        return Outcome::failed(&rules::WAR, reason);
    }
    let seas = named.iter().filter_map(|f| fleet_of(state, op.mover, *f).map(|f| &f.sea));
    let mut shared = seas.filter(|sea| !state.fleets_at(enemy, sea).is_empty());
    let Some(sea) = shared.next().cloned() else {
        let reason = format!("no fleet of {enemy} lies where these fleets are");
        return Outcome::failed(&rules::ENGAGE, reason);
    };
    let group = lying(state, op.mover, (named, &sea));
    let won = naval_battle::fight(game, turn, orders, op, (&sea, op.mover, &group, enemy));
    let end = if won { "won" } else { "not won" };
    let with = count(i64::try_from(group.len()).unwrap_or(i64::MAX), "fleet");
    let reason = format!("the battle in {sea} was {end} with {with}");
    if misses(named, &group) {
        Outcome::partly(&rules::ENGAGE, reason)
    } else {
        Outcome::done(&rules::ENGAGE, reason)
    }
}
