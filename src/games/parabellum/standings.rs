//! How the reader stands, in the few sentences that come before everything else.

use std::collections::BTreeMap;

use super::Parabellum;
use super::acts::Viewpoint;
use super::acts::muster::Unfit;
use super::events::{Attack, Event};
use super::format::Victory;
use super::prospects::prospects;
use super::resolve::theater::worth;
use super::side::{Role, Side};
use super::sight::View;
use super::state::{Holdings, Open, Post, Skirmish, Step};
use super::theater::Field;
use super::ventures::{Ventures, ventures};
use super::{bids, brief, dangers, hold, near, needs};
use crate::base::words::{count, joined, names, verb};
use crate::engine::Fact;

/// What is fought for, who has won how often, what is left behind the screen, and what is near.
pub fn standings(game: &Parabellum, view: &View, witnessed: &[Fact<Event>]) -> Vec<String> {
    let open = &view.open;
    let mut lines = Vec::new();
    let fought = game.field(open).zip(open.skirmish.as_ref());
    if let Some((field, now)) = fought {
        lines.push(about(game, field, now, view));
        lines.extend(view.side.and_then(|side| deploys(field, now, open, side)));
        if open.step == Step::Turn {
            lines.push(hold::progress(game, field, now, view));
            lines.extend(hold::left(field, view, witnessed));
            let reader = view.side.into_iter();
            lines.extend(
                reader.flat_map(|side| bids::told(game, field, view, side, game.acts(open, side))),
            );
        }
    } else {
        lines.extend(ahead(game, open, view.side));
    }
    if !open.results.is_empty() {
        let won = Side::BOTH.map(|side| {
            let won = open.results.iter().filter(|bout| bout.winner == side).count();
            format!("{} {won}", side.title())
        });
        lines.push(format!("Skirmishes won: {}.", won.join(", ")));
    }
    for (side, own) in &view.own {
        lines.push(has(game, view, *side, own));
        lines.extend(unready(game, view, *side));
    }
    if let Some(side) = view.side.filter(|_| open.step == Step::Purchase) {
        lines.push(KEPT.to_owned());
        lines.push(format!("Without orders {}.", brief::standard(game, side)));
    }
    lines.extend(fighting(view, witnessed));
    let Some(side) = view.side else { return lines };
    lines.extend(near::beside(view, side).or_else(|| unseen(view, side.other())));
    let turn = fought.filter(|_| game.acts(open, side)).map(|(field, _)| field);
    let mut idle = None;
    if let Some(field) = turn {
        let standing = prospects(game, field, view, side);
        let Ventures { all, idle: none } = ventures(game, field, view, side, &standing);
        lines.extend(near::attacks(view, side, &standing));
        lines.extend(near::moved(view, &all));
        idle = Some(none);
    }
    if let Some((field, _)) = fought.filter(|_| open.step == Step::Turn) {
        lines.extend(dangers::told(game, field, view, side));
        lines.extend(needs::needs(game, view, side, idle.as_ref()));
    }
    if let Some(field) = turn {
        lines.extend(needs::boardroom(game, field, view, side));
    }
    lines
}

/// What becomes of credits that are not spent at once (pb6, pb9, pb13).
const KEPT: &str = "Credits that you keep count as part of your force and buy more in your turns and between \
                    skirmishes.";

/// Which of how many skirmishes this is, as a name of it.
fn which(game: &Parabellum, open: &Open, name: &str) -> String {
    let number = open.number;
    match game.theater.skirmishes {
        0 => format!("Skirmish {number}, {name}"),
        1 => name.to_owned(),
        most => format!("Skirmish {number} of at most {most}, {name}"),
    }
}

/// What a skirmish is about for the reader, and in which round it is.
fn about(game: &Parabellum, field: &Field, now: &Skirmish, view: &View) -> String {
    let which = which(game, &view.open, &field.name.to_string());
    let rounds = field.turns;
    let when = match now.round {
        0 => format!("{which}, {}", count(rounds, "round")),
        round => format!("{which}, round {round} of {rounds}"),
    };
    let (attacker, goal) = (now.attacker, hold::goal(field, now.attacker, view.side));
    let (defender, reward) = (attacker.other().title(), field.reward);
    match view.side {
        Some(side) if side == attacker => format!(
            "{when}: you attack, and win {reward} credits if {goal}; {defender} wins if you do not."
        ),
        Some(_) => format!(
            "{when}: you defend, and win {reward} credits if you hold out; {} wins if {goal}.",
            attacker.title()
        ),
        None => format!("{when}: {} attacks, and wins if {goal}.", attacker.title()),
    }
}

