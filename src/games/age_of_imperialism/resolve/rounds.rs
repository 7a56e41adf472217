//! A land battle, round by round (im40, im47).

use super::battle::{Battle, End, Role};
use super::operation::Operation;
use super::{Cycle, asks, drm, fire, losses, retreat};
use crate::games::age_of_imperialism::events::{Event, Party};
use crate::games::age_of_imperialism::force::Kind;
use crate::games::age_of_imperialism::order::Order;
use crate::games::age_of_imperialism::policies::Stand;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;

/// Fights until one side is gone.
pub fn run(turn: &mut Cycle<'_>, op: &mut Operation, battle: &mut Battle) -> End {
    if let Some(end) = decided(turn, op, battle) {
        return end;
    }
    while battle.round < turn.game().format.battle.rounds.value {
        turn.next_moment();
        battle.round += 1;
        play(turn, battle);
        let end = decided(turn, op, battle).or_else(|| retreat::offered(turn, op, battle));
        if let Some(end) = end {
            return end;
        }
    }
    if !battle.is_revolt() {
        retreat::leave(turn, op, battle, Role::Attacker);
    }
    End::Won(Role::Defender)
}

/// Both sides fire at once, then both remove their losses.
fn play(turn: &mut Cycle<'_>, battle: &mut Battle) {
    let round = battle.round;
    turn.record(&rules::ROUND, Event::RoundBegan { at: battle.at.clone(), round });
    let drms = drm::reckon(turn, battle);
    for role in Role::BOTH {
        fire::modified(turn, battle, &drms, role);
    }
    let when = format!("round-{round}");
    let hits = Role::BOTH.map(|role| {
        let force = battle.active(&turn.state().open, role);
        fire::volley(turn, battle, role, &when, &force, &drms)
    });
    let [by_attacker, by_defender] = hits;
    let attackers = losses::toll(turn, battle, Role::Attacker, by_defender);
    let defenders = losses::toll(turn, battle, Role::Defender, by_attacker);
    losses::suffer(turn, battle, &rules::LOSSES, Role::Attacker, &attackers);
    losses::suffer(turn, battle, &rules::LOSSES, Role::Defender, &defenders);
}

/// How the battle ends, if a side has no brigade left. One that has only parties must go.
fn decided(turn: &mut Cycle<'_>, op: &mut Operation, battle: &mut Battle) -> Option<End> {
    let winner = match battle.brigades(&turn.state().open) {
        (0, 0) => return Some(exhausted(turn, op, battle)),
        (_, 0) => Role::Attacker,
        (0, _) => Role::Defender,
        _ => return None,
    };
    retreat::leave(turn, op, battle, winner.other());
    Some(End::Won(winner))
}

/// Neither side has a brigade (im47).
fn exhausted(turn: &mut Cycle<'_>, op: &mut Operation, battle: &mut Battle) -> End {
    battle.exhausted = true;
    let natives = Role::BOTH.into_iter().find(|role| battle.side(*role).party == Party::Natives);
    if let Some(natives) = natives {
        retreat::leave(turn, op, battle, natives.other());
        return End::Won(natives);
    }
    retreat::leave(turn, op, battle, Role::Attacker);
    last_stand(turn, op, battle)
}

/// The defender's last parties retreat, or one of them becomes an infantry brigade.
fn last_stand(turn: &mut Cycle<'_>, op: &mut Operation, battle: &mut Battle) -> End {
    let side = battle.force(&turn.state().open, Role::Defender);
    if side.is_empty() {
        return End::Deserted;
    }
    let places = retreat::places(turn, op, battle, Role::Defender);
    if !stays(turn, battle)
        && let Some(to) = places.first()
    {
        retreat::go(turn, op, battle, Role::Defender, to);
        return End::Deserted;
    }
    let sequence = losses::sequence(turn, battle, Role::Defender);
    let mut parties = sequence.into_iter().filter(|kind| !kind.is_brigade());
    let land = turn.state().open.land(&battle.at);
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
fn stays(turn: &mut Cycle<'_>, battle: &Battle) -> bool {
    let Some(chief) = battle.defender.chief else { return false };
    let policies = turn.picked(&chief.seat(), asks!(Order::LastStand(stand) => *stand));
    let Some((line, stand)) = policies.first() else { return false };
    turn.used(&chief.seat(), line, &rules::EXHAUSTED, Reason::StandUsed);
    *stand == Stand::Convert
}
