//! The fire procedure (cc35 to cc50).

use super::super::events::{Effect, Event, How, Strike};
use super::super::names::{Unit, Weapon, Zone};
use super::super::rules;
use super::super::shot::{Salvo, Shot, Versus};
use super::super::state::{Piece, Post, State};
use super::super::switches::{Fog, Soft, Twice};
use super::{Cycle, watch};
use crate::engine::Rule;
use crate::engine::board::hex::Facing;
use crate::engine::chance::draw::Draw;

/// A unit attacks another (cc25). The draws are named after `label`.
pub fn attack(turn: &mut Cycle<'_>, unit: &Unit, target: &Unit, shot: &Shot, label: &str) {
    turn.next_moment();
    let Some(at) = turn.state().piece(target).and_then(Piece::at) else { return };
    if let Some(facing) = shot.turn {
        let event = Event::Turned { unit: unit.clone(), facing, counts: true };
        turn.record(&rules::FACING, event);
    }
    let Some(shooter) = turn.state().piece(unit).cloned() else { return };
    if let Some(from) = shooter.at() {
        watch::appears(turn, unit, &Piece { fired: true, ..shooter.clone() }, from);
    }
    let how = shot.how;
    let event = Event::Attacked { unit: unit.clone(), how, target: target.clone(), at };
    turn.record(&rule(how), event);
    match how {
        How::Assault => assault(turn, unit, target, label),
        How::Direct | How::Overwatch => {
            let fired = direct(turn, unit, target, shot, label);
            spend(turn, unit, fired);
        }
        How::Suicide => {
            direct(turn, unit, target, shot, label);
            turn.record(&rules::DRONES, Event::Left { unit: unit.clone() });
        }
        How::Indirect => {
            let weapons: Vec<Weapon> = shot.salvos.iter().map(|it| it.weapon.clone()).collect();
            indirect(turn, unit, at, &weapons, label);
            spend(turn, unit, weapons);
        }
    }
    watch::everything(turn);
}

/// A unit fires into a hex, whoever is there (cc68).
pub fn shell(turn: &mut Cycle<'_>, unit: &Unit, at: Zone, weapons: Vec<Weapon>) {
    turn.next_moment();
    let Some(shooter) = turn.state().piece(unit).cloned() else { return };
    if let Some(from) = shooter.at() {
        watch::appears(turn, unit, &Piece { fired: true, ..shooter }, from);
    }
    turn.record(&rules::SHELLING, Event::Shelled { unit: unit.clone(), at });
    indirect(turn, unit, at, &weapons, "fire");
    spend(turn, unit, weapons);
    watch::everything(turn);
}

/// What was fired is gone, where shots are counted (cc18).
fn spend(turn: &mut Cycle<'_>, unit: &Unit, fired: Vec<Weapon>) {
    let (game, state) = (turn.game(), turn.state());
    let counted = |weapon: &Weapon| game.shots_left(state, unit, weapon).is_some();
    let weapons: Vec<Weapon> = fired.into_iter().filter(counted).collect();
    if !weapons.is_empty() && state.piece(unit).is_some() {
        turn.record(&rules::AMMO, Event::Spent { unit: unit.clone(), weapons });
    }
}

fn rule(how: How) -> Rule {
    match how {
        How::Direct | How::Indirect => rules::ATTACK,
        How::Overwatch => rules::OVERWATCH,
        How::Assault => rules::ASSAULT,
        How::Suicide => rules::DRONES,
    }
}

/// Who is shot at learns of it, even if nobody of its side sees who shoots (cc51).
pub fn unseen(turn: &mut Cycle<'_>, unit: &Unit, target: &Unit) {
    let (game, state) = (turn.game(), turn.state());
    let Some(piece) = state.piece(target) else { return };
    let same = state.piece(unit).is_some_and(|shooter| shooter.side == piece.side);
    if game.switches.fog == Fog::Sight && !same && !game.knows(state, piece.side, unit) {
        turn.record(&rules::FOG, Event::Struck { unit: target.clone() });
    }
}

/// Direct fire with all weapons, until the target is gone. Returns those that fired.
fn direct(
    turn: &mut Cycle<'_>,
    unit: &Unit,
    target: &Unit,
    shot: &Shot,
    label: &str,
) -> Vec<Weapon> {
    let mut fired = Vec::new();
    unseen(turn, unit, target);
    for (n, salvo) in shot.salvos.iter().enumerate() {
        // A hit of one weapon changes what the next one meets.
        let now = again(turn, unit, target, &salvo.weapon, shot.turn.is_some());
        let Some(salvo) = now else { break };
        volley(turn, unit, target, &salvo, &[label, unit.as_str(), &(n + 1).to_string()]);
        fired.push(salvo.weapon);
    }
    fired
}

