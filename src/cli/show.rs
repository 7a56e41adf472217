use clap::{Args, ValueEnum};

use super::context::{Context, KeyArgs, print, style};
use crate::base::Problem;
use crate::base::text::harmless_json;
use crate::referee::desk::Desk;
use crate::referee::packet;
use crate::referee::report::Report;
use crate::report;

/// Show what the moderator's key opens.
#[derive(Debug, Args)]
pub(super) struct Show {
    /// What.
    what: What,
    /// The seat, or `public`; needed for view, report and packets.
    #[arg(long)]
    seat: Option<String>,
    /// The cycle [default: the last one resolved; the open one for packets].
    #[arg(long)]
    cycle: Option<u32>,
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
    /// A seat's report.
    Report,
    /// A seat's packets in the cycle, with their receipts.
    Packets,
}

impl Show {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let desk = context.desk(&self.keys)?;
        let last = desk.campaign.ledger.results().next_back().map(|(cycle, _)| cycle);
        let open = desk.campaign.open_cycle().ok().filter(|_| matches!(self.what, What::Packets));
        let cycle = self.cycle.or(open).or(last);
        let cycle = cycle.ok_or_else(|| Problem::nothing("nothing is resolved yet"))?;
        print(&self.text(&desk, cycle, context.json)?)
    }

    fn text(&self, desk: &Desk, cycle: u32, json: bool) -> Result<String, Problem> {
        let line = |text: String| harmless_json(&text) + "\n";
        match self.what {
            What::State => desk.position(cycle).map(|position| line(position.0)),
            What::Record => desk.dossier(cycle).map(|dossier| line(dossier.record)),
            What::View => {
                let reader = desk.campaign.reader(self.seat()?)?;
                let seen = desk.campaign.table.see(&desk.position(cycle)?, &reader)?;
                Ok(line(seen.0))
            }
            What::Report => {
                let dossier = desk.dossier(cycle)?;
                let seat = self.seat()?;
                desk.campaign.reader(seat)?;
                let text = dossier.reports.get(seat).unwrap_or(&dossier.public);
                if json {
                    return Ok(text.clone());
                }
                Ok(report::text(&Report::read(text)?.data.page, style()))
            }
            What::Packets => self.packets(desk, cycle),
        }
    }

    fn seat(&self) -> Result<&str, Problem> {
        self.seat.as_deref().ok_or_else(|| {
            Problem::usage("whose?").hint("name a seat with --seat NAME, or --seat public")
        })
    }

    fn packets(&self, desk: &Desk, cycle: u32) -> Result<String, Problem> {
        let seat = desk.campaign.seat(self.seat()?)?;
        let kept = packet::kept(&desk.campaign, cycle, &desk.cycle_identity(cycle))?;
        let mine = kept.iter().filter(|k| k.header.seat == seat);
        let texts = mine.map(|k| {
            let orders = String::from_utf8_lossy(&k.bytes);
            format!("# {}\n{}{orders}{}", k.path, k.receipt_text, k.armor)
        });
        Ok(texts.collect())
    }
}
