//! The situation as a page.

use std::collections::{BTreeMap, BTreeSet};

use super::Parabellum;
use super::events::Event;
use super::format::Exchange;
use super::names::{Kind, Sq, Unit};
use super::resolve::theater::worth;
use super::said::{harm, markers, stacked};
use super::side::Side;
use super::sight::View;
use super::state::{Card, Holdings, Open, Post, Shared, Sighting, Skirmish, Step, When};
use super::theater::Field;
use super::{brief, catalogue};
use crate::base::words::{capital, count, names};
use crate::engine::Fact;
use crate::page::{self, Measure, Page, Table};

/// The page for the reader of the view.
pub fn situation(game: &Parabellum, view: &View) -> Page {
    let open = &view.open;
    let field = game.field(open);
    let mut page = Page::new(game.format.title.clone())
        .subtitle(format!("{}: {}", game.theater.title, moment(open)))
        .facts(facts(game, view, field));
    page = brief::add(game, page, open.step, view.side);
    for (side, own) in view.own.iter().filter(|(_, own)| !own.cards.is_empty()) {
        page = page.table(cards(game, view, *side, own));
        page = in_use(game, page, *side, own);
    }
    let going = field.map(|field| catalogue::going(game, Some(field)));
    page = going.into_iter().fold(page, Page::table);
    let upright = field.and_then(|field| brief::upright(game, field));
    page = upright.into_iter().fold(page, Page::table);
    if field.is_some() && !view.mat.minis.is_empty() {
        page = page.table(minis(view));
    }
    if field.is_some() && !view.mat.stacks.is_empty() {
        page = page.table(stacks(view));
    }
    for (side, own) in &view.own {
        if !own.known.is_empty() {
            page = page.table(known(*side, own));
        }
        if !own.heard.is_empty() {
            page = page.table(heard(own));
        }
    }
    if !open.results.is_empty() {
        page = page.table(results(open));
    }
    page
}

fn moment(open: &Open) -> String {
    match (open.step, &open.skirmish) {
        (Step::Purchase, _) => "the first purchases".to_owned(),
        (Step::Recruit, _) => {
            format!("after {}", count(open.number, "skirmish").replace("skirmishs", "skirmishes"))
        }
        (Step::Over, _) => "the end of the theater".to_owned(),
        (Step::Defender | Step::Attacker, Some(now)) => format!("deployment for {}", now.site),
        (Step::Turn, Some(now)) => {
            format!("{}, round {}, turn of {}", now.site, now.round, now.active.title())
        }
        (Step::Defender | Step::Attacker | Step::Turn, None) => String::new(),
    }
}

/// What the next orders are for.
pub fn occasion(game: &Parabellum, open: &Open) -> String {
    let site = open.skirmish.as_ref().map(|now| now.site.to_string()).unwrap_or_default();
    match (open.step, &open.skirmish) {
        (Step::Purchase, _) => "the first purchases".to_owned(),
        (Step::Recruit, _) => "recruiting before the next skirmish".to_owned(),
        (Step::Defender, _) => format!("the defender's deployment at {site}"),
        (Step::Attacker, _) => format!("the attacker's deployment at {site}"),
        (Step::Turn, Some(now)) if game.switches.exchange == Exchange::ARound => {
            format!("round {} at {site}", now.round)
        }
        (Step::Turn, Some(now)) => {
            format!("{}'s turn in round {} at {site}", now.active.title(), now.round)
        }
        (Step::Turn, None) | (Step::Over, _) => "nothing more".to_owned(),
    }
}

/// What is fought for, who has won how often, and what is left behind the screen.
pub fn standings(game: &Parabellum, view: &View, witnessed: &[Fact<Event>]) -> Vec<String> {
    let open = &view.open;
    let mut lines = Vec::new();
    if let (Some(field), Some(now)) = (game.field(open), &open.skirmish) {
        lines.push(fought(field, now, view.side));
    } else if open.step == Step::Purchase {
        lines.push(ahead(game));
    }
    if !open.results.is_empty() {
        let won = Side::BOTH.map(|side| {
            let won = open.results.iter().filter(|bout| bout.winner == side).count();
            format!("{} {won}", side.title())
        });
        lines.push(format!("Skirmishes won: {}.", won.join(", ")));
    }
    for (side, own) in &view.own {
        let has = match view.side {
            Some(_) => "You have".to_owned(),
            None => format!("{} has", side.title()),
        };
        let credits = count(own.purse.credits, "credit");
        lines.push(format!("{has} {credits} and {}.", units(field_of(view), *side, view, own)));
    }
    lines.extend(fighting(witnessed));
    lines.extend(view.side.and_then(|side| enemy(view, side.other())));
    lines
}

