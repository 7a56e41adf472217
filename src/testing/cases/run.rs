//! Resolves a case and compares.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use serde_json::Value;

use super::case::{Case, Lists};
use crate::base::Problem;
use crate::engine::chance::draw::Drawn;
use crate::engine::{
    AnyGame, AnySheet, Chance, EventDoc, GameKind, Position, Reader, Remark, Resolution, Seat,
    Severity,
};
use crate::page::{Block, Page, Scene, Span, Text};

/// Luck that is not written in the case must not matter, so every case is resolved under both.
pub const SEEDS: [[u8; 32]; 2] = [[3; 32], [94; 32]];

/// Runs the case of a file.
///
/// # Errors
/// All that comes out otherwise than the case says.
pub fn case(game: &dyn GameKind, path: &Path) -> Result<(), String> {
    let case = Case::read(path)?;
    let judged = judge(game, &case);
    judged.map_err(|what| format!("{}\n{}\n{what}", path.display(), case.title))
}

fn judge(game: &dyn GameKind, case: &Case) -> Result<(), String> {
    let (game, position, all) = begun(game, case)?;
    let mut wrong = Vec::new();
    for (seat, orders) in &all {
        if !game.seats().contains(seat) {
            return Err(format!("orders: there is no seat {seat}"));
        }
        let found = findings(&*game, &position, seat, orders)?;
        if let Some(expected) = case.then.check.get(seat) {
            compare(&mut wrong, &format!("check of {seat}"), expected, &found);
        }
    }
    for seed in SEEDS {
        let mut chance = Chance::scripted(seed, case.draws.clone());
        let made = game.resolve(&position, &all, &mut chance).map_err(|p| p.to_string())?;
        verdict(&*game, case, &made, &mut wrong)?;
        wrong.extend(chance.unasked().iter().map(|name| format!("nobody made the draw {name}")));
        let short = |d: &&Drawn| {
            case.draws.get(&d.name.to_string()).is_some_and(|values| *values != d.values)
        };
        let short = chance.drawn().iter().filter(short);
        wrong.extend(short.map(|d| format!("of the draw {} only {:?} fell", d.name, d.values)));
        if !wrong.is_empty() {
            return Err(wrong.join("\n\n"));
        }
    }
    Ok(())
}

/// The game of a case, the position that is given and what is ordered.
pub fn begun(kind: &dyn GameKind, case: &Case) -> Result<Begun, String> {
    let game = founded(kind, case)?;
    let position = position(&*game, case)?;
    let read = |(seat, lists): (&Seat, &Lists)| {
        let read = game.read(&lists.file(seat));
        let (_, orders) = read.map_err(|p| format!("the orders of {seat}: {p}"))?;
        Ok((seat.clone(), orders))
    };
    let orders = case.orders.iter().map(read).collect::<Result<_, String>>()?;
    Ok((game, position, orders))
}

/// A game, a position and what each seat orders.
pub type Begun = (Box<dyn AnyGame>, Position, BTreeMap<Seat, AnySheet>);

/// The text of a case's scenario.
pub fn scenario(game: &dyn GameKind, case: &Case) -> Result<String, String> {
    match (&case.shipped, case.map()) {
        (Some(name), _) => {
            let found = game.shipped().scenarios.iter().find(|(n, _)| n == name);
            found.map(|(_, text)| (*text).to_owned()).ok_or(format!("no scenario {name}"))
        }
        (None, Some(path)) => crate::testing::text(&path).map_err(|problem| problem.to_string()),
        (None, None) => Err("the case has no map".to_owned()),
    }
}

fn founded(game: &dyn GameKind, case: &Case) -> Result<Box<dyn AnyGame>, String> {
    let (format, scenario) = (game.shipped().format.as_bytes(), scenario(game, case)?);
    game.found(format, scenario.as_bytes(), &case.options).map_err(|p| p.to_string())
}

/// The set-up, then the given events one by one.
fn position(game: &dyn AnyGame, case: &Case) -> Result<Position, String> {
    let mut position = game.setup(&mut Chance::from_seed(SEEDS[0]));
    for event in &case.given {
        let line = event.referenced.line();
        let document = EventDoc(event.value.to_string());
        let applied = catch_unwind(AssertUnwindSafe(|| game.apply(&position, &document)));
        position = match applied {
            Ok(Ok(next)) => next,
            Ok(Err(problem)) => return Err(format!("given, line {line}: {problem}")),
            Err(_) => return Err(format!("given, line {line}: it does not fit the position")),
        };
    }
    Ok(position)
}

