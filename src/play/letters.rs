//! What comes by mail beside reports, told from its bytes; and what a player writes to others.

use serde_json::{Value, json};

use super::asked::Asked;
use crate::base::Problem;
use crate::base::text::harmless;
use crate::engine::Shelf;
use crate::page::Page;
use crate::referee::player::private_answer::PrivateAnswer;
use crate::referee::press::Relayed;
use crate::referee::record::card::Card;
use crate::referee::record::receipt::Receipt;
use crate::render::{self, Style};
use crate::seal::note::Note;
use crate::seal::{PlayerPublic, PlayerSecret, PublicKey, passphrase};

/// Characters on a line of what is told.
const WIDTH: usize = 72;

/// What a file is, in a word; of what can be read at once, what it says, as `read` does. What is none of
/// these may be a report.
///
/// # Errors
/// If it is one of these, and is not from whom it should be.
pub(super) fn read(asked: &Asked) -> Result<Value, Problem> {
    let bytes = asked.any_file()?;
    if passphrase::is_locked(&bytes) {
        return Ok(json!({"kind": "locked"}));
    }
    if let Ok(key) = PlayerSecret::read(&bytes) {
        let own = PublicKey::of(key.signing()).fingerprint();
        return Ok(json!({"kind": "key", "key": own}));
    }
    if Card::read(&bytes).is_some() {
        return Ok(json!({"kind": "card"}));
    }
    if PlayerPublic::read(&bytes).is_ok() {
        return Ok(json!({"kind": "public"}));
    }
    Ok(match told(asked, &bytes)? {
        Some(text) => json!({"kind": "letter", "text": text}),
        None => json!({"kind": "report"}),
    })
}

/// The text of an answer, a message from another player, a note to oneself or a receipt; proven.
fn told(asked: &Asked, bytes: &[u8]) -> Result<Option<String>, Problem> {
    let key = asked.key()?;
    let (known, _) = asked.acquainted()?;
    let identity = key.as_ref().map(PlayerSecret::identity);
    if let Some(key) = &key {
        if let Some((answer, signer)) = PrivateAnswer::open(bytes, key.identity()) {
            answer.prove(&signer, (None, known.moderator(&answer.genesis)?))?;
            return Ok(Some(harmless(&answer.text)));
        }
        if let Some((letter, signer)) = Relayed::open(bytes, key.identity()) {
            letter.prove((bytes, &signer), (None, known.moderator(&letter.genesis)?))?;
            let page = letter.told(None)?.onto(Page::new("A message"));
            let style = Style { width: WIDTH, colour: false, draws: false };
            return Ok(Some(render::text(&page, style)));
        }
        if let Some(note) = Note::open(bytes, key) {
            return Ok(Some(harmless(&note.told())));
        }
    }
    let Some((receipt, signer)) = Receipt::find(bytes, identity) else { return Ok(None) };
    match asked.prove_receipt((&receipt, &signer)) {
        Err(doubt) if !asked.unproven => Err(doubt),
        Err(_) => Ok(Some(receipt.told_unproven())),
        Ok(()) => Ok(Some(receipt.told())),
    }
}

/// A message to other players, for the moderator to pass on.
///
/// # Errors
/// If there is no key, the report asks for no orders, or the message has no readers or no text.
pub(super) fn press(asked: &Asked, shelf: Shelf) -> Result<Value, Problem> {
    let reading = asked.proven(shelf)?;
    let none = || {
        Problem::usage("a message is signed with your key")
            .hint("open your key, too: the file NAME.key")
    };
    let key = reading.key.as_ref().ok_or_else(none)?;
    let recipient = reading.report.data.asked()?.recipient.parse()?;
    let press = reading.message(&asked.to, &asked.text().replace("\r\n", "\n"), asked.unsigned)?;
    Ok(json!({"letter": press.seal(key.signing(), &recipient)?}))
}
