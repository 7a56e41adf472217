//! The situation as a page.

use std::collections::BTreeSet;

use super::Parabellum;
use super::events::Event;
use super::format::Exchange;
use super::names::{Kind, Unit};
use super::resolve::theater::{assets, worth};
use super::said::{markers, stacked};
use super::side::{Role, Side};
use super::sight::View;
use super::state::{Card, Holdings, Open, Post, Skirmish, Step, When};
use super::theater::Field;
use super::{attacks, brief, catalogue, chain, choices, dangers, enemy, phases};
use crate::base::words::{capital, count, names};
use crate::engine::Fact;
use crate::engine::orders::matter::LISTS;
use crate::page::{self, Measure, Page, Table};

/// The page for the reader of the view.
pub fn situation(game: &Parabellum, view: &View) -> Page {
    let open = &view.open;
    let field = game.field(open);
    let mut page = Page::new(game.format.title.clone())
        .subtitle(format!("{}: {}", game.theater.title, moment(game, open)))
        .facts(facts(game, view, field));
    page = brief::add(game, page, open, view.side);
    let turn = field.filter(|_| view.side.is_some_and(|side| game.acts(open, side)));
    for (side, own) in &view.own {
        page = page.table(cards(game, view, *side, own));
        if let Some(field) = turn.filter(|_| view.side == Some(*side)) {
            page = attacks::add(game, field, page, view, *side);
        }
        page = enemy::add(game, page, view, *side, own);
        if let Some(field) = field.filter(|_| view.side == Some(*side) && open.step == Step::Turn) {
            page = dangers::add(game, field, page, view, *side);
        }
        if !own.heard.is_empty() {
            page = page.table(heard(own));
        }
    }
    if field.is_some() && view.own.len() != 1 {
        page = page.table(minis(view));
    }
    if let Some(field) = field {
        let upright = brief::upright(game, field);
        page = upright.into_iter().fold(page, Page::table);
    }
    for (side, own) in &view.own {
        page = in_use(game, view, page, *side, own);
    }
    if let Some(field) = field {
        // In one's own turn that stands below the forms of orders.
        let told = together(game, view).iter().any(|(label, _)| *label == phases::YOUR_TURN);
        let steps = (!told).then(|| (phases::YOUR_TURN, phases::steps(Some(field))));
        let facts = [
            ("A move", catalogue::MOVE.to_owned()),
            ("An attack", catalogue::attack(game)),
            ("Line of fire", brief::line(game, Some(field))),
            ("Its words", ATTACKS.to_owned()),
            ("Markers", catalogue::lying(game)),
        ];
        let goes = Page::new("")
            .facts(steps.into_iter().chain(facts))
            .table(catalogue::going(game, Some(field)));
        page = page.folded("How a turn goes", goes.blocks);
    }
    if !open.results.is_empty() {
        page = page.table(results(open));
    }
    page
}

fn moment(game: &Parabellum, open: &Open) -> String {
    let Some(now) = &open.skirmish else {
        let after = count(open.number, "skirmish");
        return match open.step {
            Step::Purchase => "the first purchases".to_owned(),
            Step::Recruit => format!("after {after}"),
            Step::Over => "the end of the theater".to_owned(),
            Step::Defender | Step::Attacker | Step::Turn => String::new(),
        };
    };
    let site = &now.site;
    let rounds = game.field(open).map_or(0, |field| field.turns);
    match open.step {
        Step::Turn => {
            format!("{site}, round {} of {rounds}, turn of {}", now.round, now.active.title())
        }
        Step::Defender => format!("{site}, the defender deploys"),
        Step::Attacker => format!("{site}, the attacker deploys"),
        Step::Purchase | Step::Recruit | Step::Over => String::new(),
    }
}

