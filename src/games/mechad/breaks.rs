//! Why a block of impulses stopped, as far as the reader witnessed it.

use super::Mechad;
use super::events::Event;
use super::sight::View;
use super::state::Step;
use crate::base::words::names;
use crate::engine::Fact;

/// What stopped the block of whose end the last of these facts tells, as words that go on with its
/// sentence (md72); `None` if that tells of no such end.
pub(super) fn cause(game: &Mechad, facts: &[Fact<Event>]) -> Option<String> {
    let (last, before) = facts.split_last()?;
    let Event::Halted { .. } = &last.event else { return None };
    let begun = |fact: &Fact<Event>| matches!(fact.event, Event::ImpulseBegan { .. });
    let impulse = before.rsplit(begun).next()?;
    let broke = impulse.iter().find_map(|fact| match &fact.event {
        Event::Broke { side } => Some(format!("by the `break` of {}", game.title(side))),
        _ => None,
    });
    let gone = impulse.iter().filter_map(|fact| match &fact.event {
        Event::Destroyed { ship } => Some(ship),
        _ => None,
    });
    let gone: Vec<_> = gone.collect();
    let lost = || (!gone.is_empty()).then(|| format!("with the loss of {}", names(gone)));
    let secret = || Some("by a `break` that its side keeps to itself".to_owned());
    broke.or_else(lost).or_else(secret)
}

/// How often the reader may still stop a block, once one was stopped (md72).
pub(super) fn left(game: &Mechad, view: &View, witnessed: &[Fact<Event>]) -> Option<String> {
    let halted = witnessed.iter().any(|fact| matches!(fact.event, Event::Halted { .. }));
    let side = view.side.as_ref().filter(|_| halted && view.open.step == Step::Impulses)?;
    let spent = view.plots.get(side).map_or(0, |plot| plot.breaks);
    let left = game.format.numbers.breaks.value.saturating_sub(spent);
    Some(match left {
        0 => "You cannot stop a block again this turn.".to_owned(),
        1 => "You may stop a block once more this turn.".to_owned(),
        left => format!("You may stop a block {left} times more this turn."),
    })
}
