//! How brigades fire (im40, im44, im45).

use super::battle::{Battle, Role};
use super::drm::{self, Drms};
use super::{Cycle, losses};
use crate::engine::Rule;
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::Event;
use crate::games::age_of_imperialism::force::Force;
use crate::games::age_of_imperialism::rules;

/// Tells the DRM of a side.
pub fn modified(turn: &mut Cycle<'_>, battle: &Battle, drms: &Drms, role: Role) {
    let side = battle.side(role).party;
    turn.record(&drms.rule, Event::Modified { side, drm: drms.of(role) });
}

/// The brigades of a force roll; how many hits they score. Those that landed have a DRM of their
/// own, if only a part did (im44).
pub fn volley(
    turn: &mut Cycle<'_>,
    battle: &Battle,
    role: Role,
    when: &str,
    force: &Force,
    drms: &Drms,
) -> u32 {
    let game = turn.game();
    let all = force.brigades();
    if all == 0 {
        return 0;
    }
    let apart = role == Role::Attacker && drms.landed != 0;
    let landed = if apart { battle.landed.brigades().min(all) } else { 0 };
    let sides = u8::try_from(game.format.battle.sides.value).unwrap_or(u8::MAX);
    let labels = ["battle", battle.mover.name(), battle.at.as_str(), when, role.name()];
    let mut draw = turn.chance().draw(&labels);
    let name = draw.name();
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
        turn.record_drawn(rule, name.clone(), Event::Volley { side, dice, drm, hits });
    }
    total
}

/// Hits of a modified die (im40).
pub(in crate::games::age_of_imperialism) fn hits(game: &AgeOfImperialism, value: i32) -> u32 {
    let table = &game.format.battle;
    let reached = |number: u32| i64::from(value) >= i64::from(number);
    u32::from(reached(table.hit.value)) + u32::from(reached(table.two_hits.value))
}

/// Units that retreat onto fleets are fired upon once more and do not fire themselves (im45).
pub fn parting_shot(turn: &mut Cycle<'_>, battle: &mut Battle, role: Role) {
    battle.round += 1;
    let firing = role.other();
    let force = battle.active(&turn.state().open, firing);
    if force.brigades() == 0 {
        return;
    }
    let drms = drm::reckon(turn, battle);
    modified(turn, battle, &drms, firing);
    let hits = volley(turn, battle, firing, "retreat", &force, &drms);
    let lost = losses::toll(turn, battle, role, hits);
    losses::suffer(turn, battle, &rules::REEMBARK, role, &lost);
}
