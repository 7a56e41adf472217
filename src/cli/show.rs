use clap::{Args, ValueEnum};

use super::context::{Context, KeyArgs, warn};
use super::rendering::{RenderingArgs, json};
use crate::base::Problem;
use crate::base::text::harmless_json;
use crate::referee::desk::Desk;
use crate::referee::packet;
use crate::referee::report::{Data, Report};

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
        let desk = context.look(&self.keys)?;
        desk.campaign.stands_as_resolved()?;
        let last = desk.campaign.ledger.results().next_back().map(|(cycle, _)| cycle);
        let open = desk.campaign.open_cycle().ok().filter(|_| matches!(self.what, What::Packets));
        let cycle = self.cycle.or(open).or(last);
        let cycle = cycle.ok_or_else(|| Problem::nothing("no cycle is resolved yet"))?;
        let line = |text: String| harmless_json(&text) + "\n";
        let text = match self.what {
            What::State => line(desk.position(cycle)?.0),
            What::Record => line(desk.dossier(cycle)?.record),
            What::View => {
                let reader = desk.campaign.reader(self.seat()?)?;
                line(desk.campaign.game.see(&desk.position(cycle)?, &reader)?.0)
            }
            What::Packets => self.packets(context, &desk, cycle)?,
            What::Report => {
                let data = self.report(&desk, cycle)?;
                let page = data.page(&*desk.campaign.game)?;
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
        let mut dossier = desk.dossier(cycle)?;
        let own = reader.seat().and_then(|seat| dossier.reports.remove(seat.as_str()));
        let text = own.unwrap_or(dossier.public);
        Report::read(&text).map(|report| report.data)
    }

    fn seat(&self) -> Result<&str, Problem> {
        self.seat.as_deref().ok_or_else(|| {
            Problem::usage("no seat given")
                .hint("add --seat NAME, --seat public or --seat moderator")
        })
    }

    fn packets(&self, context: &Context, desk: &Desk, cycle: u32) -> Result<String, Problem> {
        let seat = desk.campaign.seat(self.seat()?)?;
        let packets = packet::received(&desk.campaign, cycle, &desk.cycle_identity(cycle))?;
        warn(&packets.unreadable);
        let kept = packets.kept;
        let mine = kept.iter().filter(|k| k.header.seat == seat);
        if context.json {
            let packet = |k: &packet::Kept| {
                let orders = String::from_utf8_lossy(&k.bytes).into_owned();
                serde_json::json!({"file": k.path, "receipt": k.receipt, "orders": orders})
            };
            return Ok(json(&mine.map(packet).collect::<Vec<_>>()));
        }
        let texts = mine.map(|k| {
            let orders = String::from_utf8_lossy(&k.bytes);
            format!("# {}\n{}{orders}{}", k.path, k.receipt_text, k.armor)
        });
        Ok(texts.collect())
    }
}
