use clap::{Args, ValueEnum};

use super::context::{Context, KeyArgs, warn};
use super::rendering::{RenderingArgs, json};
use crate::base::Problem;
use crate::base::text::harmless_json;
use crate::campaign::layout;
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::packets::{self, Kept, Noted};
use crate::referee::cycle::seats_page::with_seats;
use crate::referee::player::own_orders;
use crate::referee::record::report::Data;

/// Show what only the moderator can read.
#[derive(Debug, Args)]
pub(super) struct Show {
    /// What to show.
    what: What,
    /// A seat, `public`, or `moderator` for everything; required for view, report and packets.
    #[arg(long)]
    seat: Option<String>,
    /// The cycle [default: the last one resolved; for packets, the open one].
    #[arg(long)]
    cycle: Option<u32>,
    #[command(flatten)]
    rendering: RenderingArgs,
    #[command(flatten)]
    keys: KeyArgs,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum What {
    /// The whole state after the cycle, as JSON.
    State,
    /// Every event, answer and draw of the cycle, as JSON.
    Record,
    /// What a seat could know after the cycle, as JSON.
    View,
    /// A seat's report, the public report, or the moderator's own.
    Report,
    /// A seat's packets in the cycle, with their receipts.
    Packets,
}

impl Show {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        if !matches!(self.what, What::Report) && (self.rendering.html || self.rendering.markdown) {
            return Err(Problem::usage("--html and --markdown apply only to a report")
                .hint("leave them out"));
        }
        let mut desk = context.look(&self.keys)?;
        desk.campaign.stands_as_resolved()?;
        let last = desk.campaign.ledger.results().next_back().map(|(cycle, _)| cycle);
        let open = desk.campaign.open_cycle().ok().filter(|_| matches!(self.what, What::Packets));
        let cycle = self.cycle.or(open).or(last);
        let cycle = cycle.ok_or_else(|| Problem::nothing("no cycle is resolved yet"))?;
        let line = |text: String| harmless_json(&text) + "\n";
        desk.campaign.recall(cycle)?;
        let text = match self.what {
            What::State => line(desk.position(cycle)?.0),
            What::Record => line(desk.record(cycle)?.map_or_else(String::new, |record| record.0)),
            What::View => {
                let reader = desk.campaign.reader(self.seat()?)?;
                line(desk.campaign.game.see(&desk.position(cycle)?, &reader)?.0)
            }
            What::Packets => self.packets(context, &desk, cycle)?,
            What::Report => {
                let data = self.report(&desk, cycle)?;
                let page = data.page_with(&*desk.campaign.game, Some(&desk.campaign))?;
                let page = with_seats(page, &data, &desk.campaign)?;
                return self.rendering.show(context, &page, (&data.game, &data));
            }
        };
        self.rendering.output.write(&text)
    }

    /// A report as it was sent, or everything, which is sent to nobody.
    fn report(&self, desk: &Desk, cycle: u32) -> Result<Data, Problem> {
        let reader = desk.campaign.reader(self.seat()?)?;
        if reader.sees_all() {
            return desk.report(cycle);
        }
        let report = match reader.seat() {
            Some(seat) => desk.sent(cycle, seat)?,
            None => {
                own_orders::report(&desk.campaign.listed(&layout::public_report(cycle))?, None)?
            }
        };
        Ok(report.data)
    }

    fn seat(&self) -> Result<&str, Problem> {
        self.seat.as_deref().ok_or_else(|| {
            Problem::usage("no seat given")
                .hint("add --seat NAME, --seat public or --seat moderator")
        })
    }

    fn packets(&self, context: &Context, desk: &Desk, cycle: u32) -> Result<String, Problem> {
        let seat = desk.campaign.seat(self.seat()?)?;
        let packets = packets::received(&desk.campaign, cycle, &desk.cycle_identity(cycle))?;
        warn(&packets.unreadable);
        let mine = packets.noted.iter().filter(|note| note.seat == seat);
        let opened = mine.map(|note| Ok((note, note.open(&desk.campaign, cycle)?)));
        let mine = opened.collect::<Result<Vec<_>, Problem>>()?;
        if context.json {
            let packet = |(note, kept): &(&Noted, Kept)| {
                let orders = String::from_utf8_lossy(&kept.bytes).into_owned();
                serde_json::json!({"file": note.path, "receipt": note.receipt, "orders": orders})
            };
            return Ok(json(&mine.iter().map(packet).collect::<Vec<_>>()));
        }
        let texts = mine.iter().map(|(note, kept)| {
            let orders = String::from_utf8_lossy(&kept.bytes);
            format!("# {}\n{}{orders}{}", note.path, note.receipt_text, kept.armor)
        });
        Ok(texts.collect())
    }
}
