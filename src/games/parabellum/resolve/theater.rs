//! The theater around the skirmishes: purchases, the table, deployment, the end.

use std::collections::BTreeMap;

use super::{Cycle, attempt, begin, carry_out, draw_flags, plan, surrenders};
use crate::engine::{Fate, Outcome};
use crate::games::parabellum::Parabellum;
use crate::games::parabellum::acts::{Stage, Viewpoint, stage};
use crate::games::parabellum::events::Event;
use crate::games::parabellum::format::Victory;
use crate::games::parabellum::names::{Kind, Sq, Unit};
use crate::games::parabellum::order::{Order, asks};
use crate::games::parabellum::reasons::Reason;
use crate::games::parabellum::rules;
use crate::games::parabellum::side::{Role, Side};
use crate::games::parabellum::state::{
    Card, Ending, Holdings, How, Open, Post, Purse, Secret, State, Step,
};

/// The state before the first cycle: both sides have the same budget and nothing else (pb2).
pub fn beginning(game: &Parabellum) -> State {
    let purse = Purse { credits: game.theater.budget, ..Purse::default() };
    let holdings = Holdings { purse, ..Holdings::default() };
    let sides = Side::BOTH.into_iter().map(|side| (side, holdings.clone())).collect();
    let open = Open {
        step: Step::Purchase,
        number: 0,
        skirmish: None,
        results: Vec::new(),
        values: BTreeMap::new(),
        finale: None,
    };
    State { open, secret: Secret { sides, ..Secret::default() } }
}

/// How the theater ended, if it did (pb5, pb6).
pub fn outcome(open: &Open) -> Option<Outcome> {
    let finale = open.finale.as_ref()?;
    let winners = finale.winner.into_iter().map(Side::seat).collect();
    let text = match finale.winner {
        Some(side) => format!("{} wins the theater: {}", side.title(), finale.why),
        None => format!("the theater is drawn: {}", finale.why),
    };
    Some(Outcome { winners, text })
}

/// A side that gives up loses the theater (pb5).
pub(super) fn surrender(turn: &mut Cycle<'_>) -> bool {
    let mut gone = Vec::new();
    for side in Side::BOTH {
        for given in surrenders(turn, side) {
            let fate = Fate::done(&rules::THEATER, Reason::GaveUp);
            turn.answer(&side.seat(), given, fate);
            gone.push(side);
        }
    }
    gone.dedup();
    let (winner, why) = match gone.as_slice() {
        [] => return false,
        [side] => (Some(side.other()), Ending::Surrender),
        _ => (None, Ending::BothSurrender),
    };
    turn.record(&rules::THEATER, Event::Ended { winner, why });
    true
}

/// The first purchases; a side that buys nothing gets the standard force (pb2, pb65).
pub(super) fn purchase(turn: &mut Cycle<'_>, side: Side) {
    recruit(turn, side);
    let holdings = turn.state().side(side);
    if !holdings.cards.is_empty() || holdings.purse.credits < turn.game().theater.budget {
        return;
    }
    let standard = turn.game().theater.standard[&side].clone();
    let units = standard.units.into_iter().map(|(card, count)| Order::Buy { card, count });
    let (squads, supply, ammo) = (standard.squads, standard.supply, standard.ammo);
    for order in units.chain([Order::Stock { squads, supply, ammo }]) {
        if let Ok(deed) = plan(turn, side, &order) {
            for (_, event) in deed.events {
                turn.record(&rules::DEFAULTS, event);
            }
        }
    }
}

/// Purchases between skirmishes (pb9).
pub(super) fn recruit(turn: &mut Cycle<'_>, side: Side) {
    let wanted = |turn: &Cycle<'_>, order: &Order| {
        stage(turn.game(), turn.state(), order) == Stage::Purchase
    };
    carry_out(turn, side, wanted, |turn, given| {
        attempt(turn, side, given);
    });
}

/// The next skirmish is drawn, if both sides can still put a unit on the map and the theater has
/// one more (pb1, pb5, pb6).
pub(super) fn next(turn: &mut Cycle<'_>) {
    turn.next_moment();
    let (game, state) = (turn.game(), turn.state());
    let broke = |side: &Side| !Viewpoint { game, state, side: *side }.can_field();
    let broke: Vec<Side> = Side::BOTH.into_iter().filter(broke).collect();
    let last = game.theater.skirmishes;
    let over = last > 0 && state.open.number >= last;
    match broke.as_slice() {
        _ if over => value(turn),
        [] => draw(turn),
        [side] => {
            let (winner, why) = (Some(side.other()), Ending::Broke);
            turn.record(&rules::THEATER, Event::Ended { winner, why });
        }
        _ => {
            let why = Ending::BothBroke;
            turn.record(&rules::THEATER, Event::Ended { winner: None, why });
        }
    }
}

