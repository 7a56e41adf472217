use std::path::PathBuf;

use clap::Args;
use secrecy::ExposeSecret;

use super::choice::ChoiceArgs;
use super::context::{CAMPAIGN_SECRET, Context, KeyArgs, MODERATOR_KEY, keys, keys_beside, print};
use crate::base::Problem;
use crate::campaign::world;
use crate::referee::desk::Keys;
use crate::referee::found::found;
use crate::seal::{CampaignSecret, ModeratorKey};

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
    #[command(flatten)]
    keys: KeyArgs,
}

impl New {
    pub(super) fn run(self, _: &Context) -> Result<(), Problem> {
        let choice = self.choice.read()?;
        if self.directory.file_name().is_none() {
            return Err(Problem::usage("the path does not end in a directory name")
                .hint("run this from the parent directory: the keys go beside the campaign"));
        }
        let own = self.directory.file_name().map(|n| n.to_string_lossy().into_owned());
        let name = self.name.or(own).unwrap_or_default();
        let folder = self.keys.keys.unwrap_or_else(|| keys_beside(&self.directory));
        let charter = choice.charter(&name);
        let now = world::now()?;
        charter.check(&self.directory)?;
        let keys = make_keys(&folder)?;
        let desk = found(&self.directory, &charter, keys, now)?;
        let seats: Vec<_> = desk.campaign.seats().iter().map(ToString::to_string).collect();
        let dir = self.directory.display();
        print(&format!(
            "campaign  {}\ndirectory {dir}\nkeys      {}\nseats     {}\n",
            desk.campaign.id(),
            folder.display(),
            seats.join(", ")
        ))?;
        anstream::eprintln!(
            "back up the keys and never publish them\n\
             next: each player runs `adjutant -C {dir} keygen NAME` and sends NAME.pub;\n      \
             give each a seat with `adjutant -C {dir} enroll SEAT NAME.pub`, then `open`"
        );
        Ok(())
    }
}

/// New keys, or those of the environment. A campaign's secret serves one campaign: revealed at the
/// end of one, it would open another.
fn make_keys(folder: &std::path::Path) -> Result<Keys, Problem> {
    let named = ["ADJUTANT_MODERATOR_KEY", "ADJUTANT_CAMPAIGN_SECRET"];
    if named.iter().all(|name| world::variable(name).is_some()) {
        return keys(folder);
    }
    if folder.join(CAMPAIGN_SECRET).exists() {
        return Err(Problem::usage("there is already a campaign secret")
            .at(folder.display())
            .hint("each campaign needs its own: give another directory with --keys DIR"));
    }
    world::make_private_folder(folder)?;
    let made = Keys {
        signing: ModeratorKey::generate(world::entropy()?),
        secret: CampaignSecret::generate(world::entropy()?),
    };
    let put = |name: &str, text: &secrecy::SecretString| {
        world::write_new(&folder.join(name), text.expose_secret().as_bytes(), true)
    };
    put(MODERATOR_KEY, &made.signing.write())?;
    put(CAMPAIGN_SECRET, &made.secret.write())?;
    Ok(made)
}
