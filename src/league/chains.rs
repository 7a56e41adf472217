//! A member's chains in all their games of a season: one file commits to them.

use std::path::Path;

use rayon::prelude::*;

use crate::base::{Problem, Seat, Time};
use crate::campaign::Store;
use crate::engine::Shelf;
use crate::league::act::Paired;
use crate::league::founding::KeyRing;
use crate::league::results::place;
use crate::league::season::{Member, Season};
use crate::ledger::Stage;
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::enroll::{Player, enroll};
use crate::seal::{ChainFile, Commitment, PlayerSecret, PublicKey};

/// What became of a chain in its game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// Its links contribute to the seeds from now on.
    Added,
    /// They did so already.
    Known,
    /// Not any more: the game has begun.
    TooLate,
}

/// A member's key, and chains that they commit to.
#[derive(Debug, Clone, Copy)]
pub struct Chains<'a> {
    /// The key.
    pub signing: &'a PublicKey,
    /// The chains.
    pub chains: &'a [Commitment],
}

/// The member with a key, and the file of their chains in every game in which they have a seat.
///
/// # Errors
/// If the key is nobody's, or its owner has no game.
pub fn made(season: &Season, secret: &PlayerSecret) -> Result<(String, ChainFile), Problem> {
    let member = member(season, &PublicKey::of(secret.signing()))?;
    let own = season.games().filter(|(_, game)| seat(season, game, member).is_some());
    let file = ChainFile::of(secret, own.map(|(_, game)| game.campaign));
    if file.chains.is_empty() {
        return Err(Problem::nothing(format!("{} has no game yet", member.id))
            .hint("get a fresh copy of the league once a round is paired"));
    }
    Ok((member.id.clone(), file))
}

/// A game, and what became of the chain for it.
pub type OfGame = (String, Result<Taken, Problem>);

/// Adds a member's chains to their games. What is the matter with one stops no other: each says itself what became
/// of it, in the order of the games. Chains for no game of the season are left out.
///
/// # Errors
/// If the key is nobody's.
pub fn take(
    (league, season): (&Path, &Season),
    given: Chains<'_>,
    (keys, shelf, now): (KeyRing<'_>, Shelf, Time),
) -> Result<Vec<OfGame>, Problem> {
    let member = member(season, given.signing)?;
    let own =
        |game: &Paired| given.chains.iter().copied().find(|chain| chain.campaign == game.campaign);
    let games: Vec<(&Paired, Commitment)> =
        season.games().filter_map(|(_, game)| Some((game, own(game)?))).collect();
    let one = |(game, chain): &(&Paired, Commitment)| {
        let seat = seat(season, game, member)
            .ok_or_else(|| Problem::refused(format!("this key has no seat in {}", game.game)));
        let took = seat.and_then(|seat| {
            let store = Store::find(&place(league, season.number, &game.game))?;
            let mut desk = Desk::take(store, keys()?, shelf)?;
            add(&mut desk, (&seat, given.signing), chain, now)
        });
        (game.game.clone(), took)
    };
    Ok(games.par_iter().map(one).collect())
}

fn add(
    desk: &mut Desk,
    (seat, signing): (&Seat, &PublicKey),
    chain: &Commitment,
    now: Time,
) -> Result<Taken, Problem> {
    if desk.genesis() != chain.campaign {
        return Err(Problem::refused("the ledger is that of another campaign")
            .hint("restore the one with which the round was paired"));
    }
    let holder = desk.campaign.holder(seat, u32::MAX);
    let Some(holder) = holder.filter(|holder| holder.signing == signing.to_string()) else {
        return Err(Problem::refused(format!("{seat} has another key in this game"))
            .hint("make the chain file with the key that the game has"));
    };
    if holder.tip == Some(chain.tip) {
        return Ok(Taken::Known);
    }
    if desk.campaign.stage() != Stage::Enrolling {
        return Ok(Taken::TooLate);
    }
    let recipient = holder.recipient.parse()?;
    let tip = Some(chain.tip);
    let player = Player { name: holder.name, address: None, signing: *signing, recipient, tip };
    enroll(desk, seat, &player, None, now)?;
    Ok(Taken::Added)
}

fn member<'s>(season: &'s Season, key: &PublicKey) -> Result<&'s Member, Problem> {
    let key = key.to_string();
    let own = season.members.iter().find(|member| member.keys.contains(&key));
    own.ok_or_else(|| {
        Problem::refused("this key is no member's")
            .hint("a member enters with `adjutant league enroll NAME.pub`")
    })
}

/// The seat of a member in a game.
fn seat(season: &Season, game: &Paired, member: &Member) -> Option<Seat> {
    season.seats(game).into_iter().find(|(_, id)| *id == member.id).map(|(seat, _)| seat)
}
