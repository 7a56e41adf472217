//! A report, opened.

use serde_json::{Value, json};

use super::asked::{Asked, game};
use super::said;
use crate::base::Problem;
use crate::engine::Shelf;
use crate::referee::player::reading::doubted;
use crate::referee::record::report::html;
use crate::seal::sshsig;

/// The report as `read --html` writes it, and what a page has to know of it.
///
/// # Errors
/// As `read` refuses it.
pub(super) fn open(asked: &Asked, shelf: Shelf) -> Result<Value, Problem> {
    let (reading, doubt) = asked.opened(shelf)?;
    let game = game(&reading)?;
    let data = &reading.report.data;
    let page = data.page_with(&*game, None)?;
    let page = match &doubt {
        Some(doubt) => doubted(page, doubt),
        None => page,
    };
    let signed = reading.report.signed.as_ref();
    let signer = signed.map(|signed| sshsig::signer(&signed.armor)).transpose()?;
    let asks = data.next.as_ref();
    Ok(json!({
        "html": html(&page, &data.game, shelf)?,
        "campaign": data.campaign,
        "genesis": data.genesis,
        "game": data.game,
        "cycle": data.cycle,
        "seat": data.reader.seat(),
        "others": reading.others()?,
        "asks": asks.map(|next| json!({"cycle": next.cycle, "lock": next.lock, "timelock": next.timelock})),
        "outcome": data.outcome.as_ref().map(|outcome| &outcome.text),
        "signer": signer.map(|signer| signer.fingerprint()),
        "proven": doubt.is_none(),
        "doubt": doubt.as_ref().map(said),
        "known": reading.known.text(),
    }))
}
