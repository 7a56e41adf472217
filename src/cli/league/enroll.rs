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
use crate::league::going;
use crate::seal::PlayerPublic;
use crate::seal::mistaken::{self, Wanted};

/// Enter a member in the season that is announced.
///
/// The file's name is what the league calls them: `anna.pub` enters anna. A file whose chain is for a game that
/// has not begun adds the chain to it, so that its dice depend on that player, too.
#[derive(Debug, Args)]
pub(super) struct Enroll {
    /// The member's public file from `keygen`.
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
        mistaken::refuse(&bytes, Wanted::PublicFile).map_err(at)?;
        let file = PlayerPublic::read(&bytes).map_err(at)?;
        let id = self.file.file_stem().map(|n| n.to_string_lossy().into_owned());
        let id = id.unwrap_or_default();
        let signing = file.signing.to_string();
        if let Some(commitment) = &file.commitment
            && let Some(game) = going::take_chain(
                (office.root(), &office.season),
                &file,
                commitment,
                (&|| office.keys(), office.played.shelf, office.now),
            )
            .map_err(at)?
        {
            return context.answer(
                &format!("game      {game}\nlinks     contribute to the seeds\n"),
                &json!({"game": game, "links": true}),
            );
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