/// The attacks of a weapon as its target is now; `None` if that is gone.
fn again(
    turn: &Cycle<'_>,
    unit: &Unit,
    target: &Unit,
    weapon: &Weapon,
    turns: bool,
) -> Option<Salvo> {
    let (game, state) = (turn.game(), turn.state());
    let pair = game.facing_each_other(state, unit, target)?;
    Some(pair.salvo(weapon, game.format.weapon(weapon), turns))
}

/// Indirect fire: where it falls, who is there, who is near (cc37, cc47).
fn indirect(turn: &mut Cycle<'_>, unit: &Unit, aim: Zone, weapons: &[Weapon], label: &str) {
    let game = turn.game();
    let Some(shooter) = turn.state().piece(unit) else { return };
    let astray = game.format.quality[&shooter.quality].scatter;
    let mut draw = turn.chance().draw(&["scatter", unit.as_str()]);
    let die = draw.die(6);
    let mut at = aim;
    if die <= astray {
        let way = Facing::ALL[usize::from(draw.die(6) - 1)];
        let stray = aim.0.ahead(way, 1).map(Zone).filter(|at| game.field.holds(*at));
        at = stray.unwrap_or(aim);
    }
    let name = draw.name();
    if at != aim {
        let event = Event::Scattered { unit: unit.clone(), die, at };
        turn.record_drawn(&rules::SCATTER, name, event);
    }
    for (n, weapon) in weapons.iter().enumerate() {
        let number = (n + 1).to_string();
        let first = game.occupant(turn.state(), at, false).cloned();
        if let Some(first) = &first {
            strike(turn, unit, first, weapon, &[label, unit.as_str(), &number]);
        }
        barrage(turn, unit, at, first.as_ref(), weapon, &number);
    }
}

fn strike(turn: &mut Cycle<'_>, unit: &Unit, target: &Unit, weapon: &Weapon, label: &[&str]) {
    unseen(turn, unit, target);
    if let Some(salvo) = again(turn, unit, target, weapon, false) {
        volley(turn, unit, target, &salvo, label);
    }
}

/// Others near the place where a barrage falls (cc47).
fn barrage(
    turn: &mut Cycle<'_>,
    unit: &Unit,
    at: Zone,
    first: Option<&Unit>,
    weapon: &Weapon,
    number: &str,
) {
    let game = turn.game();
    let row = &game.format.blasts[&game.format.weapon(weapon).blast];
    let near = |piece: &Piece| {
        let kind = game.format.kind(&piece.kind);
        let far = piece.at().map(|there| there.0.distance(at.0));
        far.filter(|far| *far <= row.radius && row.radius > 0 && !kind.flies())
    };
    let mut others: Vec<(u32, Unit)> = (turn.state().secret.units.iter())
        .filter(|(other, _)| Some(*other) != first && *other != unit)
        .filter_map(|(other, piece)| Some((near(piece)?, other.clone())))
        .collect();
    others.sort();
    for (_, other) in others {
        if turn.state().piece(&other).is_none() {
            continue;
        }
        let mut draw = turn.chance().draw(&["barrage", unit.as_str(), number, other.as_str()]);
        let die = draw.die(100);
        let (name, struck) = (draw.name(), die <= row.chance);
        let target = other.clone();
        let event = Event::Spread { unit: unit.clone(), target, die, struck };
        turn.record_drawn(&rules::BARRAGE, name, event);
        if struck {
            let label = ["blast", unit.as_str(), number, other.as_str()];
            strike(turn, unit, &other, weapon, &label);
        }
    }
}

/// The attacks of one weapon: all are rolled, then what they do happens (cc35).
fn volley(turn: &mut Cycle<'_>, unit: &Unit, target: &Unit, salvo: &Salvo, label: &[&str]) {
    let soft = turn.game().switches.soft;
    let mut draw = turn.chance().draw(label);
    let attacks = u8::try_from(salvo.attacks).unwrap_or(u8::MAX);
    let dice = draw.dice(attacks, 10);
    let hits = dice.iter().filter(|die| **die <= salvo.needed).count();
    let strikes: Vec<Strike> = (0..hits).map(|_| rolled(&mut draw, soft, &salvo.versus)).collect();
    let name = draw.name();
    let effects: Vec<Effect> = strikes.iter().map(|strike| strike.effect).collect();
    let event = Event::Volley {
        unit: unit.clone(),
        target: target.clone(),
        weapon: salvo.weapon.clone(),
        needed: salvo.needed,
        mods: salvo.mods.clone(),
        dice,
        strikes,
    };
    turn.record_drawn(&rules::TO_HIT, name, event);
    suffer(turn, target, &effects);
}

