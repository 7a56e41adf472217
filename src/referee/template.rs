//! An order file to fill in: binding fields, standing orders, and for every unit what may be
//! ordered as lines to uncomment.
//!
//! Nothing goes in but a report and what ties the file to its reader and the ledger.

use std::fmt::Write as _;

use super::campaign::Campaign;
use super::report::Report;
use crate::base::{Digest, Problem};
use crate::engine::{
    AnyGame, Choice, List, Offer, OrdersDoc, Reader, Severity, Slot, Written, one_line,
};

/// What editors with a YAML language server look for: the schema beside the order file.
const MODELINE: &str = "# yaml-language-server: $schema=orders.schema.json";

/// The text above the list. A list of nothing but comments has no orders.
const HOW: &str = "To give an order below, remove the \"# \" in front of it, on each of its lines; \
    change it as you like. Lines with \"##\" are remarks. The last section of the rules lists \
    every kind of order with its fields.";

/// What ties a file to its history, to its player and to their files before it.
#[derive(Debug, Clone, Copy)]
pub struct Ties {
    /// The newest head of the ledger that the player has seen.
    pub head: Digest,
    /// The player's link for the cycle; `None` to contribute none.
    pub link: Option<Digest>,
    /// The sequence of the next packet.
    pub sequence: u32,
}

impl Ties {
    /// Those of a first file without a link: the head of the copy of the campaign, if one is at
    /// hand and has the report's, else the one that came with the report.
    pub fn of(report: &Report, campaign: Option<&Campaign>) -> Self {
        let told = report.trailer.as_ref().map_or(report.data.genesis, |trailer| trailer.head);
        let newest = campaign.filter(|campaign| campaign.has_head(&told));
        let head = newest.map_or(told, |campaign| campaign.ledger.head());
        Self { head, link: None, sequence: 1 }
    }
}

/// A template: every unit of the reader's with what may be ordered, as comments.
///
/// # Errors
/// If the report asks for no orders.
pub fn blank(report: &Report, game: &dyn AnyGame, ties: Ties) -> Result<String, Problem> {
    blank_in(report, game, ties, Written::Long)
}

/// The same with its orders in that form.
///
/// # Errors
/// As [`blank`].
pub fn blank_in(
    report: &Report,
    game: &dyn AnyGame,
    ties: Ties,
    form: Written,
) -> Result<String, Problem> {
    let mut out = head(report, game, ties, form)?;
    remark(&mut out, "# ", HOW);
    out.push_str("orders:\n");
    let mut choices = game.choices(&report.data.view())?;
    for offer in choices.iter_mut().flat_map(|choice| &mut choice.offers) {
        offer.order = in_form(game, std::mem::take(&mut offer.order), form);
    }
    let (some, none): (Vec<_>, Vec<_>) =
        choices.into_iter().partition(|choice| !choice.offers.is_empty());
    for choice in &some {
        write_choice(&mut out, choice);
    }
    if !none.is_empty() {
        out.push_str("\n## Not listed here:\n");
        for choice in &none {
            remark(&mut out, "##   ", &choice.subject);
        }
    }
    Ok(out)
}

/// A template with these orders, a YAML list, instead of choices.
///
/// # Errors
/// As [`blank`].
pub fn filled(
    report: &Report,
    game: &dyn AnyGame,
    ties: Ties,
    orders: &OrdersDoc,
) -> Result<String, Problem> {
    filled_in(report, game, ties, orders, Written::Long)
}

/// The same with its orders in that form.
///
/// # Errors
/// As [`blank`].
pub fn filled_in(
    report: &Report,
    game: &dyn AnyGame,
    ties: Ties,
    orders: &OrdersDoc,
    form: Written,
) -> Result<String, Problem> {
    let orders = in_form(game, game.list(orders)?, form);
    let list = if orders.is_empty() { " []\n".to_owned() } else { format!("\n{orders}") };
    Ok(format!("{}orders:{list}", head(report, game, ties, form)?))
}

/// A template with the orders of an earlier cycle, as the reader's report on it repeats them. What
/// would be refused now is a comment, with the reason.
///
/// # Errors
/// As [`blank`]; also if the report repeats no orders.
pub fn same_as(
    report: &Report,
    game: &dyn AnyGame,
    ties: Ties,
    earlier: &Report,
    form: Written,
) -> Result<String, Problem> {
    let head = head(report, game, ties, form)?;
    let cycle = earlier.data.cycle;
    let (news, seat) = (earlier.data.news(), report.data.reader.seat());
    let repeated = match (&news, seat) {
        (Some(news), Some(seat)) => game.repeated(news, seat)?,
        _ => Vec::new(),
    };
    // Standing orders are above the list as they are in force now.
    let sent: Vec<_> =
        repeated.into_iter().filter(|(slot, _)| slot.list != List::Standing).collect();
    if sent.is_empty() {
        return Err(Problem::nothing(format!("your report on cycle {cycle} repeats no orders")));
    }
    let mut lines: Vec<Again> = sent.into_iter().map(Again::of).collect();
    while refused_now(&head, report, game, &mut lines)? {}
    let mut out = head;
    let _ = writeln!(out, "# The orders of cycle {cycle}, as your report on it repeats them.");
    out.push_str("orders:\n");
    for line in lines {
        let order = in_form(game, line.order, form);
        match line.against {
            None => out.push_str(&order),
            Some(why) => {
                remark(&mut out, "## ", &format!("{} does not apply: {why}", line.slot));
                order.lines().for_each(|line| {
                    let _ = writeln!(out, "# {line}");
                });
            }
        }
    }
    Ok(out)
}