/// Where the reader deploys, if they do or will.
fn deploys(field: &Field, now: &Skirmish, open: &Open, side: Side) -> Option<String> {
    let role = now.role(side);
    let lines = brief::area(&field.lines[&role]);
    match (open.step, role) {
        (Step::Defender, Role::Defender) | (Step::Attacker, Role::Attacker) => {
            Some(format!("You deploy in {lines}."))
        }
        (Step::Defender, Role::Attacker) => {
            Some(format!("You deploy after the defender, in {lines}."))
        }
        (Step::Attacker, Role::Defender) => {
            Some("You have deployed; the attacker follows.".to_owned())
        }
        (Step::Purchase | Step::Turn | Step::Recruit | Step::Over, _) => None,
    }
}

/// What comes after purchases (pb1, pb6).
fn ahead(game: &Parabellum, open: &Open, reader: Option<Side>) -> Option<String> {
    let theater = &game.theater;
    let attackers = theater.fields.iter().filter(|field| field.attacker.is_some()).count();
    let attacks = match attackers {
        0 => "dice decide who attacks",
        all if all == theater.fields.len() => "the brief says who attacks in each",
        _ => "the brief or dice say who attacks",
    };
    match open.step {
        Step::Purchase => {
            let all = theater.fields.len();
            let table = match all {
                1 => "fought on the map below".to_owned(),
                all => {
                    format!("drawn by lot from the {all} below, the first after these purchases")
                }
            };
            let who = if reader.is_some() { "You are" } else { "Both sides are" };
            let skirmishes = match theater.skirmishes {
                0 => "skirmishes".to_owned(),
                1 => "one skirmish,".to_owned(),
                most => format!("up to {most} skirmishes,"),
            };
            Some(format!("{who} buying for {skirmishes} {table}; {attacks}."))
        }
        Step::Recruit if theater.skirmishes > 0 && open.number >= theater.skirmishes => Some(
            "The last skirmish is over: after these purchases both forces are valued.".to_owned(),
        ),
        Step::Recruit => {
            let left = names(game.left(open).iter().map(|field| &field.name));
            let next = which(game, &Open { number: open.number + 1, ..open.clone() }, "the next");
            Some(format!("{next}, is drawn by lot from {left}."))
        }
        Step::Defender | Step::Attacker | Step::Turn | Step::Over => None,
    }
}

/// What a side has.
fn has(game: &Parabellum, view: &View, side: Side, own: &Holdings) -> String {
    let has = match view.side {
        Some(_) => "You have".to_owned(),
        None => format!("{} has", side.title()),
    };
    let credits = count(own.purse.credits, "credit");
    let all = format!("{has} {} and {credits}", units(view, side, own));
    if view.open.step == Step::Purchase {
        return format!("{all}.");
    }
    let (worth, start) = (worth(game, own), game.theater.budget);
    match game.switches.victory {
        Victory::AboveStart if game.theater.skirmishes > 0 => {
            format!("{all}: a force worth {worth}; to win the theater takes more than {start}.")
        }
        Victory::AboveStart | Victory::WorthMore => {
            format!("{all}: a force worth {worth}, {start} at the start.")
        }
    }
}

/// The units of a side, and where they are.
fn units(view: &View, side: Side, own: &Holdings) -> String {
    let all = own.cards.len();
    if all == 0 {
        return "no units".to_owned();
    }
    let there = view.mat.of(side).count();
    let posted = |post: Post| own.cards.values().filter(|card| card.post == post).count();
    let places = [
        (there, "on the map"),
        (posted(Post::OnCall), "on call"),
        (posted(Post::Hangar), "in the hangar"),
        (posted(Post::Coming), "on the way"),
        (posted(Post::Reserve), "in reserve"),
        (posted(Post::Away), "out of the skirmish"),
    ];
    let told = |(units, place): &(usize, &str)| match *units {
        0 => String::new(),
        some if some == all && all > 1 => format!("all {place}"),
        some if some == all => (*place).to_owned(),
        some => format!("{some} {place}"),
    };
    format!("{} ({})", count(all, "unit"), joined(places.iter().map(told), ", "))
}

