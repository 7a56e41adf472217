//! War, peace, alliances and gifts (im52, im56, im69).

use super::{Cycle, Fate, Line, asks, purse, retreat};
use crate::engine::Rule;
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::{Event, Purpose};
use crate::games::age_of_imperialism::names::Region;
use crate::games::age_of_imperialism::order::Order;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Open, Purse};
use crate::games::age_of_imperialism::switches::Switch;

/// Production: concludes what both sides want, peace and alliances; then notices and gifts.
pub fn treaties(turn: &mut Cycle<'_>) {
    let powers = turn.state().open.order.clone();
    turn.next_moment();
    for (n, power) in powers.iter().enumerate() {
        for other in &powers[n + 1..] {
            conclude(turn, *power, *other);
        }
    }
    let actor = turn.game().actor(&turn.state().open);
    for power in powers.into_iter().filter(|power| actor.is_none_or(|actor| actor == *power)) {
        give_notices(turn, power);
        give_gifts(turn, power);
    }
}

/// Concludes what this power and another one both want, at the beginning of its movement phase.
pub fn treaties_of(turn: &mut Cycle<'_>, power: Power) {
    for other in turn.state().open.order.clone() {
        conclude(turn, power, other);
    }
}

/// Peace, or an alliance, if the orders of both for it are in force.
fn conclude(turn: &mut Cycle<'_>, a: Power, b: Power) {
    let between = (a.min(b), a.max(b));
    if turn.state().open.at_war(a, b) {
        let peace = |order: &Order, with| matches!(order, Order::Peace { with: w } if *w == with);
        if let Some(lines) = agreed(turn, a, b, peace) {
            turn.record(&rules::WAR, Event::PeaceMade { between });
            tell_both(turn, a, b, lines, &rules::WAR, &Reason::PeaceMade);
        }
    } else if may_ally(turn.game(), &turn.state().open, a, b) {
        let ally = |order: &Order, with| matches!(order, Order::Ally { with: w } if *w == with);
        if let Some(lines) = agreed(turn, a, b, ally) {
            turn.record(&rules::ALLIANCE, Event::Allied { between });
            tell_both(turn, a, b, lines, &rules::ALLIANCE, &Reason::Allied);
        }
    }
}

/// Alliances are for powers at war with the same enemy (im69).
fn may_ally(game: &AgeOfImperialism, state: &Open, a: Power, b: Power) -> bool {
    let enemy = |other: &Power| state.at_war(a, *other) && state.at_war(b, *other);
    let played = game.switches.alliances == Switch::Yes;
    played && a != b && !state.allied(a, b) && game.board.powers.iter().any(enemy)
}

/// The lines by which both say it, if both do.
fn agreed<'o>(
    turn: &Cycle<'o>,
    a: Power,
    b: Power,
    says: impl Fn(&Order, Power) -> bool,
) -> Option<(&'o Line, &'o Line)> {
    let line = |power: Power, with: Power| {
        let lines = turn.picked(&power.seat(), |order| says(order, with).then_some(()));
        lines.into_iter().next().map(|(line, ())| line)
    };
    Some((line(a, b)?, line(b, a)?))
}

fn tell_both(
    turn: &mut Cycle<'_>,
    a: Power,
    b: Power,
    lines: (&Line, &Line),
    rule: &Rule,
    reason: &Reason,
) {
    turn.used(&a.seat(), lines.0, rule, reason.clone());
    turn.used(&b.seat(), lines.1, rule, reason.clone());
}

fn give_notices(turn: &mut Cycle<'_>, power: Power) {
    let asked = turn.picked(&power.seat(), asks!(Order::EndAlliance { with } => *with));
    for (line, with) in asked {
        if !turn.is_answered(&power.seat(), line) {
            let fate = give_notice(turn, power, with);
            turn.answer(&power.seat(), line, fate);
        }
    }
}

/// Gives notice to an ally (im69).
pub fn give_notice(turn: &mut Cycle<'_>, by: Power, to: Power) -> Fate {
    let rule = &rules::ALLIANCE;
    let pacts = &turn.state().open.alliances;
    let Some(pact) = pacts.iter().find(|pact| [(by, to), (to, by)].contains(&pact.of)) else {
        return Fate::failed(rule, Reason::NoAlliance { with: to });
    };
    if pact.notice.is_some() {
        return Fate::failed(rule, Reason::NoticeGiven);
    }
    let phases = turn.game().format.diplomacy.notice.value;
    turn.record(rule, Event::NoticeGiven { by, to, phases });
    Fate::done(rule, Reason::AllianceEnds { with: to })
}

/// Gifts that cannot be made yet wait for the next part of the production phase, if these orders
/// are still good for it.
fn give_gifts(turn: &mut Cycle<'_>, power: Power) {
    let game = turn.game();
    let (_, next) = game.next_step(turn.state().open.turn, turn.state().open.step);
    let last = game.waits(next);
    let asked = turn.picked(&power.seat(), asks!(Order::Give { to, pp } => (*to, *pp)));
    for (line, (to, pp)) in asked {
        let can = turn.state().purse(power).pp >= pp;
        if !turn.is_answered(&power.seat(), line) && (can || last) {
            let fate = give(turn, power, to, pp);
            turn.answer(&power.seat(), line, fate);
        }
    }
}

/// Gives PP away (im56).
pub fn give(turn: &mut Cycle<'_>, from: Power, to: Power, pp: u32) -> Fate {
    let rule = &rules::GIFT;
    if from == to || pp == 0 {
        return Fate::failed(rule, Reason::NothingGiven);
    }
    if turn.state().purse(from).pp < pp {
        return Fate::failed(rule, purse::lacks(turn, from, Purse::pp(pp)));
    }
    turn.record(rule, Event::Given { from, to, pp });
    Fate::done(rule, Reason::Given { to, pp })
}

/// Ends alliances whose notice runs out with this movement phase; guests withdraw.
pub fn lapse(turn: &mut Cycle<'_>) {
    let ending = turn.state().open.alliances.iter();
    let ending = ending.filter(|pact| pact.notice.is_some_and(|phases| phases <= 1));
    let ending: Vec<(Power, Power)> = ending.map(|pact| pact.of).collect();
    for between in ending {
        turn.next_moment();
        turn.record(&rules::ALLIANCE, Event::AllianceEnded { between });
        for (guest, host) in [between, (between.1, between.0)] {
            let stays = |at: &&Region| {
                let land = turn.state().open.land(at);
                land.owner == Some(host) && !land.force(guest).is_empty()
            };
            let stays: Vec<&Region> = turn.game().board.chart.order.iter().filter(stays).collect();
            for at in stays {
                retreat::withdraw(turn, None, guest, at);
            }
        }
    }
}

/// Declares war.
pub fn declare(turn: &mut Cycle<'_>, by: Power, on: Power) -> Fate {
    let rule = &rules::WAR;
    let state = &turn.state().open;
    if by == on {
        return Fate::failed(rule, Reason::Yourself);
    }
    if state.at_war(by, on) {
        return Fate::failed(rule, Reason::AtWarAlready { with: on });
    }
    if state.allied(by, on) {
        return Fate::failed(&rules::ALLIANCE, Reason::AreAllies { with: on });
    }
    let price = Purse::dp(turn.game().format.diplomacy.war.value);
    if !purse::pay(turn, by, price, Purpose::WarDeclared, rule) {
        return Fate::failed(rule, purse::lacks(turn, by, price));
    }
    turn.record(rule, Event::WarDeclared { by, on });
    Fate::done(rule, Reason::WarDeclared { on })
}
