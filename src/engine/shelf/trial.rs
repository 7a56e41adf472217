//! Orders that are tried in worlds which their author cannot tell from the true one. A world is
//! imagined, played and looked at as values: nothing of it is written down or told in sentences that
//! nobody reads.

use std::collections::BTreeMap;

use super::any_game::{Attempt, Trial, World};
use super::typed::{Carried, SeenOf, SheetOf, Typed, WholeOf};
use crate::base::Problem;
use crate::engine::contract::game::turn::Fates;
use crate::engine::facts::fact::witnessed;
use crate::engine::format::document::ViewDoc;
use crate::engine::orders::order_file::Asked;
use crate::engine::story::answers::{settled, written};
use crate::engine::{Chance, Code, Due, Game, Reader, Seat, Sheets, Slot};

impl<G: Game> Typed<G> {
    /// A plan, ready to be tried.
    ///
    /// # Errors
    /// If the view or the orders are none of this game's.
    pub(super) fn tried<'g>(
        &'g self,
        view: &ViewDoc,
        plan: &Attempt<'g>,
    ) -> Result<Trial<'g>, Problem> {
        let seen = self.shown(view)?;
        let own = (plan.seat, self.restated(&seen, plan.orders.sheet().cloned()?));
        let theirs = plan.against.iter().map(|(seat, orders)| Ok((seat, orders.sheet()?.clone())));
        let theirs = theirs.collect::<Result<Vec<_>, Problem>>()?;
        let given: BTreeMap<&Seat, SheetOf<G>> = std::iter::once(own).chain(theirs).collect();
        let seats = self.game.seats();
        if let Some(unknown) = given.keys().find(|seat| !seats.contains(seat)) {
            return Err(Problem::refused(format!("there is no seat {unknown}")));
        }
        let lines = given.iter().map(|(seat, sheet)| ((*seat).clone(), asked::<G>(sheet)));
        let (lines, author) = (lines.collect(), Reader::Seat(plan.seat.clone()));
        let world = move |luck: &dyn Fn(&str) -> [u8; 32]| self.world(&seen, &author, &given, luck);
        Ok(Trial { lines, world: Box::new(world) })
    }

    /// What a plan comes to in one world.
    fn world(
        &self,
        seen: &SeenOf<G>,
        author: &Reader,
        given: &BTreeMap<&Seat, SheetOf<G>>,
        luck: &dyn Fn(&str) -> [u8; 32],
    ) -> World {
        let state = self.game.imagine(&seen.view, &mut Chance::from_seed(luck("world")));
        let (standing, roll_call) = (seen.standing.clone(), seen.phase.is_roll_call());
        let whole = WholeOf::<G> { state, standing, roll_call };
        let (mut written, mut shown) = (Sheets::<G>::new(), BTreeMap::new());
        for seat in self.game.seats() {
            let own = self.seen(&whole, &Reader::Seat(seat.clone()));
            let due = own.phase.due.get(&seat).is_some_and(|due| *due != Due::Nothing);
            let sheet = match given.get(&seat) {
                Some(sheet) if author.is(&seat) || due => sheet.clone(),
                None if due && !roll_call => {
                    self.suggested(&own, &mut Chance::from_seed(luck(seat.as_str())))
                }
                Some(_) | None => SheetOf::<G>::default(),
            };
            written.insert(seat.clone(), self.restated(&own, sheet));
            shown.insert(seat, own);
        }
        let (sheets, fates) = self.admit(&shown, &written);
        let mut chance = Chance::from_seed(luck("turn"));
        let Carried { events, state, fates } = if roll_call {
            Carried { events: Vec::new(), state: self.game.setup(&mut chance), fates }
        } else {
            self.carried_out(whole.state, &sheets, fates, &mut chance)
        };
        let after = self.game.view(&state, author);
        World {
            fates: self.told_of(given, &written, fates),
            told: self.game.fortunes(&after, &witnessed(&events, author)).each(),
            measures: self.game.measures(&after),
        }
    }

    /// What became of the lines of those whose orders were given.
    fn told_of(
        &self,
        given: &BTreeMap<&Seat, SheetOf<G>>,
        written: &Sheets<G>,
        mut fates: Fates<G>,
    ) -> BTreeMap<Seat, Vec<(Code, String)>> {
        let mut of = |seat: &Seat| {
            let fates = fates.remove(seat).unwrap_or_default();
            let sheet = &written[seat];
            let lines = sheet.lines().zip(settled::<G>(seat, sheet, fates));
            let line = |((_, _, asked), (code, _, reason)): ((_, _, Asked<'_, _, _>), _)| {
                (code, self.why(&reason, asked.order()))
            };
            lines.map(line).collect()
        };
        given.keys().map(|seat| ((*seat).clone(), of(seat))).collect()
    }
}

/// The lines of a sheet, each with what it asks.
fn asked<G: Game>(sheet: &SheetOf<G>) -> Vec<(Slot, String)> {
    sheet.lines().map(|(slot, _, asked)| (slot, written::<G>(sheet, (slot, asked)))).collect()
}
