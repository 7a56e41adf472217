//! What stands around the game's page in a report: the campaign's facts, and what is due next.

use super::{Data, Next};
use crate::base::words::capital;
use crate::engine::{Agenda, Due, Reader};
use crate::ledger::Ledger;
use crate::page::{Block, Page, Text};
use crate::referee::record::acts::Act;

/// What is known of a campaign besides what its reports tell.
#[derive(Debug, Clone, Copy)]
pub struct Around<'a> {
    /// Its ledger, which knows deadlines.
    pub ledger: &'a Ledger,
    /// True if its calendar has the computer staff order for seats without the orders that they owe; `None` if that
    /// is not known.
    pub staff: Option<bool>,
}

/// What a seat without orders reads.
const MISSED: &str = "None of your orders counted in this cycle (NMR: no move received).";
const DEFAULTS: &str = "Your standing orders and the game's defaults were used instead.";
const STAFF: &str = "The computer staff ordered for you.";

impl Data {
    /// The game's page as a report, with what its reader has to do next; until when, the ledger says.
    pub(in crate::referee) fn paged(
        &self,
        page: Page,
        agenda: &Agenda,
        around: Option<Around<'_>>,
    ) -> Page {
        let own = around.filter(|around| around.ledger.genesis_digest() == self.genesis);
        let open = own.zip(self.next.as_ref().map(|next| next.cycle));
        let told = |(Around { ledger: l, .. }, cycle): (Around<'_>, u32)| {
            let on_calendar = l.deadline_on_calendar(cycle);
            let exact = |words: &String| Some(format!("{words} ({})", l.deadline(cycle)?));
            let in_full = on_calendar.as_ref().and_then(exact);
            (on_calendar, in_full)
        };
        let (by, in_full) = open.map(told).unwrap_or_default();
        let due = agenda.sentence(by.as_deref());
        let page = due.iter().fold(page, |page, sentence| page.in_short(sentence.as_str()));
        let page = self.outcome.iter().fold(page, |page, it| page.in_short_over(&it.text));
        let page = if self.missed {
            page.heading(2, "Your orders").note(self.without_orders())
        } else {
            page
        };
        let page = if self.acts.is_empty() {
            page
        } else {
            let told = |act: &Act| format!("{}.", capital(&act.sentence()));
            page.heading(2, "What the moderator decided").list(self.acts.iter().map(told))
        };
        self.framed(page, agenda, (due, in_full), own.and_then(|around| around.staff))
    }

    /// What a seat without orders reads.
    fn without_orders(&self) -> String {
        let instead = if self.staff { STAFF } else { DEFAULTS };
        let count = self.nmr.map(|(silent, most)| match most.saturating_sub(silent) {
            0 => format!(" NMR {silent} of {most}: your seat is given to another player."),
            _ => format!(
                " NMR {silent} of {most}: after {most} your seat is given to another player."
            ),
        });
        format!("{MISSED} {instead}{}", count.unwrap_or_default())
    }

    /// The campaign's facts around the game's page, and what is due next.
    fn framed(
        &self,
        page: Page,
        agenda: &Agenda,
        (due, deadline): (Option<String>, Option<String>),
        staff: Option<bool>,
    ) -> Page {
        let reader = Text::plain(&agenda.called);
        let reader = match &self.reader {
            Reader::Seat(seat) => reader.and(" (seat ").code(seat.as_str()).and(")"),
            Reader::Public | Reader::Moderator => reader,
        };
        let mut facts = vec![
            ("Campaign".to_owned(), Text::plain("").code(&self.campaign)),
            ("Report for".to_owned(), reader),
        ];
        if self.cycle > 0 {
            facts.push(("Cycle".to_owned(), Text::plain(self.cycle.to_string())));
        }
        if let Some(deadline) = deadline {
            facts.push(("Orders are due by".to_owned(), Text::plain(deadline)));
        }
        let mut blocks = vec![Block::Facts(facts)];
        blocks.extend(page.blocks);
        let page = Page { blocks, ..page }.heading(2, "What is due next");
        let asked = due.is_some();
        let page = page.paragraph(self.due(agenda, due, staff));
        let default = self.default(agenda, staff).filter(|_| asked);
        let page = default.into_iter().fold(page, Page::paragraph);
        let page = if asked && self.is_asked(agenda) { agenda.add(page) } else { page };
        let Some(next) = &self.next else { return page };
        let own = self.reader.seat().and_then(|seat| agenda.phase.due.get(seat));
        let sends = matches!(own, Some(Due::Required | Due::Optional));
        let sends = sends.then(|| how_to_send(agenda.phase.sealed, next));
        // Whoever has sent orders before knows how.
        let (told, folded) = if self.cycle == 0 { (sends, None) } else { (None, sends) };
        let page = told.into_iter().fold(page, Page::list);
        let page = page.facts([
            ("For cycle", Text::plain(next.cycle.to_string())),
            ("Encrypt to", Text::plain("").code(&next.recipient)),
        ]);
        let page = folded
            .into_iter()
            .fold(page, |page, told| page.folded("How orders are sent", vec![Block::List(told)]));
        let written = if asked && self.is_asked(agenda) { agenda.written() } else { Vec::new() };
        if written.is_empty() {
            return page;
        }
        let lists = std::iter::once(("Lists of a file".to_owned(), lists(&agenda.conditions)));
        let written = lists.chain(written).collect();
        page.folded("How each kind of order is written", vec![Block::Facts(written)])
    }

