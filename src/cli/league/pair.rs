use std::fmt::Write as _;

use clap::Args;
use serde_json::json;

use super::Office;
use crate::base::Problem;
use crate::campaign::world;
use crate::cli::context::{Context, KeyArgs};
use crate::cli::terminal::tell;
use crate::league::act::{Act, Draw, Round};
use crate::league::founding::found_all;
use crate::league::published::scores;
use crate::league::rules::Form;
use crate::league::table::Scores;
use crate::league::{lot, pairing, results};

/// Pair the next round, and create its campaigns.
///
/// The first time it closes entries, and shows the number that everything drawn follows from. If it is
/// killed, give the same command again: it goes on.
#[derive(Debug, Args)]
pub(super) struct Pair {
    /// When the games open: 2026-12-01T20:00:00Z, or +3d [default: now].
    #[arg(long, value_name = "TIME")]
    opens: Option<String>,
    /// Say who would meet whom, and write nothing.
    #[arg(long)]
    dry_run: bool,
}

impl Pair {
    pub(super) fn run(self, context: &Context, args: &KeyArgs) -> Result<(), Problem> {
        let opens = self.opens.as_deref().map(world::deadline).transpose()?;
        let mut office = Office::take(context, args)?;
        if office.season.lot.is_none() {
            if self.dry_run {
                return Err(Problem::nothing("entries are not closed")
                    .hint("nothing is drawn before that: leave out --dry-run to close them"));
            }
            let place = (office.season.league.as_str(), office.season.number);
            let seed = lot::seed(&office.keys()?.secret, place, office.season.begun);
            office.decide(Act::Draw(Draw { seed }))?;
        }
        let known = known(&office)?;
        let draft = pairing::next(&office.season, &office.played, &known)?;
        let mut out = format!("round     {}\n", draft.number);
        for game in &draft.games {
            let seats: Vec<String> =
                game.seats.iter().map(|(seat, id)| format!("{seat} {id}")).collect();
            let _ = writeln!(out, "{:9} {}", game.game, seats.join(", "));
        }
        for id in &draft.byes {
            let _ = writeln!(out, "bye       {id}");
        }
        if self.dry_run {
            return context.answer(&out, &json!({"round": draft.number, "byes": draft.byes}));
        }
        let games = found_all(
            office.root(),
            (&office.season, &office.played),
            &draft,
            (&|| office.keys(), &|member| office.address(member)),
            office.now,
        )?;
        let (number, byes) = (draft.number, draft.byes);
        let opens = opens.unwrap_or(office.now);
        let value = json!({"round": number, "opens": opens, "games": games, "byes": byes});
        office.decide(Act::Round(Round { number, opens, games, byes }))?;
        let _ = writeln!(out, "opens     {opens}");
        context.answer(&out, &value)?;
        tell!("next: `adjutant league run`, as often as you like");
        Ok(())
    }
}

/// The results that the next round follows from: of a round robin none, so that it reads no ledger.
fn known(office: &Office) -> Result<Scores, Problem> {
    if let Form::RoundRobin { .. } = office.played.rules.form {
        return Ok(Scores::new());
    }
    let all = results::all(office.root(), &office.season, &office.played);
    match all.values().find_map(|seen| seen.as_ref().err()) {
        Some(problem) => Err(problem.clone()),
        None => Ok(scores(&all)),
    }
}
