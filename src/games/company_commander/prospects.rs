//! What units of the reader's could do next: shots as things stand and after a move.

use std::collections::BTreeMap;

use super::CompanyCommander;
use super::events::How;
use super::format::Trait;
use super::names::{Unit, Zone};
use super::odds::{self, Chances};
use super::said::each;
use super::shot::{Salvo, Shot};
use super::side::Side;
use super::sight::View;
use super::state::{Contact, Piece, Post, State, Step};
use super::switches::Exchange;
use crate::base::words::count;
use crate::page::Table;

/// Lines of a table at most.
const LINES: usize = 40;

/// With more pairs of a unit and an enemy in sight no better shots after moves are looked for.
const PAIRS: usize = 400;

/// A shot that a unit has.
pub struct Prospect {
    /// Who fires.
    pub unit: Unit,
    /// At whom.
    pub target: Unit,
    /// How far that is; `None` from off the map.
    far: Option<u32>,
    /// With what.
    with: String,
    /// What it may do.
    pub chances: Chances,
}

/// The tables.
pub fn tables(game: &CompanyCommander, view: &View, side: Side) -> Vec<Table> {
    let state = view.believed();
    let mut tables = Vec::new();
    if acts(game, view, side) {
        let now = shots(game, &state, side, false);
        tables.extend(shown(&now, format!("Shots of {} as things stand", side.title())));
        tables.extend(after_moves(game, &state, side, &now));
    } else if view.open.step == Step::Turn {
        let caption = format!(
            "Shots of {} on overwatch, at an enemy who shoots from where it stands now; without an order from {}% on",
            side.title(),
            game.format.numbers.overwatch.value
        );
        tables.extend(shown(&answers(game, &state, side), caption));
    }
    if view.open.step == Step::Turn {
        let caption = format!(
            "What enemies in sight could do to units of {} in their next turn, from where they stand",
            side.title()
        );
        tables.extend(shown(&threats(game, &state, side), caption));
    }
    tables
}

/// True if the side moves and shoots in the coming cycle.
pub fn acts(game: &CompanyCommander, view: &View, side: Side) -> bool {
    let both = game.switches.exchange == Exchange::Both;
    view.open.step == Step::Turn && (both || view.open.active == side)
}

/// The number of the side's turn that began last; 0 before the first.
pub fn begun(game: &CompanyCommander, view: &View, side: Side) -> u32 {
    let open = &view.open;
    let both = game.switches.exchange == Exchange::Both;
    match open.step {
        Step::Deployment => 0,
        Step::Turn | Step::Over if both || side == open.active || side == game.field.first => {
            open.turn
        }
        // The enemy's turn comes first.
        Step::Turn | Step::Over => open.turn.saturating_sub(1),
    }
}

/// The number of the turn in which the side moves and shoots next.
pub fn next_turn(game: &CompanyCommander, view: &View, side: Side) -> u32 {
    begun(game, view, side) + u32::from(!acts(game, view, side))
}

/// How many turns a side has had at most since one of its units was seen last.
pub fn since(game: &CompanyCommander, view: &View, side: Side, contact: &Contact) -> u32 {
    next_turn(game, view, side).saturating_sub(contact.turn.max(1))
}

/// Each shot that a side has as things stand, those of one unit together, the best first (cc67); on `watch` those
/// that it can fire in the enemy's turn (cc19).
pub fn shots(game: &CompanyCommander, state: &State, side: Side, watch: bool) -> Vec<Prospect> {
    let mut all = Vec::new();
    for (unit, piece) in state.of(side).filter(|(_, piece)| !watch || game.watches(piece)) {
        let found = game.known(state, side).filter_map(|(target, _, at)| {
            let shot = game.shot(state, unit, target, watch).ok()?;
            let chances = game.chances(state, unit, target, &shot);
            let far = piece.at().map(|from| from.0.distance(at.0));
            let with = with(game, state, side, &shot);
            Some(Prospect { unit: unit.clone(), target: target.clone(), far, with, chances })
        });
        let mut own: Vec<Prospect> = found.collect();
        own.sort_by_key(|it| std::cmp::Reverse(it.chances.exact));
        all.extend(own);
    }
    all
}

/// Each shot that a side has in the enemy's turn: at an enemy who has just shot, for nobody fires on overwatch before
/// that, or a step, and who shot is not cautious (cc15, cc19). What is suppressed does neither.
pub fn answers(game: &CompanyCommander, state: &State, side: Side) -> Vec<Prospect> {
    let mut then = state.clone();
    for piece in then.secret.units.values_mut().filter(|piece| piece.side != side) {
        piece.fired = true;
    }
    let mut all = shots(game, &then, side, true);
    all.retain(|it| then.piece(&it.target).is_some_and(|piece| !piece.suppressed));
    all
}