/// What the next orders are for, in the words of the reader.
pub fn occasion(game: &Parabellum, view: &View) -> String {
    let open = &view.open;
    let Some(now) = &open.skirmish else {
        return match open.step {
            Step::Purchase => "the first purchases",
            Step::Recruit => "recruiting before the next skirmish",
            Step::Defender | Step::Attacker | Step::Turn | Step::Over => "nothing more",
        }
        .to_owned();
    };
    let (site, round) = (&now.site, now.round);
    let whose = |side: Side| match view.side {
        Some(reader) if reader == side => "your".to_owned(),
        Some(_) | None => format!("{}'s", side.title()),
    };
    let attacker = now.attacker;
    match open.step {
        Step::Defender => format!("{} deployment at {site}", whose(attacker.other())),
        Step::Attacker => format!("{} deployment at {site}", whose(attacker)),
        Step::Turn if game.switches.exchange == Exchange::ARound => {
            format!("round {round} at {site}")
        }
        Step::Turn => format!("{} turn in round {round} at {site}", whose(now.active)),
        Step::Purchase | Step::Recruit | Step::Over => "nothing more".to_owned(),
    }
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
    let open = &view.open;
    if open.step != Step::Purchase {
        facts.push(("Theater".to_owned(), brief::victory(game)));
    }
    if let (Some(field), Some(now)) = (field, &open.skirmish) {
        facts.extend(fought(game, view, field, now));
    }
    let mut fact = |label: &str, text: String| facts.push((label.to_owned(), text));
    for (side, own) in &view.own {
        let purse = own.purse;
        let stores = format!(
            "{} credits, {} men, {} supplies, {} ammunition in reserve",
            purse.credits, purse.men, purse.supply, purse.ammo
        );
        fact(side.title(), stores);
        let (now, start) = (worth(game, own), game.theater.budget);
        let title = format!("Force of {}", side.title());
        let [units, stores, credits] = assets(game, own);
        let parts = match open.step {
            Step::Purchase => String::new(),
            _ => format!(
                "; units with their men {units}, men and markers in reserve {stores}, credits {credits}; \
                 {ISSUED}"
            ),
        };
        fact(&title, format!("worth {now} credits; {start} at the start{parts}"));
        let most = field.map_or(0, |field| field.reinforcements.most);
        if most > 0 {
            let title = format!("Reinforcements of {}", side.title());
            let fee = field.map_or(0, |field| field.reinforcements.fee);
            let role = open.skirmish.as_ref().map(|now| now.role(*side));
            let lines = role.zip(field).map(|(role, field)| brief::area(&field.lines[&role]));
            let arrive = lines.map(|at| format!("; they arrive in {at}")).unwrap_or_default();
            let sent = own.sent;
            fact(&title, format!("{sent} of {most} sent; {fee} credits each{arrive}"));
        }
    }
    let none = field.is_some_and(|field| field.reinforcements.most == 0);
    if none && !view.own.is_empty() {
        fact("Reinforcements", NONE_COME.to_owned());
    }
    for (side, own) in &view.own {
        for (label, gone) in enemy::gone(game, side.other(), own) {
            fact(&label, gone);
        }
        // The moderator reads there what the other side knows.
        if let Some((label, gone)) = lost(*side, own).filter(|_| view.side == Some(*side)) {
            fact(&label, gone);
        }
    }
    for (side, value) in &open.values {
        fact(&format!("Value of {}", side.title()), format!("{value} credits"));
    }
    if view.side.is_some_and(|side| game.acts(open, side)) {
        fact("Prices", catalogue::prices(game));
    }
    let acting = view.side.filter(|side| game.acts(open, *side)).zip(field);
    if let Some(chain) = acting.and_then(|(side, field)| chain::bought(field, view, side)) {
        fact("From money to the map", chain);
    }
    if let Some(next) =
        view.side.zip(field).and_then(|(side, field)| phases::next(game, open, field, side))
    {
        fact("Then", next);
    }
    facts
}

