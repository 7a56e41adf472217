//! What is fought for, and how it ends (cc60 to cc62).

use super::super::CompanyCommander;
use super::super::events::{Ending, Event};
use super::super::names::Unit;
use super::super::order::Order;
use super::super::reasons::Reason;
use super::super::rules;
use super::super::said::ending;
use super::super::side::Side;
use super::super::state::{Open, State, Step};
use super::Cycle;
use crate::engine::Outcome;

/// A unit takes the objective in whose hex it is (cc60).
pub fn take(turn: &mut Cycle<'_>, unit: &Unit) {
    let (game, state) = (turn.game(), turn.state());
    let Some(piece) = state.piece(unit) else { return };
    let (Some(at), side) = (piece.at(), piece.side) else { return };
    let found = game.field.objectives.iter().find(|(_, objective)| objective.at == at);
    let Some((place, _)) = found else { return };
    let held = state.open.held.get(place) == Some(&side);
    if !held && !game.format.kind(&piece.kind).flies() {
        turn.record(&rules::OBJECTIVES, Event::Took { side, place: place.clone() });
    }
}

/// True if a side has lost too much: nothing more happens but the end (cc61).
pub fn is_broken(turn: &Cycle<'_>) -> bool {
    let (game, open) = (turn.game(), &turn.state().open);
    Side::BOTH.into_iter().any(|side| game.broke(open, side))
}

/// True if the game is over, because a side has lost too much (cc61).
pub fn broken(turn: &mut Cycle<'_>) -> bool {
    let (game, open) = (turn.game(), &turn.state().open);
    let winner = match Side::BOTH.map(|side| game.broke(open, side)) {
        [false, false] => return false,
        [true, false] => Some(Side::Red),
        [false, true] => Some(Side::Blue),
        [true, true] => {
            let winner = ahead(game, open);
            end(turn, winner, Ending::BothBroken);
            return true;
        }
    };
    end(turn, winner, Ending::Broken);
    true
}

/// The last turn is over: who has more points wins (cc61).
pub fn time(turn: &mut Cycle<'_>) {
    let winner = ahead(turn.game(), &turn.state().open);
    end(turn, winner, Ending::Time);
}

/// Who has more points.
fn ahead(game: &CompanyCommander, open: &Open) -> Option<Side> {
    let [blue, red] = Side::BOTH.map(|side| game.points(open, side));
    match blue.cmp(&red) {
        std::cmp::Ordering::Greater => Some(Side::Blue),
        std::cmp::Ordering::Less => Some(Side::Red),
        std::cmp::Ordering::Equal => None,
    }
}

fn end(turn: &mut Cycle<'_>, winner: Option<Side>, why: Ending) {
    let points = turn.game().tally(&turn.state().open);
    let rule = match why {
        Ending::Time | Ending::Broken | Ending::BothBroken => &rules::ENDING,
        Ending::Conceded | Ending::BothConceded => &rules::CONCESSION,
    };
    turn.next_moment();
    turn.record(rule, Event::Ended { winner, why, points });
}

/// A side gives up before anything else happens (cc62). True if the game is over.
pub fn concede(turn: &mut Cycle<'_>) -> bool {
    if turn.state().open.step == Step::Over {
        return false;
    }
    let mut gave = Vec::new();
    for side in Side::BOTH {
        let lines =
            turn.picked(&side.seat(), |order| matches!(order, Order::Concede).then_some(()));
        if let Some((given, ())) = lines.into_iter().next() {
            gave.push(side);
            turn.used(&side.seat(), given, &rules::CONCESSION, Reason::Conceded);
        }
    }
    match gave[..] {
        [] => return false,
        [side] => end(turn, Some(side.other()), Ending::Conceded),
        _ => end(turn, None, Ending::BothConceded),
    }
    true
}

impl CompanyCommander {
    /// What a side's destroyed units were worth.
    pub fn lost(&self, open: &Open, side: Side) -> u32 {
        let lost = open.lost.iter().filter_map(|unit| self.field.units.get(unit));
        let lost = lost.filter(|roster| roster.side == side);
        lost.map(|roster| self.format.kind(&roster.kind).worth).sum()
    }

    /// True if a side has lost its share of the whole (cc61).
    fn broke(&self, open: &Open, side: Side) -> bool {
        let whole = self.field.worth(&self.format, side);
        self.lost(open, side) * 100 >= whole * self.field.breaks[&side] && whole > 0
    }

    /// The points of a side: what it holds, what it destroyed, its edge (cc60).
    pub fn points(&self, open: &Open, side: Side) -> u32 {
        let held = open.held.iter().filter(|(_, holder)| **holder == side);
        let held: u32 = held.map(|(place, _)| self.field.objectives[place].points).sum();
        held + self.lost(open, side.other()) + self.field.edge.get(&side).copied().unwrap_or(0)
    }

    /// The points of both sides.
    pub fn tally(&self, open: &Open) -> Vec<(Side, u32)> {
        Side::BOTH.into_iter().map(|side| (side, self.points(open, side))).collect()
    }

    /// How a position stands for a side, in tenths of a point: what it is ahead, and by how much its
    /// units on the map are worth more than those of the enemy, as strong as they are.
    pub(in super::super) fn standing(&self, state: &State, side: Side) -> i64 {
        let signed = |of: Side, number: i64| if of == side { number } else { -number };
        let ahead = self.tally(&state.open).into_iter();
        let ahead = ahead.map(|(of, points)| signed(of, 10 * i64::from(points)));
        let units = state.secret.units.values().map(|piece| {
            let kind = self.format.kind(&piece.kind);
            let left = 4 * i64::from(kind.worth) * i64::from(piece.strength);
            signed(piece.side, left / i64::from(kind.strength.max(1)))
        });
        ahead.chain(units).sum()
    }

    /// How the game ended, if it did.
    pub(in super::super) fn ended(&self, open: &Open) -> Option<Outcome> {
        let finale = open.finale.as_ref()?;
        let points = Side::BOTH.map(|side| self.points(open, side));
        let text = ending(finale.winner, finale.why, points);
        Some(Outcome { winners: finale.winner.into_iter().map(Side::seat).collect(), text })
    }
}
