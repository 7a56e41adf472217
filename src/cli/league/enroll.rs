use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::Office;
use crate::base::{Problem, text};
use crate::campaign::world;
use crate::cli::context::{Context, KeyArgs};
use crate::cli::enroll::address;
use crate::cli::terminal::tell;
use crate::league::act::{Act, Enter, NewKeys};
use crate::league::chains::{Chains, Taken, take};
use crate::seal::mistaken::{self, Wanted};
use crate::seal::{ChainFile, Commitment, PlayerPublic};

/// Enter a member in the season that is announced.
///
/// The file's name is what the league calls them: `anna.pub` enters anna. A chain file, which `league chains` makes,
/// adds a member's chains to their games that have not begun, so that the dice depend on that player, too.
#[derive(Debug, Args)]
pub(super) struct Enroll {
    /// The member's public file from `keygen`, or their chain file.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Their rating before the season.
    #[arg(long, value_name = "N")]
    rating: Option<u32>,
    /// File with their mail address; `-` reads standard input. It is kept with the moderator's keys.
    #[arg(long, value_name = "FILE")]
    address: Option<PathBuf>,
    /// The member has new keys; everyone can see this.
    #[arg(long, requires = "reason")]
    replace: bool,
    /// Why.
    #[arg(long, value_name = "TEXT", requires = "replace")]
    reason: Option<String>,
}

impl Enroll {
    pub(super) fn run(self, context: &Context, args: &KeyArgs) -> Result<(), Problem> {
        let address = self.address.as_deref().map(address).transpose()?;
        let mut office = Office::take(context, args)?;
        let place = self.file.display().to_string();
        let at = |p: Problem| p.at(&place);
        let bytes = world::read(&self.file)?;
        if let Ok(file) = ChainFile::read(&bytes) {
            let chains: Vec<Commitment> = file.commitments().collect();
            return chains_taken(
                context,
                &office,
                Chains { signing: &file.signing, chains: &chains },
            )
            .map_err(at);
        }
        mistaken::refuse(&bytes, Wanted::PublicFile).map_err(at)?;
        let file = PlayerPublic::read(&bytes).map_err(at)?;
        let id = self.file.file_stem().map(|n| n.to_string_lossy().into_owned());
        let id = id.unwrap_or_default();
        let signing = file.signing.to_string();
        let known = |chain: &Commitment| {
            office.season.games().any(|(_, game)| game.campaign == chain.campaign)
        };
        if let Some(chain) = file.commitment.filter(known) {
            let given = Chains { signing: &file.signing, chains: &[chain] };
            return chains_taken(context, &office, given).map_err(at);
        }
        let rounds = office.season.rounds.len();
        if self.replace {
            office.season.member(&id)?;
            let reason = self.reason.clone().unwrap_or_default();
            let recipient = file.age.to_string();
            let member = id.clone();
            office.decide(Act::Keys(NewKeys { member, signing, recipient, reason })).map_err(at)?;
        } else {
            if office.season.lot.is_some() && !office.played.rules.form.takes_late_entries() {
                let form = office.played.rules.form.word();
                return Err(at(Problem::refused(format!(
                    "entries are closed, and a season of form {form} takes no later ones"
                ))
                .hint("`adjutant league replace` gives them the seat of somebody who leaves")));
            }
            let name = file.name.clone().unwrap_or_else(|| id.clone());
            let (member, recipient, rating) = (id.clone(), file.age.to_string(), self.rating);
            office
                .decide(Act::Enter(Enter { member, name, signing, recipient, rating }))
                .map_err(at)?;
        }
        office.store.write(&format!("members/{id}.pub"), &bytes)?;
        if let Some(address) = &address {
            let path = office.folder.join(format!("{id}.address"));
            world::write_over(&path, format!("{address}\n").as_bytes())?;
            world::make_private(&path)?;
        }
        let (name, key) = (&office.season.member(&id)?.name, file.signing.fingerprint());
        let name = text::harmless(name);
        let from = if office.season.lot.is_some() { rounds + 1 } else { 1 };
        let words = format!(
            "member    {id}\nname      {name}\nkey       {key}\nplays     from round {from}\n"
        );
        context.answer(&words, &json!({"member": id, "name": name, "key": key, "from": from}))?;
        tell!("confirm this fingerprint with the player over another channel");
        Ok(())
    }
}

/// Adds chains to the games that they are for, and says what became of each.
fn chains_taken(context: &Context, office: &Office, given: Chains<'_>) -> Result<(), Problem> {
    let took = take(
        (office.root(), &office.season),
        given,
        (&|| office.keys(), office.played.shelf, office.now),
    )?;
    let (mut out, mut list, mut first) = (String::new(), Vec::new(), None);
    for (game, taken) in took {
        let told = match &taken {
            Ok(Taken::Added) => "the links contribute to the seeds".to_owned(),
            Ok(Taken::Known) => "the links contribute already".to_owned(),
            Ok(Taken::TooLate) => "the game has begun without them".to_owned(),
            Err(problem) => problem.to_string(),
        };
        let links = matches!(taken, Ok(Taken::Added | Taken::Known));
        let _ = writeln!(out, "{}", text::harmless(&format!("{game:9} {told}")));
        first = first.or(taken.err().map(|problem| problem.at(&game)));
        list.push(json!({"game": game, "links": links, "told": told}));
    }
    if list.is_empty() {
        return Err(Problem::refused("its chains are for no game of this season").hint(
            "the member makes it with `adjutant league chains` in a fresh copy of the league",
        ));
    }
    context.answer(&out, &json!({"games": list}))?;
    first.map_or(Ok(()), Err)
}
