use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use secrecy::ExposeSecret;
use serde_json::json;
use zeroize::Zeroizing;

use super::context::{Context, WAIT, print};
use crate::base::Problem;
use crate::campaign::{layout, world};
use crate::cli::terminal::tell;
use crate::ledger::LogKey;
use crate::referee::audit::witness::{Seen, answer, cosign, log_key, request, witness};
use crate::referee::player::witnessed::sighting;
use crate::seal::WitnessKey;

/// Cosign the ledgers of campaigns, so that no moderator can show two players two histories.
///
/// A witness cosigns a checkpoint only if it continues the last one they saw. Their whole memory is
/// one small file beside their key. Players see who cosigned in `adjutant verify`.
#[derive(Debug, Args)]
pub(super) struct WitnessArgs {
    #[command(subcommand)]
    act: Act,
}

#[derive(Debug, Subcommand)]
enum Act {
    /// Make a witness's key, and print the line that moderators give to `new --witness`.
    Keygen {
        /// Name of the witness, preferably the address of a page about them: club.example/witness.
        #[arg(value_name = "NAME")]
        name: String,
        /// The new key file.
        #[arg(long, short, value_name = "FILE", default_value = "witness.key")]
        output: PathBuf,
    },
    /// Check a copy of a campaign and cosign its checkpoint, once a day or once an hour.
    Sign {
        /// Your key file. What you saw is remembered in FILE.seen.
        #[arg(long, value_name = "FILE")]
        key: PathBuf,
        /// Write the cosigned checkpoint here instead of into the copy.
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Take cosigned checkpoints, or a witness's answer, into the campaign.
    Add {
        /// Files as the witness sent them; `-` reads standard input.
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// Print the line by which a witness without a copy knows the campaign, for `answer --log`.
    Log,
    /// Print a request to a witness who has no copy, to be sent by HTTP.
    Request {
        /// How many entries the witness saw so far.
        #[arg(long, value_name = "ENTRIES", default_value_t = 0)]
        old: u64,
    },
    /// Answer one request for a cosignature, as a CGI program: request on standard input, answer on standard
    /// output.
    Answer {
        /// Your key file. What you saw is remembered in FILE.seen.
        #[arg(long, value_name = "FILE")]
        key: PathBuf,
        /// A campaign that you cosign, as `adjutant witness log` prints it; may be repeated.
        #[arg(long, value_name = "LINE", required = true)]
        log: Vec<String>,
    },
}

impl WitnessArgs {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        match self.act {
            Act::Keygen { name, output } => keygen(context, &name, &output),
            Act::Sign { key, output } => sign(context, &key, output.as_deref()),
            Act::Add { files } => files.iter().try_for_each(|file| add(context, file)),
            Act::Log => {
                let line = log_key(&context.campaign()?.ledger)?.to_string();
                context.answer(&format!("{line}\n"), &json!({ "log": line }))
            }
            Act::Request { old } => {
                let campaign = context.campaign()?;
                let request = request(&campaign.store, &campaign.ledger, old)?;
                context.answer(&request, &json!({ "request": request }))
            }
            Act::Answer { key, log } => {
                let logs = log.iter().map(|line| line.parse()).collect::<Result<Vec<_>, _>>()?;
                answered(&key, &logs)
            }
        }
    }
}

fn keygen(context: &Context, name: &str, output: &Path) -> Result<(), Problem> {
    let key = WitnessKey::generate(name, world::entropy()?);
    let line = witness(&key)?.to_string();
    world::write_new(output, key.write().expose_secret().as_bytes(), true)?;
    let path = output.display().to_string();
    let words = format!("secret    {path}\nwitness   {line}\n");
    context.answer(&words, &json!({ "secret": path, "witness": line }))?;
    tell!("next: send the line `{line}` to moderators; keep {path} secret");
    Ok(())
}

fn sign(context: &Context, path: &Path, output: Option<&Path>) -> Result<(), Problem> {
    let key = key_at(path)?;
    let mut store = context.store()?;
    let mut memory = Memory::hold(path)?;
    let note = cosign(&store, &key, &mut memory.seen, world::now()?)?;
    // Once kept it may be shown: a witness who forgets could cosign two histories.
    memory.keep()?;
    let place = if let Some(output) = output {
        world::write_over(output, note.as_bytes())?;
        output.display().to_string()
    } else {
        let place = layout::witnessed(&witness(&key)?.id());
        store.lock_within(WAIT)?;
        store.write(&place, note.as_bytes())?;
        place
    };
    let campaign = context.campaign()?;
    let size = campaign.ledger.len();
    let done = format!("cosigned {} of {}", entries(size), campaign.id());
    let value = json!({ "campaign": campaign.id(), "entries": size, "file": place });
    context.answer(&format!("{done}: {place}\n"), &value)
}

/// Takes one file into the campaign: lines alone belong to the checkpoint that is there.
fn add(context: &Context, path: &Path) -> Result<(), Problem> {
    let bytes = world::read_mail(path)?;
    let mut campaign = context.campaign()?;
    campaign.store.lock_within(WAIT)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let note = if text.starts_with("— ") {
        let own = campaign.store.need(layout::CHECKPOINT)?;
        format!("{}{text}", String::from_utf8_lossy(&own))
    } else {
        text
    };
    let named = campaign.ledger.genesis().witnesses()?;
    let mine = named.iter().find(|witness| note.contains(&format!("\n— {} ", witness.name())));
    let mine = mine.ok_or_else(|| {
        Problem::refused("none of the campaign's witnesses signed this")
            .at(path.display())
            .hint("a campaign's witnesses are named when it is created, with `new --witness`")
    })?;
    let seen = |note: &[u8]| sighting(&campaign.ledger, mine, note);
    let new = seen(note.as_bytes()).map_err(|p| p.at(path.display()))?;
    let place = layout::witnessed(&mine.id());
    let before = campaign.store.read(&place)?.and_then(|note| seen(&note).ok());
    let (name, size) = (mine.name(), new.size);
    let done = format!("{name} saw {}", entries(size));
    let value = json!({ "witness": name, "entries": size, "file": place });
    if before.is_some_and(|before| (before.size, before.time) >= (new.size, new.time)) {
        return context.answer(&format!("{done}; nothing newer\n"), &value);
    }
    campaign.store.write(&place, note.as_bytes())?;
    context.answer(&format!("{done}: {place}\n"), &value)
}

/// The answer with the header lines of CGI (RFC 3875).
fn answered(path: &Path, logs: &[LogKey]) -> Result<(), Problem> {
    let key = key_at(path)?;
    let request = world::read_mail(Path::new("-"))?;
    let mut memory = Memory::hold(path)?;
    let answer = answer(&request, logs, (&key, &mut memory.seen), world::now()?)?;
    memory.keep()?;
    let kind = if answer.status == 409 { "text/x.tlog.size" } else { "text/plain" };
    print(&format!("Status: {}\nContent-Type: {kind}\n\n{}", answer.status, answer.body))
}

fn entries(number: u64) -> String {
    format!("{number} {}", if number == 1 { "entry" } else { "entries" })
}

fn key_at(path: &Path) -> Result<WitnessKey, Problem> {
    WitnessKey::read(&Zeroizing::new(world::read(path)?)).map_err(|p| p.at(path.display()))
}

/// What a witness remembers, held so that no other command remembers less.
struct Memory {
    path: PathBuf,
    seen: Seen,
    _lock: world::Held,
}

impl Memory {
    /// The file beside a key's.
    fn hold(key: &Path) -> Result<Self, Problem> {
        let beside = |ending: &str| {
            let mut path = key.as_os_str().to_owned();
            path.push(ending);
            PathBuf::from(path)
        };
        let lock = world::hold(&beside(".lock"), WAIT)?;
        let path = beside(".seen");
        let seen = if path.exists() {
            Seen::read(&world::read(&path)?).map_err(|p| p.at(path.display()))?
        } else {
            Seen::default()
        };
        Ok(Self { path, seen, _lock: lock })
    }

    fn keep(&self) -> Result<(), Problem> {
        world::write_over(&self.path, self.seen.text().as_bytes())
    }
}
