//! The orders of computer players of every skill.

use super::ahead::Ahead;
use super::typed::{SeenOf, SheetOf, Typed};
use crate::engine::contract::staff::beside;
use crate::engine::{Chance, Game, Skill};

/// Of so many lines a recruit gives one.
const GIVEN: u64 = 3;

impl<G: Game> Typed<G> {
    /// The orders of a computer player of that skill.
    pub(super) fn skilled(
        &self,
        seen: &SeenOf<G>,
        skill: Skill,
        chance: &mut Chance,
    ) -> SheetOf<G> {
        match (skill, seen.reader.seat()) {
            (Skill::Recruit, _) => self.forgetful(seen, chance),
            (Skill::Veteran, Some(seat)) if !seen.phase.is_roll_call() => {
                Ahead::of(self, seen, seat, chance).best()
            }
            (Skill::Regular | Skill::Veteran, _) => self.suggested(seen, chance),
        }
    }

    /// What is left of the orders of a regular if most are forgotten.
    fn forgetful(&self, seen: &SeenOf<G>, chance: &mut Chance) -> SheetOf<G> {
        let given = self.suggested(seen, chance).orders.into_iter();
        let mut draw = chance.draw(&["staff", "recruit"]);
        let kept = given.filter(|_| draw.below(GIVEN) == 0);
        let kept = kept.map(|given| given.order).collect();
        // An order may have needed one that was forgotten.
        SheetOf::<G>::of_orders(beside(&self.game, &seen.view, kept))
    }
}
