use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use secrecy::ExposeSecret;
use serde_json::json;

use super::context::{CAMPAIGN_SECRET, Context, KeyArgs, MODERATOR_KEY, PlayerArgs, keys_beside};
use super::shares;
use crate::base::{Problem, Time, text};
use crate::campaign::world;
use crate::cli::terminal::tell;
use crate::ledger::Right;
use crate::referee::Desk;
use crate::referee::moderator::hand_over::{self, Person};
use crate::seal::PlayerPublic;

/// Hand the moderator's office over, or share it with deputies.
///
/// Each is an entry of the ledger, with its reason, that everyone can see. The papers are what the
/// other needs besides their own key, encrypted to them: the secret of this campaign and, for a new
/// moderator, the players' addresses.
#[derive(Debug, Args)]
pub(super) struct Office {
    #[command(subcommand)]
    act: Act,
}

#[derive(Debug, Subcommand)]
enum Act {
    /// Hand over to a new moderator: your key signs nothing more.
    HandOver {
        #[command(flatten)]
        who: Who,
        /// Write the papers to this new file.
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
        #[command(flatten)]
        keys: KeyArgs,
    },
    /// Appoint a deputy, who acts under their own name.
    Appoint {
        #[command(flatten)]
        who: Who,
        /// What they may do: extend, take, close; with commas between.
        #[arg(long, value_name = "RIGHTS", value_delimiter = ',', required = true)]
        may: Vec<Right>,
        /// Until when, as a deadline is given.
        #[arg(long, value_name = "TIME")]
        until: String,
        /// Write the papers of a deputy who may close to this new file.
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
        #[command(flatten)]
        keys: KeyArgs,
    },
    /// Dismiss a deputy.
    Dismiss {
        /// Their name.
        name: String,
        /// Why.
        #[arg(long, value_name = "TEXT")]
        reason: String,
        #[command(flatten)]
        keys: KeyArgs,
    },
    /// Split the office into shares, so that several people together can take it up if you vanish.
    Share {
        /// The public file of each person who gets a share, from `keygen`.
        #[arg(value_name = "FILE", required = true, num_args = 2..)]
        people: Vec<PathBuf>,
        /// How many of the shares are needed.
        #[arg(long, value_name = "NUMBER")]
        threshold: u8,
        /// Write the shares to this directory, each encrypted to its reader.
        #[arg(long, value_name = "DIR")]
        folder: PathBuf,
        #[command(flatten)]
        keys: KeyArgs,
    },
    /// Encrypt your share again, to whoever puts the shares together.
    PassOn {
        /// Your share.
        #[arg(value_name = "SHARE")]
        share: PathBuf,
        /// Their public file.
        #[arg(value_name = "FILE")]
        to: PathBuf,
        /// The new file.
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
        #[command(flatten)]
        player: PlayerArgs,
    },
    /// Take up the office of a moderator who has vanished, with enough shares passed on to you.
    Combine {
        /// The shares, your own among them.
        #[arg(value_name = "SHARE", required = true)]
        shares: Vec<PathBuf>,
        #[command(flatten)]
        player: PlayerArgs,
        /// Directory for the keys [default: DIR.keys beside the campaign].
        #[arg(long, value_name = "DIR")]
        keys: Option<PathBuf>,
    },
    /// Take up the office, or a deputy's part of it, with its papers and your own key.
    TakeUp {
        /// The papers.
        #[arg(value_name = "FILE")]
        papers: PathBuf,
        #[command(flatten)]
        player: PlayerArgs,
        /// Directory for the keys [default: DIR.keys beside the campaign].
        #[arg(long, value_name = "DIR")]
        keys: Option<PathBuf>,
    },
}

