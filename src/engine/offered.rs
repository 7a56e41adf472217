//! What a view offers and shows: the choices of its reader, and the page of a report.

use super::story::Story;
use super::typed::{SeenOf, Typed};
use super::walk::tag;
use super::{Choice, Fact, Game, Offer, one_line};
use crate::page::Page;

impl<G: Game> Typed<G> {
    /// Choices with those of their orders that are taken in the phase and would stand alone.
    pub(super) fn offered(
        &self,
        seen: &SeenOf<G>,
        mut choices: Vec<Choice<G::Order>>,
    ) -> Vec<Choice<String>> {
        let names = self.game.names();
        let taken = |offer: &Offer<G::Order>| {
            let order = &offer.order;
            seen.phase.accepts.contains(&tag(order)) && names.take(order)
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

    /// The turn in short, the map, the story if there is one, and the situation.
    pub(super) fn laid_out(&self, seen: &SeenOf<G>, facts: &[Fact<G::Event>]) -> Page {
        let mut page = self.game.situation(&seen.view);
        let situation = std::mem::take(&mut page.blocks);
        let heading = self.game.beginning(&seen.view, facts);
        let story = Story::of(&self.game, facts).beginning(heading);
        let mut short: Vec<String> = self.game.standings(&seen.view, facts);
        short.extend(story.short());
        short.extend(seen.phase.expects(&seen.reader));
        if !short.is_empty() {
            page = page.heading(2, Page::SUMMARY).list(short);
        }
        if let Some(picture) = self.game.map(&seen.view, facts) {
            page = page.picture(picture);
        }
        let mut page = story.write(page).heading(2, Page::SITUATION);
        page.blocks.extend(situation);
        page
    }
}
