//! What commands share: the campaign, the keys, the output.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use clap::Args;
use serde::Serialize;
use serde_json::Value;
use zeroize::Zeroizing;

pub(super) use super::terminal::print;
use crate::base::text::{harmless, harmless_json};
use crate::base::{Problem, Seat};
use crate::campaign::{Store, layout, world};
use crate::cli::terminal::tell;
use crate::engine::Shelf;
use crate::referee::Campaign;
use crate::referee::cycle::desk::{Desk, Keys};
use crate::referee::cycle::{enroll, resolve};
use crate::referee::player::sequence::Sealed;
use crate::render::Style;
use crate::seal::{FoundingSecret, ModeratorKey, PlayerPublic, PlayerSecret, PublicKey};

/// Columns where the terminal does not say how many it has.
const COLUMNS: usize = 80;

/// What the global arguments say.
#[derive(Debug)]
pub(super) struct Context {
    /// Where the campaign, or the league, is.
    pub(super) directory: PathBuf,
    /// Print JSON.
    pub(super) json: bool,
    /// The games of this program.
    pub(super) shelf: Shelf,
}

/// Where the moderator's keys are.
#[derive(Debug, Args)]
pub(super) struct KeyArgs {
    /// Directory with moderator.key and campaign.secret [default: DIR.keys beside the campaign].
    #[arg(long, value_name = "DIR", global = true)]
    pub(super) keys: Option<PathBuf>,
    /// How long to wait for another command that is working on this campaign.
    #[arg(long, value_name = "SECONDS", default_value_t = WAIT, global = true)]
    pub(super) wait: u32,
}

/// Seconds that a command waits for another.
pub(super) const WAIT: u32 = 10;

/// Where a player's key is.
#[derive(Debug, Args)]
pub(super) struct PlayerArgs {
    /// Your key file, made by `keygen`.
    #[arg(long, value_name = "FILE", global = true)]
    pub(super) key: Option<PathBuf>,
}

/// Where a player's report is.
#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    /// A report, sealed or decrypted [default: the newest one for your seat].
    #[arg(long, value_name = "FILE", global = true)]
    pub(super) report: Option<PathBuf>,
    /// The fingerprint of the moderator's key, SHA256:…; needed once, if you have no copy of the
    /// campaign.
    #[arg(long, value_name = "FINGERPRINT", global = true)]
    pub(super) moderator: Option<String>,
    #[command(flatten)]
    pub(super) player: PlayerArgs,
}

/// The file with the moderator's signing key.
pub(super) const MODERATOR_KEY: &str = "moderator.key";
/// The file with the campaign's secret.
pub(super) const CAMPAIGN_SECRET: &str = "campaign.secret";

impl Context {
    pub(super) fn new(directory: PathBuf, json: bool, shelf: Shelf) -> Self {
        Self { directory, json, shelf }
    }

    /// Prints a result: words or, for scripts, the value.
    pub(super) fn answer(&self, words: &str, value: &Value) -> Result<(), Problem> {
        if self.json { print_json(value) } else { print(words) }
    }

    pub(super) fn store(&self) -> Result<Store, Problem> {
        Ok(Store::find(&self.directory)?.cached(world::cache()))
    }

    pub(super) fn campaign(&self) -> Result<Campaign, Problem> {
        Campaign::load(self.store()?, self.shelf)
    }

    /// The campaign, if the directory is in one.
    pub(super) fn perhaps(&self) -> Result<Option<Campaign>, Problem> {
        self.store().ok().map(|store| Campaign::load(store, self.shelf)).transpose()
    }

    pub(super) fn desk(&self, args: &KeyArgs) -> Result<Desk, Problem> {
        self.desk_of(self.store()?, args)
    }

    /// The desk of one campaign.
    pub(super) fn desk_of(&self, mut store: Store, args: &KeyArgs) -> Result<Desk, Problem> {
        let folder = args.keys.clone().unwrap_or_else(|| keys_beside(store.root()));
        let keys = keys(&folder)?;
        store.lock_within(args.wait)?;
        Desk::take(store, keys, self.shelf)
    }

    /// The files of the campaign, or of every campaign in the directory; none if it has none.
    pub(super) fn stores(&self) -> Result<Vec<Store>, Problem> {
        if let Ok(store) = self.store() {
            return Ok(vec![store]);
        }
        let roots = Store::within(&self.directory).unwrap_or_default();
        roots.iter().map(|root| Store::find(root)).collect()
    }

