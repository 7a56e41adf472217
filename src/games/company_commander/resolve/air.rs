//! Automatic fire at what flies (cc53).

use super::super::events::Event;
use super::super::names::Unit;
use super::super::rules;
use super::{Cycle, shooting, watch};

/// All that can fires at a flying unit, once each (cc53). Returns true if anything does.
pub fn defend(turn: &mut Cycle<'_>, target: &Unit) -> bool {
    let (game, state) = (turn.game(), turn.state());
    let Some(flyer) = state.piece(target) else { return false };
    let (Some(at), side) = (flyer.at(), flyer.side) else { return false };
    let row = game.format.kind(&flyer.kind);
    let (class, save) = (row.class, row.save);
    let able = |unit: &&Unit| {
        let Some(piece) = state.piece(unit) else { return false };
        let Some((gun, from)) = game.format.kind(&piece.kind).anti_air.as_ref().zip(piece.at())
        else {
            return false;
        };
        let again = state.secret.stocks.get(*unit).is_some_and(|it| it.engaged.contains(target));
        !piece.suppressed && !again && gun.at.contains(&class) && from.0.distance(at.0) <= gun.range
    };
    let guns: Vec<Unit> =
        state.of(side.other()).map(|(unit, _)| unit).filter(able).cloned().collect();
    let any = !guns.is_empty();
    for unit in guns {
        let Some(piece) = turn.state().piece(&unit) else { continue };
        let percent = game.format.kind(&piece.kind).anti_air.as_ref().map_or(0, |gun| gun.percent);
        let mut draw = turn.chance().draw(&["anti-air", unit.as_str(), target.as_str()]);
        let roll = draw.die(100);
        let mut dice = vec![roll];
        if roll <= percent {
            dice.push(draw.die(6));
        }
        let hit = dice.get(1).is_some_and(|die| *die >= save);
        let name = draw.name();
        shooting::unseen(turn, &unit, target);
        let event = Event::AntiAir { unit, target: target.clone(), percent, dice, hit };
        turn.record_drawn(&rules::ANTI_AIR, name, event);
        if hit {
            shooting::damage(turn, target, 1);
        }
        if turn.state().piece(target).is_none() {
            // What it alone saw is seen no more.
            watch::everything(turn);
            return true;
        }
    }
    any
}