/// What a skirmish is about for the reader, and in which round it is.
fn fought(field: &Field, now: &Skirmish, reader: Option<Side>) -> String {
    let (who, name, round) = (now.attacker.title(), &field.name, now.round.max(1));
    let of = |whose| brief::aim(field, whose);
    match reader {
        Some(side) if side == now.attacker => {
            format!("{name}: you attack, and win if {}; this is round {round}.", of("your side"))
        }
        Some(_) => {
            format!("{name}: you defend; {who} wins if {}; this is round {round}.", of("it"))
        }
        None => format!("{name}: {who} attacks, and wins if {}; this is round {round}.", of("it")),
    }
}

/// What comes after the first purchases (pb1).
fn ahead(game: &Parabellum) -> String {
    let fields = &game.theater.fields;
    let attacker = if fields.iter().all(|field| field.attacker.is_some()) {
        "the brief says who attacks in each"
    } else if fields.iter().all(|field| field.attacker.is_none()) {
        "a roll says who attacks"
    } else {
        "the brief or a roll says who attacks"
    };
    match fields.len() {
        1 => format!("You buy for the skirmish below; {attacker}."),
        all => {
            format!("You buy for the {all} skirmishes below: a roll draws each, and {attacker}.")
        }
    }
}

/// True if there is a map to stand on.
fn field_of(view: &View) -> bool {
    view.open.skirmish.is_some()
}

/// The units of a side, and how many of them are on the map, if there is one.
fn units(fought: bool, side: Side, view: &View, own: &Holdings) -> String {
    let all = count(own.cards.len(), "unit");
    if own.cards.is_empty() {
        return "no units".to_owned();
    }
    if !fought {
        return format!("{all} in reserve");
    }
    match view.mat.of(side).count() {
        0 => format!("{all} (none on the map)"),
        there => format!("{all} ({there} on the map)"),
    }
}

/// Attacks that the reader witnessed, and what each side lost by fighting.
fn fighting(witnessed: &[Fact<Event>]) -> Option<String> {
    let attack = |fact: &&Fact<Event>| matches!(fact.event, Event::Attacked { .. });
    let attacks = witnessed.iter().filter(attack).count();
    let mut taken: BTreeMap<Side, u32> = Side::BOTH.map(|side| (side, 0)).into();
    for fact in witnessed {
        let (side, losses) = if let Event::Hit { side, losses, .. } = &fact.event {
            (*side, *losses)
        } else if let Event::Parried { unit, losses, .. } = &fact.event {
            (unit.side(), *losses)
        } else {
            continue;
        };
        *taken.entry(side).or_default() += losses;
    }
    let taken: Vec<String> = taken
        .iter()
        .map(|(side, losses)| format!("{} takes {}", side.title(), harm(*losses)))
        .collect();
    (attacks > 0).then(|| format!("{}: {}.", capital(&count(attacks, "attack")), taken.join(", ")))
}

/// Where the enemy of the reader stands: on the map as far as it is seen, else behind the screen.
/// `None` as long as nobody has a force.
fn enemy(view: &View, enemy: Side) -> Option<String> {
    let open = &view.open;
    let who = enemy.title();
    if let Some(seen) = seen(view, enemy) {
        return Some(seen);
    }
    if let Some(worth) = open.values.get(&enemy) {
        let worth = count(*worth, "credit");
        return Some(format!("No unit of {who} is on the map; its force is worth {worth}."));
    }
    match open.step {
        Step::Purchase => None,
        Step::Recruit | Step::Over => {
            Some(format!("No unit of {who} is on the map; what it has left is in reserve."))
        }
        Step::Defender | Step::Attacker | Step::Turn => Some(format!("You see nothing of {who}.")),
    }
}

