//! A land battle, round by round (im40, im47).

use super::battle::{Battle, End, Field, Role};
use super::drm::{self, Drms};
use super::{Cycle, losses, picked, retreat, used};
use crate::engine::Rule;
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::{Event, Party};
use crate::games::age_of_imperialism::force::{Force, Kind};
use crate::games::age_of_imperialism::orders::Order;
use crate::games::age_of_imperialism::policies::Stand;
use crate::games::age_of_imperialism::rules;

/// Fights until one side is gone.
pub fn run(field: &mut Field<'_>, turn: &mut Cycle<'_>, battle: &mut Battle) -> End {
    if let Some(end) = decided(field, turn, battle) {
        return end;
    }
    while battle.round < field.game.format.battle.rounds.value {
        turn.next_moment();
        battle.round += 1;
        play(field, turn, battle);
        let end = decided(field, turn, battle).or_else(|| retreat::offered(field, turn, battle));
        if let Some(end) = end {
            return end;
        }
    }
    if !battle.is_revolt() {
        retreat::leave(field, turn, battle, Role::Attacker);
    }
    End::Won(Role::Defender)
}

/// Both sides fire at once, then both remove their losses.
fn play(field: &Field<'_>, turn: &mut Cycle<'_>, battle: &mut Battle) {
    let (game, orders, round) = (field.game, field.orders, battle.round);
    turn.record(&rules::ROUND, Event::RoundBegan { at: battle.at.clone(), round });
    let drms = drm::reckon(game, turn, orders, battle);
    for role in Role::BOTH {
        modified(turn, battle, &drms, role);
    }
    let when = format!("round-{round}");
    let hits = Role::BOTH.map(|role| {
        let force = battle.active(turn.state(), role);
        volley(game, turn, battle, (role, &when, &force), &drms)
    });
    let [by_attacker, by_defender] = hits;
    let attackers = losses::toll(game, turn, orders, battle, (Role::Attacker, by_defender));
    let defenders = losses::toll(game, turn, orders, battle, (Role::Defender, by_attacker));
    losses::suffer(turn, battle, &rules::LOSSES, Role::Attacker, &attackers);
    losses::suffer(turn, battle, &rules::LOSSES, Role::Defender, &defenders);
}

fn modified(turn: &mut Cycle<'_>, battle: &Battle, drms: &Drms, role: Role) {
    let side = battle.side(role).party;
    turn.record(&drms.rule, Event::Modified { side, drm: drms.of(role) });
}

/// The brigades of a force roll; how many hits they score. Those that landed have a DRM of their
/// own, if only a part did (im44).
fn volley(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    battle: &Battle,
    (role, when, force): (Role, &str, &Force),
    drms: &Drms,
) -> u32 {
    let all = force.brigades();
    if all == 0 {
        return 0;
    }
    let apart = role == Role::Attacker && drms.landed != 0;
    let landed = if apart { battle.landed.brigades().min(all) } else { 0 };
    let sides = u8::try_from(game.format.battle.sides.value).unwrap_or(u8::MAX);
    let labels = ["battle", battle.mover.name(), &battle.at, when, role.name()];
    let mut draw = turn.chance().draw(&labels);
    let mut fall = |count: u32| (0..count).map(|_| draw.die(sides)).collect::<Vec<u8>>();
    let (by_land, by_sea) = (fall(all - landed), fall(landed));
    let side = battle.side(role).party;
    let groups: [(Vec<u8>, i32, &Rule); 2] = [
        (by_land, drms.of(role), &rules::ROUND),
        (by_sea, drms.of(role) + drms.landed, &rules::AMPHIBIOUS),
    ];
    let mut total = 0;
    for (dice, drm, rule) in groups.into_iter().filter(|(dice, ..)| !dice.is_empty()) {
        let hits = dice.iter().map(|die| hits(game, i32::from(*die) + drm)).sum();
        total += hits;
        turn.record(rule, Event::Volley { side, dice, drm, hits });
    }
    total
}

