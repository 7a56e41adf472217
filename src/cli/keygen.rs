use std::path::PathBuf;

use clap::Args;
use secrecy::ExposeSecret;
use serde_json::json;
use zeroize::Zeroizing;

use super::context::Context;
use super::reading::{card_at, remember, remember_card};
use crate::base::Problem;
use crate::campaign::world;
use crate::cli::terminal::tell;
use crate::referee::record::card::Card;
use crate::seal::{PlayerPublic, PlayerSecret};

/// Make a player's keys: NAME.key to keep secret, NAME.pub to send to the moderator.
///
/// With --card, inside a campaign directory, or with -C, the public file also commits to a chain of
/// links. One goes into the seed of each cycle, so the moderator alone cannot foresee the dice.
#[derive(Debug, Args)]
pub(super) struct Keygen {
    /// Path of both files, without the extension.
    #[arg(value_name = "NAME")]
    path: PathBuf,
    /// Your name in the ledger [default: the file name; with --from that of the key file].
    #[arg(long)]
    name: Option<String>,
    /// Use this existing key file and write only a public file, for another campaign.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// The campaign card that the moderator sent.
    #[arg(long, value_name = "FILE")]
    card: Option<PathBuf>,
}

impl Keygen {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        world::outside_campaigns(&self.path)?;
        // Who has a key has a name already.
        let from = self.from.as_ref().and_then(|path| path.file_stem());
        let stem = from.or(self.path.file_name()).map(|n| n.to_string_lossy().into_owned());
        let name = self.name.or(stem);
        let secret = match &self.from {
            Some(path) => PlayerSecret::read(&Zeroizing::new(world::read(path)?))
                .map_err(|p| p.at(path.display()))?,
            None => PlayerSecret::generate(world::entropy()?),
        };
        let card = self.card.as_deref().map(card_at).transpose()?;
        let campaign = if card.is_some() { None } else { context.perhaps()? };
        let at_hand = campaign.as_ref().map(|campaign| campaign.ledger.genesis_digest());
        let genesis = card.as_ref().map(Card::digest).or(at_hand);
        let committed = genesis.is_some();
        let public = PlayerPublic::of(name, &secret, genesis);
        let file = |ending: &str| {
            let mut path = self.path.clone().into_os_string();
            path.push(ending);
            PathBuf::from(path)
        };
        let text = public.sign(secret.signing())?;
        let mut made = Vec::new();
        let mut secret_file = None;
        if self.from.is_none() {
            let path = file(".key");
            world::write_new(&path, secret.write().expose_secret().as_bytes(), true)?;
            made.push(format!("secret    {}", path.display()));
            if world::in_repository(&path) {
                tell!(
                    "warning: this directory is in a repository; never commit {}",
                    path.display()
                );
            }
            secret_file = Some(path.display().to_string());
        }
        let path = file(".pub");
        world::write_new(&path, text.as_bytes(), false)?;
        made.push(format!("public    {}", path.display()));
        let key = self.from.unwrap_or_else(|| file(".key"));
        if let Some(campaign) = &campaign {
            remember(&key, campaign)?;
        }
        if let Some(card) = &card {
            remember_card(Some(&key), card, true)?;
        }
        made.push(format!("key       {}", public.signing.fingerprint()));
        made.push(format!("chain     {}", if committed { "for this campaign" } else { "none" }));
        let value = json!({
            "secret": secret_file,
            "public": path.display().to_string(),
            "key": public.signing.fingerprint(),
            "chain": committed,
        });
        context.answer(&format!("{}\n", made.join("\n")), &value)?;
        let (path, public) = (self.path.display(), path.display());
        if !committed {
            tell!(
                "without a chain you contribute nothing to the seeds; once you have the campaign's card,\n\
                 run: adjutant keygen NAME --from {path}.key --card FILE"
            );
        }
        tell!("next: send {public} to the moderator; keep {path}.key secret");
        Ok(())
    }
}
