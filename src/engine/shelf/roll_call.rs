//! The roll call: a cycle before the set-up is drawn, in which every seat sends its link.
//!
//! The seed of the beginning follows from what is enrolled, so whoever enrolls last could try out chains,
//! with the moderator's help, until the set-up suits them. In a campaign with a roll call the set-up is
//! drawn in the first cycle instead, from the links of all who answer: nobody knows those of the others
//! when they commit to their own.

use std::collections::BTreeMap;

use super::any_game::Resolution;
use super::typed::{SeenOf, Typed, WholeOf};
use crate::base::Problem;
use crate::engine::contract::game::turn::{Fates, RecordOf};
use crate::engine::format::document::{Encoded, Position, RecordDoc};
use crate::engine::format::phase::ROLL_CALL;
use crate::engine::story::answers::answer_all;
use crate::engine::{Chance, Game, OptionSpec, Sheets, Source};
use crate::page::Page;

/// What may be set, and what holds if nobody sets it.
pub(in crate::engine) fn option() -> OptionSpec {
    OptionSpec {
        default: "no".to_owned(),
        values: vec!["yes".to_owned(), "no".to_owned()],
        about:
            "the first cycle draws the set-up from everybody's links, so that nobody can choose it"
                .to_owned(),
        source: Source::Invented,
    }
}

/// Takes the option out of those that are settled: true if there is a roll call.
///
/// # Errors
/// If there is one for a scenario that begins with a position, which draws no set-up.
pub(in crate::engine) fn taken(
    options: &mut BTreeMap<String, String>,
    begins: bool,
) -> Result<bool, Problem> {
    let asked = options.remove(ROLL_CALL).is_some_and(|value| value == "yes");
    if asked && begins {
        return Err(Problem::usage("a scenario that begins with a position has no roll call")
            .hint("leave the option roll-call at no"));
    }
    Ok(asked)
}

impl<G: Game> Typed<G> {
    /// The position before the set-up is drawn. The state only stands in for it: nobody is told of it.
    pub(super) fn unset(&self) -> Position {
        let state = self.game.setup(&mut Chance::from_seed([0; 32]));
        Position::of(&WholeOf::<G> { state, standing: BTreeMap::new(), roll_call: true })
    }

    /// Carries out the roll call.
    pub(super) fn set_up(
        &self,
        written: &Sheets<G>,
        fates: Fates<G>,
        chance: &mut Chance,
    ) -> Resolution {
        let state = self.game.setup(chance);
        let record = RecordOf::<G> {
            events: Vec::new(),
            answers: answer_all::<G>(written, fates),
            draws: chance.drawn().to_vec(),
            standing: BTreeMap::new(),
            setup: Some(state.clone()),
        };
        let record = RecordDoc::of(&record);
        let whole = WholeOf::<G> { state, standing: BTreeMap::new(), roll_call: false };
        Resolution { record, position: Position::of(&whole) }
    }

    /// What a reader is told before there is a set-up.
    pub(super) fn roll_call_page(&self, seen: &SeenOf<G>) -> Page {
        let about = "Every order file contains a secret number that its player committed to when they \
            enrolled. The set-up is drawn from the numbers of all who answer this roll call, so neither \
            a player nor the moderator can choose it. Whoever sends nothing has no part in it.";
        let Page { title, .. } = self.game.situation(&seen.view);
        let page = Page::new(title)
            .subtitle("roll call")
            .heading(2, Page::SUMMARY)
            .list(["The game has not been set up yet."]);
        page.heading(2, "Roll call").paragraph(about)
    }
}
