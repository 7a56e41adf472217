//! What a player does: reads his report, checks and seals an order file.

use super::campaign::{Campaign, table};
use super::report::{Data, Report};
use crate::base::words::nearest;
use crate::base::{Digest, Problem, text, yaml};
use crate::engine::{Finding, Header, Table, brief};
use crate::games;
use crate::seal::{Identity, PlayerSecret, padding, sealed, sign_file, sshsig};

/// Reads a report: encrypted, with the player's identity, or decrypted by hand.
///
/// # Errors
/// If it is sealed and no key is given, or is no report.
pub fn report(bytes: &[u8], identity: Option<&Identity>) -> Result<Report, Problem> {
    let plain = if sealed::is_sealed(bytes) {
        let identity = identity.ok_or_else(|| {
            Problem::usage("the report is encrypted").hint("name your key with --key FILE")
        })?;
        sealed::open(bytes, identity, sealed::HOUSE_LIMIT).map_err(|p| {
            let other = p.what.contains("not encrypted to this key");
            if other { p.hint("a report opens with the key of its own player only") } else { p }
        })?
    } else {
        bytes.to_vec()
    };
    let text = String::from_utf8(plain).map_err(|_| Problem::refused("the report is not UTF-8"))?;
    Report::read(padding::unpad(&text))
}

/// The game of a report: from the campaign's directory if there is one, else from the files that
/// come with the program, if they are the same.
///
/// # Errors
/// If neither has the files that the campaign was founded with.
pub fn game(data: &Data, campaign: Option<&Campaign>) -> Result<Box<dyn Table>, Problem> {
    if let Some(campaign) = campaign
        && campaign.ledger.genesis_digest() == data.genesis
    {
        let read = |path| campaign.store.need(path);
        let format = read(crate::campaign::layout::FORMAT)?;
        let scenario = read(crate::campaign::layout::SCENARIO)?;
        return table(&data.game, &format, &scenario, &data.options);
    }
    let shipped = games::named(&data.game)?.shipped();
    let is = |text: &str, digest: &Digest| Digest::of(text.as_bytes()) == *digest;
    let format = Some(shipped.format).filter(|format| is(format, &data.format));
    let scenario = shipped.scenarios.iter().find(|(_, text)| is(text, &data.scenario));
    let (Some(format), Some((_, scenario))) = (format, scenario) else {
        return Err(Problem::usage("the campaign has a turn format or scenario of its own")
            .hint("name a copy of the campaign's directory with -C DIR"));
    };
    table(&data.game, format.as_bytes(), scenario.as_bytes(), &data.options)
}

/// Checks an order file against the player's own report: the verdict that the moderator's side
/// will come to.
///
/// # Errors
/// If the file as a whole would be refused: unreadable, unfit for mail, or bound to something else.
pub fn check(data: &Data, table: &dyn Table, orders: &[u8]) -> Result<Vec<Finding>, Problem> {
    fit_for_mail(orders)?;
    let see = |header: &Header| bind(data, header).map(|()| data.view());
    table.examine(orders, &see).map(|(_, findings)| findings)
}

/// Everything in a file that keeps it from being read, in the order in which it is met: an order
/// that cannot be read is set aside, and the rest is tried again.
pub fn unreadable(data: &Data, table: &dyn Table, orders: &[u8]) -> Vec<Problem> {
    let text = String::from_utf8_lossy(orders).into_owned();
    let mut lines: Vec<&str> = text.lines().collect();
    let mut problems = Vec::new();
    while problems.len() < MOST_UNREADABLE {
        let tried = lines.join("\n") + "\n";
        let Err(mut problem) = check(data, table, tried.as_bytes()) else { break };
        let place = problem.place.as_deref().and_then(numbers);
        if let (Some((line, column)), true) = (place, problem.excerpt.is_some()) {
            problem.excerpt = Some(yaml::excerpt(&text, line, column));
        }
        problems.push(match meant(&problem.what) {
            Some(word) if problem.hint.is_none() => problem.hint(format!("did you mean {word}?")),
            _ => problem,
        });
        let item = place.and_then(|(line, _)| item(&lines, usize::try_from(line).ok()?));
        let Some(item) = item else { break };
        lines[item].fill("");
    }
    problems
}

/// The word that was meant, if another stands where one of a list is expected.
fn meant(what: &str) -> Option<String> {
    let (wish, expected) = what.split_once("`, expected one of ")?;
    let (_, wish) = wish.split_once('`')?;
    nearest(wish, expected.split(", ")).map(str::to_owned)
}

