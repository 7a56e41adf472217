//! An order file to fill in: binding fields, standing orders, and for every unit what may be
//! ordered as lines to uncomment.
//!
//! Nothing goes in but a report and what ties the file to its reader and the ledger.

use std::fmt::Write as _;

use super::again::{Again, Lists};
use super::order_text::{in_form, remark};
use crate::base::words::capital;
use crate::base::{Digest, Problem};
use crate::engine::format::phase::spoken;
use crate::engine::orders::one_line;
use crate::engine::{AnyGame, AnySheet, Choice, List, Offer, Reader, Severity, Written};
use crate::referee::record::campaign::Campaign;
use crate::referee::record::report::Report;

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

/// An order of a list of one, without its dash, in one line.
pub fn in_one_line(list: &str) -> String {
    let list = list.strip_prefix("- ").unwrap_or(list);
    list.lines().map(str::trim).collect::<Vec<_>>().join(" ")
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
    let view = report.data.view();
    if game.awaited(&view)?.is_roll_call() || game.taken(&view)?.is_empty() {
        out.push_str("orders: []\n");
        return Ok(out);
    }
    remark(&mut out, "# ", HOW);
    out.push_str("orders:\n");
    let mut choices = game.choices(&view)?;
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
    orders: &AnySheet,
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
    orders: &AnySheet,
    form: Written,
) -> Result<String, Problem> {
    let orders = in_form(game, game.list(orders)?, form);
    let list = if orders.is_empty() { " []\n".to_owned() } else { format!("\n{orders}") };
    Ok(format!("{}orders:{list}", head(report, game, ties, form)?))
}

/// A template with the orders of an earlier cycle, as the reader's report on it repeats them: standing
/// orders, if the file had any, orders, and conditions with what hangs on them. What would be refused
/// now is a comment, with the reason.
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
    let top = binding(report, game, ties)?;
    let cycle = earlier.data.cycle;
    let (news, seat) = (earlier.data.news(), report.data.reader.seat());
    let repeated = match (&news, seat) {
        (Some(news), Some(seat)) => game.repeated(news, seat)?,
        _ => Vec::new(),
    };
    // Standing orders that were not in the file are as they are in force now.
    let sent = repeated.into_iter().filter(|line| line.sent || line.slot.list != List::Standing);
    let mut lines: Vec<Again> = sent.map(Again::of).collect();
    if lines.is_empty() {
        return Err(Problem::nothing(format!("your report on cycle {cycle} repeats no orders")));
    }
    let standing = game.standing(&report.data.view())?;
    while refused_now(&top, report, game, &standing, &mut lines)? {}
    Ok(format!("{top}{}", given_again(game, form, &standing, &lines, cycle).text))
}

/// The lists of a file that gives these lines again.
fn given_again<'a>(
    game: &'a dyn AnyGame,
    form: Written,
    standing: &str,
    lines: &'a [Again],
    cycle: u32,
) -> Lists<'a> {
    let mut lists = Lists::new(game, form, lines);
    if lists.gives(List::Standing) {
        let _ = writeln!(lists.text, "\n# The standing orders of cycle {cycle}.\nstanding:");
        lists.items(List::Standing, List::Standing, "");
        let dropped = items(standing).filter(|order| !lists.asks(List::Standing, order));
        let dropped: Vec<&str> = dropped.collect();
        if !dropped.is_empty() {
            remark(&mut lists.text, "## ", "In force now, and dropped by this list:");
            for order in dropped {
                let order = in_form(game, order.to_owned(), form);
                lists.text.extend(order.lines().flat_map(|line| ["# ", line, "\n"]));
            }
        }
    } else {
        lists.text.push_str(&in_force(game, standing, form));
        lists.items(List::Standing, List::Standing, "");
    }
    let _ = writeln!(
        lists.text,
        "\n# The orders of cycle {cycle}, as your report on it repeats them.\norders:"
    );
    lists.items(List::Orders, List::Orders, "");
    lists.cases();
    lists
}

/// The items of a YAML list of orders.
fn items(list: &str) -> impl Iterator<Item = &str> {
    let starts = list.match_indices('\n').map(|(at, _)| at + 1);
    let starts = starts.filter(|at| list[*at..].starts_with("- ") || *at == list.len());
    starts.scan(0, |from, to| Some(&list[std::mem::replace(from, to)..to]))
}

/// Finds what of the lines would be refused now; true if there was something.
fn refused_now(
    top: &str,
    report: &Report,
    game: &dyn AnyGame,
    standing: &str,
    lines: &mut [Again],
) -> Result<bool, Problem> {
    let lists = given_again(game, Written::Long, standing, lines, 0);
    let (text, places) = (format!("{top}{}", lists.text), lists.places);
    let (_, orders) = game.read(text.as_bytes())?;
    let mut found = false;
    for remark in game.check(&report.data.view(), &orders)? {
        let line = remark.slot.and_then(|slot| places.get(&slot));
        let Some(line) = line.filter(|_| remark.severity == Severity::Refused) else { continue };
        lines[*line].against.get_or_insert(remark.what);
        found = true;
    }
    Ok(found)
}

/// Everything above the orders.
fn head(report: &Report, game: &dyn AnyGame, ties: Ties, form: Written) -> Result<String, Problem> {
    let standing = in_force(game, &game.standing(&report.data.view())?, form);
    Ok(format!("{}{standing}\n", binding(report, game, ties)?))
}

/// The standing orders in force, under their heading; nothing if there are none.
fn in_force(game: &dyn AnyGame, standing: &str, form: Written) -> String {
    let standing = in_form(game, standing.to_owned(), form);
    if standing.is_empty() {
        return standing;
    }
    format!("\n# In force until you change or drop them:\nstanding:\n{standing}")
}

/// The binding fields, and what may be ordered.
fn binding(report: &Report, game: &dyn AnyGame, ties: Ties) -> Result<String, Problem> {
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
    if phase.is_roll_call() {
        out.push_str("\n# Roll call. It takes no orders: send the file as it is.\n");
        return Ok(out);
    }
    let kinds = game.taken(&data.view())?;
    let name = format!("{} phase, turn {}", capital(&spoken(&phase.name)), phase.turn);
    if kinds.is_empty() {
        out.push('\n');
        remark(&mut out, "# ", &format!("{name}. No orders to give: send the file as it is."));
        return Ok(out);
    }
    let _ = writeln!(out, "\n# {name}. Orders accepted:");
    remark(&mut out, "#   ", &kinds.join(", "));
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
