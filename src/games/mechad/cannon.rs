//! Cannons of the reader's that had energy and did not fire.

use std::collections::BTreeSet;

use super::Mechad;
use super::events::Event;
use super::hitches::{Hitch, hitch};
use super::idle::Course;
use super::names::Ship;
use super::order::Order;
use super::retold::{Retold, Span};
use super::short;
use super::sight::View;
use super::state::Step;
use crate::engine::Fact;

/// A sentence for each ship whose cannon kept its shots, with what keeps its plotted line from firing.
pub(super) fn told(game: &Mechad, view: &View, witnessed: &[Fact<Event>]) -> Vec<String> {
    let impulse = |fact: &Fact<Event>| {
        matches!(fact.event.retold(), Some(Retold::Began(Span::Impulse { .. })))
    };
    if view.open.step != Step::Impulses || !witnessed.iter().any(impulse) {
        return Vec::new();
    }
    let fired: BTreeSet<&Ship> = witnessed
        .iter()
        .filter_map(|fact| match &fact.event {
            Event::Distorted { ship, .. } => Some(ship),
            _ => None,
        })
        .collect();
    let here = view.open.here().filter(|(_, unit)| view.side.as_ref() == Some(&unit.side));
    let idle = here.filter(|(ship, unit)| {
        let shots = view.holds.get(*ship).is_some_and(|hold| hold.cannon > 0);
        shots && game.cannons(unit) > 0 && !fired.contains(ship)
    });
    idle.map(|(ship, _)| {
        let plotted = plotted(game, view, ship, witnessed).unwrap_or_default();
        format!("{ship} fired no cannon shot{plotted}.")
    })
    .collect()
}

/// The line of the reader's plot for the cannon of a ship, and what keeps it from firing.
fn plotted(game: &Mechad, view: &View, ship: &Ship, witnessed: &[Fact<Event>]) -> Option<String> {
    let plot = view.side.as_ref().and_then(|side| view.plots.get(side));
    let mut lines = plot.into_iter().flat_map(|plot| &plot.orders);
    let line =
        lines.find(|order| matches!(order, Order::Cannon { ship: own, .. } if own == ship))?;
    let past = Course::of(view, witnessed).why(game, view, line);
    let why = past.or_else(|| hitch(game, view, line).map(Hitch::words))?;
    Some(format!("; plotted is `{}` ({why})", short::line(line)))
}
