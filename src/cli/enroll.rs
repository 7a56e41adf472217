use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::context::{Context, KeyArgs};
use crate::base::{Problem, Seat, guard, text};
use crate::campaign::world;
use crate::cli::terminal::tell;
use crate::ledger::Body;
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::enroll::{self, Player, correct_address, correct_name, enroll};
use crate::seal::PlayerPublic;
use crate::seal::mistaken::{self, Wanted};

/// Bytes of the file with an address.
const ADDRESS: usize = 1024;

/// Give a seat to a player, or correct their name, keys or address.
///
/// Until the first cycle opens, `enroll SEAT --name NAME` corrects a player's name, and `enroll SEAT
/// FILE` their keys if the name stays; everyone can see that it was corrected. `enroll SEAT --address
/// FILE` corrects an address at any time.
#[derive(Debug, Args)]
pub(super) struct Enroll {
    /// The seat.
    seat: String,
    /// The player's public file from `keygen`, or a plain ssh-ed25519 public key.
    #[arg(value_name = "FILE", required_unless_present_any = ["address", "name"])]
    file: Option<PathBuf>,
    /// With a plain ssh key: the age recipient for the player's reports.
    #[arg(long, value_name = "age1…")]
    recipient: Option<String>,
    /// The player's name in the ledger [default: from the public file]. Without a public file it
    /// corrects the name.
    #[arg(long)]
    name: Option<String>,
    /// File with the player's mail address; `-` reads standard input. Stored encrypted, and shown
    /// where reports are to be sent. Without a public file it replaces the address that is stored.
    #[arg(long, value_name = "FILE")]
    address: Option<PathBuf>,
    /// Replace the seat's keys, or its player, at once; everyone can see this.
    #[arg(long, requires = "reason")]
    replace: bool,
    /// Why they are replaced. Everyone can see it.
    #[arg(long, value_name = "TEXT", requires = "replace")]
    reason: Option<String>,
    #[command(flatten)]
    keys: KeyArgs,
}

/// The address that is kept for a seat, if there is one.
fn address_line(desk: &Desk, seat: &Seat) -> Result<String, Problem> {
    let address = enroll::address(desk, seat)?;
    Ok(address.map_or_else(String::new, |a| format!("address   {}\n", text::harmless(&a))))
}

impl Enroll {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        // Before the campaign is locked: standard input may wait for somebody who types.
        let address = self.address.as_deref().map(address).transpose()?;
        let mut desk = context.desk(&self.keys)?;
        let seat = desk.campaign.seat(&self.seat)?;
        let Some(file) = &self.file else {
            return self.correct(context, &mut desk, (&seat, address));
        };
        let mut player = self.player(&desk, &seat, file)?;
        player.address = address;
        enroll(&mut desk, &seat, &player, self.reason.as_deref(), world::now()?)?;
        if let Some(Body::Claim(claim)) =
            desk.campaign.ledger.entries().next_back().map(|e| &e.body)
        {
            let told = format!(
                "{seat} can object until {}; give the same command after that",
                claim.until
            );
            return context.answer(&format!("{told}\n"), &json!({"announced": told}));
        }
        let holder = desk.campaign.holder(&seat, u32::MAX);
        let links = match holder.filter(|_| player.tip.is_some()).map(|holder| holder.links_from) {
            None => "none".to_owned(),
            Some(0) => "contribute to the seeds".to_owned(),
            Some(cycle) => format!("contribute to the seeds from cycle {cycle} on"),
        };
        let newest = desk.campaign.ledger.entries().next_back();
        let report = newest.and_then(|entry| entry.body.files()).and_then(|f| f.keys().next());
        let name = text::harmless(&player.name);
        let key = player.signing.fingerprint();
        let words =
            format!("seat      {seat}\nplayer    {name}\nkey       {key}\nlinks     {links}\n");
        let sent = report.map(|path| format!("report    {path}\n")).unwrap_or_default();
        let value =
            json!({"seat": seat, "player": name, "key": key, "links": links, "report": report});
        context.answer(&(words + &address_line(&desk, &seat)? + &sent), &value)?;
        tell!("confirm this fingerprint with the player over another channel");
        Ok(())
    }

    /// Another name or address, and nothing else.
    fn correct(
        &self,
        context: &Context,
        desk: &mut Desk,
        (seat, address): (&Seat, Option<String>),
    ) -> Result<(), Problem> {
        if self.recipient.is_some() || self.replace {
            return Err(Problem::usage("no public file given").hint(
                "give the player's public file; without it only --name and --address change",
            ));
        }
        if let Some(name) = &self.name {
            correct_name(desk, seat, name, world::now()?)?;
        }
        if let Some(address) = &address {
            correct_address(desk, seat, address)?;
        }
        let player = self.name.as_ref().map(|name| format!("player    {}\n", text::harmless(name)));
        let player = player.unwrap_or_default();
        let words = format!("seat      {seat}\n{player}{}", address_line(desk, seat)?);
        let mut value = json!({"seat": seat, "address": address});
        if let Some(name) = &self.name {
            value["player"] = json!(text::harmless(name));
        }
        context.answer(&words, &value)
    }

    fn player(&self, desk: &Desk, seat: &Seat, path: &Path) -> Result<Player, Problem> {
        let bytes = world::read(path)?;
        if bytes.starts_with(b"ssh-") {
            return self.plain(&bytes).map_err(|p| p.at(path.display()));
        }
        mistaken::refuse(&bytes, Wanted::PublicFile).map_err(|p| p.at(path.display()))?;
        let file = PlayerPublic::read(&bytes).map_err(|p| p.at(path.display()))?;
        // The same player's file again, with another chain: their name stays as it was given.
        let holder = desk.campaign.holder(seat, u32::MAX).filter(|_| !self.replace);
        let held = holder.filter(|holder| holder.signing == file.signing.to_string());
        let name = self.name.clone().or_else(|| held.map(|holder| holder.name));
        let name = name.or_else(|| file.name.clone()).unwrap_or_else(|| self.seat.clone());
        Player::of(&file, name, &desk.genesis()).map_err(|p| p.at(path.display()))
    }

    /// A player with stock tools, who contributes nothing to the seeds.
    fn plain(&self, bytes: &[u8]) -> Result<Player, Problem> {
        let recipient = self.recipient.as_ref().ok_or_else(|| {
            Problem::usage("a plain ssh key cannot decrypt reports")
                .hint("add --recipient age1…, which the player makes with age-keygen")
        })?;
        let line = String::from_utf8_lossy(bytes);
        Ok(Player {
            name: self.name.clone().unwrap_or_else(|| self.seat.clone()),
            address: None,
            signing: line.trim().parse()?,
            recipient: recipient.parse()?,
            tip: None,
        })
    }
}

/// A mail address, which is the one line of a file: on a command line others could read it.
pub(super) fn address(path: &Path) -> Result<String, Problem> {
    let bytes = world::read(path)?;
    let text = guard::guarded(&bytes, ADDRESS).map_err(|p| p.at(path.display()))?.trim();
    let word = text.contains('@') && !text.contains(char::is_whitespace);
    if word {
        return Ok(text.to_owned());
    }
    Err(Problem::usage("this is not a mail address")
        .at(path.display())
        .hint("give a file whose only line is the address, or `-` for standard input"))
}
