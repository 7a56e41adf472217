//! The Diplomacy Adjudicator Test Cases, sections 6.A to 6.J, as case files of our own.

use std::collections::BTreeMap;
use std::path::Path;

use adjutant::Problem;
use adjutant::game::Code;
use adjutant::serde::Deserialize;
use adjutant::testing::{self, Table};
use adjutant_diplomacy::SHELF;
use adjutant_diplomacy::order::Kind;
use adjutant_diplomacy::place::{Code as Letters, Place};
use adjutant_diplomacy::power::Power;
use adjutant_diplomacy::state::{Event, Open, Season, Stage, Unit};

/// A case: a position, and what follows from orders, phase after phase.
#[derive(Debug, Deserialize)]
#[serde(crate = "adjutant::serde", deny_unknown_fields)]
struct Case {
    /// Its number in the document.
    case: String,
    /// What it shows.
    shows: String,
    /// What the document leaves open, and which of its choices is ours.
    #[serde(default)]
    choice: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(default = "movement")]
    phase: Stage,
    #[serde(default)]
    units: BTreeMap<Power, Vec<String>>,
    #[serde(default)]
    centres: BTreeMap<Power, Vec<Place>>,
    steps: Vec<Step>,
}

fn movement() -> Stage {
    Stage::Movement
}

/// A phase.
#[derive(Debug, Deserialize)]
#[serde(crate = "adjutant::serde", deny_unknown_fields)]
struct Step {
    /// Lines, alone or with what becomes of them: `done`, or `failed` for whatever else.
    orders: BTreeMap<Power, Vec<Line>>,
    /// Units that are there afterwards.
    #[serde(default)]
    after: BTreeMap<Power, Vec<String>>,
    /// Provinces without a unit afterwards.
    #[serde(default)]
    empty: Vec<Place>,
    /// Units that are driven out.
    #[serde(default)]
    dislodged: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(crate = "adjutant::serde", untagged)]
enum Line {
    Plain(String),
    Judged(BTreeMap<String, String>),
}

impl Line {
    fn parts(&self) -> (&str, Option<&str>) {
        match self {
            Self::Plain(line) => (line, None),
            Self::Judged(one) => {
                let (line, came) = one.iter().next().expect("a line");
                (line, Some(came))
            }
        }
    }
}

fn place(text: &str) -> Place {
    let letters: Result<Letters, String> = text.parse();
    Place(letters.unwrap_or_else(|wrong| panic!("{wrong}")))
}

/// A unit as it is written: `F Spa/nc`.
fn unit(power: Power, text: &str) -> Unit {
    let (kind, at) = text.split_once(' ').expect("a unit");
    let kind = if kind == "A" { Kind::Army } else { Kind::Fleet };
    Unit { at: place(at), kind, power }
}

/// The position of a case.
fn open(case: &Case) -> Open {
    let units = case.units.iter().flat_map(|(power, all)| all.iter().map(|it| unit(*power, it)));
    let mut units: Vec<Unit> = units.collect();
    units.sort();
    let owned = case.centres.iter().flat_map(|(power, all)| all.iter().map(|at| (*at, *power)));
    let season = if case.phase == Stage::Movement { Season::Spring } else { Season::Fall };
    Open {
        year: 1901,
        season,
        stage: case.phase,
        units,
        beaten: Vec::new(),
        contested: [].into(),
        centres: owned.collect(),
        drawn: false,
    }
}

fn run(case: &Case) -> Result<(), String> {
    let options: Vec<(&str, &str)> =
        case.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let told = |problem: Problem| problem.to_string();
    let mut table = Table::laid(&SHELF, "standard", &options).map_err(told)?;
    table.set(&open(case));
    let mut wrong = Vec::new();
    for step in &case.steps {
        turn(&mut table, step, &mut wrong).map_err(told)?;
    }
    let none = wrong.is_empty();
    if none {
        Ok(())
    } else {
        Err(format!("{}: {}:\n  {}", case.case, case.shows, wrong.join("\n  ")))
    }
}

/// A phase, and what differs from what the case says of it.
fn turn(table: &mut Table, step: &Step, wrong: &mut Vec<String>) -> Result<(), Problem> {
    let list = |lines: &Vec<Line>| {
        lines.iter().map(|line| format!("- {}\n", line.parts().0)).collect::<String>()
    };
    let lists: Vec<(String, String)> =
        step.orders.iter().map(|(power, lines)| (power.seat().to_string(), list(lines))).collect();
    let lists: Vec<(&str, &str)> =
        lists.iter().map(|(seat, list)| (seat.as_str(), list.as_str())).collect();
    let turned = table.resolve(&lists)?;
    for (power, lines) in &step.orders {
        for (line, answer) in lines.iter().zip(&turned.answers[&power.seat()]) {
            let came = if answer.code == Code::Done { "done" } else { "failed" };
            let (line, expected) = line.parts();
            if expected.is_some_and(|expected| expected != came) {
                wrong.push(format!("{line}: {} ({})", answer.code.word(), answer.reason));
            }
        }
    }
    let after: Open = table.state()?;
    for (power, units) in &step.after {
        for wanted in units.iter().map(|it| unit(*power, it)) {
            let found = after.at(wanted.at);
            let same = |it: &&Unit| {
                it.kind == wanted.kind
                    && it.power == wanted.power
                    && (wanted.at.coast().is_none() || it.at == wanted.at)
            };
            if found.filter(same).is_none() {
                wrong.push(format!("{wanted} of {power} is not there, but {found:?}"));
            }
        }
    }
    let there = |at: &&Place| match at.coast() {
        None => after.at(**at).is_some(),
        Some(_) => after.units.iter().any(|unit| unit.at == **at),
    };
    wrong.extend(step.empty.iter().filter(there).map(|at| format!("{at} is not empty")));
    if let Some(dislodged) = &step.dislodged {
        let lost = turned.events.iter().filter_map(|event| {
            let Some(Event::Beaten { unit, .. }) = testing::read(event).ok() else { return None };
            Some(unit.to_string())
        });
        let (mut lost, mut expected): (Vec<String>, Vec<String>) =
            (lost.collect(), dislodged.clone());
        lost.sort();
        expected.sort();
        if lost != expected {
            wrong.push(format!("dislodged are {lost:?}"));
        }
    }
    Ok(())
}

/// Every case of a section.
fn section(letter: char, count: usize) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("cases/datc/6{letter}.yaml"));
    let cases: Vec<Case> = testing::yaml(&file).unwrap_or_else(|problem| panic!("{problem}"));
    assert_eq!(cases.len(), count, "cases of 6.{letter}");
    assert!(cases.iter().all(|case| case.choice.as_ref().is_none_or(|choice| choice.len() > 9)));
    let wrong: Vec<String> = cases.iter().filter_map(|case| run(case).err()).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

macro_rules! sections {
    ($($name:ident $letter:literal $count:literal;)*) => {
        $(#[test]
        fn $name() {
            section($letter, $count);
        })*
    };
}

sections! {
    basic 'a' 12;
    coasts 'b' 15;
    circles 'c' 9;
    supports 'd' 34;
    battles 'e' 15;
    convoys 'f' 25;
    next_door 'g' 22;
    retreats 'h' 16;
    builds 'i' 7;
    disorder 'j' 21;
}
