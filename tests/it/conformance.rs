//! What every game must do, under random legal play: what the library asks of any game, and what is asked of ours besides.

use std::num::NonZero;
use std::sync::Mutex;

use adjutant::base::Problem;
use adjutant::engine::{AnyGame, GameKind, Position};
use adjutant::testing::conformance::played::{self, Played};
use adjutant::testing::conformance::{promises, refused};
use adjutant::testing::passes;

use crate::shelf::{self, json};

/// Campaigns of each game.
const CAMPAIGNS: u64 = 200;
/// Campaigns in which orders are given to the wrong seats.
const MIXED: u64 = 40;
/// In one campaign of so many units are looked for.
const LOOKED: u64 = 5;
/// In one campaign of so many the scenes, pages and documents are looked at.
const SHOWN: u64 = 8;

/// Plays one campaign and shows every cycle to the check.
pub(crate) fn play(kind: &dyn GameKind, campaign: u64, check: &dyn Fn(&Played<'_>)) {
    let check = |played: &Played<'_>| -> Result<(), Problem> {
        check(played);
        Ok(())
    };
    passes(played::play(kind, campaign, &check));
}

/// Every unit is named in the template of its seat, first of all, even with nothing to order.
fn units_are_named(kind: &str, game: &dyn AnyGame, position: &Position) {
    let state = &json(&position.0)["state"];
    let (mut units, mut named) = (Vec::new(), Vec::new());
    for seat in game.seats() {
        let Some(own) = shelf::units_of(kind, state, &seat) else { return };
        units.extend(own);
        let choices = game.choices(&shelf::view(game, position, &seat)).expect("a view");
        named.extend(choices.into_iter().filter(|choice| choice.unit).map(|unit| unit.subject));
    }
    for unit in &units {
        assert!(named.iter().any(|name| name.starts_with(unit)), "{unit} is not named");
    }
    assert_eq!(named.len(), units.len(), "{named:?}");
}

/// Every campaign of every game is played once and shown to all checks, some side by side.
#[test]
fn every_game_keeps_its_word_under_random_legal_play() {
    let campaigns = 0..shelf::share(CAMPAIGNS);
    let campaigns = campaigns.flat_map(|n| shelf::kinds().into_iter().map(move |k| (k, n)));
    side_by_side(campaigns, |(kind, campaign)| {
        let check = |played: &Played<'_>| {
            let phase = played.game.phase(played.before).expect("a position");
            if campaign.is_multiple_of(LOOKED) && !phase.is_roll_call() {
                units_are_named(kind.name(), played.game, played.before);
            }
            promises::of_facts(played)?;
            if campaign.is_multiple_of(SHOWN) { promises::of_pages(played) } else { Ok(()) }
        };
        let kept = played::play(kind, campaign, &check);
        passes(kept.map_err(|problem| format!("{}: {problem}", kind.name())));
    });
}

#[test]
fn orders_that_a_check_refuses_are_not_carried_out() {
    for kind in shelf::kinds() {
        let kept = refused(kind, shelf::share(MIXED));
        passes(kept.map_err(|problem| format!("{}: {problem}", kind.name())));
    }
}

/// Does something with every item, as many at a time as there are processors.
pub(crate) fn side_by_side<T: Send>(
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    let items = Mutex::new(items);
    let next = || items.lock().ok().and_then(|mut items| items.next());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some(item) = next() {
                    work(item);
                }
            });
        }
    });
}