/// An order of an earlier cycle.
struct Again {
    slot: Slot,
    /// An item of a YAML list; empty if it is not known.
    order: String,
    /// Why it is not given again.
    against: Option<String>,
}

impl Again {
    fn of((slot, order): (Slot, Option<String>)) -> Self {
        let against = match (slot.list, &order) {
            (List::Then(_) | List::Otherwise(_), Some(_)) => {
                Some("it hung on a condition, which the report does not repeat")
            }
            (List::Contingent, _) => Some("the report does not repeat conditions"),
            (_, None) => Some("the report does not repeat it"),
            (_, Some(_)) => None,
        };
        Self { slot, order: order.unwrap_or_default(), against: against.map(str::to_owned) }
    }
}

/// Finds what of the lines would be refused now; true if there was something.
fn refused_now(
    head: &str,
    report: &Report,
    game: &dyn AnyGame,
    lines: &mut [Again],
) -> Result<bool, Problem> {
    let mut kept: Vec<&mut Again> =
        lines.iter_mut().filter(|line| line.against.is_none()).collect();
    let list: String = kept.iter().map(|line| line.order.as_str()).collect();
    let (_, orders) = game.read(format!("{head}orders:\n{list}").as_bytes())?;
    let mut found = false;
    for remark in game.check(&report.data.view(), &orders)? {
        let slot = remark.slot.filter(|slot| slot.list == List::Orders);
        let Some(slot) = slot.filter(|_| remark.severity == Severity::Refused) else { continue };
        if let Some(line) = kept.get_mut(slot.index as usize) {
            line.against.get_or_insert(remark.what);
            found = true;
        }
    }
    Ok(found)
}

/// A list of orders in that form.
fn in_form(game: &dyn AnyGame, list: String, form: Written) -> String {
    match form {
        Written::Short => game.shortened(&list),
        Written::Long => list,
    }
}

/// Everything above the orders.
fn head(report: &Report, game: &dyn AnyGame, ties: Ties, form: Written) -> Result<String, Problem> {
    let data = &report.data;
    let (Reader::Seat(seat), Some(next)) = (&data.reader, &data.next) else {
        return Err(Problem::nothing("this report asks for no orders"));
    };
    let phase = game.awaited(&data.view())?;
    let mut out = format!(
        "{MODELINE}\ncampaign: {}\ncycle: {}\nseat: {seat}\nsequence: {}\nto: {}\n",
        data.campaign, next.cycle, ties.sequence, next.recipient
    );
    let _ = writeln!(out, "head: {}", ties.head);
    if let Some(link) = ties.link {
        let _ = writeln!(out, "reveal: {link}");
    }
    let kinds: Vec<_> = phase.accepts.iter().map(String::as_str).collect();
    let _ = writeln!(out, "\n# {} phase, turn {}. Orders accepted:", phase.name, phase.turn);
    remark(&mut out, "#   ", &kinds.join(", "));
    let standing = in_form(game, game.standing(&data.view())?, form);
    if !standing.is_empty() {
        let _ = write!(out, "\n# In force until you change or drop them:\nstanding:\n{standing}");
    }
    out.push('\n');
    Ok(out)
}

/// A unit and its orders.
fn write_choice(out: &mut String, choice: &Choice<String>) {
    out.push('\n');
    remark(out, "## ", &choice.subject);
    for offer in &choice.offers {
        write_offer(out, offer);
    }
}

/// An order as a comment, and what it means: behind it if there is room, else above it.
fn write_offer(out: &mut String, offer: &Offer<String>) {
    let about = if offer.about.is_empty() { String::new() } else { format!("  # {}", offer.about) };
    let one_line = offer.order.lines().count() == 1;
    let columns = "# ".len() + offer.order.trim_end().chars().count() + about.chars().count();
    if one_line && columns <= one_line::WIDTH {
        let _ = writeln!(out, "# {}{about}", offer.order.trim_end());
        return;
    }
    if !offer.about.is_empty() {
        remark(out, "## ", &format!("{}:", offer.about));
    }
    for line in offer.order.lines() {
        let _ = writeln!(out, "# {line}");
    }
}

/// A text in lines that mail does not break, each behind a mark.
fn remark(out: &mut String, mark: &str, text: &str) {
    let mut line = String::new();
    for word in text.split(' ') {
        let columns = mark.chars().count() + line.chars().count() + 1 + word.chars().count();
        if !line.is_empty() && columns > one_line::WIDTH {
            let _ = writeln!(out, "{mark}{line}");
            // A remark that goes on is set in.
            line = if mark.starts_with("##") { "  ".to_owned() } else { String::new() };
        } else if !line.trim().is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    let _ = writeln!(out, "{mark}{line}");
}
