//! What a cycle brought a side.

use super::events::Event;
use super::names::Unit;
use super::side::Side;
use super::sight::View;
use super::{CompanyCommander, losses};
use crate::base::words::count;
use crate::engine::{Fact, Fortune, Fortunes};

/// Units that are lost, harmed or have arrived, and places that are taken.
pub fn fortunes(game: &CompanyCommander, view: &View, witnessed: &[Fact<Event>]) -> Fortunes {
    let mut told = Fortunes::default();
    let Some(side) = view.side else { return told };
    let own = |unit: &Unit| game.field.units[unit].side == side;
    for (n, fact) in witnessed.iter().enumerate() {
        if let Event::Destroyed { unit } = &fact.event {
            let cause = harmed(game, &witnessed[..=n], unit);
            let kind = game.format.kind(game.kind_of(unit)).title.clone();
            let what = std::iter::once(kind).chain(cause).collect::<Vec<_>>().join("; ");
            let what = format!("{unit} ({what})");
            told.toll(own(unit), true, what);
        } else if let Event::Arrived { unit, .. } = &fact.event
            && own(unit)
        {
            told.add(Fortune::Gained, game.called(unit));
        } else if let Event::Took { side: by, place } = &fact.event
            && *by == side
        {
            told.add(Fortune::Gained, place);
        }
    }
    for (unit, harms) in harms(game, side, witnessed) {
        let harms: Vec<String> = harms.into_iter().map(Harm::said).collect();
        told.toll(own(unit), false, format!("{unit} ({})", harms.join("; ")));
    }
    told
}

/// Where a unit was and by what it was harmed, as the last of these facts tells: `in 0703 by Able-3, rifles, 6 shots at 50%`;
/// `None` if the reader witnessed neither (cc2, cc51).
fn harmed(game: &CompanyCommander, witnessed: &[Fact<Event>], unit: &Unit) -> Option<String> {
    let mut shown = witnessed.iter().rev().filter_map(|fact| fact.event.shown());
    let at = shown.find(|(it, _)| *it == unit).and_then(|(_, at)| at);
    let at = at.map(|at| format!("in {at}"));
    let cause = losses::cause(game, witnessed, ToString::to_string);
    let told: Vec<String> = at.into_iter().chain(cause).collect();
    (!told.is_empty()).then(|| told.join(" "))
}

/// What harmed a unit.
#[derive(Debug, PartialEq, Eq)]
enum Harm {
    /// It is suppressed.
    Suppressed,
    /// So many strength points are lost by this cause.
    Losses(Option<String>, u32),
}

impl Harm {
    fn said(self) -> String {
        match self {
            Self::Suppressed => "suppressed".to_owned(),
            Self::Losses(cause, points) => {
                let points = count(points, "strength point");
                std::iter::once(points).chain(cause).collect::<Vec<_>>().join("; ")
            }
        }
    }

    /// True if that was the same, which then counts more.
    fn grows(&mut self, other: &Self) -> bool {
        match (self, other) {
            (Self::Suppressed, Self::Suppressed) => true,
            (Self::Losses(cause, points), Self::Losses(by, more)) if cause == by => {
                *points += more;
                true
            }
            (Self::Suppressed | Self::Losses(..), _) => false,
        }
    }
}

/// What harmed units that are not destroyed, all of it for each; the losses by one cause are added up.
fn harms<'e>(
    game: &CompanyCommander,
    side: Side,
    witnessed: &'e [Fact<Event>],
) -> Vec<(&'e Unit, Vec<Harm>)> {
    let gone = |unit: &Unit| {
        let lost = |event: &Event| matches!(event, Event::Destroyed { unit: lost } if lost == unit);
        witnessed.iter().any(|fact| lost(&fact.event))
    };
    let mut all: Vec<(&Unit, Vec<Harm>)> = Vec::new();
    for (n, fact) in witnessed.iter().enumerate() {
        let (unit, harm) = if let Event::Damaged { unit, losses } = &fact.event {
            (unit, Harm::Losses(harmed(game, &witnessed[..=n], unit), (*losses).into()))
        } else if let Event::Suppressed { unit } = &fact.event
            && game.field.units[unit].side != side
        {
            // What is suppressed of the reader's is named among what stands there.
            (unit, Harm::Suppressed)
        } else {
            continue;
        };
        match all.iter_mut().find(|(known, _)| *known == unit) {
            _ if gone(unit) => {}
            Some((_, harms)) => {
                if !harms.iter_mut().any(|known| known.grows(&harm)) {
                    harms.push(harm);
                }
            }
            None => all.push((unit, vec![harm])),
        }
    }
    all
}