    /// What is expected of the reader, as the sentence says, and how it is ordered; in a paragraph.
    fn due(&self, agenda: &Agenda, due: Option<String>, staff: Option<bool>) -> String {
        if let Some(outcome) = &self.outcome {
            return format!("The game is over: {}.", outcome.text);
        }
        let empty = agenda.phase.accepts.is_empty() && due.is_some() && !self.is_idle(agenda);
        let empty = empty.then(|| "A file without orders is all that it takes.".to_owned());
        let own = self.is_asked(agenda) && self.reader.seat().is_some();
        let silent = own.then(|| self.silent(agenda, staff)).filter(|_| due.is_some());
        due.into_iter().chain(empty).chain(silent).collect::<Vec<_>>().join(" ")
    }

    /// What the game's defaults do for a seat that sends nothing, unless the staff orders for it.
    fn default(&self, agenda: &Agenda, staff: Option<bool>) -> Option<Text> {
        let own = self.is_asked(agenda) && self.staffed(agenda, staff) != Some(true);
        agenda.by_default().filter(|_| own)
    }

    /// True if the staff orders for the reader if it sends nothing: for those who owe orders alone.
    fn staffed(&self, agenda: &Agenda, staff: Option<bool>) -> Option<bool> {
        let owes = self.reader.seat().and_then(|seat| agenda.phase.due.get(seat));
        if owes == Some(&Due::Required) { staff } else { Some(false) }
    }

    /// What a seat that is asked gets if it sends nothing.
    fn silent(&self, agenda: &Agenda, staff: Option<bool>) -> String {
        let staff = self.staffed(agenda, staff);
        let gets = match (agenda.standing, staff) {
            (false, Some(false)) => {
                "the game's defaults are used: you have no standing orders, and no computer staff orders for you"
            }
            (true, Some(false)) => {
                "your standing orders, above, are used, and the game's defaults for the rest; no computer staff orders \
                 for you"
            }
            (false, Some(true)) => "the computer staff orders for you; you have no standing orders",
            (true, Some(true)) => {
                "your standing orders, above, are used, and the computer staff orders the rest for you"
            }
            (false, None) => {
                "the game's defaults are used, as you have no standing orders; where the campaign has a computer staff, \
                 it orders for you"
            }
            (true, None) => {
                "your standing orders, above, are used, and the game's defaults for the rest; where the campaign has a \
                 computer staff, it orders for you"
            }
        };
        format!("If you send nothing, {gets}.")
    }

    /// True of a seat that has nothing to order now.
    fn is_idle(&self, agenda: &Agenda) -> bool {
        let own = self.reader.seat().map(|seat| agenda.phase.due.get(seat));
        matches!(own, Some(Some(Due::Nothing) | None))
    }

    /// True if the reader may give orders, or looks on while others do.
    fn is_asked(&self, agenda: &Agenda) -> bool {
        self.outcome.is_none() && !self.is_idle(agenda) && !agenda.ways.is_empty()
    }
}

/// Where an order stands in the file.
fn lists(conditions: &[(String, String)]) -> Text {
    let text = Text::plain("").code("orders").and(" for this cycle; ").code("standing");
    let text = text.and(" for what stays in force until a file of yours has that list again");
    if conditions.is_empty() {
        return text;
    }
    let text = text.and("; ").code("contingent").and(" for what depends on a condition: ");
    let text =
        text.code("- {when: CONDITION, then: [ORDER, …], otherwise: [ORDER, …]}").and(", where ");
    let one = |text: Text, (n, (form, is)): (usize, &(String, String))| {
        let text = if n == 0 { text } else { text.and("; ") };
        let is = Text::marked(&format!(" {is}")).0;
        is.into_iter().fold(text.code(form), Text::with)
    };
    conditions.iter().enumerate().fold(text.code("CONDITION").and(" is one of: "), one)
}

/// How orders are sent: encrypted, if the phase is sealed.
fn how_to_send(sealed: bool, next: &Next) -> Vec<Text> {
    let link = next.lock.then(|| {
        Text::plain("Once the cycle is locked, your link for its dice is asked for: ")
            .code("adjutant say link")
            .and(" makes the word to send.")
    });
    let signed = Text::plain("Without it: sign the order file with ")
        .code("ssh-keygen -Y sign -n orders-v1@adjutant");
    [
        Text::plain("With Adjutant: ")
            .code("adjutant template")
            .and(" writes an order file to fill in, ")
            .code("check")
            .and(" and ")
            .code("forecast")
            .and(" try it, ")
            .code("seal")
            .and(" makes the packet."),
        if sealed {
            let both = signed.and(" and encrypt both with ").code("age -a");
            both.and(" to the key that “What is due next” names.")
        } else {
            signed.and(" and append the signature.")
        },
        Text::plain("In a report that you opened with ").code("age -d").and(
            ", the head for your order file and the deadline stand at the end, below the data.",
        ),
        Text::plain("Send the packet to the moderator and keep the receipt. Until the deadline a ")
            .and("packet with a higher ")
            .code("sequence")
            .and(" replaces an earlier one."),
        Text::plain(
            "A mark in square brackets names a paragraph of the rules. An HTML page contains its text; ",
        )
        .code("read --rules")
        .and(" prints it."),
    ]
    .into_iter()
    .chain(link)
    .collect()
}
