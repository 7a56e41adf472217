//! War, peace, alliances and gifts (im52, im56, im69).

use super::{Cycle, Line, Outcome, Sheets, diplomacy, picked, purse, retreat, used};
use crate::engine::Rule;
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::{Event, Reason};
use crate::games::age_of_imperialism::orders::Order;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Region, State};
use crate::games::age_of_imperialism::switches::Switch;

/// Production: concludes what both sides want, peace and alliances; then notices and gifts.
pub fn treaties(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets) {
    let powers = turn.state().order.clone();
    turn.next_moment();
    for (n, power) in powers.iter().enumerate() {
        for other in &powers[n + 1..] {
            conclude(game, turn, orders, (*power, *other));
        }
    }
    let actor = game.actor(turn.state());
    for power in powers.into_iter().filter(|power| actor.is_none_or(|actor| actor == *power)) {
        give_notices(game, turn, orders, power);
        give_gifts(game, turn, orders, power);
    }
}

/// Concludes what this power and another one both want, at the beginning of its movement phase.
pub fn treaties_of(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets, power: Power) {
    for other in turn.state().order.clone() {
        conclude(game, turn, orders, (power, other));
    }
}

/// Peace, or an alliance, if the orders of both for it are in force.
fn conclude(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    (a, b): (Power, Power),
) {
    let between = (a.min(b), a.max(b));
    if turn.state().at_war(a, b) {
        let offers = agreed(
            turn,
            orders,
            (a, b),
            |order, with| matches!(order, Order::Peace { with: other } if *other == with),
        );
        if let Some(lines) = offers {
            turn.record(&rules::WAR, Event::PeaceMade { between });
            tell_both(turn, (a, b), lines, (&rules::WAR, "peace was made"));
        }
    } else if may_ally(game, turn.state(), (a, b)) {
        let offers = agreed(
            turn,
            orders,
            (a, b),
            |order, with| matches!(order, Order::Ally { with: other } if *other == with),
        );
        if let Some(lines) = offers {
            turn.record(&rules::ALLIANCE, Event::Allied { between });
            tell_both(turn, (a, b), lines, (&rules::ALLIANCE, "the alliance was concluded"));
        }
    }
}

/// Alliances are for powers at war with the same enemy (im69).
fn may_ally(game: &AgeOfImperialism, state: &State, (a, b): (Power, Power)) -> bool {
    let enemy = |other: &Power| state.at_war(a, *other) && state.at_war(b, *other);
    let played = game.switches.alliances == Switch::Yes;
    played && a != b && !state.allied(a, b) && game.board.powers.iter().any(enemy)
}

/// The lines by which both say it, if both do.
fn agreed<'o>(
    turn: &Cycle<'_>,
    orders: &'o Sheets,
    (a, b): (Power, Power),
    says: impl Fn(&Order, Power) -> bool,
) -> Option<(&'o Line, &'o Line)> {
    let line = |power: Power, with: Power| {
        let lines = picked(turn, orders, power, |order| says(order, with).then_some(()));
        lines.into_iter().next().map(|(line, ())| line)
    };
    Some((line(a, b)?, line(b, a)?))
}

fn tell_both(
    turn: &mut Cycle<'_>,
    (a, b): (Power, Power),
    lines: (&Line, &Line),
    (rule, reason): (&Rule, &str),
) {
    used(turn, a, lines.0, rule, reason);
    used(turn, b, lines.1, rule, reason);
}

fn give_notices(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets, power: Power) {
    let asked = picked(turn, orders, power, |order| match order {
        Order::EndAlliance { with } => Some(*with),
        _ => None,
    });
    for (line, with) in asked {
        if !turn.is_answered(&power.seat(), &line.line) {
            give_notice(game, turn, power, with).tell(turn, power, line);
        }
    }
}

/// Gives notice to an ally (im69).
fn give_notice(game: &AgeOfImperialism, turn: &mut Cycle<'_>, by: Power, to: Power) -> Outcome {
    let rule = &rules::ALLIANCE;
    let pacts = &turn.state().alliances;
    let Some(pact) = pacts.iter().find(|pact| [(by, to), (to, by)].contains(&pact.of)) else {
        return Outcome::failed(rule, format!("there is no alliance with {to}"));
    };
    if pact.notice.is_some() {
        return Outcome::failed(rule, "notice was given before");
    }
    let phases = game.format.diplomacy.notice.value;
    turn.record(rule, Event::NoticeGiven { by, to, phases });
    Outcome::done(rule, format!("the alliance with {to} will end"))
}