    /// The post's directory that belongs to the campaign, or to a directory of campaigns.
    pub(super) fn beside(&self) -> Result<PathBuf, Problem> {
        match self.store() {
            Ok(store) => Ok(post_beside(store.root())),
            Err(problem) => {
                match Store::within(&self.directory)?.first().and_then(|r| r.parent()) {
                    Some(above) => Ok(post_beside(above)),
                    None => Err(problem),
                }
            }
        }
    }

    /// The campaign with its moderator's keys, for reading alone. Keys that nobody named but that
    /// lie beside it are used, and said to be.
    pub(super) fn look(&self, args: &KeyArgs) -> Result<Desk, Problem> {
        let store = self.store()?;
        let beside = keys_beside(store.root());
        let keys = keys(args.keys.as_ref().unwrap_or(&beside))?;
        if args.keys.is_none() && world::variable("ADJUTANT_MODERATOR_KEY").is_none() {
            let whose = PublicKey::of(keys.signing.signing()).fingerprint();
            let folder = beside.file_name().unwrap_or_default().to_string_lossy();
            let text = format!("with the keys in {folder} ({whose})");
            tell!("{}", harmless(&text));
        }
        Desk::look(store, keys, self.shelf)
    }

    /// The same of a campaign of several. Whose keys are used is not said.
    pub(super) fn look_at(&self, store: Store, args: &KeyArgs) -> Result<Desk, Problem> {
        let beside = keys_beside(store.root());
        Desk::look(store, keys(args.keys.as_ref().unwrap_or(&beside))?, self.shelf)
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
                let bytes = Zeroizing::new(world::read(path)?);
                let public = |p: Problem| match PlayerPublic::read(&bytes) {
                    Ok(_) => Problem::refused("this is a public file, not the secret key")
                        .hint(format!("give {}", path.with_extension("key").display())),
                    Err(_) => p,
                };
                PlayerSecret::read(&bytes).map(Some).map_err(|p| public(p).at(path.display()))
            }
            (None, Some(text)) => PlayerSecret::read(&Zeroizing::new(key_text(text)))
                .map(Some)
                .map_err(|p| p.at("ADJUTANT_PLAYER_KEY")),
            (None, None) => Ok(None),
        }
    }

    /// The path of a seat's report, and the address it is to be sent to, if one is kept.
    pub(super) fn addressed(desk: &Desk, seat: &Seat, path: &str) -> Result<String, Problem> {
        let address = enroll::address(desk, seat)?;
        let to = address.map_or_else(String::new, |a| format!("  to {}", harmless(&a)));
        Ok(format!("report    {path}{to}"))
    }

    /// What was sealed last with a player's key, and where that is noted: beside its file. A key from
    /// the environment has no such place.
    pub(super) fn sealed(args: &PlayerArgs) -> Result<(Sealed, Option<PathBuf>), Problem> {
        let path = beside(args.key.as_ref(), "sealed");
        let note = match path.as_deref().filter(|path| path.exists()) {
            Some(path) => Sealed::read(&world::read(path)?).map_err(|p| p.at(path.display()))?,
            None => Sealed::default(),
        };
        Ok((note, path))
    }
}

/// What the program notes beside a key's file; a key from standard input has no such place.
pub(super) fn beside(key: Option<&PathBuf>, ending: &str) -> Option<PathBuf> {
    let file = key.filter(|key| key.as_path() != Path::new("-"));
    file.map(|key| key.with_extension(ending))
}

/// The newest cycle, and the path of its report for the seat that a key holds.
pub(super) fn newest(campaign: &Campaign, key: &PublicKey) -> Result<(u32, String), Problem> {
    let nothing = || Problem::nothing("there is no report yet");
    let (cycle, _) = campaign.ledger.results().next_back().ok_or_else(nothing)?;
    let holds = |seat: &&Seat| {
        campaign.holder(seat, cycle + 1).is_some_and(|h| h.signing == key.to_string())
    };
    if let Some(seat) = campaign.seats().iter().find(holds) {
        return Ok((cycle, campaign.report(seat, cycle)));
    }
    // Who stands in reads them as well: the first sealed to them alone, the later ones with its player's.
    let appointed = |seat: &Seat| campaign.ledger.substitute_before(seat, u64::MAX).cloned();
    let stands_in = |seat: &Seat| appointed(seat).filter(|s| s.signing == key.to_string());
    if let Some(substitute) = campaign.seats().iter().find_map(stands_in) {
        let folder = layout::cycle(cycle) + "/";
        let own = substitute.files.into_keys().find(|path| path.starts_with(&folder));
        return Ok((cycle, own.unwrap_or_else(|| campaign.report(&substitute.seat, cycle))));
    }
    let held = |seat: &Seat| match campaign.holder(seat, cycle + 1) {
        Some(holder) => format!("{} holds {seat}", holder.name),
        None => format!("{seat} is vacant"),
    };
    let seats: Vec<String> = campaign.seats().iter().map(held).collect();
    Err(Problem::usage("this key holds no seat in this campaign").hint(format!(
        "{}; to get a seat, send the NAME.pub beside your key to the moderator",
        seats.join(", ")
    )))
}

