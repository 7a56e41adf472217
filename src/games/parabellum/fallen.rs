//! What a unit was that is no more: its card is gone with it, but the dice that it rolled in the same cycle tell much of it
//! (pb41, pb42, pb45, pb50, pb52, pb57).

use super::Parabellum;
use super::events::{Attack, Event};
use super::format::{CardRow, sides};
use super::names::{Kind, Unit};
use crate::base::words::either;
use crate::engine::Fact;

/// Cards that a lost unit is said to have had at most.
const MOST: usize = 3;

/// A lost unit of the reader's with the card that it had, or the few that it can have had.
pub fn named(game: &Parabellum, witnessed: &[Fact<Event>], unit: &Unit) -> String {
    let told = |fact: &Fact<Event>| tells(game, &fact.event, unit, None).is_some();
    let kinds: Vec<&Kind> = if witnessed.iter().any(told) {
        let fits = |kind: &&Kind| {
            let row = Some(game.format.card(kind));
            witnessed.iter().all(|fact| tells(game, &fact.event, unit, row) != Some(false))
        };
        game.theater.lists[&unit.side()].iter().filter(fits).collect()
    } else {
        Vec::new()
    };
    match kinds.len() {
        1..=MOST => format!("{unit} ({})", either(kinds)),
        _ => unit.to_string(),
    }
}

/// Whether an event fits a card of a unit, if it tells anything of the unit's card; without a card, whether it does.
fn tells(game: &Parabellum, event: &Event, unit: &Unit, row: Option<&CardRow>) -> Option<bool> {
    let fits = |fits: &dyn Fn(&CardRow) -> bool| row.is_none_or(fits);
    if let Event::Defended { rolls, .. } = event {
        let roll = rolls.iter().find(|roll| roll.unit.as_ref() == Some(unit))?;
        return Some(fits(&|row| game.shield(row, true) == roll.sides));
    }
    if let Event::Attacked { unit: by, how, sides: die, .. } = event {
        let manner = |row: &CardRow| match how {
            Attack::Direct => !row.flies(),
            Attack::Indirect => row.indirect,
            Attack::Sortie => row.flies(),
        };
        return (by == unit).then(|| fits(&|row| row.attack == *die && manner(row)));
    }
    if let Event::Countered { unit: by, sides: die, .. } = event {
        let small = sides(game.format.numbers.self_defense_die);
        let own = |row: &CardRow| row.attack == *die || row.indirect && *die == small;
        return (by == unit).then(|| fits(&own));
    }
    if let Event::FiredAt { unit: by, sides: die, .. } = event {
        let own = |row: &CardRow| if row.flies() { row.attack } else { row.anti_air };
        return (by == unit).then(|| fits(&|row| own(row) == *die));
    }
    if let Event::Parried { unit: by, sides: die, .. } = event {
        // What flies from a base defends there with the other die (pb61).
        let own = |row: &CardRow| row.defense == *die || game.shield(row, true) == *die;
        return (by == unit).then(|| fits(&own));
    }
    if let Event::Foundered { unit: by, sides: die, .. } = event {
        return (by == unit).then(|| fits(&|row| row.defense == *die));
    }
    if let Event::Deployed { unit: by, form, .. } | Event::Parked { unit: by, form, .. } = event {
        return (by == unit).then(|| fits(&|row| row.form == *form));
    }
    None
}
