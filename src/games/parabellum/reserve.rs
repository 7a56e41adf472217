//! What goes back to the reserves.

use super::Parabellum;
use super::state::{Card, Purse, State};

/// A card that goes back to the reserves; its cargo goes with it (pb70).
fn stored(purse: &mut Purse, card: Card) -> Card {
    purse.supply += card.cargo.supply;
    purse.ammo += card.cargo.ammo;
    let Card { kind, strength, supply, ammo, .. } = card;
    Card { strength, supply, ammo, ..Card::fresh(kind) }
}

/// What irregulars leave behind when they go home: their cargo, and what they manned, without men
/// (pb27).
pub(super) fn unmanned(game: &Parabellum, purse: &mut Purse, card: Card) -> Option<Card> {
    let light = game.format.card(&card.kind).light;
    let left = Card { strength: 0, ..stored(purse, card) };
    light.then_some(left)
}

/// All units go back to the reserves, irregulars go home, and the map is put away (pb70).
pub(super) fn clear(game: &Parabellum, state: &mut State) {
    for holdings in state.secret.sides.values_mut() {
        for (unit, card) in std::mem::take(&mut holdings.cards) {
            let card = if card.city.is_none() {
                Some(stored(&mut holdings.purse, card))
            } else {
                unmanned(game, &mut holdings.purse, card)
            };
            holdings.cards.extend(card.map(|card| (unit, card)));
        }
        holdings.coming.clear();
        (holdings.sent, holdings.lost, holdings.mover) = (0, 0, None);
        holdings.collected.clear();
        holdings.heard.clear();
        for sighting in holdings.known.values_mut() {
            sighting.at = None;
        }
    }
    state.secret.mat.minis.clear();
    state.secret.mat.stacks.clear();
    state.open.skirmish = None;
}