fn findings(
    game: &dyn AnyGame,
    position: &Position,
    seat: &Seat,
    orders: &AnySheet,
) -> Result<Vec<String>, String> {
    let seen = game.see(position, &Reader::Seat(seat.clone())).map_err(|p| p.to_string())?;
    let found = game.check(&seen, orders).map_err(|p| format!("the orders of {seat}: {p}"))?;
    // What a sheet leaves out is no matter of a case about one paragraph.
    Ok(found.iter().filter_map(remark).collect())
}

fn remark(remark: &Remark) -> Option<String> {
    let severity = match remark.severity {
        Severity::Refused => "refused",
        Severity::Warning => "warning",
    };
    let rule = remark.rule.as_ref().map(|rule| format!(" {rule}")).unwrap_or_default();
    remark.slot.map(|slot| format!("{} {severity}{rule}", slot.name()))
}

/// Compares all that the case asserts about the cycle.
fn verdict(
    game: &dyn AnyGame,
    case: &Case,
    made: &Resolution,
    wrong: &mut Vec<String>,
) -> Result<(), String> {
    let then = &case.then;
    let json = |text: &str| serde_json::from_str::<Value>(text).map_err(|e| e.to_string());
    let (record, after) = (json(&made.record.0)?, json(&made.position.0)?);
    if then.of.is_some() || !then.events.is_empty() {
        let (expected, got) = events(case, &record);
        compare(wrong, "events", &expected, &got);
    }
    for (seat, expected) in &then.answers {
        let answers = record["answers"][seat.as_str()].as_array().cloned().unwrap_or_default();
        let got: Vec<String> = answers.iter().map(answer).collect();
        compare(wrong, &format!("answers to {seat}"), expected, &got);
    }
    if let Some(expected) = &then.state {
        let mut differences = Vec::new();
        part("state", expected, &whole(&after["state"]), &mut differences);
        wrong.extend(differences);
    }
    if let Some(expected) = &then.outcome {
        let outcome = game.outcome(&made.position).map_err(|p| p.to_string())?;
        let got = outcome.map_or_else(|| "the game goes on".to_owned(), |o| o.text);
        compare(wrong, "outcome", std::slice::from_ref(expected), &[got]);
    }
    for reader in then.told.keys().chain(then.untold.keys()).collect::<BTreeSet<_>>() {
        let page = page(game, made, &as_reader(reader)?).map_err(|p| p.to_string())?;
        told(reader, &page, then.told.get(reader).map_or(&[], Vec::as_slice), wrong);
        let whole = serde_json::to_string(&page).map_err(|e| e.to_string())?;
        let heard = then.untold.get(reader).into_iter().flatten().filter(|t| whole.contains(*t));
        wrong.extend(heard.map(|text| format!("{reader} must not be told \"{text}\"")));
    }
    Ok(())
}

/// What a reader is told of the cycle, what comes if they send nothing, and how their next orders go together.
fn page(game: &dyn AnyGame, made: &Resolution, reader: &Reader) -> Result<Page, Problem> {
    let news = game.news(&made.record, reader)?;
    let (page, agenda) = game.told(&game.see(&made.position, reader)?, Some(&news))?;
    let page = agenda.by_default().into_iter().fold(page, Page::paragraph);
    Ok(page.facts(agenda.together))
}

/// A state as one mapping, whether its fields are open to everybody or secret. All that is secret
/// may also be named together, as `secrets`.
fn whole(state: &Value) -> Value {
    let parts = ["open", "secret"].iter().filter_map(|part| state[part].as_object());
    let fields = parts.flatten().map(|(name, value)| (name.clone(), value.clone()));
    let secrets = ("secrets".to_owned(), state["secret"].clone());
    Value::Object(fields.chain([secrets]).collect())
}

fn as_reader(name: &str) -> Result<Reader, String> {
    if name == "public" {
        return Ok(Reader::Public);
    }
    name.parse().map(Reader::Seat).map_err(|p: Problem| p.to_string())
}

/// The events that are expected and those that happened, each as a line.
fn events(case: &Case, record: &Value) -> (Vec<String>, Vec<String>) {
    let then = &case.then;
    let named = then.events.iter().flat_map(BTreeMap::values).map(kind).map(str::to_owned);
    let of: BTreeSet<String> = then.of.clone().map_or_else(|| named.collect(), from_list);
    let expected: Vec<(&str, &Value)> =
        then.events.iter().flatten().map(|(rule, event)| (rule.as_str(), event)).collect();
    let all = record["events"].as_array().into_iter().flatten();
    let happened: Vec<&Value> = all.filter(|entry| of.contains(kind(&entry["event"]))).collect();
    let got = happened.iter().enumerate().map(|(n, entry)| {
        let any = expected.get(n).is_some_and(|(rule, _)| *rule == "any");
        let rule = if any { "any" } else { entry["rule"].as_str().unwrap_or_default() };
        format!("{rule}: {}", entry["event"])
    });
    let got = got.collect();
    (expected.iter().map(|(rule, event)| format!("{rule}: {event}")).collect(), got)
}

