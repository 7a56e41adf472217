//! Founds the campaigns of a round, with the code of `new`, `enroll` and `calendar set`. Killed anywhere, the next
//! call goes on: a campaign counts for the league once the round's act names it.

use std::path::Path;

use rayon::prelude::*;

use crate::base::{Digest, Problem, Seat, Time};
use crate::campaign::{Store, folder};
use crate::league::act::{Paired, STAFF};
use crate::league::pairing::{Draft, Wanted};
use crate::league::results::place;
use crate::league::rules::Played;
use crate::league::season::Season;
use crate::league::staff;
use crate::referee::calendar::InForce;
use crate::referee::cycle::desk::{Desk, Keys};
use crate::referee::cycle::enroll::{Player, enroll};
use crate::referee::cycle::found::found;
use crate::referee::moderator::decide;

/// Where the moderator's keys come from, for one campaign after the other.
pub type KeyRing<'k> = &'k (dyn Fn() -> Result<Keys, Problem> + Sync);

/// Where a member's mail goes, if that is kept.
pub type Addresses<'a> = &'a (dyn Fn(&str) -> Result<Option<String>, Problem> + Sync);

/// Founds every campaign of a round.
///
/// # Errors
/// The first that cannot be founded; the others are.
pub fn found_all(
    league: &Path,
    (season, played): (&Season, &Played),
    draft: &Draft,
    (keys, addresses): (KeyRing<'_>, Addresses<'_>),
    now: Time,
) -> Result<Vec<Paired>, Problem> {
    let one = |wanted: &Wanted| {
        let made = found_one(league, (season, played), wanted, (keys, addresses), now);
        made.map_err(|p| p.at(&wanted.game))
    };
    draft.games.par_iter().map(one).collect::<Vec<_>>().into_iter().collect()
}

fn found_one(
    league: &Path,
    (season, played): (&Season, &Played),
    wanted: &Wanted,
    (keys, addresses): (KeyRing<'_>, Addresses<'_>),
    now: Time,
) -> Result<Paired, Problem> {
    let root = place(league, season.number, &wanted.game);
    let name = format!("{}-s{}-{}", season.league, season.number, wanted.game);
    let charter = played.charter(&name, wanted.scenario);
    let fields: &[&[u8]] = &[&season.begin.commitment.0, &season.last.1.0, wanted.game.as_bytes()];
    let salt = Digest::tagged("adjutant/league-salt/v1", fields);
    folder::clear_unfounded(&root)?;
    let mut desk = match Store::find(&root) {
        Ok(store) => {
            let desk = Desk::take(store, keys()?, played.shelf)?;
            let genesis = desk.campaign.ledger.genesis();
            if (&genesis.name, genesis.salt) != (&name, salt) {
                return Err(Problem::refused("another campaign is in its directory")
                    .at(root.display())
                    .hint("move it away, then pair again"));
            }
            desk
        }
        Err(_) => found(&root, &charter, keys()?, (salt, now))?,
    };
    for (seat, id) in &wanted.seats {
        if desk.campaign.holder(seat, u32::MAX).is_none() {
            let player = player(&desk, season, (seat, id), addresses)?;
            enroll(&mut desk, seat, &player, None, now)?;
        }
    }
    if let (Some(calendar), None) = (&played.calendar, InForce::of(&desk.campaign)?) {
        decide::set_calendar(&mut desk, calendar, "the calendar of the league", now)?;
    }
    Ok(Paired {
        game: wanted.game.clone(),
        campaign: desk.genesis(),
        scenario: charter.scenario.to_owned(),
        seats: wanted.seats.clone(),
    })
}

/// The player of a seat, as the campaign enrolls them.
///
/// # Errors
/// If a key of theirs cannot be read.
pub fn player(
    desk: &Desk,
    season: &Season,
    (seat, id): (&Seat, &str),
    addresses: Addresses<'_>,
) -> Result<Player, Problem> {
    if id == STAFF {
        return Ok(staff::player(desk, seat));
    }
    let member = season.member(id)?;
    Ok(Player {
        name: member.name.clone(),
        address: addresses(id)?,
        signing: member.keys.last().expect("a member enters with a key").parse()?,
        recipient: member.recipient.parse()?,
        tip: None,
    })
}