/// The flags of a side that fly no more, once it has lost units in this skirmish. What it keeps of them is how many were
/// destroyed in it, not which of them, nor their cards (pb8, pb43).
fn lost(side: Side, own: &Holdings) -> Option<(String, String)> {
    let gone = own.flags.iter().map(|number| Unit::of(side, *number));
    let gone: Vec<Unit> = gone.filter(|unit| !own.cards.contains_key(unit)).collect();
    let number = u32::try_from(gone.len()).unwrap_or(u32::MAX);
    let (what, now) = match own.lost {
        lost if lost == number => ("Destroyed of", String::new()),
        lost => ("Gone from", format!("; destroyed in this skirmish: {lost}")),
    };
    let told = || (format!("{what} {}", side.title()), format!("{}{now}", names(&gone)));
    (own.lost > 0).then(told)
}

/// Where the skirmish allows no reinforcements (pb14).
const NONE_COME: &str = "none in this skirmish: a unit that is not deployed stays in reserve";

/// Why a force is worth less without a loss (pb6).
const ISSUED: &str = "supplies and ammunition that units took no longer count";

/// What becomes of several lines about a unit (pb33, pb40).
const UNITS: &str = "a unit can go on after another has moved, at the cost of a square of its movement, but attacks once; ";

/// What becomes of several decisions about one thing (pb66).
fn several() -> String {
    format!(
        "of several lines for `counter`, `losses` and other decisions, {LISTS} one that names a unit or a square before one \
         for all, then the later"
    )
}

/// How the lines of the reader's next orders go together, and for which turn decisions count; nothing outside a turn.
pub fn together(game: &Parabellum, view: &View) -> Vec<(&'static str, String)> {
    let Some(side) = view.side.filter(|_| view.open.step == Step::Turn) else { return Vec::new() };
    let acts = game.acts(&view.open, side);
    let field = game.field(&view.open).filter(|_| acts);
    let steps = field.map(|field| (phases::YOUR_TURN, phases::steps(Some(field))));
    let units = if acts { UNITS } else { "" };
    let lines = format!("{units}{}", several());
    let last = [("Decisions", decisions(game, view, side)), ("Several lines", lines)];
    steps.into_iter().chain(last).collect()
}

/// For which turn what is decided now counts (pb13, pb64, pb71).
fn decisions(game: &Parabellum, view: &View, side: Side) -> String {
    let enemy = side.other().title();
    if game.switches.exchange == Exchange::ARound {
        return "what you decide now counts in both turns of this round; standing orders go on"
            .to_owned();
    }
    let follows = |side: Side| {
        game.field(&view.open).is_some_and(|field| dangers::comes(game, field, &view.open, side))
    };
    if !game.acts(&view.open, side) {
        let next = ", also in your turn, for which you are asked next";
        let next = if follows(side.other()) { next } else { "" };
        return format!(
            "what you decide now counts until the end of {enemy}'s turn; what you decided before has ended. Standing orders \
             go on{next}"
        );
    }
    let answers = ["counter", "anti-air", "intercept", "bluff"].into_iter();
    let answers = answers.filter(|kind| choices::takes(game, view, kind));
    let answers = names(answers.map(|kind| format!("`{kind}`")));
    if !follows(side) {
        return format!(
            "{answers} come to nothing now, since no turn of {enemy} follows. Other decisions, such as `withdraw`, count \
             until the end of your turn"
        );
    }
    format!(
        "{answers} answer only in {enemy}'s turn, for which you are asked after yours. Sent now they come to nothing, \
         unless as standing orders, which go on. Other decisions, such as `withdraw`, count until the end of your turn"
    )
}

/// What the words of an attack do (pb40, pb72).
const ATTACKS: &str = "with \"else\" you name further squares: the first counts that is in range and where an enemy or a \
                       marker is seen; with \"hold\" nothing is attacked if none is seen in any of them; with \"deck\" \
                       only the aircraft on the deck of a carrier there";