/// Targets of an enemy that are named.
const TARGETS: usize = 2;

/// The shots that enemies in sight have in their next turn if nobody moves before, the best of each: at what they see,
/// with all the ammunition that they began with, for no more is known (cc51).
pub fn threats(game: &CompanyCommander, state: &State, side: Side) -> Vec<Prospect> {
    let own: Vec<(&Unit, Zone)> =
        state.of(side).filter_map(|(unit, it)| Some((unit, it.at()?))).collect();
    let of = |shots: Vec<Prospect>| shots.into_iter().take(TARGETS);
    aimed(game, state, side, &own).into_iter().flat_map(of).collect()
}

/// For each enemy in sight the shots that they have in their next turn at these units, if their side sees all of them,
/// the best first.
fn aimed(
    game: &CompanyCommander,
    state: &State,
    side: Side,
    own: &[(&Unit, Zone)],
) -> Vec<Vec<Prospect>> {
    let mut then = state.clone();
    let turn = state.open.turn;
    let known = then.secret.contacts.entry(side.other()).or_default();
    known.extend(
        own.iter().map(|(unit, at)| ((*unit).clone(), Contact { now: true, at: *at, turn })),
    );
    for piece in then.secret.units.values_mut().filter(|piece| piece.side != side) {
        (piece.moved, piece.turned, piece.busy, piece.fired) = (false, false, false, false);
    }
    let enemies = game.known(state, side).map(|(enemy, _, from)| {
        let found = own.iter().filter_map(|(target, at)| {
            let shot = game.shot(&then, enemy, target, false).ok()?;
            let chances = game.chances(&then, enemy, target, &shot);
            let with = with(game, &then, side.other(), &shot);
            let (unit, target) = (enemy.clone(), (*target).clone());
            let far = Some(from.0.distance(at.0));
            (chances.exact > 0).then_some(Prospect { unit, target, far, with, chances })
        });
        let mut shots: Vec<Prospect> = found.collect();
        shots.sort_by_key(|it| std::cmp::Reverse(it.chances.exact));
        shots
    });
    enemies.collect()
}

/// The enemy in sight who costs a unit strength most likely in their next turn, once it has moved and shot, and how
/// likely.
fn answer(game: &CompanyCommander, state: &State, unit: &Unit, at: Zone, piece: Piece) -> String {
    let mut after = state.clone();
    let side = piece.side;
    after.secret.units.insert(unit.clone(), Piece { fired: true, ..piece });
    let worst = aimed(game, &after, side, &[(unit, at)]).into_iter().flatten();
    let worst = worst.max_by_key(|it| it.chances.exact);
    worst.map_or("nobody".to_owned(), |it| format!("{} {}%", it.unit, it.chances.loss))
}