/// What the reader sees of the enemy, and where most of it stands.
fn seen(view: &View, enemy: Side) -> Option<String> {
    let mut squares: BTreeMap<Sq, usize> = BTreeMap::new();
    for (_, mini) in view.mat.minis.iter().filter(|(unit, _)| unit.side() == enemy) {
        *squares.entry(mini.at).or_default() += 1;
    }
    // Of several such squares the first.
    let (at, most) = squares.iter().rev().max_by_key(|(_, units)| **units)?;
    let all = count(squares.values().sum::<usize>(), "unit");
    Some(format!("You see {all} of {}, the largest group ({most}) in {at}.", enemy.title()))
}

/// The miniatures of both sides that the reader sees, and what the reader's side has in hand.
pub fn measures(view: &View) -> Vec<Measure> {
    let mut measures = Vec::new();
    for (side, hue) in Side::BOTH.into_iter().zip(0..) {
        let who = page::Side { hue, name: side.title().to_owned() };
        let won = view.open.results.iter().filter(|bout| bout.winner == side).count();
        let minis = view.mat.minis.keys().filter(|unit| unit.side() == side).count();
        let number = |count: usize| i64::try_from(count).unwrap_or(0);
        measures.push(Measure { what: "skirmishes won", who: who.clone(), value: number(won) });
        measures.push(Measure { what: "units on the map", who: who.clone(), value: number(minis) });
        if let Some(own) = view.own.get(&side) {
            measures.push(Measure { what: "credits", who, value: own.purse.credits.into() });
        }
    }
    measures
}

/// The units of each side that the reader knows to be destroyed.
pub fn losses(witnessed: &[Fact<Event>]) -> Vec<Measure> {
    let owner = |fact: &Fact<Event>| {
        let (Event::Destroyed { unit, .. } | Event::Sunk { unit }) = &fact.event else {
            return None;
        };
        Some(unit.side())
    };
    let lost = |side| witnessed.iter().filter(|fact| owner(fact) == Some(side)).count();
    let each = Side::BOTH.map(|side| (side.title(), lost(side)));
    Measure::of_each("units known to be lost", each)
}

fn facts(game: &Parabellum, view: &View, field: Option<&Field>) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let mut fact = |label: &str, text: String| facts.push((label.to_owned(), text));
    if let (Some(field), Some(now)) = (field, &view.open.skirmish) {
        fact("Skirmish", format!("{}: {}", field.name, field.about));
        fact("The attacker wins if", brief::aim(field, now.attacker.title()));
        for (label, text) in brief::lay(field) {
            fact(&label, text);
        }
        let tokens: Vec<String> = now.tokens.iter().map(ToString::to_string).collect();
        if !tokens.is_empty() {
            fact("Tokens", tokens.join(", "));
        }
        fact("Reward", format!("{} credits", field.reward));
    }
    for (side, own) in &view.own {
        let purse = own.purse;
        let stores = format!(
            "{} credits, {} men, {} supplies, {} ammunition in reserve",
            purse.credits, purse.men, purse.supply, purse.ammo
        );
        fact(side.title(), stores);
        let (now, start) = (worth(game, own), game.theater.budget);
        let title = format!("Force of {}", side.title());
        fact(&title, format!("worth {now} credits; {start} at the start"));
        let most = field.map_or(0, |field| field.reinforcements.most);
        if most > 0 {
            let title = format!("Reinforcements of {}", side.title());
            fact(&title, format!("{} of {most} sent", own.sent));
        }
    }
    for (side, value) in &view.open.values {
        fact(&format!("Value of {}", side.title()), format!("{value} credits"));
    }
    facts
}

fn post(view: &View, unit: &Unit, card: &Card) -> String {
    match (view.mat.place(unit), card.post) {
        (Some(at), _) => at.to_string(),
        (None, Post::Reserve) => "reserve".to_owned(),
        (None, Post::OnCall) => "on call".to_owned(),
        (None, Post::Hangar) => "hangar".to_owned(),
        (None, Post::Coming) => "on its way".to_owned(),
        (None, Post::Away | Post::Field) => "away".to_owned(),
    }
}