/// Gifts that cannot be made yet wait for the next part of the production phase, if these orders
/// are still good for it.
fn give_gifts(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets, power: Power) {
    let (_, next) = game.next_step(turn.state().turn, turn.state().step);
    let last = game.waits(next);
    let asked = picked(turn, orders, power, |order| match order {
        Order::Give { to, pp } => Some((*to, *pp)),
        _ => None,
    });
    for (line, (to, pp)) in asked {
        let can = turn.state().purse(power).pp >= pp;
        if !turn.is_answered(&power.seat(), &line.line) && (can || last) {
            give(turn, power, (to, pp)).tell(turn, power, line);
        }
    }
}

/// Gives PP away (im56).
fn give(turn: &mut Cycle<'_>, from: Power, (to, pp): (Power, u32)) -> Outcome {
    let rule = &rules::GIFT;
    if from == to || pp == 0 {
        return Outcome::failed(rule, "there is nothing to give");
    }
    if turn.state().purse(from).pp < pp {
        return Outcome::failed(rule, purse::lacks(turn, from, (pp, 0)));
    }
    turn.record(rule, Event::Given { from, to, pp });
    Outcome::done(rule, format!("{to} have received {pp} PP"))
}

/// Ends alliances whose notice runs out with this movement phase; guests withdraw.
pub fn lapse(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets) {
    let ending = turn.state().alliances.iter();
    let ending = ending.filter(|pact| pact.notice.is_some_and(|phases| phases <= 1));
    let ending: Vec<(Power, Power)> = ending.map(|pact| pact.of).collect();
    for between in ending {
        turn.next_moment();
        turn.record(&rules::ALLIANCE, Event::AllianceEnded { between });
        for (guest, host) in [between, (between.1, between.0)] {
            let stays = |at: &&Region| {
                let land = turn.state().land(at);
                land.owner == Some(host) && !land.force(guest).is_empty()
            };
            let stays: Vec<&Region> = game.board.chart.order.iter().filter(stays).collect();
            for at in stays {
                retreat::withdraw(game, turn, orders, None, (guest, at));
            }
        }
    }
}

/// Declares war.
pub fn declare(game: &AgeOfImperialism, turn: &mut Cycle<'_>, by: Power, on: Power) -> Outcome {
    let rule = &rules::WAR;
    let state = turn.state();
    if by == on {
        return Outcome::failed(rule, "nobody is at war with himself");
    }
    if state.at_war(by, on) {
        return Outcome::failed(rule, format!("you are at war with {on}"));
    }
    if state.allied(by, on) {
        return Outcome::failed(&rules::ALLIANCE, format!("{on} are your allies"));
    }
    let price = (0, game.format.diplomacy.war.value);
    if !purse::pay(turn, by, price, (Reason::WarDeclared, rule)) {
        return Outcome::failed(rule, purse::lacks(turn, by, price));
    }
    turn.record(rule, Event::WarDeclared { by, on });
    Outcome::done(rule, format!("war is declared on {on}"))
}

/// Carries out a line of the mover's file that is about other powers. Offers of peace and alliance
/// are no such lines: they are looked at when his movement phase begins.
pub fn carry_out(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    power: Power,
    line: &Line,
) -> Outcome {
    match &line.order {
        Order::DeclareWar { on } => declare(game, turn, power, *on),
        Order::EndAlliance { with } => give_notice(game, turn, power, *with),
        Order::Give { to, pp } => give(turn, power, (*to, *pp)),
        Order::RemoveInfluence { at, of } if *of == power => diplomacy::remove_own(turn, power, at),
        Order::RemoveInfluence { .. } => Outcome::failed(
            &rules::REMOVAL,
            "those of others are removed in native diplomacy, in the production phase",
        ),
        _ => Outcome::failed(&rules::SEQUENCE, "nothing of that kind is done among the moves"),
    }
}
