use std::path::{Path, PathBuf};

use clap::Args;

use super::context::{Context, KeyArgs, print};
use crate::base::{Problem, Seat, text};
use crate::campaign::world;
use crate::referee::desk::Desk;
use crate::referee::enroll::{Player, address, correct_address, enroll};
use crate::seal::PlayerPublic;
use crate::seal::mistaken::{self, Wanted};

/// Give a seat to a player.
#[derive(Debug, Args)]
pub(super) struct Enroll {
    /// The seat.
    seat: String,
    /// The player's public file from `keygen`, or a plain ssh-ed25519 public key.
    #[arg(value_name = "FILE", required_unless_present = "address")]
    file: Option<PathBuf>,
    /// With a plain ssh key: the age recipient for the player's reports.
    #[arg(long, value_name = "age1…")]
    recipient: Option<String>,
    /// The player's name in the ledger [default: from the public file].
    #[arg(long)]
    name: Option<String>,
    /// The player's mail address; stored encrypted, and shown where reports are to be sent. Without
    /// FILE it replaces the one that is stored.
    #[arg(long)]
    address: Option<String>,
    /// Replace the player's keys from the next cycle on; everyone can see this.
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    keys: KeyArgs,
}

/// The address that is kept for a seat, if there is one.
fn address_line(desk: &Desk, seat: &Seat) -> Result<String, Problem> {
    let address = address(desk, seat)?;
    Ok(address.map_or_else(String::new, |a| format!("address   {}\n", text::harmless(&a))))
}

impl Enroll {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let mut desk = context.desk(&self.keys)?;
        let seat = desk.campaign.seat(&self.seat)?;
        let Some(file) = &self.file else { return self.correct(&desk, &seat) };
        let mut player = self.player(&desk, file)?;
        player.address.clone_from(&self.address);
        enroll(&mut desk, &seat, &player, self.replace, world::now()?)?;
        let links = match (self.replace, player.tip) {
            (true, _) => "unchanged: a chain is committed to only once",
            (false, Some(_)) => "contribute to the seeds",
            (false, None) => "none",
        };
        // New keys do not change who holds the seat.
        let holder = desk.campaign.holder(&seat, u32::MAX).map(|holder| holder.name);
        print(&format!(
            "seat      {seat}\nplayer    {}\nkey       {}\nlinks     {links}\n{}",
            text::harmless(&holder.unwrap_or(player.name)),
            player.signing.fingerprint(),
            address_line(&desk, &seat)?
        ))?;
        anstream::eprintln!("confirm this fingerprint with the player over another channel");
        Ok(())
    }

    /// Another address, and nothing else.
    fn correct(&self, desk: &Desk, seat: &Seat) -> Result<(), Problem> {
        let others = [self.recipient.is_some(), self.name.is_some(), self.replace];
        if others.contains(&true) {
            return Err(Problem::usage("no public file given")
                .hint("give the player's public file; without it only --address changes"));
        }
        if let Some(address) = &self.address {
            correct_address(desk, seat, address)?;
        }
        print(&format!("seat      {seat}\n{}", address_line(desk, seat)?))
    }

    fn player(&self, desk: &Desk, path: &Path) -> Result<Player, Problem> {
        let bytes = world::read(path)?;
        if bytes.starts_with(b"ssh-") {
            return self.plain(&bytes).map_err(|p| p.at(path.display()));
        }
        mistaken::refuse(&bytes, Wanted::PublicFile).map_err(|p| p.at(path.display()))?;
        let file = PlayerPublic::read(&bytes).map_err(|p| p.at(path.display()))?;
        let name = self.name.clone().or_else(|| file.name.clone());
        let name = name.unwrap_or_else(|| self.seat.clone());
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
