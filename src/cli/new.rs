use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use secrecy::ExposeSecret;

use super::context::{CAMPAIGN_SECRET, Context, KeyArgs, MODERATOR_KEY, keys, keys_beside, print};
use crate::base::Problem;
use crate::campaign::world;
use crate::games;
use crate::referee::desk::Keys;
use crate::referee::found::{Charter, found};
use crate::seal::{CampaignSecret, ModeratorKey};

/// Found a campaign from a turn format and a scenario.
///
/// Two secrets are made beside it, in DIR.keys, unless both are in the
/// environment. Keep them: without them nobody can go on, and who has them sees everything.
#[derive(Debug, Args)]
pub(super) struct New {
    /// The directory of the new campaign; it must be empty or not exist.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// The game.
    #[arg(long, default_value = "company-war")]
    game: String,
    /// The scenario: the name of a shipped one, or a file [default: the first shipped one].
    #[arg(long, value_name = "NAME|FILE")]
    scenario: Option<String>,
    /// A turn format of your own in place of the shipped one.
    #[arg(long, value_name = "FILE")]
    format: Option<PathBuf>,
    /// The campaign's name [default: that of the directory].
    #[arg(long)]
    name: Option<String>,
    /// A switch of the turn format; may be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    #[command(flatten)]
    keys: KeyArgs,
}

impl New {
    pub(super) fn run(self, _: &Context) -> Result<(), Problem> {
        let game = games::named(&self.game)?;
        let shipped = game.shipped();
        let format = match &self.format {
            Some(path) => world::read(path)?,
            None => shipped.format.as_bytes().to_vec(),
        };
        let (scenario, map) = scenario(shipped.scenarios, self.scenario.as_deref())?;
        let options = options(&self.options)?;
        if self.directory.file_name().is_none() {
            return Err(Problem::usage("the directory has no name of its own")
                .hint("name it from the one above, so that the keys can lie beside it"));
        }
        let own = self.directory.file_name().map(|n| n.to_string_lossy().into_owned());
        let name = self.name.or(own).unwrap_or_default();
        let folder = self.keys.keys.unwrap_or_else(|| keys_beside(&self.directory));
        let charter = Charter {
            name: &name,
            game: game.name(),
            format: &format,
            scenario: &scenario,
            map: &map,
            options: &options,
        };
        let now = world::now()?;
        charter.check(&self.directory)?;
        let keys = make_keys(&folder)?;
        let desk = found(&self.directory, &charter, keys, &now)?;
        let seats: Vec<_> = desk.campaign.seats().iter().map(ToString::to_string).collect();
        let dir = self.directory.display();
        print(&format!(
            "campaign  {}\ndirectory {dir}\nkeys      {}\nseats     {}\n",
            desk.campaign.id(),
            folder.display(),
            seats.join(", ")
        ))?;
        anstream::eprintln!(
            "keep a copy of the keys, and never publish them\n\
             next: each player runs `adjutant -C {dir} keygen NAME` and sends NAME.pub;\n      \
             give each a seat with `adjutant -C {dir} enroll SEAT NAME.pub`, then `open`"
        );
        Ok(())
    }
}

/// The shipped scenario of that name, else the file.
fn scenario(shipped: &[(&str, &str)], wish: Option<&str>) -> Result<(String, Vec<u8>), Problem> {
    let Some(wish) = wish else {
        let (name, text) = shipped[0];
        return Ok((name.to_owned(), text.as_bytes().to_vec()));
    };
    if let Some((name, text)) = shipped.iter().find(|(name, _)| *name == wish) {
        return Ok(((*name).to_owned(), text.as_bytes().to_vec()));
    }
    let path = PathBuf::from(wish);
    let name = path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let text = world::read(&path).map_err(|p| {
        let names: Vec<_> = shipped.iter().map(|(name, _)| *name).collect();
        p.hint(format!("the shipped scenarios are: {}", names.join(", ")))
    })?;
    Ok((name, text))
}

fn options(given: &[String]) -> Result<BTreeMap<String, String>, Problem> {
    let mut options = BTreeMap::new();
    for text in given {
        let (name, value) = text.split_once('=').ok_or_else(|| {
            Problem::usage(format!("--option {text}")).hint("write --option NAME=VALUE")
        })?;
        options.insert(name.to_owned(), value.to_owned());
    }
    Ok(options)
}

/// New keys, or those of the environment. A campaign's secret serves one campaign: revealed at the
/// end of one, it would open another.
fn make_keys(folder: &std::path::Path) -> Result<Keys, Problem> {
    let named = ["ADJUTANT_MODERATOR_KEY", "ADJUTANT_CAMPAIGN_SECRET"];
    if named.iter().all(|name| world::variable(name).is_some()) {
        return keys(folder);
    }
    if folder.join(CAMPAIGN_SECRET).exists() {
        return Err(Problem::usage("there is a campaign's secret already")
            .at(folder.display())
            .hint("each campaign has its own: name another directory with --keys DIR"));
    }
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
