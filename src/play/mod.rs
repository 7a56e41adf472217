//! What a page in a browser asks of the program: documents in, documents out.
//!
//! Comes in: the name of what is asked, and a JSON document with the player's files, key and orders.
//! Goes out: a JSON document, or the sentence that says what is wrong and what to do.
//! Never: keeps anything between two calls, or reaches for a disk, a clock or the net.
//!
//! What is done is what `read`, `choices`, `template`, `check`, `forecast`, `seal`, `say press` and `keygen` do, so that
//! a page needs no rule of a game and no format of ours. A document that asks has these fields, of which
//! each call takes what it needs:
//!
//! ```text
//! report      the report, as it came; in base64, like every file that need not be text
//! key         the text of the player's key file
//! card        the campaign card, in base64
//! public      the text of the public file that belongs to the key
//! moderator   the fingerprint of the moderator's key, as the player knows it
//! unproven    true to open a report that nothing shows to be the moderator's
//! known       what the last answer gave under this name, to be kept by the page
//! sealed      the same
//! orders      the text of the order file
//! short       true for orders in one line each
//! anyway      true to seal what will not be carried out as a whole
//! subject     the unit that an order is put together for, as `choices` calls it
//! picks       what was picked for it so far
//! act         a change to the order file: `give`, `take-back`, `up`, `down`, `standing`, `once`, `when` or `always`
//! order       the order that is given, or for which a condition is put together, in its short form
//! slot        the line that is changed otherwise, such as `orders[2]`
//! when        the condition that a line is to depend on
//! samples     worlds to try
//! tried       to forecast in portions: what the last answer gave under this name, first an empty list
//! entropy     96 random bytes for a new key, in base64
//! name        what its player wants to be called
//! file        a file of whatever kind, in base64
//! passphrase  what a key is kept under
//! drafts      order files that are taken to another device: campaign, cycle, seat, orders
//! to          the seats that a message is for, or `all`
//! text        the text of a message
//! round       the round of drand that orders are sealed to, where they are
//! again       true if that round never came, and the same orders are sealed to the moderator alone
//! unsigned    true if its readers do not learn who wrote it
//! ```

mod asked;
mod edited;
mod keys;
mod letters;
mod orders;
#[cfg(not(target_family = "wasm"))]
pub mod page;
mod pointing;
mod refined;
mod report;

use serde_json::{Value, json};

use self::asked::Asked;
use crate::base::text::harmless_json;
use crate::base::{Cause, Problem, canonical};
use crate::engine::Shelf;

/// The text of a long document is read for nothing: no report and no order file is near that.
const MOST: usize = 32 << 20;

/// Answers what a page asks: the document under the name of the call. What is wrong with it is a document too:
/// `{"problem": {…}}`.
pub fn call(name: &str, document: &[u8], shelf: Shelf) -> Vec<u8> {
    let answer = answer(name, document, shelf).unwrap_or_else(|p| json!({"problem": said(&p)}));
    harmless_json(&canonical::encode(&answer)).into_bytes()
}

fn answer(name: &str, document: &[u8], shelf: Shelf) -> Result<Value, Problem> {
    if document.len() > MOST {
        return Err(Problem::refused("the files are too large together")
            .hint("open one report with its card, as they came by mail"));
    }
    let asked: Asked = serde_json::from_slice(document)
        .map_err(|e| Problem::usage(format!("the page asks for what cannot be read: {e}")))?;
    match name {
        "open" => report::open(&asked, shelf),
        "choices" => orders::choices(&asked, shelf),
        "edited" => edited::edited(&asked, shelf),
        "mentions" => pointing::mentions(&asked, shelf),
        "places" => pointing::places(&asked, shelf),
        "refine" => refined::refine(&asked, shelf),
        "condition" => refined::condition(&asked, shelf),
        "template" => orders::template(&asked, shelf),
        "check" => orders::check(&asked, shelf),
        "forecast" => orders::forecast(&asked, shelf),
        "seal" => orders::seal(&asked, shelf),
        "keygen" => keys::keygen(&asked),
        "lock" => keys::lock(&asked),
        "carry" => keys::carry(&asked),
        "unlock" => keys::unlock(&asked),
        "read" => letters::read(&asked),
        "press" => letters::press(&asked, shelf),
        _ => Err(Problem::usage(format!("there is no call {name}"))),
    }
}

/// A problem as a page shows it. What it says of options of the command line is said of the page.
fn said(problem: &Problem) -> Value {
    let hint = match problem.cause {
        Some(Cause::Unproven) => Some(
            "open the campaign card that the moderator sent, or give the fingerprint of the moderator's key",
        ),
        Some(Cause::OtherKey) => {
            Some("only the player it was sent to can open a report: open the key you enrolled with")
        }
        _ => problem.hint.as_deref(),
    };
    json!({
        "what": problem.what,
        "hint": hint,
        "place": problem.place,
        "line": problem.spot.map(|spot| spot.line),
        "column": problem.spot.map(|spot| spot.column),
        "unproven": problem.cause == Some(Cause::Unproven),
    })
}
