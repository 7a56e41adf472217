//! The commands of a league.

mod announce;
mod chains;
mod challenge;
mod enroll;
mod new;
mod pair;
mod postpone;
mod replace;
mod run;
mod shard;
mod site;
mod standings;
mod status;
mod verify;
mod withdraw;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::context::{Context, KeyArgs, keys, keys_beside};
use crate::base::{Problem, Time};
use crate::campaign::{Store, world};
use crate::engine::Shelf;
use crate::league::act::{self, Act};
use crate::league::rules::{FILE, Played};
use crate::league::season::Season;
use crate::referee::cycle::desk::Keys;

/// Run a season of many campaigns: members, pairings, tables.
#[derive(Debug, Args)]
pub(super) struct League {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    keys: KeyArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    New(new::New),
    Announce(announce::Announce),
    Enroll(enroll::Enroll),
    Chains(chains::Chains),
    Pair(pair::Pair),
    Run(run::Run),
    Status(status::Status),
    Standings(standings::Standings),
    Verify(verify::Verify),
    Site(site::Site),
    Withdraw(withdraw::Withdraw),
    Replace(replace::Replace),
    Postpone(postpone::Postpone),
    Challenge(challenge::Challenge),
}

impl League {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let keys = &self.keys;
        match self.command {
            Command::New(new) => new.run(context, keys),
            Command::Announce(announce) => announce.run(context, keys),
            Command::Enroll(enroll) => enroll.run(context, keys),
            Command::Chains(chains) => chains.run(context),
            Command::Pair(pair) => pair.run(context, keys),
            Command::Run(run) => run.run(context, keys),
            Command::Status(status) => status.run(context, keys),
            Command::Standings(standings) => standings.run(context, keys),
            Command::Verify(verify) => verify.run(context),
            Command::Site(site) => site.run(context),
            Command::Withdraw(withdraw) => withdraw.run(context, keys),
            Command::Replace(replace) => replace.run(context, keys),
            Command::Postpone(postpone) => postpone.run(context, keys),
            Command::Challenge(challenge) => challenge.run(context, keys),
        }
    }
}

/// The league's directory, from a directory in it.
fn found(context: &Context) -> Result<Store, Problem> {
    let from = std::path::absolute(&context.directory)
        .map_err(|e| Problem::failed(format!("there is no such directory: {e}")))?;
    let root = from.ancestors().find(|dir| Store::at(dir).has(FILE));
    root.map(Store::at).ok_or_else(|| {
        Problem::usage("this is not a league's directory").at(context.directory.display()).hint(
            "run it in the directory with league.yaml, give it with -C DIR, or create one with \
             `adjutant league new DIR`",
        )
    })
}

/// The newest season, for reading.
fn season(store: &Store, shelf: Shelf) -> Result<(Played, Season), Problem> {
    let played = Played::read(store, shelf)?;
    let number = Season::newest(store);
    if number == 0 {
        return Err(Problem::nothing("no season was announced")
            .hint("edit league.yaml, then run `adjutant league announce`"));
    }
    let season = Season::read(store, &played.rules.name, number)?;
    Ok((played, season))
}

/// The members of the newest season.
pub(super) fn members(context: &Context) -> Result<Vec<String>, Problem> {
    let (_, season) = season(&found(context)?, context.shelf)?;
    Ok(season.members.into_iter().map(|member| member.id).collect())
}

/// The games of the newest season.
pub(super) fn games(context: &Context) -> Result<Vec<String>, Problem> {
    let (_, season) = season(&found(context)?, context.shelf)?;
    Ok(season.games().map(|(_, game)| game.game.clone()).collect())
}

/// The seats of its games.
pub(super) fn seats(context: &Context) -> Result<Vec<String>, Problem> {
    let (_, season) = season(&found(context)?, context.shelf)?;
    let all = season.games().flat_map(|(_, game)| game.seats.keys().map(ToString::to_string));
    Ok(all.collect::<BTreeSet<_>>().into_iter().collect())
}

/// The league with its moderator's keys; locked.
struct Office {
    store: Store,
    played: Played,
    season: Season,
    folder: PathBuf,
    now: Time,
}

impl Office {
    fn take(context: &Context, args: &KeyArgs) -> Result<Self, Problem> {
        let mut store = found(context)?;
        let folder = args.keys.clone().unwrap_or_else(|| keys_beside(store.root()));
        store.lock_within(args.wait)?;
        store.sweep()?;
        let (played, season) = season(&store, context.shelf)?;
        season.is_played_by(&played)?;
        let office = Self { store, played, season, folder, now: world::now()? };
        office.keys()?;
        Ok(office)
    }

    fn root(&self) -> &Path {
        self.store.root()
    }

    fn keys(&self) -> Result<Keys, Problem> {
        keys(&self.folder)
    }

    /// Decides something: it counts once it is written.
    fn decide(&mut self, act: Act) -> Result<(), Problem> {
        let place = (self.season.league.as_str(), self.season.number);
        let time = self.now.max(self.season.time);
        let entry = act::entry(place, Some(self.season.last), time, act);
        let mut season = self.season.clone();
        season.take(&entry)?;
        let keys = self.keys()?;
        let key = keys.signing.signing();
        if crate::seal::PublicKey::of(key).to_string() != season.begin.moderator {
            return Err(Problem::failed("the moderator key belongs to another league")
                .hint("give the right directory with --keys DIR"));
        }
        let digest = act::put(&self.store, &entry, key)?;
        (season.last, season.time) = ((entry.number, digest), time);
        self.season = season;
        Ok(())
    }

    /// Where a member's mail goes: it lies with the keys, as the members' files are public.
    fn address(&self, member: &str) -> Result<Option<String>, Problem> {
        let path = self.folder.join(format!("{member}.address"));
        if !path.exists() {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&world::read(&path)?).trim().to_owned();
        Ok(Some(text).filter(|text| !text.is_empty()))
    }
}