/// What is fired, weapon by weapon; what can do nothing to the target is left out beside what can.
fn with(game: &CompanyCommander, state: &State, side: Side, shot: &Shot) -> String {
    if shot.how == How::Assault {
        return "close assault".to_owned();
    }
    let jammed = game.sees_jammer(state, side);
    let known = |salvo: &Salvo| {
        let salvo = salvo.clone();
        if jammed { salvo } else { salvo.undisturbed() }
    };
    let all: Vec<Salvo> = shot.salvos.iter().map(known).collect();
    let title = |salvo: &Salvo| game.format.weapon(&salvo.weapon).title.clone();
    let harms = |salvo: &&Salvo| odds::harm(game.switches.soft, &salvo.versus) != (0, 0);
    let told = all.iter().filter(harms).map(|salvo| {
        let title = title(salvo);
        // A weapon that also fires directly says so in its name.
        let says = shot.how != How::Indirect || title.ends_with("indirect");
        let indirect = if says { "" } else { ", indirect" };
        let shots = count(salvo.attacks, "shot");
        format!("{title}{indirect}: {shots} at {}%", 10 * u32::from(salvo.needed))
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() {
        return format!("{}: no harm to its armor", each(all.iter().map(title)));
    }
    told.join("; ")
}

/// The chances, as cells.
fn percents(chances: &Chances) -> [String; 3] {
    [chances.harm, chances.loss, chances.kill].map(|number| format!("{number}%"))
}

fn shown(shots: &[Prospect], caption: String) -> Option<Table> {
    let row = |it: &Prospect| {
        let far = it.far.map_or(String::new(), |far| far.to_string());
        let [harm, loss, kill] = percents(&it.chances);
        [it.unit.to_string(), it.target.to_string(), far, it.with.clone(), harm, loss, kill]
    };
    let columns =
        ["Unit", "Target", "Hexes", "Fires", "Suppresses or worse", "Costs strength", "Destroys"];
    let table = Table::new().caption(caption);
    let rows = shots.iter().take(LINES).map(row);
    (!shots.is_empty()).then(|| table.lefts(columns).rows(rows))
}

/// For each unit the shots after a move that cost an enemy strength most likely, if that is more likely than from where
/// the unit is, and who can shoot at it there.
fn after_moves(
    game: &CompanyCommander,
    state: &State,
    side: Side,
    now: &[Prospect],
) -> Option<Table> {
    let best = |unit: &Unit, target: &Unit| {
        let own = now.iter().filter(|it| it.unit == *unit && it.target == *target);
        own.map(|it| it.chances.exact).max().unwrap_or(0)
    };
    if state.of(side).count() * game.known(state, side).count() > PAIRS {
        return None;
    }
    let own = state.of(side).flat_map(|(unit, piece)| {
        let mut shots = after_move(game, state, unit, piece);
        shots.retain(|it| it.shot.chances.exact > best(unit, &it.shot.target));
        shots.sort_by_key(|it| std::cmp::Reverse(it.shot.chances.exact));
        shots.into_iter().take(TARGETS)
    });
    let rows: Vec<_> = own
        .take(LINES)
        .map(|Moved { at, shot: it, piece, .. }| {
            let [harm, loss, kill] = percents(&it.chances);
            let answer = answer(game, state, &it.unit, at, piece);
            let (unit, place, target) =
                (it.unit.to_string(), at.to_string(), it.target.to_string());
            [unit, place, target, it.with, harm, loss, kill, answer]
        })
        .collect();
    let columns = [
        "Unit",
        "Moves to",
        "Target",
        "Fires",
        "Suppresses or worse",
        "Costs strength",
        "Destroys",
        "Exposed to",
    ];
    let caption = format!(
        "Better shots of {} after a move, if nothing stops it; and the enemy in sight who could then cost it strength \
         most likely, from where they stand",
        side.title()
    );
    (!rows.is_empty()).then(|| Table::new().caption(caption).lefts(columns).rows(rows))
}

/// A shot after a move.
struct Moved {
    /// Where the unit moves.
    at: Zone,
    /// How likely it costs strength, and from cover or not.
    merit: (u128, bool),
    /// The shot.
    shot: Prospect,
    /// The unit there.
    piece: Piece,
}

/// The best shot of a unit at each enemy after a move that leaves it a shot: what costs strength most likely, from cover
/// where that is alike, and from the nearest hex where that is alike too.
fn after_move(game: &CompanyCommander, state: &State, unit: &Unit, piece: &Piece) -> Vec<Moved> {
    let kind = game.format.kind(&piece.kind);
    let reach = game.reach(state, unit, kind, true);
    let Some(from) = may_go(game, piece) else { return Vec::new() };
    let enemies: Vec<(Unit, Zone)> =
        game.known(state, piece.side).map(|(enemy, _, at)| (enemy.clone(), at)).collect();
    let ways = game.ways(state, unit, from, game.allowance(piece, false), false);
    let mut there = state.clone();
    let mut best: BTreeMap<Unit, Moved> = BTreeMap::new();
    for at in ways.hexes() {
        let near = |to: &Zone| at.0.distance(to.0) <= reach;
        if !enemies.iter().any(|(_, to)| near(to)) {
            continue;
        }
        let Some((path, ..)) = ways.to(at) else { continue };
        let last = path.iter().rev().nth(1).copied().unwrap_or(from);
        let facing = last.0.facing_to(at.0).unwrap_or(piece.facing);
        let moved = Piece { post: Post::On(at), facing, moved: true, ..piece.clone() };
        there.secret.units.insert(unit.clone(), moved.clone());
        for (target, to) in enemies.iter().filter(|(_, to)| near(to)) {
            let Ok(shot) = game.shot(&there, unit, target, false) else { continue };
            let chances = game.chances(&there, unit, target, &shot);
            let merit = (chances.exact, game.covered(at));
            if chances.loss > 0 && best.get(target).is_none_or(|most| merit > most.merit) {
                let far = Some(at.0.distance(to.0));
                let with = with(game, &there, piece.side, &shot);
                let shot =
                    Prospect { unit: unit.clone(), target: target.clone(), far, with, chances };
                best.insert(target.clone(), Moved { at, merit, shot, piece: moved.clone() });
            }
        }
    }
    best.into_values().collect()
}

/// Where a unit is that may still move and shoot.
fn may_go(game: &CompanyCommander, piece: &Piece) -> Option<Zone> {
    let kind = game.format.kind(&piece.kind);
    let idle = !piece.moved && !piece.fired && !piece.busy && !piece.suppressed;
    piece.at().filter(|_| idle && !kind.is(Trait::SetUp) && kind.speed > 0)
}
