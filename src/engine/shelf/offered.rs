//! What a view offers: the choices of its reader.

use super::typed::{SeenOf, Typed};
use crate::engine::orders::one_line;
use crate::engine::wording::walk::tag;
use crate::engine::{Choice, Game, Offer};

impl<G: Game> Typed<G> {
    /// Choices with those of their orders that can come to something in the phase and would stand alone.
    pub(in crate::engine) fn offered(
        &self,
        seen: &SeenOf<G>,
        mut choices: Vec<Choice<G::Order>>,
    ) -> Vec<Choice<String>> {
        let (names, kinds) = (&self.names, self.open_kinds(seen));
        let taken = |offer: &Offer<G::Order>| {
            let order = &offer.order;
            kinds.contains(&tag(order)) && names.take(order)
        };
        for choice in &mut choices {
            choice.offers.retain(taken);
        }
        let offers = choices.iter().flat_map(|choice| &choice.offers);
        let orders: Vec<&G::Order> = offers.map(|offer| &offer.order).collect();
        let mut refused = self.game.refused(&seen.view, &orders).into_iter();
        let mut text = |offer: Offer<G::Order>| {
            let refused = refused.next().expect("an answer for each order");
            let order = || one_line::list(&[offer.order]);
            (!refused).then(|| Offer { order: order(), about: offer.about })
        };
        let mut offered = |choice: Choice<G::Order>| Choice {
            subject: choice.subject,
            unit: choice.unit,
            offers: choice.offers.into_iter().filter_map(&mut text).collect(),
        };
        choices.into_iter().map(&mut offered).collect()
    }
}