/// Hits of a modified die.
fn hits(game: &AgeOfImperialism, value: i32) -> u32 {
    let table = &game.format.battle;
    let reached = |number: u32| i64::from(value) >= i64::from(number);
    u32::from(reached(table.hit.value)) + u32::from(reached(table.two_hits.value))
}

/// Units that retreat onto fleets are fired upon once more and do not fire themselves (im45).
pub fn parting_shot(field: &Field<'_>, turn: &mut Cycle<'_>, battle: &mut Battle, role: Role) {
    let (game, orders) = (field.game, field.orders);
    battle.round += 1;
    let firing = role.other();
    let force = battle.active(turn.state(), firing);
    if force.brigades() == 0 {
        return;
    }
    let drms = drm::reckon(game, turn, orders, battle);
    modified(turn, battle, &drms, firing);
    let hits = volley(game, turn, battle, (firing, "retreat", &force), &drms);
    let lost = losses::toll(game, turn, orders, battle, (role, hits));
    losses::suffer(turn, battle, &rules::REEMBARK, role, &lost);
}

/// How the battle ends, if a side has no brigade left. One that has only parties must go.
fn decided(field: &mut Field<'_>, turn: &mut Cycle<'_>, battle: &mut Battle) -> Option<End> {
    let winner = match battle.brigades(turn.state()) {
        (0, 0) => return Some(exhausted(field, turn, battle)),
        (_, 0) => Role::Attacker,
        (0, _) => Role::Defender,
        _ => return None,
    };
    retreat::leave(field, turn, battle, winner.other());
    Some(End::Won(winner))
}

/// Neither side has a brigade (im47).
fn exhausted(field: &mut Field<'_>, turn: &mut Cycle<'_>, battle: &mut Battle) -> End {
    battle.exhausted = true;
    let natives = Role::BOTH.into_iter().find(|role| battle.side(*role).party == Party::Natives);
    if let Some(natives) = natives {
        retreat::leave(field, turn, battle, natives.other());
        return End::Won(natives);
    }
    retreat::leave(field, turn, battle, Role::Attacker);
    last_stand(field, turn, battle)
}

/// The defender's last parties retreat, or one of them becomes an infantry brigade.
fn last_stand(field: &mut Field<'_>, turn: &mut Cycle<'_>, battle: &mut Battle) -> End {
    let side = battle.force(turn.state(), Role::Defender);
    if side.is_empty() {
        return End::Deserted;
    }
    let places = retreat::places(field, turn, battle, Role::Defender);
    if !stays(field, turn, battle)
        && let Some(to) = places.first()
    {
        retreat::go(field, turn, battle, Role::Defender, to);
        return End::Deserted;
    }
    let sequence = losses::sequence(turn, field.orders, battle, Role::Defender);
    let mut parties = sequence.into_iter().filter(|kind| !kind.is_brigade());
    let land = turn.state().land(&battle.at);
    let powers = &battle.defender.powers;
    let holder = |kind: Kind| powers.iter().copied().find(|p| land.force(*p).get(kind) > 0);
    let chosen = parties.find_map(|kind| holder(kind).map(|power| (power, kind)));
    if let Some((power, party)) = chosen {
        let at = battle.at.clone();
        turn.record(&rules::EXHAUSTED, Event::Converted { power, party, at });
    }
    End::Won(Role::Defender)
}

/// True if the defender has ordered one of his last parties to become a brigade.
fn stays(field: &Field<'_>, turn: &mut Cycle<'_>, battle: &Battle) -> bool {
    let Some(chief) = battle.defender.chief else { return false };
    let policies = picked(turn, field.orders, chief, |order| match order {
        Order::LastStand(stand) => Some(*stand),
        _ => None,
    });
    let Some((line, stand)) = policies.first() else { return false };
    used(turn, chief, line, &rules::EXHAUSTED, "it decided what the last parties did");
    *stand == Stand::Convert
}