/// Problems of one file that are told at once.
const MOST_UNREADABLE: usize = 50;

/// The line and column of a place such as `line 12, column 3`.
fn numbers(place: &str) -> Option<(u64, u64)> {
    let rest = place.strip_prefix("line ")?;
    let (line, column) = rest.split_once(", column ").unwrap_or((rest, "1"));
    Some((line.parse().ok()?, column.parse().ok()?))
}

/// The lines of the list item that a line, from 1, belongs to.
fn item(lines: &[&str], line: usize) -> Option<std::ops::Range<usize>> {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let at = line.checked_sub(1).filter(|at| *at < lines.len())?;
    let first = (0..=at).rev().find(|n| {
        let text = lines[*n].trim_start();
        text.starts_with("- ") || (depth(lines[*n]) == 0 && !text.is_empty())
    })?;
    let begins = lines[first].trim_start().starts_with("- ");
    let goes_on = |text: &&&str| text.trim().is_empty() || depth(text) > depth(lines[first]);
    let more = lines[first + 1..].iter().take_while(goes_on).count();
    begins.then_some(first..first + 1 + more)
}

/// Every binding field must be what the report says.
fn bind(data: &Data, header: &Header) -> Result<(), Problem> {
    let Some(next) = &data.next else {
        return Err(Problem::nothing("this report asks for no orders"));
    };
    let seat = data.reader.seat().map_or("", |seat| seat.as_str());
    let fields = [
        ("campaign", header.campaign.as_str(), data.campaign.as_str()),
        ("cycle", &header.cycle.to_string(), &next.cycle.to_string()),
        ("seat", header.seat.as_str(), seat),
        ("to", &header.to, &next.recipient),
    ];
    for (field, given, wanted) in fields {
        if given != wanted {
            return Err(Problem::refused(format!("{field} is {given}, not {wanted}"))
                .hint("begin with a fresh template from your last report"));
        }
    }
    Ok(())
}

/// What the moderator's side will ask beyond the report, as far as it can be known here: the head
/// stands in the ledger at hand or in the report, and the link is the next one of the key's chain.
///
/// # Errors
/// If one of them is another.
pub fn bound(
    report: &Report,
    orders: &[u8],
    campaign: Option<&Campaign>,
    key: Option<&PlayerSecret>,
) -> Result<(), Problem> {
    let (data, header) = (&report.data, Header::read(orders)?);
    let told = report.trailer.as_ref().is_some_and(|trailer| trailer.head == header.head);
    // A copy of the campaign may be older than the report.
    let known =
        |c: &Campaign| c.ledger.genesis_digest() != data.genesis || c.has_head(&header.head);
    if !told && !campaign.is_none_or(known) {
        return Err(Problem::refused("head is no entry of this campaign's ledger")
            .hint("copy it from the report; if it is the same there, ask the moderator"));
    }
    if let (Some(link), Some(key), Some(next)) = (header.reveal, key, &data.next)
        && key.chain(&data.genesis).link(next.cycle)? != link
    {
        return Err(Problem::refused("reveal is not the link of your chain for this cycle")
            .hint("leave it out, or let `adjutant template --key FILE` fill it in"));
    }
    Ok(())
}

/// Lines that mail neither breaks nor changes.
pub(super) fn fit_for_mail(orders: &[u8]) -> Result<(), Problem> {
    let text = text::guarded(orders, yaml::MAIL_LIMIT)?;
    for (n, line) in text.lines().enumerate() {
        let place = format!("line {}", n + 1);
        if line.chars().count() > brief::WIDTH {
            return Err(Problem::refused(format!("more than {} columns", brief::WIDTH))
                .at(place)
                .hint("break the line: mail programs do it where you do not want it"));
        }
        if line.ends_with(' ') {
            return Err(Problem::refused("a blank ends the line")
                .at(place)
                .hint("remove it: mail programs do"));
        }
    }
    Ok(())
}

/// Signs an order file and, if the phase is sealed, encrypts it.
///
/// # Errors
/// If it cannot be encrypted to the recipient it names.
pub fn seal(
    data: &Data,
    table: &dyn Table,
    orders: &[u8],
    key: &PlayerSecret,
) -> Result<String, Problem> {
    let text = text::guarded(orders, yaml::MAIL_LIMIT)?;
    let signed = sign_file(key.signing(), sshsig::ORDERS, text);
    if !table.awaited(&data.view())?.sealed {
        return Ok(signed);
    }
    sealed::seal(signed.as_bytes(), &Header::read(orders)?.to.parse()?)
}