/// Both forces are valued; the one worth more wins, by the option only if it gained something
/// (pb6).
fn value(turn: &mut Cycle<'_>) {
    let values = Side::BOTH.map(|side| worth(turn.game(), turn.state().side(side)));
    for (side, value) in Side::BOTH.into_iter().zip(values) {
        turn.record(&rules::VALUE, Event::Valued { side, value });
    }
    let start = turn.game().theater.budget;
    let gained = values.iter().any(|value| *value > start);
    let (winner, why) = match values[0].cmp(&values[1]) {
        _ if !gained && turn.game().switches.victory == Victory::AboveStart => {
            (None, Ending::NoGain)
        }
        std::cmp::Ordering::Greater => (Some(Side::Amber), Ending::Value),
        std::cmp::Ordering::Less => (Some(Side::Cobalt), Ending::Value),
        std::cmp::Ordering::Equal => (None, Ending::Equal),
    };
    turn.record(&rules::THEATER, Event::Ended { winner, why });
}

/// Credits, men and markers at their price, and units at theirs by their strength (pb6).
pub fn worth(game: &Parabellum, holdings: &Holdings) -> u32 {
    assets(game, holdings).into_iter().sum()
}

/// The same by its parts: units with their men, men and markers in reserve, and credits.
pub fn assets(game: &Parabellum, holdings: &Holdings) -> [u32; 3] {
    let (numbers, purse) = (&game.format.numbers, holdings.purse);
    let priced = |men: u32| men * numbers.squad_price.value / numbers.squad_size.value;
    let unit = |card: &Card| {
        let row = game.format.card(&card.kind);
        row.price + priced(u32::from(card.strength) * row.squads)
    };
    let stores = priced(purse.men)
        + purse.supply * numbers.supply_price.value
        + purse.ammo * numbers.ammo_price.value;
    [holdings.cards.values().map(unit).sum(), stores, purse.credits]
}

/// How a theater stands for a side: what its force is worth more than the enemy's, in credits, and what
/// each has on the map of a skirmish.
pub(in crate::games::parabellum) fn standing(game: &Parabellum, state: &State, side: Side) -> i64 {
    let force = |of: Side| i64::from(worth(game, state.side(of)));
    force(side) - force(side.other())
}

/// Draws a skirmish that was not fought in this round of the table, and who attacks (pb1).
fn draw(turn: &mut Cycle<'_>) {
    let left = turn.game().left(&turn.state().open);
    let mut draw = turn.chance().draw(&["skirmish"]);
    let die = draw.die(u8::try_from(left.len()).expect("a table is short"));
    let field = left[usize::from(die) - 1];
    let name = draw.name();
    let attacker = field
        .attacker
        .unwrap_or_else(|| Side::BOTH[usize::from(turn.chance().draw(&["attacker"]).die(2)) - 1]);
    let site = field.name.clone();
    turn.record_drawn(&rules::TABLE, name, Event::Drawn { site, die, attacker });
    begin(turn, Step::Defender);
}

/// The winner of the last skirmish says who goes first (pb7).
pub(super) fn choose(turn: &mut Cycle<'_>) {
    for side in Side::BOTH {
        for (given, ()) in turn.picked(&side.seat(), asks!(Order::First(_) => ())) {
            attempt(turn, side, given);
        }
    }
}

/// A side deploys; one that puts no unit on the map has its units put there in turn (pb12, pb65).
pub(super) fn deploy(turn: &mut Cycle<'_>, role: Role) {
    let attacker = turn.state().open.skirmish.as_ref().map(|now| now.attacker);
    let Some(attacker) = attacker else { return };
    let side = if role == Role::Attacker { attacker } else { attacker.other() };
    turn.next_moment();
    let wanted = |turn: &Cycle<'_>, order: &Order| {
        stage(turn.game(), turn.state(), order) == Stage::Deployment
    };
    carry_out(turn, side, wanted, |turn, given| {
        attempt(turn, side, given);
    });
    if turn.state().secret.mat.of(side).next().is_none() {
        deploy_by_default(turn, side, role);
    }
}

