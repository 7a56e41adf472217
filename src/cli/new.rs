use std::path::PathBuf;

use clap::Args;
use secrecy::ExposeSecret;
use serde_json::json;

use super::choice::ChoiceArgs;
use super::context::{CAMPAIGN_SECRET, Context, MODERATOR_KEY, keys, keys_beside};
use super::trust::TrustArgs;
use crate::base::words::count;
use crate::base::{Digest, Problem};
use crate::campaign::{Store, world};
use crate::cli::terminal::tell;
use crate::ledger::Sealing;
use crate::referee::cycle::desk::Keys;
use crate::referee::cycle::found::{Charter, found};
use crate::seal::{FoundingSecret, ModeratorKey};

/// What is said before a campaign is founded whose orders are sealed to rounds of drand.
const TIMELOCK: &str = "\
orders are sealed to the round of drand that comes after the deadline: nobody can open them earlier, not even you
if drand ever shuts down, orders that are sealed to its later rounds can never be opened: the cycle then goes on without
its round, with `adjutant beacon --missing`, and waits once more for as long, so that players can send the same orders
again, sealed to you; players who do not send them again have sent no orders";

/// Create a campaign from a turn format and a scenario.
///
/// Writes two secrets beside it, to DIR.keys, unless both are in the environment. Back them up:
/// without them the campaign cannot go on, and whoever has them can read everything.
#[derive(Debug, Args)]
pub(super) struct New {
    /// Directory for the new campaign; must be empty or not exist.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    #[command(flatten)]
    choice: ChoiceArgs,
    /// Name of the campaign [default: the directory's name].
    #[arg(long)]
    name: Option<String>,
    /// Directory for moderator.key and campaign.secret [default: DIR.keys beside the campaign].
    #[arg(long, value_name = "DIR")]
    keys: Option<PathBuf>,
    #[command(flatten)]
    trust: TrustArgs,
}

impl New {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let mut choice = self.choice.read(context.shelf)?;
        if self.directory.file_name().is_none() {
            return Err(Problem::usage("the path does not end in a directory name")
                .hint("run this from the parent directory: the keys go beside the campaign"));
        }
        if Store::is_far(&self.directory) && self.keys.is_none() {
            return Err(Problem::usage("the keys go beside no campaign in an object store")
                .hint("give a directory for them with --keys DIR"));
        }
        let own = self.directory.file_name().map(|n| n.to_string_lossy().into_owned());
        let name = self.name.or(own).unwrap_or_default();
        let folder = self.keys.unwrap_or_else(|| keys_beside(&self.directory));
        let waits = self.trust.has_beacon();
        let locks = self.trust.locks().is_some();
        let timelock = self.trust.sealing() == Sealing::Timelock;
        let trust = self.trust.read(&mut choice)?;
        let opens = trust.reveal_after;
        let charter = Charter { trust, ..choice.charter(&name) };
        let now = world::now()?;
        charter.check(&self.directory)?;
        if timelock {
            tell!("{TIMELOCK}");
        }
        let keys = make_keys(&folder)?;
        let desk = found(&self.directory, &charter, keys, (Digest(world::entropy()?), now))?;
        let seats: Vec<_> = desk.campaign.seats().iter().map(ToString::to_string).collect();
        let dir = self.directory.display();
        let (id, folder) = (desk.campaign.id(), folder.display().to_string());
        let words = format!(
            "campaign  {id}\ndirectory {dir}\nkeys      {folder}\nseats     {}\n",
            seats.join(", ")
        );
        let value = json!({
            "campaign": id, "directory": dir.to_string(), "keys": folder, "seats": seats,
        });
        context.answer(&words, &value)?;
        tell!(
            "back up the keys and never publish them\n\
             until players contribute links, you know all dice in advance; keys made with -C have links\n\
             next: each player runs `adjutant -C {dir} keygen NAME` and sends NAME.pub;\n      \
             give each a seat with `adjutant -C {dir} enroll SEAT NAME.pub`, then `open`"
        );
        if waits {
            tell!("every cycle needs a deadline: its beacon is the one that comes after it");
        }
        if let Some(after) = opens {
            tell!(
                "every cycle is open to everyone {} later: its orders, standing ones too, its position \
                 and all reports",
                count(after, "cycle")
            );
        }
        if locks {
            tell!(
                "every cycle is locked before it is resolved: players then send their links, with `say link`"
            );
        }
        Ok(())
    }
}

/// New keys, or those of the environment. One pair may serve many campaigns: what a reveal publishes
/// follows from the secret for that campaign alone.
fn make_keys(folder: &std::path::Path) -> Result<Keys, Problem> {
    let named = ["ADJUTANT_MODERATOR_KEY", "ADJUTANT_CAMPAIGN_SECRET"];
    if named.iter().all(|name| world::variable(name).is_some()) {
        tell!("using the moderator key and the campaign secret of the environment");
        return keys(folder);
    }
    if folder.join(CAMPAIGN_SECRET).exists() {
        return Err(Problem::usage("there is already a campaign secret")
            .at(folder.display())
            .hint("each campaign needs its own: give another directory with --keys DIR"));
    }
    fresh_keys(folder)
}

/// New keys in a folder of their own.
pub(super) fn fresh_keys(folder: &std::path::Path) -> Result<Keys, Problem> {
    world::make_private_folder(folder)?;
    let made = Keys {
        signing: ModeratorKey::generate(world::entropy()?),
        secret: FoundingSecret::generate(world::entropy()?),
    };
    let put = |name: &str, text: &secrecy::SecretString| {
        world::write_new(&folder.join(name), text.expose_secret().as_bytes(), true)
    };
    put(MODERATOR_KEY, &made.signing.write())?;
    put(CAMPAIGN_SECRET, &made.secret.write())?;
    Ok(made)
}