fn from_list(list: Vec<String>) -> BTreeSet<String> {
    list.into_iter().collect()
}

/// The tag of an event.
fn kind(event: &Value) -> &str {
    match event {
        Value::Object(fields) => fields.keys().next().map_or("", String::as_str),
        other => other.as_str().unwrap_or_default(),
    }
}

fn answer(answer: &Value) -> String {
    let code = answer["code"].as_str().unwrap_or_default();
    match answer["rule"].as_str() {
        Some(rule) => format!("{code} {rule}"),
        None => code.to_owned(),
    }
}

/// Every field that is expected must be there; what else is there does not matter. Of `{}` nothing else may be there.
fn part(place: &str, expected: &Value, got: &Value, wrong: &mut Vec<String>) {
    match (expected, got) {
        (Value::Object(fields), Value::Object(_)) if !fields.is_empty() => {
            for (name, value) in fields {
                part(&format!("{place}.{name}"), value, &got[name], wrong);
            }
        }
        _ if expected == got => {}
        _ => wrong.push(format!("{place}: expected {expected}, got {got}")),
    }
}

/// The lines must stand in the page in this order.
fn told(reader: &str, page: &Page, expected: &[String], wrong: &mut Vec<String>) {
    let lines = lines(page);
    let mut rest = lines.iter();
    for line in expected {
        if !rest.by_ref().any(|l| l == line) {
            let all = lines.join("\n  ");
            wrong.push(format!("{reader} is not told, here, \"{line}\", but:\n  {all}"));
            return;
        }
    }
}

fn lines(page: &Page) -> Vec<String> {
    let mut lines = vec![page.title.clone()];
    lines.extend(page.subtitle.clone());
    for block in &page.blocks {
        said(block, &mut lines);
    }
    lines
}

fn said(block: &Block, lines: &mut Vec<String>) {
    match block {
        Block::Heading { text, .. } | Block::Code { text, .. } => lines.push(text.clone()),
        Block::Paragraph(text) | Block::Note(text) => lines.push(words(text)),
        Block::List(items) => lines.extend(items.iter().map(words)),
        Block::Facts(facts) => {
            lines.extend(facts.iter().map(|(label, text)| format!("{label}: {}", words(text))));
        }
        Block::Card { title, lines: came, details } => {
            lines.push(title.clone());
            lines.extend(came.iter().map(words));
            for block in details {
                said(block, lines);
            }
        }
        Block::Map(map) => lines.push(map.title.clone()),
        Block::Chart(chart) => lines.push(chart.title.clone()),
        Block::Board(board) => lines.push(board.title.clone()),
        Block::Replay(scenes) => {
            let said = |scene: &Scene| {
                scene.lines.iter().chain(&scene.details).map(words).collect::<Vec<_>>()
            };
            lines.extend(scenes.iter().flat_map(said));
        }
        Block::Folded { title, blocks } => {
            lines.push(title.clone());
            for block in blocks {
                said(block, lines);
            }
        }
        Block::Table(table) => lines.extend(
            table.rows.iter().map(|row| row.iter().map(words).collect::<Vec<_>>().join(" | ")),
        ),
    }
}

fn words(text: &Text) -> String {
    let said = text.0.iter().filter(|span| !matches!(span, Span::Rule(_) | Span::Draw(_)));
    said.map(Span::content).collect::<String>().trim().to_owned()
}

/// Shows both lists, with a mark where they differ.
fn compare(wrong: &mut Vec<String>, what: &str, expected: &[String], got: &[String]) {
    if expected == got {
        return;
    }
    let mut text = format!("{what}:");
    for n in 0..expected.len().max(got.len()) {
        match (expected.get(n), got.get(n)) {
            (Some(a), Some(b)) if a == b => {
                let _ = write!(text, "\n    {a}");
            }
            (a, b) => {
                for (mark, line) in [("expected", a), ("got     ", b)] {
                    if let Some(line) = line {
                        let _ = write!(text, "\n  {mark} {line}");
                    }
                }
            }
        }
    }
    wrong.push(text);
}
