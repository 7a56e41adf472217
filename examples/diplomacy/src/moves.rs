//! A movement phase: every order is judged at once, then told and answered.

use adjutant::prelude::*;

use crate::board::Board;
use crate::judge::{Came, Doing, Judged, Piece, Verdict, judge};
use crate::order::{Kind, Order, Reason};
use crate::place::Place;
use crate::power::Power;
use crate::state::{Event, Result as Ended, Unit, Why};
use crate::{
    CONTEST, CONVOY, Convoys, DISBAND, DISLODGE, DRAW, Diplomacy, HOLD, MOVE, SUPPORT, retreat,
};

/// A line that counts for a unit.
type Line<'a> = (Seat, &'a Given<Order>);

pub(crate) fn resolve(turn: &mut Turn<'_, Diplomacy>) {
    let game = turn.game();
    vote(turn);
    if turn.state().drawn {
        return;
    }
    let units = turn.state().units.clone();
    let lines: Vec<Option<Line<'_>>> = units.iter().map(|unit| line(turn, unit)).collect();
    let orders: Vec<Option<&Order>> =
        lines.iter().map(|line| line.as_ref().map(|(_, given)| &given.order)).collect();
    let pieces = pieces(&game.board, game.switches.convoys, &units, &orders);
    let Judged { verdicts, contested } = judge(&game.board, &pieces, game.paradox());
    let told = units.iter().zip(&pieces).zip(&verdicts).zip(&lines);
    for (((unit, piece), verdict), line) in told.clone() {
        tell(turn, unit, piece, verdict, line.as_ref());
    }
    turn.next_moment();
    for (unit, verdict) in units.iter().zip(&verdicts) {
        let Some(by) = verdict.by else { continue };
        let Doing::Move { convoy, .. } = pieces[by].doing else { continue };
        let from = (!convoy).then(|| units[by].at.province());
        turn.record(&DISLODGE, Event::Beaten { unit: *unit, by: units[by], from });
    }
    for ((unit, piece), verdict) in units.iter().zip(&pieces).zip(&verdicts) {
        if let (Doing::Move { to, convoy }, Came::Done) = (piece.doing, verdict.came) {
            let to = game.board.at(to);
            let rule = if convoy { CONVOY } else { MOVE };
            turn.record(&rule, Event::Went { unit: *unit, to, convoy });
        }
    }
    turn.next_moment();
    for place in contested {
        turn.record(&CONTEST, Event::Contested { at: game.board.place(place) });
    }
    let mut trapped = turn.state().beaten.clone();
    trapped.retain(|lost| retreat::ways(game, turn.state(), lost).is_empty());
    for lost in trapped {
        turn.record(&DISBAND, Event::Removed { unit: lost.unit, why: Why::Trapped });
    }
}

/// All who are left may agree to a draw (dp62).
fn vote(turn: &mut Turn<'_, Diplomacy>) {
    let left: Vec<Power> = turn.state().left().collect();
    let vote = |power: &Power| {
        let seat = power.seat();
        let agrees = |given: &&Given<Order>| given.order == Order::Draw;
        turn.in_force(&seat).into_iter().find(agrees).map(|given| (seat, given))
    };
    let votes: Vec<Line<'_>> = left.iter().filter_map(vote).collect();
    let agreed = votes.len() == left.len();
    for (seat, given) in votes {
        let fate = if agreed {
            Fate::done(&DRAW, Reason::Agreed)
        } else {
            Fate::failed(&DRAW, Reason::Open)
        };
        turn.answer(&seat, given, fate);
    }
    if agreed {
        turn.record(&DRAW, Event::Drawn { among: left });
    }
}

/// The line that counts for a unit: the strongest about it.
fn line<'a>(turn: &Turn<'a, Diplomacy>, unit: &Unit) -> Option<Line<'a>> {
    let seat = unit.power.seat();
    let about = |given: &&Given<Order>| {
        given.order.unit().is_some_and(|(_, at)| at.province() == unit.at.province())
    };
    turn.in_force(&seat).into_iter().find(about).map(|given| (seat, given))
}

/// The units with what they are to do, each by its order.
#[must_use]
pub fn pieces(
    board: &Board,
    convoys: Convoys,
    units: &[Unit],
    orders: &[Option<&Order>],
) -> Vec<Piece> {
    let doing = |unit: &Unit, order: &Option<&Order>| match order {
        Some(Order::Move { way: [_, to], convoy, .. }) => {
            match board.goal(units, unit, *to, *convoy) {
                Ok((to, convoy)) => Doing::Move { to: board.spot(to), convoy },
                Err(_) => Doing::Hold,
            }
        }
        Some(Order::Support { way, .. }) => match way.as_slice() {
            [at] => Doing::Guard(board.spot(*at).province),
            [from, to] => Doing::Back { from: board.spot(*from).province, to: board.spot(*to) },
            _ => Doing::Hold,
        },
        Some(Order::Convoy { way: [from, to], .. }) => {
            Doing::Convoy { from: board.spot(*from).province, to: board.spot(*to).province }
        }
        _ => Doing::Hold,
    };
    let piece = |(unit, order): (&Unit, &Option<&Order>)| Piece {
        power: unit.power,
        kind: unit.kind,
        at: board.spot(unit.at),
        doing: doing(unit, order),
    };
    let mut pieces: Vec<Piece> = units.iter().zip(orders).map(piece).collect();
    for n in 0..pieces.len() {
        if let Doing::Move { to, convoy: false } = pieces[n].doing {
            let convoy = goes_by_sea(board, convoys, &pieces, n, to.province);
            pieces[n].doing = Doing::Move { to, convoy };
        }
    }
    pieces
}

