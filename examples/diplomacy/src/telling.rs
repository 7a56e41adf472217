//! How it is told.

use adjutant::game::{Fortune, Fortunes};
use adjutant::page::{Picture, Table};
use adjutant::prelude::*;

use crate::Diplomacy;
use crate::place::Place;
use crate::power::Power;
use crate::sight::View;
use crate::state::{Event, Open, Stage, Unit};
use crate::{DISORDER, REMOVE};

impl Telling for Diplomacy {
    fn called(&self, seat: &Seat) -> String {
        Power::of(seat).map_or_else(|| seat.to_string(), |power| power.word().to_owned())
    }

    fn occasion(&self, view: &View, _: &Phase) -> String {
        format!("the {}", when(&view.open))
    }

    fn tell(&self, event: &Event) -> Told {
        told! {
            on self; event;
            rows {
                detail Held { unit } => "{unit} holds";
                line Helped { unit, of, way, came } => "{unit} supports {of} {}, which {came}", towards(&way[..]);
                line Carried { unit, way, came } => "{unit} convoys A {}, which {came}", towards(&way[..]);
                line Stayed { unit, to, came } => "{unit}-{to} {came}";
                line Went { unit, to, convoy } =>
                    "{unit} goes to {to}{}", if *convoy { " via convoy" } else { "" };
                detail Contested { at } => "units fought for {at} in vain";
                line Retreated { unit, to } => "{unit} retreats to {to}";
                line Removed { unit, why } => "{unit} {why}";
                line Built { unit } => "{unit} is raised";
            }
            others {
                Event::Beaten { unit, by, .. } => {
                    let [unit, by] = [unit, by].map(|unit| self.said_of(unit));
                    Told::headline(format!("{unit} is dislodged by {by}"))
                }
                Event::Taken { at, by, from } => {
                    let lost = from.map_or_else(String::new, |from| format!(" from {from}"));
                    Told::headline(format!("{by} takes {}{lost}", self.name(*at)))
                }
                Event::Began { year, season, stage } => {
                    let began = Told::line(format!("{season} {year}: {stage}"));
                    began.opens(adjutant::game::Opening::Section)
                }
                Event::Drawn { among } => {
                    Told::headline(format!("a draw is agreed: {}", adjutant::words::names(among)))
                }
            }
        }
    }

    fn standings(&self, view: &View, _: &[Fact<Event>]) -> Vec<String> {
        let Some(power) = Power::reading(&view.reader) else { return Vec::new() };
        let [centres, units] = [view.open.owned(power).count(), view.open.of(power).count()];
        vec![format!(
            "You have {} and {}; {} win.",
            adjutant::words::count(centres, "supply centre"),
            adjutant::words::count(units, "unit"),
            self.format.to_win.value
        )]
    }

    fn fortunes(&self, view: &View, witnessed: &[Fact<Event>]) -> Fortunes {
        let mut all = Fortunes::default();
        let Some(own) = Power::reading(&view.reader) else { return all };
        for fact in witnessed {
            match &fact.event {
                Event::Removed { unit, .. } => {
                    all.toll(unit.power == own, true, self.said_of(unit))
                }
                Event::Taken { at, by, .. } if *by == own => {
                    all.add(Fortune::Gained, self.name(*at))
                }
                Event::Taken { at, from, .. } if *from == Some(own) => {
                    all.add(Fortune::Lost, self.name(*at));
                }
                _ => {}
            }
        }
        all
    }

    fn measures(&self, view: &View) -> Vec<Measure> {
        let count = |power: Power| (power, view.open.owned(power).count());
        Measure::of_each("supply centres", Power::ALL.map(count))
    }

    fn beginning(&self, _: &View, witnessed: &[Fact<Event>]) -> Option<String> {
        // What came before the first heading belongs to what was awaited.
        let first = witnessed.first()?;
        let stage = match &first.event {
            Event::Retreated { .. } => Stage::Retreats,
            Event::Built { .. } => Stage::Adjustments,
            Event::Removed { .. } if [REMOVE, DISORDER].contains(&first.rule) => Stage::Adjustments,
            Event::Removed { .. } => Stage::Retreats,
            Event::Began { .. } => return None,
            _ => Stage::Movement,
        };
        Some(adjutant::words::capital(stage.word()))
    }

    fn situation(&self, view: &View) -> Page {
        let open = &view.open;
        let table = Table::new().lefts(["Power"]).rights(["Centres", "Units"]).lefts(["Where"]);
        let row = |power: Power| {
            let units: Vec<String> = open.of(power).map(ToString::to_string).collect();
            let [centres, count] = [open.owned(power).count(), units.len()];
            [power.to_string(), centres.to_string(), count.to_string(), units.join(", ")]
        };
        let page = Page::new("Diplomacy").subtitle(when(open));
        let page = page.table(table.rows(open.left().map(row)));
        let lost: Vec<String> =
            open.beaten.iter().map(|beaten| self.said_of(&beaten.unit)).collect();
        if lost.is_empty() { page } else { page.facts([("Must retreat", lost.join(", "))]) }
    }

    fn map(&self, view: &View, witnessed: &[Fact<Event>]) -> Option<Picture> {
        self.chart(view, witnessed).map(|map| Picture::Map(Box::new(map)))
    }
}

/// What is to be ordered, and when: `Spring 1901, movement`.
fn when(open: &Open) -> String {
    format!("{} of {} {}", open.stage, open.season, open.year)
}

/// A way, or a place.
fn towards(way: &[Place]) -> String {
    let way: Vec<String> = way.iter().map(ToString::to_string).collect();
    way.join("-")
}

impl Diplomacy {
    fn said_of(&self, unit: &Unit) -> String {
        format!("the {} of {} in {}", unit.kind.word(), unit.power, self.name(unit.at))
    }
}
