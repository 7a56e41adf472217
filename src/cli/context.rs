//! What commands share: the campaign, the keys, the output.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use crate::base::text::{self, harmless_json};
use crate::base::{Problem, Seat};
use crate::campaign::{Store, layout, world};
use crate::engine::AnyGame;
use crate::referee::desk::{Desk, Keys};
use crate::referee::report::Report;
use crate::referee::sequence::Sealed;
use crate::referee::{Campaign, enroll, player};
use crate::report::Style;
use crate::seal::{CampaignSecret, ModeratorKey, PlayerSecret, PublicKey};

/// Columns where the terminal does not say how many it has.
const COLUMNS: usize = 80;

/// What the global arguments say.
#[derive(Debug)]
pub(super) struct Context {
    directory: PathBuf,
    /// Print JSON.
    pub(super) json: bool,
}

/// Where the moderator's keys are.
#[derive(Debug, Args)]
pub(super) struct KeyArgs {
    /// Directory with moderator.key and campaign.secret [default: DIR.keys beside the campaign].
    #[arg(long, value_name = "DIR")]
    pub(super) keys: Option<PathBuf>,
}

/// Where a player's key is.
#[derive(Debug, Args)]
pub(super) struct PlayerArgs {
    /// Your key file, made by `keygen`.
    #[arg(long, value_name = "FILE")]
    pub(super) key: Option<PathBuf>,
}

/// Where a player's report is.
#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    /// A report, sealed or decrypted [default: the newest one for your seat].
    #[arg(long, value_name = "FILE")]
    pub(super) report: Option<PathBuf>,
    #[command(flatten)]
    pub(super) player: PlayerArgs,
}

/// The file with the moderator's signing key.
pub(super) const MODERATOR_KEY: &str = "moderator.key";
/// The file with the campaign's secret.
pub(super) const CAMPAIGN_SECRET: &str = "campaign.secret";

impl Context {
    pub(super) fn new(directory: PathBuf, json: bool) -> Self {
        Self { directory, json }
    }

    pub(super) fn store(&self) -> Result<Store, Problem> {
        Store::find(&self.directory)
    }

    pub(super) fn campaign(&self) -> Result<Campaign, Problem> {
        Campaign::load(self.store()?)
    }

    /// The campaign, if the directory is in one.
    pub(super) fn perhaps(&self) -> Result<Option<Campaign>, Problem> {
        self.store().ok().map(Campaign::load).transpose()
    }

    pub(super) fn desk(&self, args: &KeyArgs) -> Result<Desk, Problem> {
        let store = self.store()?;
        let folder = args.keys.clone().unwrap_or_else(|| keys_beside(store.root()));
        let keys = keys(&folder)?;
        Desk::take(store, keys)
    }

    pub(super) fn player(args: &PlayerArgs) -> Result<PlayerSecret, Problem> {
        Self::perhaps_player(args)?.ok_or_else(|| {
            Problem::usage("a player's key is needed")
                .hint("give yours with --key FILE or ADJUTANT_PLAYER_KEY")
        })
    }

    pub(super) fn perhaps_player(args: &PlayerArgs) -> Result<Option<PlayerSecret>, Problem> {
        match (&args.key, world::variable("ADJUTANT_PLAYER_KEY")) {
            (Some(path), _) => {
                let bytes = world::read(path)?;
                PlayerSecret::read(&bytes).map(Some).map_err(|p| p.at(path.display()))
            }
            (None, Some(text)) => PlayerSecret::read(text.as_bytes())
                .map(Some)
                .map_err(|p| p.at("ADJUTANT_PLAYER_KEY")),
            (None, None) => Ok(None),
        }
    }

    /// The report that is named, or the newest of the key's seat.
    pub(super) fn report(&self, args: &ReportArgs) -> Result<Report, Problem> {
        let key = Self::perhaps_player(&args.player)?;
        let identity = key.as_ref().map(PlayerSecret::identity);
        if let Some(path) = &args.report {
            let bytes = world::read(path)?;
            return player::report(&bytes, identity).map_err(|p| p.at(path.display()));
        }
        let key = key.as_ref().ok_or_else(|| {
            Problem::usage("no report given")
                .hint("give one with --report FILE, or your key with --key FILE")
        })?;
        let path = newest(&self.campaign()?, &PublicKey::of(key.signing()))?;
        let bytes = self.store()?.need(&path)?;
        player::report(&bytes, identity).map_err(|p| p.at(path))
    }

