//! Where the games stand: from their signed ledgers alone.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::base::{Digest, Problem, Seat, Time};
use crate::campaign::{Store, layout};
use crate::league::act::{self, Paired, STAFF};
use crate::league::rules::Played;
use crate::league::scoring::{Score, values};
use crate::league::season::Season;
use crate::ledger::{Body, Stage};
use crate::referee::Campaign;
use crate::referee::record::report::Report;

/// A game as its ledger tells it.
#[derive(Debug, Clone)]
pub struct Seen {
    /// Where it stands.
    pub stage: Stage,
    /// Until when orders are due.
    pub deadline: Option<Time>,
    /// The result, once it is over.
    pub score: Option<Score>,
    /// How it ended, in words.
    pub text: String,
}

/// What every game is, by its name: how it stands, or what is the matter with it.
pub type All = BTreeMap<String, Result<Seen, Problem>>;

/// The directory of a game.
pub fn place(league: &Path, season: u32, game: &str) -> PathBuf {
    league.join(act::season_folder(season)).join(game)
}

/// Where all games of a season stand.
pub fn all(league: &Path, season: &Season, played: &Played) -> All {
    let games: Vec<&Paired> = season.games().map(|(_, game)| game).collect();
    let one = |game: &&Paired| (game.game.clone(), seen(league, (season, played), game));
    games.par_iter().map(one).collect()
}

/// Where a game stands.
///
/// # Errors
/// If its ledger is not sound or another's, or its seats are not those of who was paired.
pub fn seen(
    league: &Path,
    (season, played): (&Season, &Played),
    game: &Paired,
) -> Result<Seen, Problem> {
    let root = place(league, season.number, &game.game);
    let read = || {
        let campaign = Campaign::load(Store::find(&root)?, played.shelf)?;
        if campaign.store.root().file_name() != root.file_name() {
            return Err(Problem::failed("the campaign is missing").hint("restore it from a backup"));
        }
        seen_in(&campaign, (season, played), game)
    };
    read().map_err(|p| p.at(&game.game))
}

/// Where a game stands whose campaign is at hand. What is asked of its ledger are entries that count for good and the
/// last result, which every campaign was loaded with: nothing is read again.
///
/// # Errors
/// As [`seen`].
pub fn seen_in(
    campaign: &Campaign,
    (season, played): (&Season, &Played),
    game: &Paired,
) -> Result<Seen, Problem> {
    if campaign.ledger.genesis_digest() != game.campaign {
        return Err(Problem::refused("the ledger is that of another campaign")
            .hint(format!("the round was paired with {}; restore it", game.campaign.short())));
    }
    let seats = campaign.seats();
    has_its_players(campaign, season, game)?;
    let stage = campaign.stage();
    let deadline = match stage {
        Stage::Open(cycle) => campaign.ledger.deadline(cycle),
        _ => None,
    };
    let Some(closing) = campaign.ledger.closing() else {
        return Ok(Seen { stage, deadline, score: None, text: String::new() });
    };
    let text = closing.outcome.clone();
    let at = |seat: &Seat| seats.iter().position(|known| known == seat);
    let dropped = seats.iter().filter(|seat| campaign.ledger.dropped(seat).is_some());
    let forfeits: Vec<usize> = dropped.filter_map(at).collect();
    let measure = played.rules.scoring.by.measure();
    let report = last_report(campaign)?;
    let values = match (&report, measure) {
        (Some(report), Some(what)) => values(&*campaign.game, &report.data.view(), what)?,
        (None, Some(_)) => vec![0; seats.len()],
        (_, None) => Vec::new(),
    };
    let outcome = report.and_then(|report| report.data.outcome);
    let agreed = campaign.ledger.agreed();
    let unplayed = outcome.is_none() && agreed.is_none();
    let mut winners: Vec<usize> = match (outcome, &agreed) {
        (Some(outcome), _) => outcome.winners.iter().filter_map(at).collect(),
        // What the players agreed on is a result as any other.
        (None, Some(motion)) => motion.winner().and_then(at).into_iter().collect(),
        // Given up: those win who were not dropped, if somebody was.
        (None, None) if forfeits.is_empty() => Vec::new(),
        (None, None) => (0..seats.len()).filter(|seat| !forfeits.contains(seat)).collect(),
    };
    winners.sort_unstable();
    let score = Some(Score { winners, forfeits, unplayed, values });
    Ok(Seen { stage, deadline, score, text })
}

/// The last report for everybody, whose digest is in the ledger; none before the first cycle is resolved.
fn last_report(campaign: &Campaign) -> Result<Option<Report>, Problem> {
    let Some((cycle, result)) = campaign.ledger.results().next_back() else { return Ok(None) };
    let path = layout::public_report(cycle);
    let bytes = campaign.store.need(&path)?;
    if Digest::of(&bytes) != result.public_report {
        return Err(Problem::refused("the file is not the one that the ledger lists")
            .at(path)
            .hint("somebody changed it; restore it from a backup"));
    }
    Report::read(&String::from_utf8_lossy(&bytes)).map(Some).map_err(|p| p.at(path))
}

/// Every seat was given to who was paired, and has no keys but theirs or those of who took over.
fn has_its_players(campaign: &Campaign, season: &Season, game: &Paired) -> Result<(), Problem> {
    let ledger = &campaign.ledger;
    let mut given: BTreeMap<&Seat, Vec<&String>> = BTreeMap::new();
    for entry in ledger.entries() {
        match &entry.body {
            Body::Enroll(enrolment) => {
                given.entry(&enrolment.seat).or_default().push(&enrolment.signing);
            }
            Body::Key(change) => given.entry(&change.seat).or_default().push(&change.signing),
            _ => {}
        }
    }
    for (seat, paired) in &game.seats {
        let later = season.replaced.iter().filter(|r| r.game == game.game && r.seat == *seat);
        let players: Vec<&String> =
            std::iter::once(paired).chain(later.map(|r| &r.member)).collect();
        for key in given.get(seat).into_iter().flatten() {
            let owner = season.members.iter().find(|member| member.keys.contains(key));
            let name = owner.map_or(STAFF, |member| member.id.as_str());
            if !players.iter().any(|player| *player == name) {
                let whose = if owner.is_some() { name } else { "somebody else" };
                return Err(Problem::refused(format!(
                    "{seat} was given to {whose}, and {paired} was paired"
                ))
                .hint("record it with `adjutant league replace`, or give the seat back"));
            }
        }
    }
    let paired: Vec<&Seat> = game.seats.keys().collect();
    let mut own = campaign.seats();
    own.sort();
    if own.iter().collect::<Vec<_>>() != paired {
        return Err(Problem::refused("its seats are not those that were paired"));
    }
    Ok(())
}
