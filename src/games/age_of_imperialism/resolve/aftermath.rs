//! Who holds a region after a battle (im38, im39, im46 to im48).

use super::battle::{Battle, End, Role};
use super::operation::Operation;
use super::{Cycle, asks, containers, guests, natives, purse, revolt};
use crate::engine::Rule;
use crate::games::age_of_imperialism::events::{Event, Influence, Party, Purpose};
use crate::games::age_of_imperialism::names::Region;
use crate::games::age_of_imperialism::order::Order;
use crate::games::age_of_imperialism::policies::Occasion;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Building, Open, Purse, Stance};
use crate::games::age_of_imperialism::switches::Switch;

/// The sequence in which buildings are destroyed: a school before the city it needs.
const SCORCHED: [Building; 6] = [
    Building::School,
    Building::City,
    Building::Factory,
    Building::Port,
    Building::Railroad,
    Building::Fort,
];

/// The result of a battle.
pub fn settle(turn: &mut Cycle<'_>, op: &mut Operation, battle: &Battle, end: End) {
    let winner = match end {
        End::Won(role) => Some(battle.side(role).party),
        End::Deserted => None,
    };
    let at = battle.at.clone();
    turn.record(&rule(battle, end), Event::BattleEnded { at, winner });
    let at = &battle.at;
    match (battle.attacker.party, battle.defender.party, end) {
        (Party::Power(power), Party::Power(owner), End::Won(Role::Attacker)) => {
            scorch(turn, owner, Occasion::Losing, at);
            conquer(turn, &rules::CAPTURE, power, at);
        }
        (Party::Power(power), Party::Natives, End::Won(Role::Attacker)) => {
            conquer(turn, &rules::SUBDUED, power, at);
            subdue(turn, battle.mover, power, at, &[]);
        }
        (Party::Natives, Party::Power(owner), End::Won(Role::Attacker)) => {
            lose_to_rebels(turn, owner, battle.mover, at);
        }
        (Party::Natives, Party::Power(owner), End::Won(Role::Defender)) => {
            suppress(turn, op, owner, at);
        }
        (_, Party::Power(owner), End::Won(Role::Defender)) => hold(turn, op, owner, at),
        (_, Party::Power(owner), End::Deserted) => revert(turn, owner, battle.mover, at),
        (_, Party::Natives, _) => {}
    }
}

/// The rule that decides a battle.
fn rule(battle: &Battle, end: End) -> Rule {
    let (attacker, defender) = (battle.attacker.party, battle.defender.party);
    match end {
        _ if battle.exhausted => rules::EXHAUSTED,
        End::Won(Role::Attacker) if attacker == Party::Natives => rules::REBELS_WIN,
        End::Won(Role::Attacker) if defender == Party::Natives => rules::SUBDUED,
        End::Won(Role::Attacker) => rules::CAPTURE,
        End::Won(Role::Defender) if attacker == Party::Natives => rules::SUBDUED,
        _ => rules::ROUND,
    }
}

/// A conquest brings the region and goodwill at home (im15).
fn conquer(turn: &mut Cycle<'_>, rule: &Rule, power: Power, at: &Region) {
    gain(turn, rule, power, at);
    let dp = turn.game().format.diplomacy.conquest.value;
    if dp > 0 {
        let received = Event::Received { power, pp: 0, dp, why: Purpose::Conquest };
        turn.record(&rules::CONQUEST, received);
    }
}

/// A power gains control of a region (im3): its chit is drawn and looked at (im12), its marker lies
/// face-up (im7).
pub fn gain(turn: &mut Cycle<'_>, rule: &Rule, power: Power, at: &Region) {
    turn.record(rule, Event::Gained { power, at: at.clone() });
    natives::open(turn, &rules::MARKERS, at);
    containers::lay_chit(turn, at, power);
    natives::settle(turn, power, at);
}

/// Where only an ally's brigades are left, the region becomes his, and guests who are none of his
/// allies withdraw (im69).
fn hold(turn: &mut Cycle<'_>, op: &mut Operation, owner: Power, at: &Region) {
    if let Some(ally) = heir(&turn.state().open, owner, at) {
        gain(turn, &rules::ALLIANCE, ally, at);
        guests::dismiss(turn, Some(op), ally, at);
    }
}

/// The first ally in the order of play that has brigades where the owner has none.
fn heir(state: &Open, owner: Power, at: &Region) -> Option<Power> {
    let land = state.land(at);
    let ally = |power: &&Power| state.allied(owner, **power) && land.force(**power).brigades() > 0;
    let gone = land.force(owner).brigades() == 0;
    state.order.iter().find(ally).copied().filter(|_| gone)
}

