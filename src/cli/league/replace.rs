use clap::Args;
use serde_json::json;

use super::Office;
use crate::base::Problem;
use crate::cli::context::{Context, KeyArgs};
use crate::league::act::{Act, Replace as Replacement};
use crate::league::going;

/// Give a seat of a game that is going on to another member, or to the staff.
///
/// What comes of the game counts for whoever has the seat in the end.
#[derive(Debug, Args)]
pub(super) struct Replace {
    /// The game: r02-b01.
    game: String,
    /// The seat.
    seat: String,
    /// The member who takes it, or `staff`.
    member: String,
    /// Why. Everyone can see it.
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

impl Replace {
    pub(super) fn run(self, context: &Context, args: &KeyArgs) -> Result<(), Problem> {
        let mut office = Office::take(context, args)?;
        let Self { game, seat, member, reason } = self;
        let seat: crate::base::Seat = seat.parse()?;
        let (told, words) = (seat.clone(), reason.clone());
        let (name, whom) = (game.clone(), member.clone());
        // First the act: a campaign whose seat has other keys than the league says is refused everywhere.
        let again = office.season.seats(office.season.game(&game)?).get(&seat) == Some(&member);
        if !again {
            office.decide(Act::Replace(Replacement { game, seat, member, reason }))?;
        }
        going::replace(
            (office.root(), &office.season),
            (&name, &told, &whom),
            &words,
            (&|| office.keys(), &|member| office.address(member)),
            (office.played.shelf, office.now),
        )?;
        let text = format!("{name}: {whom} has {told}\n");
        context.answer(&text, &json!({"game": name, "seat": told, "member": whom}))
    }
}