/// What is said of the skirmish that is fought.
fn fought(game: &Parabellum, view: &View, field: &Field, now: &Skirmish) -> Vec<(String, String)> {
    let number = match game.theater.skirmishes {
        0 => format!("{}: ", view.open.number),
        1 => String::new(),
        most => format!("{} of at most {most}: ", view.open.number),
    };
    let mut facts = vec![
        ("Skirmish".to_owned(), format!("{number}{}, {}", field.name, field.about)),
        ("The attacker wins if".to_owned(), brief::aim(field, now.attacker.title())),
    ];
    if matches!(view.open.step, Step::Defender | Step::Attacker) {
        facts.extend(brief::lines(field));
    }
    facts.extend(brief::lay(field));
    let tokens: Vec<String> = now.tokens.iter().map(ToString::to_string).collect();
    if !tokens.is_empty() {
        let given = "irregulars were hired there, so it gives no other unit and no marker";
        facts.push(("Tokens".to_owned(), format!("{} ({given})", tokens.join(", "))));
    }
    let stacks = view.mat.stacks.iter().map(|(at, stack)| format!("{at} {}", stacked(*stack)));
    let stacks: Vec<String> = stacks.collect();
    if !stacks.is_empty() {
        facts.push(("Markers".to_owned(), stacks.join("; ")));
    }
    facts.push(("Reward".to_owned(), format!("{} credits for the winner", field.reward)));
    facts
}

/// What comes of it if the reader gives no orders now (pb65).
pub fn without_orders(game: &Parabellum, view: &View) -> Option<&'static str> {
    let (open, side) = (&view.open, view.side?);
    let role = open.skirmish.as_ref().map(|now| now.role(side));
    let acts = game.acts(open, side);
    match (open.step, role) {
        (Step::Defender, Some(Role::Defender)) | (Step::Attacker, Some(Role::Attacker)) => Some(
            "your units come by their numbers, each on the first square of your lines that takes it",
        ),
        (Step::Turn, _) if acts => Some(
            "nothing of yours moves or attacks; units counterattack and fire at aircraft, fighters \
             stay, no dice are rolled for empty squares, and nobody withdraws",
        ),
        (Step::Turn, _) => Some(
            "units counterattack and fire at aircraft, fighters stay, no dice are rolled for \
             empty squares, and nobody withdraws",
        ),
        (Step::Recruit, _) => Some("you buy nothing"),
        (Step::Purchase | Step::Defender | Step::Attacker | Step::Over, _) => None,
    }
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

/// What the cards say that a side has, or can buy now.
fn in_use(game: &Parabellum, view: &View, page: Page, side: Side, own: &Holdings) -> Page {
    let kinds: BTreeSet<&Kind> = own.cards.values().map(|card| &card.kind).collect();
    let own_turn = view.side == Some(side) && game.acts(&view.open, side);
    let buys = own_turn && view.open.step == Step::Turn;
    let others = game.theater.lists[&side].iter().filter(|kind| !kinds.contains(kind));
    let others = others.filter(|kind| {
        let row = game.format.card(kind);
        buys && !row.is_hired() && row.price <= own.purse.credits
    });
    let others: Vec<&Kind> = others.collect();
    let kinds: Vec<&Kind> = kinds.into_iter().collect();
    if kinds.is_empty() && others.is_empty() {
        return page;
    }
    let tables = catalogue::tables(game, &kinds, &format!("Cards in use by {}", side.title()));
    let others = catalogue::fights(game, &others, "Other cards that you can afford");
    let tables = tables.into_iter().chain([others]);
    let words = tables.fold(Page::new(""), Page::table);
    let words = words.note(catalogue::KEY).note(catalogue::ABILITIES);
    page.folded(format!("Cards of {}", side.title()), words.blocks)
}

/// The miniatures that the reader sees.
fn minis(view: &View) -> Table {
    let table = Table::new().caption("On the map").lefts(["Unit", "Miniature", "At"]);
    let row = |(unit, mini): (&Unit, &super::state::Mini)| {
        [unit.to_string(), mini.form.to_string(), mini.at.to_string()]
    };
    table.rows(view.mat.minis.iter().map(row))
}

fn when(when: When) -> String {
    format!("{}/{}", when.skirmish, when.round)
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