/// A side's own cards.
fn cards(game: &Parabellum, view: &View, side: Side, own: &Holdings) -> Table {
    let columns = ["Unit", "Card", "At", "Strength", "Supply", "Ammo", "Cargo"];
    let table = Table::new().caption(format!("Units of {}", side.title())).lefts(columns);
    let row = |(unit, card): (&Unit, &Card)| {
        let row = game.format.card(&card.kind);
        let scale = |now: u32, full: u32| {
            if full == 0 { String::new() } else { format!("{now} of {full}") }
        };
        [
            unit.to_string(),
            card.kind.to_string(),
            post(view, unit, card),
            card.strength.to_string(),
            scale(card.supply, row.supply),
            scale(card.ammo, row.ammo),
            markers(card.cargo.supply, card.cargo.ammo),
        ]
    };
    table.rows(own.cards.iter().map(row))
}

/// What the cards say that a side has, as long as it can use them.
fn in_use(game: &Parabellum, page: Page, side: Side, own: &Holdings) -> Page {
    let kinds: BTreeSet<&Kind> = own.cards.values().map(|card| &card.kind).collect();
    let kinds: Vec<&Kind> = kinds.into_iter().collect();
    let caption = format!("Cards in use by {}", side.title());
    let tables = catalogue::tables(game, &kinds, &caption);
    tables.into_iter().fold(page, Page::table).note(catalogue::KEY)
}

/// The miniatures that the reader sees.
fn minis(view: &View) -> Table {
    let table = Table::new().caption("On the map").lefts(["Unit", "Miniature", "At"]);
    let row = |(unit, mini): (&Unit, &super::state::Mini)| {
        [unit.to_string(), mini.form.to_string(), mini.at.to_string()]
    };
    table.rows(view.mat.minis.iter().map(row))
}

fn stacks(view: &View) -> Table {
    let table = Table::new().caption("Markers").lefts(["At", "Markers"]);
    table.rows(view.mat.stacks.iter().map(|(at, stack)| [at.to_string(), stacked(*stack)]))
}

fn when(when: When) -> String {
    format!("{}/{}", when.skirmish, when.round)
}

/// What a side has learned of the enemy, and when: skirmish and round (pb68).
fn known(side: Side, own: &Holdings) -> Table {
    let columns = ["Unit", "Miniature", "Card", "Strength", "Attack/defense", "Seen", "At"];
    let caption = format!("What {} knows of the enemy (skirmish/round)", side.title());
    let table = Table::new().caption(caption).lefts(columns);
    let row = |(unit, sighting): (&Unit, &Sighting)| {
        let text = |known: Option<String>| known.unwrap_or_default();
        let die = |die: Option<u8>| die.map_or("?".to_owned(), |sides| sides.to_string());
        let dice = match (sighting.attack, sighting.defense) {
            (None, None) => String::new(),
            (attack, defense) => format!("{}/{}", die(attack), die(defense)),
        };
        let strength = sighting.strength.filter(|_| !sighting.destroyed);
        let strength = strength.map(|(strength, at)| match &sighting.shared {
            Some(Shared { left, of, among }) => {
                let others: Vec<String> =
                    among.iter().filter(|other| *other != unit).map(ToString::to_string).collect();
                format!("{left} of {of} left with {} ({})", names(&others), when(at))
            }
            None => format!("{strength} ({})", when(at)),
        });
        let at = if sighting.destroyed {
            Some("destroyed".to_owned())
        } else {
            sighting.at.map(|at| at.to_string())
        };
        [
            unit.to_string(),
            text(sighting.form.map(|form| form.to_string())),
            text(sighting.kind.as_ref().map(ToString::to_string)),
            text(strength),
            dice,
            when(sighting.seen),
            text(at),
        ]
    };
    table.rows(own.known.iter().map(row))
}

fn heard(own: &Holdings) -> Table {
    let columns = ["At", "Dice", "Heard"];
    let table = Table::new().caption("Dice heard from unseen squares").lefts(columns);
    table.rows(own.heard.iter().map(|one| {
        let number = usize::try_from(one.dice).unwrap_or(usize::MAX);
        [one.at.to_string(), super::said::thrown(number, one.sides), when(one.when)]
    }))
}

fn results(open: &Open) -> Table {
    let table = Table::new().caption("Skirmishes").lefts(["Skirmish", "Won by", "How"]);
    table.rows(open.results.iter().map(|bout| {
        [bout.site.to_string(), bout.winner.title().to_owned(), capital(&bout.how.to_string())]
    }))
}
