use clap::{Args, ValueEnum};

use super::context::{Context, KeyArgs, warn};
use super::rendering::{RenderingArgs, json};
use super::several::has_keys;
use crate::base::Problem;
use crate::base::text::harmless_json;
use crate::campaign::layout;
use crate::referee::calendar::around;
use crate::referee::cycle::desk::Files;
use crate::referee::cycle::packets::{self, Kept, Noted};
use crate::referee::cycle::seats_page::with_seats;
use crate::referee::player::own_orders;
use crate::referee::record::report::Data;

/// Show what only the moderator can read until the cycle is opened.
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
        if !has_keys(&context.store()?, self.keys.keys.is_some()) {
            return self.open(context);
        }
        let mut desk = context.look(&self.keys)?;
        desk.campaign.stands_as_resolved()?;
        let last = desk.campaign.ledger.results().next_back().map(|(cycle, _)| cycle);
        let open = desk.campaign.open_cycle().ok().filter(|_| matches!(self.what, What::Packets));
        let cycle = self.cycle.or(open).or(last);
        let cycle = cycle.ok_or_else(|| Problem::nothing("no cycle is resolved yet"))?;
        desk.campaign.recall(cycle)?;
        self.shown(context, desk.files(), cycle)
    }

    /// Shows of a cycle that is open what everybody can open.
    fn open(&self, context: &Context) -> Result<(), Problem> {
        let mut campaign = context.campaign()?;
        campaign.complete()?;
        let Some(keys) = campaign.known_keys() else {
            let problem = Problem::usage("only the moderator can read this yet");
            return Err(problem.hint("give your keys with --keys DIR, if you are the moderator"));
        };
        let last = campaign.ledger.results().map(|(cycle, _)| cycle);
        let last = last.filter(|cycle| keys.know(*cycle)).last().unwrap_or_default();
        let cycle = self.cycle.unwrap_or(last);
        if !keys.know(cycle) {
            let problem = Problem::refused(format!("cycle {cycle} is not open to everyone yet"));
            return Err(
                problem.hint(format!("use --cycle {last}, the newest that is, or an earlier one"))
            );
        }
        self.shown(context, Files { campaign: &campaign, keys: &keys }, cycle)
    }

    fn shown(&self, context: &Context, files: Files<'_>, cycle: u32) -> Result<(), Problem> {
        let line = |text: String| harmless_json(&text) + "\n";
        let campaign = files.campaign;
        let text = match self.what {
            What::State => line(files.position(cycle)?.0),
            What::Record => line(files.record(cycle)?.map_or_else(String::new, |record| record.0)),
            What::View => {
                let reader = campaign.reader(self.seat()?)?;
                line(campaign.game.see(&files.position(cycle)?, &reader)?.0)
            }
            What::Packets => self.packets(context, files, cycle)?,
            What::Report => {
                let data = self.report(files, cycle)?;
                let page = data.page_with(&*campaign.game, Some(around(campaign)))?;
                let page = with_seats(page, &data, campaign)?;
                return self.rendering.show(context, &page, (&data.game, &data));
            }
        };
        self.rendering.output.write(&text)
    }

    /// A report as it was sent, or everything, which is sent to nobody.
    fn report(&self, files: Files<'_>, cycle: u32) -> Result<Data, Problem> {
        let reader = files.campaign.reader(self.seat()?)?;
        if reader.sees_all() {
            return files.report(cycle);
        }
        let report = match reader.seat() {
            Some(seat) => files.sent(cycle, seat)?,
            None => {
                own_orders::report(&files.campaign.listed(&layout::public_report(cycle))?, None)?
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

    fn packets(&self, context: &Context, files: Files<'_>, cycle: u32) -> Result<String, Problem> {
        let Files { campaign, keys } = files;
        let seat = campaign.seat(self.seat()?)?;
        let packets = packets::received(campaign, cycle, &keys.identity(cycle))?;
        warn(&packets.unreadable);
        let mine = packets.noted.iter().filter(|note| note.seat == seat);
        let opened = mine.map(|note| Ok((note, note.open(campaign, cycle)?)));
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
