//! What every game must keep to, tried by the staff's play. A game's crate has all of it in one line of a file in
//! `tests/`, such as `adjutant::conformance!(&my_game::SHELF);`.

#[doc(hidden)]
pub mod leaks;
#[doc(hidden)]
pub mod played;
#[doc(hidden)]
pub mod promises;
mod refusals;

use rayon::prelude::*;

use crate::base::Problem;
use crate::engine::GameKind;
use crate::render::Rulebook;

use played::play;

/// In one campaign of so many the scenes, pages and documents are looked at.
const SHOWN: u64 = 8;

/// Makes the tests of a game's conformance, one for each of the functions of [`conformance`](crate::testing::conformance),
/// each with 8 campaigns or as many as are given.
///
/// ```
/// adjutant::conformance!(adjutant::OURS.named("mechad").expect("it is ours"));
/// ```
#[macro_export]
macro_rules! conformance {
    ($game:expr $(,)?) => {
        $crate::conformance!($game, 8);
    };
    ($game:expr, $campaigns:expr $(,)?) => {
        #[test]
        fn the_game_keeps_its_word_in_play() {
            $crate::testing::passes($crate::testing::conformance::kept($game, $campaigns));
        }

        #[test]
        fn nothing_is_told_of_what_a_reader_cannot_see() {
            $crate::testing::passes($crate::testing::conformance::sealed($game, $campaigns));
        }

        #[test]
        fn orders_that_a_check_refuses_are_not_carried_out() {
            $crate::testing::passes($crate::testing::conformance::refused($game, $campaigns));
        }
    };
}

/// Plays so many campaigns of a game with its staff, each with other options, and holds every cycle to what the contract
/// promises:
///
/// - the same input gives the same bytes, and a record that is replayed leads to the position;
/// - a view cannot tell an imagined position from the true one, nor what is told or awaited by it;
/// - what is told of a cycle is what its reader witnessed, and the moderator is told everything;
/// - every order line has one answer, every draw that is named was made, and no name was drawn twice;
/// - the staff orders nothing that is refused, what a template offers can be ordered, and all of it fits for mail;
/// - documents are as this version writes them, and scenes lead to the position.
///
/// # Errors
/// The first promise that is not kept, with campaign and cycle.
pub fn kept(kind: &dyn GameKind, campaigns: u64) -> Result<(), Problem> {
    each(campaigns, |campaign| {
        play(kind, campaign, &|played| {
            promises::of_facts(played)?;
            if campaign.is_multiple_of(SHOWN) { promises::of_pages(played) } else { Ok(()) }
        })
    })
}

/// Plays so many campaigns, and makes for every reader of every cycle another world that looks the same to them: other
/// secrets, no event that they did not see, no orders of others. Not a byte of what they are given may differ.
///
/// # Errors
/// The first reader that can tell, with campaign and cycle.
pub fn sealed(kind: &dyn GameKind, campaigns: u64) -> Result<(), Problem> {
    let rules = Rulebook::read(kind.shipped().rules)?;
    each(campaigns, |campaign| play(kind, campaign, &|played| leaks::none(played, &rules)))
}

/// Plays so many campaigns, and gives in every cycle each seat's orders to another, and lines out of place: what a check
/// refuses is answered as refused and does nothing, and whatever is ordered, a cycle is carried out and can be replayed.
///
/// # Errors
/// The first line that is carried out though it was refused, with campaign and cycle.
pub fn refused(kind: &dyn GameKind, campaigns: u64) -> Result<(), Problem> {
    each(campaigns, |campaign| play(kind, campaign, &refusals::do_nothing))
}

/// Plays campaigns side by side; the first one that fails is told of, whichever was done first.
fn each(
    campaigns: u64,
    play: impl Fn(u64) -> Result<(), Problem> + Send + Sync,
) -> Result<(), Problem> {
    let all: Vec<Result<(), Problem>> = (0..campaigns).into_par_iter().map(play).collect();
    all.into_iter().collect()
}