    /// The path of a seat's report, and the address it is to be sent to, if one is kept.
    pub(super) fn addressed(desk: &Desk, seat: &Seat, path: &str) -> Result<String, Problem> {
        let address = enroll::address(desk, seat)?;
        let to = address.map_or_else(String::new, |a| format!("  to {}", text::harmless(&a)));
        Ok(format!("report    {path}{to}"))
    }

    /// What was sealed last with a player's key, and where that is noted: beside its file. A key from
    /// the environment has no such place.
    pub(super) fn sealed(args: &PlayerArgs) -> Result<(Sealed, Option<PathBuf>), Problem> {
        let file = args.key.as_ref().filter(|key| key.as_path() != Path::new("-"));
        let path = file.map(|key| key.with_extension("sealed"));
        let note = match path.as_deref().filter(|path| path.exists()) {
            Some(path) => Sealed::read(&world::read(path)?).map_err(|p| p.at(path.display()))?,
            None => Sealed::default(),
        };
        Ok((note, path))
    }

    /// The game of a report.
    pub(super) fn game(&self, report: &Report) -> Result<Box<dyn AnyGame>, Problem> {
        player::game(&report.data, self.perhaps()?.as_ref())
    }
}

/// The path of the newest report for the seat that a key holds.
fn newest(campaign: &Campaign, key: &PublicKey) -> Result<String, Problem> {
    let nothing = || Problem::nothing("there is no report yet");
    let (cycle, _) = campaign.ledger.results().next_back().ok_or_else(nothing)?;
    let holds = |seat: &&Seat| {
        campaign.holder(seat, cycle + 1).is_some_and(|h| h.signing == key.to_string())
    };
    match campaign.seats().iter().find(holds) {
        Some(seat) => Ok(layout::report(cycle, seat.as_str())),
        None => Err(Problem::usage("this key holds no seat in this campaign")),
    }
}

/// The keys' directory that belongs to a campaign's.
pub(super) fn keys_beside(root: &Path) -> PathBuf {
    let mut name = root.file_name().unwrap_or_default().to_owned();
    name.push(".keys");
    root.with_file_name(name)
}

/// The moderator's keys: from the environment, else from a directory.
pub(super) fn keys(folder: &Path) -> Result<Keys, Problem> {
    let text = |variable: &str, name: &str| {
        if let Some(text) = world::variable(variable) {
            Ok((variable.to_owned(), text.into_bytes()))
        } else {
            let path = folder.join(name);
            let hint = format!("give its directory with --keys DIR, or set {variable}");
            let bytes = world::read(&path).map_err(|p| p.hint(hint))?;
            Ok((path.display().to_string(), bytes))
        }
    };
    let (place, bytes) = text("ADJUTANT_MODERATOR_KEY", MODERATOR_KEY)?;
    let signing = ModeratorKey::read(&bytes).map_err(|p| p.at(place))?;
    let (place, bytes) = text("ADJUTANT_CAMPAIGN_SECRET", CAMPAIGN_SECRET)?;
    let secret = CampaignSecret::read(&bytes).map_err(|p| p.at(place))?;
    Ok(Keys { signing, secret })
}

/// Writes a result. A reader that has gone away ends the program quietly.
pub(super) fn print(text: &str) -> Result<(), Problem> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Problem::failed(format!("standard output: {e}")))
        }
        _ => Ok(()),
    }
}

/// Writes a result as JSON.
pub(super) fn print_json<T: Serialize>(value: &T) -> Result<(), Problem> {
    let text = serde_json::to_string_pretty(value).expect("results are plain data");
    print(&format!("{}\n", harmless_json(&text)))
}

/// Width and colour of the terminal.
pub(super) fn style() -> Style {
    let terminal = std::io::stdout().is_terminal();
    let columns = world::variable("COLUMNS").and_then(|c| c.parse().ok());
    let width = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    Style {
        width: columns.or_else(width).unwrap_or(COLUMNS).clamp(40, 200),
        colour: terminal && world::variable("NO_COLOR").is_none(),
    }
}