/// True if an army that could walk goes by sea all the same (dp30).
fn goes_by_sea(board: &Board, convoys: Convoys, pieces: &[Piece], army: usize, to: u8) -> bool {
    let Piece { kind, at, power, .. } = pieces[army];
    if kind == Kind::Fleet || convoys == Convoys::Written {
        return false;
    }
    let carriers =
        || pieces.iter().filter(|it| it.doing == Doing::Convoy { from: at.province, to });
    let seas = carriers().map(|it| it.at.province);
    let wanted = convoys == Convoys::Any || carriers().any(|it| it.power == power);
    wanted && board.carries(seas, at.province, to)
}

/// Tells what came of an order, and answers its line.
fn tell(
    turn: &mut Turn<'_, Diplomacy>,
    unit: &Unit,
    piece: &Piece,
    verdict: &Verdict,
    line: Option<&Line<'_>>,
) {
    let unit = *unit;
    let came = match (verdict.came, piece.doing) {
        (Came::Done, _) => Ended::Done,
        (Came::Repelled, Doing::Move { .. }) => Ended::Repelled,
        (Came::Repelled, _) => Ended::Cut,
        (Came::Disrupted, _) => Ended::Disrupted,
        (Came::Idle, _) => Ended::Idle,
    };
    let order = line.map(|(_, given)| &given.order);
    let (rule, event) = match (order, piece.doing) {
        (Some(Order::Support { of, way, .. }), Doing::Guard(_) | Doing::Back { .. }) => {
            (&SUPPORT, Some(Event::Helped { unit, of: *of, way: way.clone(), came }))
        }
        (Some(Order::Convoy { way, .. }), Doing::Convoy { .. }) => {
            (&CONVOY, Some(Event::Carried { unit, way: *way, came }))
        }
        (_, Doing::Move { to, .. }) => {
            let to = turn.game().board.at(to);
            (&MOVE, (came != Ended::Done).then_some(Event::Stayed { unit, to, came }))
        }
        _ => (&HOLD, Some(Event::Held { unit })),
    };
    if let Some(event) = event {
        turn.record(rule, event);
    }
    let Some((seat, given)) = line else { return };
    let place = |spot| turn.game().board.at(spot);
    let fate = match (came, piece.doing) {
        (Ended::Done, Doing::Hold) if verdict.by.is_some() => Fate::failed(&DISLODGE, Reason::Lost),
        (Ended::Done, Doing::Hold) => Fate::done(&HOLD, Reason::Held),
        (Ended::Done, Doing::Move { to, .. }) => Fate::done(&MOVE, Reason::Went { to: place(to) }),
        (Ended::Done, Doing::Guard(_) | Doing::Back { .. }) => Fate::done(&SUPPORT, Reason::Helped),
        (Ended::Done, Doing::Convoy { .. }) => Fate::done(&CONVOY, Reason::Carried),
        (Ended::Cut, _) => Fate::failed(&SUPPORT, Reason::Cut),
        (Ended::Repelled, Doing::Move { to, .. }) => {
            Fate::failed(&MOVE, Reason::Repelled { to: place(to) })
        }
        (Ended::Disrupted, _) => Fate::failed(&CONVOY, Reason::Disrupted),
        (Ended::Idle | Ended::Repelled, _) => Fate::failed(rule, Reason::NoMatch),
    };
    turn.answer(seat, given, fate);
}

impl Board {
    /// Where a unit comes out that is to go there, and whether by sea, as far as the order says it (dp22, dp26).
    pub(crate) fn goal(
        &self,
        units: &[Unit],
        unit: &Unit,
        to: Place,
        convoy: bool,
    ) -> Checked<Reason, (Place, bool)> {
        let (kind, at) = (unit.kind, unit.at);
        let impossible = || Err((MOVE, Reason::Impossible { unit: kind, at, to }));
        if kind == Kind::Fleet {
            let there = |near: &&Place| {
                near.province() == to.province() && (to.coast().is_none() || **near == to)
            };
            let found: Vec<Place> = self.near(kind, at).iter().filter(there).copied().collect();
            return match found.as_slice() {
                [one] if !convoy => Ok((*one, false)),
                [_, _, ..] if !convoy => {
                    let coasts = found.iter().map(ToString::to_string).collect();
                    Err((MOVE, Reason::WhichCoast { to: to.province(), coasts }))
                }
                _ => impossible(),
            };
        }
        let to = to.province();
        if !convoy && self.reaches(kind, at, to) {
            return Ok((to, false));
        }
        if to == at || self.is_sea(to) {
            return impossible();
        }
        let fleets = self.at_sea(units).map(|fleet| self.spot(fleet.at).province);
        if self.carries(fleets, self.spot(at).province, self.spot(to).province) {
            return Ok((to, true));
        }
        Err((CONVOY, Reason::NoRoute { at, to }))
    }

    /// Fleets that can carry armies.
    pub(crate) fn at_sea<'a>(&'a self, units: &'a [Unit]) -> impl Iterator<Item = &'a Unit> {
        units.iter().filter(|unit| unit.kind == Kind::Fleet && self.is_sea(unit.at))
    }
}
