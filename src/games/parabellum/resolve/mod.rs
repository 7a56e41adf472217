//! The sequence of play, in the order of the rulebook.

pub mod air;
pub mod attack;
pub mod combat;
pub mod standing;
pub mod theater;
pub mod turn;

use super::Parabellum;
use super::acts::{Deed, Viewpoint};
use super::events::Event;
use super::order::{Order, asks};
use super::reasons::Reason;
use super::rules;
use super::side::{Role, Side};
use super::state::Step;
use crate::engine::{Fate, Given, Seat, Turn};

/// A cycle of this game.
pub type Cycle<'a> = Turn<'a, Parabellum>;

/// Runs the phases until the table waits again.
pub fn cycle(turn: &mut Cycle<'_>) {
    if theater::surrender(turn) {
        return;
    }
    match turn.state().open.step {
        Step::Purchase => {
            for side in Side::BOTH {
                theater::purchase(turn, side);
            }
            theater::next(turn);
        }
        Step::Recruit => {
            for side in Side::BOTH {
                theater::recruit(turn, side);
            }
            theater::next(turn);
        }
        Step::Defender => {
            theater::choose(turn);
            theater::deploy(turn, Role::Defender);
            begin(turn, Step::Attacker);
        }
        Step::Attacker => {
            theater::choose(turn);
            theater::deploy(turn, Role::Attacker);
            theater::start(turn);
        }
        Step::Turn => turn::run(turn),
        Step::Over => {}
    }
}

fn begin(turn: &mut Cycle<'_>, step: Step) {
    turn.next_moment();
    let rule = if step == Step::Recruit { &rules::MEN } else { &rules::DEPLOYMENT };
    turn.record(rule, Event::StepBegan { step });
}

/// Makes everything happen that a deed is.
fn perform(turn: &mut Cycle<'_>, deed: &Deed) {
    for (rule, event) in &deed.events {
        turn.record(rule, event.clone());
    }
}

/// Tries an order and carries it out as far as it goes. True if something was done.
fn attempt(turn: &mut Cycle<'_>, side: Side, given: &Given<Order>) -> bool {
    let planned = plan(turn, side, &given.order);
    let fate = match planned {
        Ok(deed) => {
            turn.next_moment();
            perform(turn, &deed);
            match deed.short {
                Some((rule, reason)) => Fate::partly(&rule, reason),
                None => Fate::done(&deed.rule, deed.done),
            }
        }
        Err((rule, reason)) => Fate::failed(&rule, reason),
    };
    let done = fate.code != crate::engine::Code::Failed;
    turn.answer(&side.seat(), given, fate);
    done
}

/// What an order does now. Flags are drawn, once it is known that it does something.
fn plan(turn: &mut Cycle<'_>, side: Side, order: &Order) -> super::acts::Checked<Deed> {
    let mut wanted = 0;
    let mut any = |free: &[u32]| {
        wanted += 1;
        free[0]
    };
    let game = turn.game();
    let deed = Viewpoint { game, state: turn.state(), side }.plan(order, &mut any)?;
    if wanted == 0 {
        return Ok(deed);
    }
    let mut drawn = draw_flags(turn, side, wanted).into_iter();
    let mut next = |free: &[u32]| drawn.next().unwrap_or(free[0]);
    Viewpoint { game, state: turn.state(), side }.plan(order, &mut next)
}

/// Flags that were never given, each drawn among those that are left (pb8).
fn draw_flags(turn: &mut Cycle<'_>, side: Side, count: u32) -> Vec<u32> {
    let mut free = Viewpoint { game: turn.game(), state: turn.state(), side }.free_flags();
    let mut given = turn.state().side(side).flags.len();
    let mut flags = Vec::new();
    for _ in 0..count {
        given += 1;
        let mut draw = turn.chance().draw(&["flag", side.name(), &given.to_string()]);
        let Some(flag) = draw.pick(&free).copied() else { break };
        free.retain(|number| *number != flag);
        flags.push(flag);
    }
    flags
}

/// The first act of a side in the order of its file that `wanted` picks and that has no answer
/// (pb66). Lines that stand in no file, such as the moderator's, come last.
fn next<'a>(
    turn: &Cycle<'a>,
    seat: &Seat,
    wanted: impl Fn(&Cycle<'_>, &Order) -> bool,
) -> Option<&'a Given<Order>> {
    let lines = turn.in_force(seat).into_iter();
    let open = lines.filter(|line| wanted(turn, &line.order) && !turn.is_answered(seat, line));
    open.min_by_key(|line| (line.spot.is_none(), line.spot))
}

/// Carries out the first of a side's orders that `wanted` picks and that has no answer, then the
/// next: what one does can decide whether another is in force.
fn carry_out(
    turn: &mut Cycle<'_>,
    side: Side,
    wanted: impl Fn(&Cycle<'_>, &Order) -> bool,
    mut act: impl FnMut(&mut Cycle<'_>, &Given<Order>),
) {
    let seat = side.seat();
    loop {
        if turn.state().open.finale.is_some() {
            return;
        }
        let Some(given) = next(turn, &seat, &wanted) else { return };
        act(turn, given);
    }
}

/// The first order of a side, strongest first, that `pick` wants.
fn decision<'a, T>(
    turn: &Cycle<'a>,
    side: Side,
    pick: impl Fn(&'a Order) -> Option<T>,
) -> Option<(&'a Given<Order>, T)> {
    turn.picked(&side.seat(), pick).into_iter().next()
}

/// Notes that a decision was used.
fn used(turn: &mut Cycle<'_>, side: Side, given: &Given<Order>, rule: &crate::engine::Rule) {
    turn.used(&side.seat(), given, rule, Reason::Decided);
}

/// The lines of a side that give up the theater.
fn surrenders<'a>(turn: &Cycle<'a>, side: Side) -> Vec<&'a Given<Order>> {
    let lines = turn.picked(&side.seat(), asks!(Order::Surrender => ()));
    lines.into_iter().map(|(given, ())| given).collect()
}