/// Units that the stores are not enough for, where they have to be mustered next (pb10).
fn unready(game: &Parabellum, view: &View, side: Side) -> Option<String> {
    let role = view.open.skirmish.as_ref().map(|now| now.role(side));
    let theater = &game.theater;
    let musters = match view.open.step {
        Step::Recruit => theater.skirmishes == 0 || view.open.number < theater.skirmishes,
        Step::Defender => true,
        Step::Attacker => role == Some(Role::Attacker),
        Step::Purchase | Step::Turn | Step::Over => false,
    };
    let state = view.believed();
    let unfit = Viewpoint { game, state: &state, side }.unfit().filter(|_| musters);
    let Unfit { units, all, order } = unfit?;
    let buys = if view.open.step == Step::Recruit {
        format!(": `{order}` is missing")
    } else {
        String::new()
    };
    Some(format!("The men and markers in reserve are not enough for {units} of {all} units{buys}."))
}

/// Attacks that the reader witnessed, and what each side lost by fighting.
fn fighting(view: &View, witnessed: &[Fact<Event>]) -> Option<String> {
    let mut made: BTreeMap<Side, u32> = BTreeMap::new();
    let mut flown: BTreeMap<Side, u32> = BTreeMap::new();
    let mut taken: BTreeMap<Side, u32> = BTreeMap::new();
    for fact in witnessed {
        if let Event::Attacked { unit, how: Attack::Direct | Attack::Indirect, .. } = &fact.event {
            *made.entry(unit.side()).or_default() += 1;
        } else if let Event::Flew { unit, recon: false, .. } = &fact.event {
            *flown.entry(unit.side()).or_default() += 1;
        } else if let Event::Hit { side, losses, .. } = &fact.event
            && !view.own.contains_key(side)
        {
            // Of dice that were rolled for nobody too (pb46), which their own side knows.
            *taken.entry(*side).or_default() += losses;
        } else if let Event::Lost { unit, losses } = &fact.event {
            *taken.entry(unit.side()).or_default() += losses;
        } else if let Event::Parried { unit, losses, .. } = &fact.event {
            *taken.entry(unit.side()).or_default() += losses;
        }
    }
    // The reader comes first.
    let first = view.side.unwrap_or(Side::Amber);
    let says = |side: Side, several: &str| {
        if view.side == Some(side) {
            format!("you {several}")
        } else {
            format!("{} {}", side.title(), verb(1, several))
        }
    };
    let sides = [first, first.other()];
    let made = sides.into_iter().filter_map(|side| {
        let some = |of: &BTreeMap<Side, u32>, what: &str| of.get(&side).map(|n| count(*n, what));
        let all = some(&made, "attack").into_iter().chain(some(&flown, "sortie"));
        let all: Vec<String> = all.collect();
        (!all.is_empty()).then(|| format!("{} {}", says(side, "make"), names(all)))
    });
    let made: Vec<String> = made.collect();
    let losses = sides.map(|side| {
        let losses = match taken.get(&side) {
            None | Some(0) => "no losses".to_owned(),
            Some(losses) => super::said::harm(*losses),
        };
        format!("{} {losses}", says(side, "take"))
    });
    let told = || format!("{}: {}.", made.join(", "), losses.join(", "));
    (!made.is_empty()).then(|| crate::base::words::capital(&told()))
}

/// Where the enemy of the reader is of whom nothing is seen. `None` as long as nobody has a force.
fn unseen(view: &View, enemy: Side) -> Option<String> {
    let open = &view.open;
    let who = enemy.title();
    if let Some(worth) = open.values.get(&enemy) {
        let worth = count(*worth, "credit");
        return Some(format!("The force of {who} is worth {worth}."));
    }
    match open.step {
        Step::Purchase => None,
        Step::Recruit | Step::Over => {
            Some(format!("No unit of {who} is on the map; what it has left is in reserve."))
        }
        Step::Defender | Step::Attacker | Step::Turn => Some(format!("You see nothing of {who}.")),
    }
}