/// Beaten natives lose 1d3: in a revolt the spheres of influence that helped them go first, then
/// strength (im38).
fn subdue(turn: &mut Cycle<'_>, mover: Power, owner: Power, at: &Region, supporters: &[Power]) {
    // 1d3 is half a die, rounded up (im9).
    let mut draw = turn.chance().draw(&["subdued", mover.name(), at.as_str()]);
    let (name, die) = (draw.name(), draw.die(6));
    let mut points = die.div_ceil(2);
    for of in supporters {
        let there = turn.state().open.land(at).spheres.get(of).copied().unwrap_or(0);
        let count = there.min(u32::from(points));
        if count > 0 {
            let removed = Event::SphereRemoved { of: *of, at: at.clone(), count };
            turn.record(&rules::SUBDUED, removed);
            points -= u8::try_from(count).unwrap_or(points);
        }
    }
    if points > 0 {
        let why = Influence::Defeat;
        turn.record_drawn(
            &rules::SUBDUED,
            name,
            Event::Weakened { at: at.clone(), by: points, why },
        );
    }
    natives::settle(turn, owner, at);
}

/// The owner has put a revolt down.
fn suppress(turn: &mut Cycle<'_>, op: &mut Operation, owner: Power, at: &Region) {
    let mut supporters = on_side(&turn.state().open, at, Stance::Support);
    turn.record(&rules::SUBDUED, Event::RevoltEnded { at: at.clone() });
    hold(turn, op, owner, at);
    let holder = turn.state().open.land(at).owner.unwrap_or(owner);
    supporters.sort_by_key(|power| *power == holder);
    subdue(turn, op.mover, holder, at, &supporters);
}

/// The powers whose spheres of influence are on a side of the revolt, in the order of play.
fn on_side(state: &Open, at: &Region, side: Stance) -> Vec<Power> {
    let revolt = state.land(at).revolt.as_ref();
    let takes = |power: &&Power| revolt.is_some_and(|r| r.sides.get(*power) == Some(&side));
    state.order.iter().filter(takes).copied().collect()
}

/// The natives of a region have won their revolt, and others may follow them (im39).
fn lose_to_rebels(turn: &mut Cycle<'_>, owner: Power, mover: Power, at: &Region) {
    let game = turn.game();
    let suppressors = on_side(&turn.state().open, at, Stance::Suppress);
    revert(turn, owner, mover, at);
    for of in suppressors {
        let count = turn.state().open.land(at).spheres.get(&of).copied().unwrap_or(0);
        if count > 0 {
            let removed = Event::SphereRemoved { of, at: at.clone(), count };
            turn.record(&rules::REBELS_WIN, removed);
        }
    }
    let state = &turn.state().open;
    let restless = |region: &&Region| {
        let land = state.land(region);
        let open = land.marker.as_ref().is_some_and(|marker| marker.open);
        game.board.chart.touch(at, region) && land.owner.is_some() && open && land.revolt.is_none()
    };
    let near: Vec<Region> = game.board.chart.order.iter().filter(restless).cloned().collect();
    for region in near {
        turn.next_moment();
        revolt::roll(turn, &region, None);
    }
}

/// A region of a power goes back to the natives; spheres of influence stay (im48).
fn revert(turn: &mut Cycle<'_>, from: Power, mover: Power, at: &Region) {
    turn.record(&rules::REVERT, Event::Reverted { at: at.clone(), from });
    containers::lay_marker_again(turn, at, from, mover);
}

/// Regions of a power without its brigades go back to the natives (im48), or to an ally whose
/// brigades are there (im69).
pub fn revert_empty(turn: &mut Cycle<'_>, mut op: Option<&mut Operation>, power: Power) {
    let state = &turn.state().open;
    let empty = |region: &&Region| {
        let land = state.land(region);
        land.owner == Some(power) && land.force(power).brigades() == 0
    };
    let regions: Vec<Region> =
        turn.game().board.chart.order.iter().filter(empty).cloned().collect();
    let mut heirs = Vec::new();
    for at in regions {
        if let Some(ally) = heir(&turn.state().open, power, &at) {
            gain(turn, &rules::ALLIANCE, ally, &at);
            heirs.push((ally, at));
        } else {
            revert(turn, power, power, &at);
        }
    }
    // It is clear whose each region is before anybody looks for a place to go.
    for (ally, at) in heirs {
        guests::dismiss(turn, op.as_deref_mut(), ally, &at);
    }
}

/// A power destroys buildings in a region that it loses or cedes, if it has ordered so: as many as
/// it can pay (im67).
pub fn scorch(turn: &mut Cycle<'_>, power: Power, now: Occasion, here: &Region) {
    let game = turn.game();
    if game.switches.scorched_earth == Switch::No {
        return;
    }
    let policies = turn.picked(
        &power.seat(),
        asks!(
            Order::Scorch { at, when }
                if at.as_ref().is_none_or(|at| at == here)
                    && (*when == now || *when == Occasion::Either) => ()
        ),
    );
    let Some((line, ())) = policies.first() else { return };
    let price = Purse::dp(game.format.diplomacy.scorch.value);
    for building in SCORCHED {
        let stands = turn.state().open.land(here).buildings.contains(&building);
        if stands && purse::pay(turn, power, price, Purpose::Scorching, &rules::SCORCH) {
            let razed = Event::Razed { power, building, at: here.clone() };
            turn.record(&rules::SCORCH, razed);
            turn.used(&power.seat(), line, &rules::SCORCH, Reason::Scorched { at: here.clone() });
        }
    }
}