/// The keys' directory that belongs to a campaign's.
pub(super) fn keys_beside(root: &Path) -> PathBuf {
    let mut name = root.file_name().unwrap_or_default().to_owned();
    name.push(".keys");
    root.with_file_name(name)
}

/// The post's directory that belongs to a campaign's.
pub(super) fn post_beside(root: &Path) -> PathBuf {
    let mut name = root.file_name().unwrap_or_default().to_owned();
    name.push(".post");
    root.with_file_name(name)
}

/// A key file in a variable: as it is, or in one line of base64, which jobs can keep out of their logs.
fn key_text(text: String) -> Vec<u8> {
    let line = text.trim();
    match BASE64_STANDARD.decode(line) {
        Ok(bytes) if !line.contains('\n') => bytes,
        Ok(_) | Err(_) => text.into_bytes(),
    }
}

/// The moderator's keys: from the environment, else from a directory.
pub(super) fn keys(folder: &Path) -> Result<Keys, Problem> {
    let text = |variable: &str, name: &str| {
        if let Some(text) = world::variable(variable) {
            Ok((variable.to_owned(), Zeroizing::new(key_text(text))))
        } else {
            let path = folder.join(name);
            let hint = format!("give its directory with --keys DIR, or set {variable}");
            let bytes = Zeroizing::new(world::read(&path).map_err(|p| p.hint(hint))?);
            Ok((path.display().to_string(), bytes))
        }
    };
    let (place, bytes) = text("ADJUTANT_MODERATOR_KEY", MODERATOR_KEY)?;
    let signing = ModeratorKey::read(&bytes).map_err(|p| p.at(place))?;
    let (place, bytes) = text("ADJUTANT_CAMPAIGN_SECRET", CAMPAIGN_SECRET)?;
    let secret = FoundingSecret::read(&bytes).map_err(|p| p.at(place))?;
    Ok(Keys { signing, secret })
}

/// The seats with a report of a cycle to send, each with its path. Whoever has none, because nothing
/// can be encrypted to them, is named on standard error.
pub(super) fn reports(desk: &Desk, cycle: u32) -> Vec<(Seat, String)> {
    let unsealed = resolve::unsealed(desk, cycle);
    for (seat, problem) in &unsealed {
        tell!(
            "no report for {seat}: {}\n\
             give them a new key with `adjutant enroll {seat} FILE --replace`, and send them what\n\
             `adjutant show report --seat {seat} --cycle {cycle}` prints",
            problem.what
        );
    }
    let seats = desk.campaign.seats().into_iter();
    let sealed = seats.filter(|seat| unsealed.iter().all(|(without, _)| without != seat));
    sealed.map(|seat| (seat.clone(), desk.campaign.report(&seat, cycle))).collect()
}

/// The paths alone.
pub(super) fn paths(reports: &[(Seat, String)]) -> Vec<&str> {
    reports.iter().map(|(_, path)| path.as_str()).collect()
}

/// Names what was passed over.
pub(super) fn warn(problems: &[Problem]) {
    for problem in problems {
        tell!("warning: {problem}");
    }
}

/// Writes a result as JSON.
pub(super) fn print_json<T: Serialize>(value: &T) -> Result<(), Problem> {
    let text = serde_json::to_string_pretty(value).expect("results are plain data");
    print(&format!("{}\n", harmless_json(&text)))
}

/// True if results go to a terminal.
pub(super) fn is_terminal() -> bool {
    std::io::stdout().is_terminal()
}

/// Width and colour of the terminal.
pub(super) fn style() -> Style {
    let terminal = is_terminal();
    let columns = world::variable("COLUMNS").and_then(|c| c.parse().ok());
    let width = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    Style {
        width: columns.or_else(width).unwrap_or(COLUMNS).clamp(40, 200),
        colour: terminal && world::variable("NO_COLOR").is_none(),
        draws: false,
    }
}