fn deploy_by_default(turn: &mut Cycle<'_>, side: Side, role: Role) {
    let reserve = |(unit, card): (&Unit, &Card)| (card.post == Post::Reserve).then(|| unit.clone());
    let units: Vec<Unit> = turn.state().side(side).cards.iter().filter_map(reserve).collect();
    let lines: Vec<Sq> = turn
        .game()
        .field(&turn.state().open)
        .map(|field| field.lines[&role].clone())
        .unwrap_or_default();
    for unit in units {
        for at in &lines {
            let (unit, at) = (unit.clone(), *at);
            let order = Order::Deploy { unit, at, supply: 0, ammo: 0 };
            if let Ok(deed) = plan(turn, side, &order) {
                for (_, event) in deed.events {
                    turn.record(&rules::DEFAULTS, event);
                }
                break;
            }
        }
    }
}

/// The first turn begins: whose, the winner of the last skirmish says, or else a die (pb7).
pub(super) fn start(turn: &mut Cycle<'_>) {
    turn.next_moment();
    let open = &turn.state().open;
    let chosen = open.skirmish.as_ref().and_then(|now| now.first);
    let winner = open.results.last().map(|last| last.winner);
    let round = 1;
    if let Some(side) = chosen.or(winner) {
        turn.record(&rules::FIRST, Event::TurnBegan { side, round });
    } else {
        let mut draw = turn.chance().draw(&["first"]);
        let side = Side::BOTH[usize::from(draw.die(2)) - 1];
        let name = draw.name();
        turn.record_drawn(&rules::FIRST, name, Event::TurnBegan { side, round });
    }
    cleared(turn);
}

/// Ends the skirmish if a side has no unit left on the map (pb3). True if it did.
pub(super) fn cleared(turn: &mut Cycle<'_>) -> bool {
    let Some(now) = turn.state().open.skirmish.clone() else { return true };
    let mat = &turn.state().secret.mat;
    let game = turn.game();
    let ground = |side: Side| {
        mat.of(side).any(|(unit, _)| {
            turn.state().card(unit).is_none_or(|card| !game.format.card(&card.kind).flies())
        })
    };
    let winner = match (ground(now.attacker), ground(now.attacker.other())) {
        (true, true) => return false,
        (true, false) => now.attacker,
        // Where nobody is left, the attacker has not reached the aim.
        (false, _) => now.attacker.other(),
    };
    won(turn, winner, How::Cleared);
    true
}

/// Ends the skirmish: the reward, what lies on the map, and on to recruiting (pb4, pb70).
pub(super) fn won(turn: &mut Cycle<'_>, side: Side, how: How) {
    turn.next_moment();
    let Some(field) = turn.game().field(&turn.state().open) else { return };
    let reward = field.reward;
    let rule = match how {
        How::Aim | How::Time => &rules::AIMS,
        How::Cleared => &rules::CLEARED,
        How::Withdrawn => &rules::WITHDRAWAL,
    };
    turn.record(rule, Event::Won { side, how, reward });
    let captured = field.runway.as_ref().filter(|_| how == How::Aim);
    if captured.is_some_and(|runway| runway.of == Role::Defender) {
        capture(turn, side);
    }
    let stacks = turn.state().secret.mat.stacks.values();
    let (supply, ammo) = stacks
        .fold((0, 0), |(supply, ammo), stack| (supply + stack.supplies(), ammo + stack.rounds()));
    turn.record(&rules::SALVAGE, Event::Salvaged { side, supply, ammo });
    begin(turn, Step::Recruit);
}

/// Aircraft of a base that the attacker took are the captor's (pb62).
fn capture(turn: &mut Cycle<'_>, captor: Side) {
    let (game, holdings) = (turn.game(), turn.state().side(captor.other()));
    let based = |(unit, card): (&Unit, &Card)| {
        let flies = game.format.card(&card.kind).flies();
        let based = flies && matches!(card.post, Post::Field | Post::Hangar);
        based.then(|| (unit.clone(), card.kind.clone()))
    };
    let aircraft: Vec<(Unit, Kind)> = holdings.cards.iter().filter_map(based).collect();
    for (unit, kind) in aircraft {
        let Some(number) = draw_flags(turn, captor, 1).pop() else { continue };
        let flag = Unit::of(captor, number);
        turn.record(&rules::CAPTURED, Event::Captured { unit, flag, kind });
    }
}
