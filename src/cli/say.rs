use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;
use zeroize::Zeroizing;

use super::context::{Context, PlayerArgs, ReportArgs};
use super::reading::Reading;
use super::rendering::OutputArgs;
use crate::base::{Digest, Kind, Motion, Problem, Seat};
use crate::campaign::world;
use crate::cli::terminal::tell;
use crate::referee::Campaign;
use crate::referee::player::reading::among;
use crate::referee::press::{may, rules};
use crate::referee::record::receipt::Receipt;
use crate::seal::note::Note;
use crate::seal::press::Press;
use crate::seal::word::{Packet, Says, Word};
use crate::seal::{ChainCopy, PlayerPublic, PlayerSecret, Recipient};

/// Sign your word to the moderator, such as an absence, new keys, a vote or your resignation, and print it.
///
/// Send it to the moderator, who takes it with `adjutant take`; a post takes it by itself. Everyone can check that it is yours, and
/// only the word on plain text is between you and the moderator. A message to other players is encrypted; they get it from the
/// moderator.
#[derive(Debug, Args)]
pub(super) struct Say {
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    report: ReportArgs,
}

#[derive(Debug, Subcommand)]
enum What {
    /// You will be away.
    Away {
        /// The days: 2026-08-01, or "2026-08-01 to 2026-08-14".
        dates: String,
        /// Why; everyone can read it.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// You have new keys. Sign with the old one; the new one agrees.
    Keys {
        /// The secret file of the new ones, from `keygen`.
        #[arg(value_name = "NEW.key")]
        new: PathBuf,
        /// Contribute no links of the new keys' chain to the dice.
        #[arg(long)]
        without_chain: bool,
    },
    /// Let somebody send orders for your seat for a while, and read its reports.
    Substitute {
        /// Their public file, from `keygen`.
        #[arg(value_name = "FILE")]
        public: PathBuf,
        /// Until when, as a deadline is given.
        #[arg(long, value_name = "TIME")]
        until: String,
        /// Write a copy of your chain in this campaign to this file, encrypted to them: with it they can give your
        /// links for all its cycles.
        #[arg(long, value_name = "FILE")]
        chain: Option<PathBuf>,
    },
    /// You do not agree that your seat gets the keys that an entry of the ledger announces.
    Object {
        /// The number of that entry.
        entry: u64,
        /// Why; everyone can read it.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// You are done: the packet you sent last is final, as if its order file said so.
    Final {
        /// The packet's sequence [default: that of the last one sealed].
        #[arg(long, value_name = "N")]
        sequence: Option<u32>,
    },
    /// What you sent for this cycle no longer counts. A later packet does.
    Withdraw {
        /// The sequence of the last packet that is withdrawn [default: that of the last one sealed].
        #[arg(long, value_name = "N")]
        sequence: Option<u32>,
    },
    /// Your link for the dice of the locked cycle. You are asked for it where links do not come with orders.
    Link {
        /// The lock that you were sent; without it your copy of the campaign shows it.
        #[arg(long, value_name = "FILE")]
        lock: Option<PathBuf>,
        /// A receipt of yours for this cycle: the packet must be what is locked. May be repeated.
        #[arg(long = "receipt", value_name = "FILE")]
        receipts: Vec<PathBuf>,
        /// You stand in for somebody: the copy of their chain that they gave you with `say substitute --chain`.
        #[arg(long, value_name = "FILE")]
        chain: Option<PathBuf>,
    },
    /// You agree that the campaign pauses. It does once all players say so, if the calendar allows pauses.
    Pause {
        /// Until when, as a deadline is given; the earliest that a player gives counts.
        #[arg(long, value_name = "TIME")]
        until: String,
    },
    /// Vote on what all players can decide together, if the calendar allows it. It is done once all say yes.
    Vote {
        #[command(subcommand)]
        on: On,
        /// You no longer vote for it.
        #[arg(long, global = true)]
        no: bool,
    },
    /// Give up your seat. What you sent for the open cycle counts; then it is open to another player.
    Resign {
        /// Why; everyone can read it.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Write to yourself: it comes back with your next report. Only your key opens it.
    Note {
        /// The text, at most 4000 bytes; `-` reads standard input.
        #[arg(value_name = "FILE")]
        text: PathBuf,
    },
    /// Write to other players, through the moderator. Encrypted: nobody else reads it before the reveal.
    Press {
        /// The text, at most 4000 bytes; `-` reads standard input.
        #[arg(value_name = "FILE")]
        text: PathBuf,
        /// Who reads it: seats, or `all` for all others.
        #[arg(long, value_name = "SEAT,…", value_delimiter = ',', required = true)]
        to: Vec<String>,
        /// Do not tell them who wrote it, up to the reveal; the calendar must allow that.
        #[arg(long)]
        unsigned: bool,
    },
    /// Allow or forbid unencrypted copies of your reports by mail.
    PlainText {
        /// Whether they may.
        #[arg(value_enum)]
        wanted: YesNo,
    },
}

/// What players can vote on.
#[derive(Debug, Subcommand)]
enum On {
    /// The game ends in a draw.
    Draw,
    /// The game ends, and a seat has won. Its player is not asked.
    Win {
        /// The seat.
        seat: String,
    },
    /// The deadline of the open cycle becomes later. All name the same time.
    Deadline {
        /// When, as a deadline is given.
        #[arg(value_name = "TIME")]
        to: String,
    },
}

/// An answer.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum YesNo {
    Yes,
    No,
}

impl Say {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let key = Context::player(&self.report.player)?;
        let mut reading = Reading::of(context, &self.report)?;
        let seat = reading.report.data.reader.seat().cloned();
        let seat = seat.ok_or_else(|| Problem::usage("this report is for everybody"))?;
        let text = signed(&mut reading, (seat, &self.report.player), self.what, &key)?;
        match &self.output.output {
            Some(path) => {
                self.output.publish(&text)?;
                tell!("next: send {} to the moderator", path.display());
                Ok(())
            }
            None => context.answer(&text, &json!({"word": text})),
        }
    }
}

/// The file to be sent.
fn signed(
    reading: &mut Reading,
    (seat, player): (Seat, &PlayerArgs),
    what: What,
    secret: &PlayerSecret,
) -> Result<String, Problem> {
    let key = secret.signing();
    // Later words have higher numbers, wherever they are signed.
    let sequence = world::now()?.number();
    let (campaign, genesis) = (reading.report.data.campaign.clone(), reading.report.data.genesis);
    let mut head = reading.head();
    let public =
        |path: &PathBuf| PlayerPublic::read(&world::read(path)?).map_err(|p| p.at(path.display()));
    let says = match what {
        What::Away { dates, reason } => Says::Absence { dates: dates.parse()?, reason },
        What::Keys { new: path, without_chain } => {
            let new = PlayerSecret::read(&Zeroizing::new(world::read(&path)?))
                .map_err(|p| p.at(path.display()))?;
            let tip = (!without_chain).then(|| new.tip(&genesis));
            let whose = (campaign, seat);
            return Ok(Word::of_new_keys(whose, (head, sequence), (&new, tip)).sign(key));
        }
        What::Substitute { public: path, until, chain } => {
            let PlayerPublic { name, signing, age, .. } = public(&path)?;
            if let Some(chain) = chain {
                let copy = ChainCopy::seal(secret, genesis, &age)?;
                world::write_new(&chain, copy.as_bytes(), true)?;
                tell!("next: give {} to your substitute, and to nobody else", chain.display());
            }
            let name = name.unwrap_or_else(|| signing.fingerprint());
            Says::Substitute { name, signing, age, until: world::deadline(&until)? }
        }
        What::Object { entry, reason } => Says::Objection { entry, reason },
        What::Link { lock, receipts, chain } => {
            // Its word names the lock, or what stands behind it.
            let (cycle, link, seen) =
                link(reading, (lock.as_deref(), &receipts), chain.as_deref())?;
            head = seen;
            Says::Link { cycle, link }
        }
        What::Final { sequence } => Says::Final(packet(reading, player, sequence)?),
        What::Withdraw { sequence } => Says::Withdraw(packet(reading, player, sequence)?),
        What::Pause { until } => Says::Pause { until: world::deadline(&until)? },
        What::Vote { on, no } => Says::Vote { motion: motion(reading, on)?, yes: !no },
        What::Resign { reason } => Says::Resign { reason },
        What::Note { text: path } => {
            let cycle = reading.report.data.asked()?.cycle;
            let note = Note::new(&campaign, (seat.clone(), cycle), &text(&path)?);
            let sealed = note.map_err(|p| p.at(path.display()))?.seal(secret)?;
            Says::Note { cycle, sealed }
        }
        What::PlainText { wanted } => Says::PlainText(matches!(wanted, YesNo::Yes)),
        What::Press { text, to, unsigned } => {
            return press(reading, (&text, &to), unsigned)?.seal(key, &due(reading)?);
        }
    };
    Ok(Word { campaign, seat, head, sequence, says }.sign(key))
}

/// The player's link, once the cycle is locked: its cycle, and the head that its word names.
fn link(
    reading: &mut Reading,
    (lock, receipts): (Option<&Path>, &[PathBuf]),
    chain: Option<&Path>,
) -> Result<(u32, Digest, Digest), Problem> {
    let notice = lock.map(world::read_mail).transpose()?;
    let identity = reading.key.as_ref().map(PlayerSecret::identity);
    let one = |path: &PathBuf| {
        let found = Receipt::find(&world::read_mail(path)?, identity);
        let none = || Problem::refused("this is not a receipt").at(path.display());
        found.map(|(receipt, _)| receipt).ok_or_else(none)
    };
    let receipts: Vec<Receipt> = receipts.iter().map(one).collect::<Result<_, Problem>>()?;
    let key = reading.key.as_ref().ok_or_else(|| Problem::usage("a player's key is needed"))?;
    let copy = |path: &Path| {
        let copy = ChainCopy::open(&world::read_mail(path)?, key.identity());
        copy.map_err(|p| p.at(path.display()))
    };
    let copy = chain.map(copy).transpose()?;
    reading.link_behind_lock(notice.as_deref(), &receipts, copy.as_ref())
}

/// What is voted on.
fn motion(reading: &Reading, on: On) -> Result<Motion, Problem> {
    Ok(match on {
        On::Draw => Motion::Draw,
        On::Win { seat } => Motion::Win(among(&reading.game()?.seats(), &seat)?),
        On::Deadline { to } => Motion::Deadline(world::deadline(&to)?),
    })
}

/// A text that a player wrote.
fn text(path: &Path) -> Result<String, Problem> {
    let text = String::from_utf8(world::read_mail(path)?);
    let text = text.map_err(|_| Problem::refused("the text is not UTF-8").at(path.display()))?;
    Ok(text.replace("\r\n", "\n"))
}

/// What the next cycle's files are encrypted to.
fn due(reading: &Reading) -> Result<Recipient, Problem> {
    reading.report.data.asked()?.recipient.parse()
}

/// A message to other seats, as far as the calendar at hand allows it.
fn press(
    reading: &Reading,
    (path, to): (&Path, &[String]),
    unsigned: bool,
) -> Result<Press, Problem> {
    let data = &reading.report.data;
    let press = reading.message(to, &text(path)?, unsigned);
    let press = press.map_err(|p| if p.kind == Kind::Usage { p } else { p.at(path.display()) })?;
    let same = |campaign: &&Campaign| campaign.ledger.genesis_digest() == data.genesis;
    if let Some(campaign) = reading.campaign.as_ref().filter(same) {
        may(&rules(campaign, u64::MAX)?, &press)?;
    }
    Ok(press)
}

/// The packet that was sealed last for the cycle of the report, or the one with this sequence.
fn packet(
    reading: &Reading,
    player: &PlayerArgs,
    sequence: Option<u32>,
) -> Result<Packet, Problem> {
    let data = &reading.report.data;
    let next = data.asked()?;
    let known = || Context::sealed(player).map(|(sealed, _)| sealed);
    let sequence = match sequence {
        Some(sequence) => Some(sequence),
        None => known()?.newest(data, reading.campaign.as_ref()),
    };
    let sequence = sequence.ok_or_else(|| {
        Problem::usage(format!("no packet of yours for cycle {} is known here", next.cycle))
            .hint("give its sequence with --sequence N")
    })?;
    Ok(Packet { cycle: next.cycle, sequence })
}