/// To whom, and why.
#[derive(Debug, Args)]
struct Who {
    /// Their public file, from `keygen`.
    #[arg(value_name = "FILE")]
    public: PathBuf,
    /// Their name in the ledger [default: from the public file].
    #[arg(long)]
    name: Option<String>,
    /// Why.
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

impl Who {
    fn person(&self) -> Result<Person, Problem> {
        let file = PlayerPublic::read(&world::read(&self.public)?);
        let file = file.map_err(|p| p.at(self.public.display()))?;
        Person::of(file, self.name.clone())
    }
}

impl Office {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        match &self.act {
            Act::HandOver { who, output, keys } => {
                let person = who.person()?;
                let mut desk = context.desk(keys)?;
                // First what cannot be done without afterwards.
                keep(&desk, &person, output, true)?;
                hand_over::hand_over(&mut desk, &person, &who.reason, world::now()?)?;
                told(context, &format!("{} is the moderator", person.name), &person)?;
                tell!(
                    "next: send {} to them; they run `adjutant office take-up`; delete your keys when they \
                     have",
                    output.display()
                );
                Ok(())
            }
            Act::Appoint { who, may, until, output, keys } => {
                appoint(context, (who, may), world::deadline(until)?, output.as_deref(), keys)
            }
            Act::Dismiss { name, reason, keys } => {
                let mut desk = context.desk(keys)?;
                hand_over::dismiss(&mut desk, name, reason, world::now()?)?;
                let told = format!("{} is no longer a deputy", text::harmless(name));
                context.answer(&format!("{told}\n"), &json!({"done": told}))
            }
            Act::Share { people, threshold, folder, keys } => {
                shares::share(context, people, *threshold, folder, keys)
            }
            Act::PassOn { share, to, output, player } => {
                shares::pass_on(context, share, to, output, player)
            }
            Act::Combine { shares, player, keys } => {
                shares::combine(context, shares, player, keys.as_ref())
            }
            Act::TakeUp { papers, player, keys } => take_up(context, papers, player, keys.as_ref()),
        }
    }
}

fn appoint(
    context: &Context,
    (who, may): (&Who, &[Right]),
    until: Time,
    output: Option<&Path>,
    keys: &KeyArgs,
) -> Result<(), Problem> {
    let person = who.person()?;
    if may.contains(&Right::Close) != output.is_some() {
        return Err(Problem::usage("only a deputy who may close gets papers")
            .hint("give their file with --output, or leave out the right to close"));
    }
    let mut desk = context.desk(keys)?;
    if let Some(output) = output {
        keep(&desk, &person, output, false)?;
    }
    hand_over::appoint(&mut desk, (&person, may.to_vec()), until, &who.reason, world::now()?)?;
    told(context, &format!("{} is a deputy until {until}", person.name), &person)
}

fn keep(desk: &Desk, person: &Person, output: &Path, addresses: bool) -> Result<(), Problem> {
    world::outside_campaigns(output)?;
    world::write_new(output, &hand_over::papers(desk, person, addresses)?, true)
}

fn told(context: &Context, told: &str, person: &Person) -> Result<(), Problem> {
    let (told, key) = (text::harmless(told), person.signing.fingerprint());
    context.answer(&format!("{told}\nkey       {key}\n"), &json!({"done": told, "key": key}))?;
    tell!("confirm this fingerprint with them over another channel");
    Ok(())
}

fn take_up(
    context: &Context,
    papers: &Path,
    player: &PlayerArgs,
    folder: Option<&PathBuf>,
) -> Result<(), Problem> {
    let key = Context::player(player)?;
    let store = context.store()?;
    let beside = keys_beside(store.root());
    let folder = folder.unwrap_or(&beside);
    let bytes = world::read(papers)?;
    let keys = hand_over::take_up(store, &bytes, &key, context.shelf)
        .map_err(|p| p.at(papers.display()))?;
    world::make_private_folder(folder)?;
    for (name, secret) in
        [(MODERATOR_KEY, keys.signing.write()), (CAMPAIGN_SECRET, keys.secret.write())]
    {
        world::write_new(&folder.join(name), secret.expose_secret().as_bytes(), true)?;
    }
    let folder = folder.display().to_string();
    context.answer(&format!("keys      {folder}\n"), &json!({"keys": folder}))?;
    tell!("back up the keys and never publish them");
    Ok(())
}