/// A hit rolled out (cc38, cc40, cc42 to cc44).
fn rolled(draw: &mut Draw<'_>, soft: Soft, versus: &Versus) -> Strike {
    let mut dice = Vec::new();
    let effect = match versus {
        Versus::Hard { over, save, percent } => {
            dice.push(draw.die(6));
            let net = over - i64::from(dice[0]);
            let saved = net >= 0 && *save > 0 && {
                let die = draw.die(6);
                dice.push(die);
                die <= *save
            };
            if net < 0 || saved {
                Effect::None
            } else {
                let die = draw.die(100);
                dice.push(die);
                match (net > 0, die <= *percent) {
                    (true, true) => Effect::Damaged,
                    (true, false) | (false, true) => Effect::Suppressed,
                    (false, false) => Effect::None,
                }
            }
        }
        Versus::Soft { save, strength } => {
            if *save > 0 {
                dice.push(draw.die(6));
            }
            if dice.first().is_some_and(|die| die <= save) {
                Effect::None
            } else {
                let die = draw.die(6);
                dice.push(die);
                let most = match soft {
                    Soft::UpTo => *strength,
                    Soft::Below => *strength - 1,
                };
                match die {
                    die if die <= most => Effect::Damaged,
                    die if die == most + 1 => Effect::Suppressed,
                    _ => Effect::None,
                }
            }
        }
    };
    Strike { dice, effect }
}

/// A close assault (cc48, cc49).
fn assault(turn: &mut Cycle<'_>, unit: &Unit, target: &Unit, label: &str) {
    let (game, state) = (turn.game(), turn.state());
    let Some((own, enemy)) = state.piece(unit).zip(state.piece(target)) else { return };
    let storm = game.storm(own, enemy);
    let mut draw = turn.chance().draw(&[label, unit.as_str(), "assault"]);
    let mut dice = vec![draw.die(6)];
    if dice[0] >= storm.needed {
        dice.push(draw.die(6));
    }
    if dice.get(1).is_some_and(|die| *die <= storm.weapon) {
        dice.push(draw.die(6));
    }
    let effect = match dice.get(2) {
        None => Effect::None,
        Some(1 | 2) => Effect::Suppressed,
        Some(_) => Effect::Destroyed,
    };
    let name = draw.name();
    let event = Event::Assaulted {
        unit: unit.clone(),
        target: target.clone(),
        needed: storm.needed,
        weapon: storm.weapon,
        dice,
        effect,
    };
    turn.record_drawn(&rules::ASSAULT, name, event);
    suffer(turn, target, &[effect]);
}

/// What hits do to a unit, one after another (cc2, cc16, cc17).
fn suffer(turn: &mut Cycle<'_>, unit: &Unit, effects: &[Effect]) {
    let twice = turn.game().switches.twice_suppressed;
    let Some(piece) = turn.state().piece(unit) else { return };
    let (mut suppressed, mut losses, mut gone) = (piece.suppressed, 0_u8, false);
    for effect in effects {
        match effect {
            Effect::None => {}
            Effect::Damaged => losses += 1,
            Effect::Destroyed => gone = true,
            Effect::Suppressed if suppressed => match twice {
                Twice::Damaged => losses += 1,
                Twice::Destroyed => gone = true,
            },
            Effect::Suppressed => suppressed = true,
        }
    }
    let (strength, held) = (piece.strength, suppressed && !piece.suppressed);
    if gone || losses >= strength {
        return destroy(turn, unit);
    }
    if losses > 0 {
        turn.record(&rules::DAMAGE, Event::Damaged { unit: unit.clone(), losses });
    }
    if held {
        turn.record(&rules::SUPPRESSED, Event::Suppressed { unit: unit.clone() });
    }
}

/// A unit loses strength (cc2).
pub fn damage(turn: &mut Cycle<'_>, unit: &Unit, losses: u8) {
    let strength = turn.state().piece(unit).map_or(0, |piece| piece.strength);
    if losses >= strength {
        destroy(turn, unit);
    } else {
        turn.record(&rules::DAMAGE, Event::Damaged { unit: unit.clone(), losses });
    }
}

/// A unit is destroyed, with all that it carries (cc2, cc12).
fn destroy(turn: &mut Cycle<'_>, unit: &Unit) {
    let aboard = |state: &State| -> Vec<Unit> {
        let here = |piece: &Piece| piece.post == Post::Aboard(unit.clone());
        let all = state.secret.units.iter().filter(|(_, piece)| here(piece));
        all.map(|(rider, _)| rider.clone()).collect()
    };
    let riders = aboard(turn.state());
    turn.record(&rules::DAMAGE, Event::Destroyed { unit: unit.clone() });
    for unit in riders {
        turn.record(&rules::MOUNTING, Event::Destroyed { unit });
    }
}
