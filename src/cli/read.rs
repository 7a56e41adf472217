use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::context::{Context, PlayerArgs, ReportArgs, print_json, style};
use super::problem;
use super::reading::{Reading, moderator, prove_receipt, remember_card};
use super::rendering::RenderingArgs;
use crate::base::Problem;
use crate::base::text::{harmless, harmless_json};
use crate::campaign::world;
use crate::cli::terminal::tell;
use crate::engine::AnyGame;
use crate::page::{Block, Board, Page};
use crate::referee::Campaign;
use crate::referee::calendar::around;
use crate::referee::cycle::seats_page::with_seats;
use crate::referee::cycle::status;
use crate::referee::player::private_answer::PrivateAnswer;
use crate::referee::player::reading::{doubted, warning};
use crate::referee::press::{Relayed, relayed};
use crate::referee::record::card::Card;
use crate::referee::record::receipt::Receipt;
use crate::referee::record::report::{Data, Report};
use crate::referee::telling::followed::{charts, with_charts};
use crate::render;
use crate::seal::PlayerSecret;
use crate::seal::note::Note;

/// Decrypt and show a report, a receipt, an answer or a message; keep a campaign card.
///
/// A campaign card is kept beside your key: from then on reports are checked against the moderator's
/// key that it names, and a campaign with its own scenario needs nothing else.
///
/// The public report, cycles/CCCC/public.md, needs no key.
#[derive(Debug, Args)]
pub(super) struct Read {
    /// The file [default: the newest report for your seat].
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The report, as other commands take it.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "press"])]
    report: Option<PathBuf>,
    /// The fingerprint of the moderator's key, SHA256:…; needed once, if you have no copy of the
    /// campaign.
    #[arg(long, value_name = "FINGERPRINT")]
    moderator: Option<String>,
    /// Show the report even if nothing shows that it is from the moderator.
    #[arg(long)]
    unproven: bool,
    /// Show only what is new since the report before, which must be in your copy of the campaign.
    #[arg(long)]
    changes: bool,
    /// Show everything your reports say about a unit or place, and what a unit sees on a board.
    #[arg(long, value_name = "NAME", conflicts_with = "changes")]
    unit: Option<String>,
    /// Show what players wrote to you and what you wrote, from your copy of the campaign.
    #[arg(long, conflicts_with_all = ["file", "changes", "unit", "markdown", "html"])]
    press: bool,
    #[command(flatten)]
    rendering: RenderingArgs,
    #[command(flatten)]
    player: PlayerArgs,
}

impl Read {
    pub(super) fn run(mut self, context: &Context) -> Result<(), Problem> {
        self.file = self.file.or(self.report.take());
        if self.press {
            return self.letters(context);
        }
        if self.card(context)? {
            return Ok(());
        }
        let mut sent = self.answer(context)?;
        if sent.is_none() {
            sent = self.letter(context)?;
        }
        if sent.is_none() {
            sent = self.note()?;
        }
        if sent.is_none() {
            sent = self.receipt(context)?;
        }
        if let Some(text) = sent {
            return self.rendering.output.write(&text);
        }
        let args = ReportArgs { report: self.file, moderator: self.moderator, player: self.player };
        let mut reading = Reading::unproven(context, &args)?;
        let doubt = match reading.prove(args.moderator.as_deref()) {
            Err(problem) if !self.unproven => return Err(problem),
            found => found.err(),
        };
        let (report, data) = (&reading.report, &reading.report.data);
        let game = match reading.game() {
            Ok(game) => game,
            // Without its game's files a report can still be read in the words it was sent in.
            Err(problem) if self.rendering.is_plain(context) => {
                problem::report(&problem);
                let warning = doubt.map(|d| format!("{}\n\n", warning(&d))).unwrap_or_default();
                let words = harmless(report.markdown());
                return self.rendering.output.write(&(warning + &words));
            }
            Err(problem) => return Err(problem),
        };
        let whole = data.page_with(&*game, reading.campaign.as_ref().map(around))?;
        let page = match &self.unit {
            Some(name) => {
                let map = sight(data, &*game, name, &whole)?;
                let mut page = history(&mut reading, &*game, name)?;
                page.blocks.splice(0..0, map);
                page
            }
            None if self.changes => changes(&mut reading, &*game, whole)?,
            None => {
                let whole = seated(&mut reading, whole)?;
                if self.rendering.html { followed(&mut reading, &*game, whole)? } else { whole }
            }
        };
        let data = &reading.report.data;
        let page = match &doubt {
            Some(doubt) => doubted(page, doubt),
            None => page,
        };
        self.rendering.show(context, &page, (&data.game, data))
    }
}

impl Read {
    /// Shows a campaign card, if the file is one, and keeps it beside the key.
    fn card(&self, context: &Context) -> Result<bool, Problem> {
        let Some(path) = &self.file else { return Ok(false) };
        let Some(card) = Card::read(&world::read(path)?) else { return Ok(false) };
        let card = card.map_err(|p| p.at(path.display()))?;
        let fingerprint = card.moderator()?.fingerprint();
        if self.moderator.as_ref().is_some_and(|expected| *expected != fingerprint) {
            let what = format!("the card is from the moderator with the key {fingerprint}");
            return Err(Problem::refused(what)
                .at(path.display())
                .hint("that is not the key you named: ask the moderator over another channel"));
        }
        card.game(context.shelf).map_err(|p| p.at(path.display()))?;
        let kept = remember_card(self.player.key.as_ref(), &card, false)?;
        if context.json {
            let genesis = card.genesis();
            return print_json(&json!({
                "campaign": genesis.name,
                "genesis": card.digest(),
                "game": genesis.game,
                "scenario": genesis.scenario,
                "seats": genesis.seats,
                "moderator": fingerprint,
                "kept": kept,
            }))
            .map(|()| true);
        }
        self.rendering.output.write(&render::text(&card.told()?, style()))?;
        if kept {
            tell!(
                "kept: reports of this campaign are checked against this key from now on\n\
                 compare its fingerprint with the moderator's over another channel"
            );
        } else {
            tell!("next: keep it with `adjutant read {} --key YOUR.key`", path.display());
        }
        Ok(true)
    }

    /// The text of an answer that came by mail, if the file is one; proven.
    fn answer(&self, context: &Context) -> Result<Option<String>, Problem> {
        let key = Context::perhaps_player(&self.player)?;
        let (Some(path), Some(key)) = (&self.file, key) else { return Ok(None) };
        let opened = PrivateAnswer::open(&world::read(path)?, key.identity());
        let Some((answer, signer)) = opened else { return Ok(None) };
        let known = moderator(self.player.key.as_ref(), &answer.genesis)?;
        let campaign = context.perhaps()?;
        let proven = answer.prove(&signer, (campaign.as_ref(), known));
        proven.map_err(|p| p.at(path.display()))?;
        Ok(Some(harmless(&answer.text)))
    }

    /// The text of a message from another player that came by mail, if the file is one; proven.
    fn letter(&self, context: &Context) -> Result<Option<String>, Problem> {
        let key = Context::perhaps_player(&self.player)?;
        let (Some(path), Some(key)) = (&self.file, key) else { return Ok(None) };
        let bytes = world::read(path)?;
        let Some((letter, signer)) = Relayed::open(&bytes, key.identity()) else { return Ok(None) };
        let known = moderator(self.player.key.as_ref(), &letter.genesis)?;
        let mut campaign = context.perhaps()?;
        campaign.iter_mut().try_for_each(Campaign::complete)?;
        let at = |p: Problem| p.at(path.display());
        letter.prove((&bytes, &signer), (campaign.as_ref(), known)).map_err(at)?;
        let told = letter.told(campaign.as_ref()).map_err(at)?;
        Ok(Some(render::text(&told.onto(Page::new("A message")), style())))
    }

    /// The text of a note to oneself, if the file is one.
    fn note(&self) -> Result<Option<String>, Problem> {
        let key = Context::perhaps_player(&self.player)?;
        let (Some(path), Some(key)) = (&self.file, key) else { return Ok(None) };
        let Some(note) = Note::open(&world::read(path)?, &key) else { return Ok(None) };
        Ok(Some(harmless(&note.told())))
    }

    /// What a receipt says, if the file is one; proven.
    fn receipt(&self, context: &Context) -> Result<Option<String>, Problem> {
        let Some(path) = &self.file else { return Ok(None) };
        let key = Context::perhaps_player(&self.player)?;
        let identity = key.as_ref().map(PlayerSecret::identity);
        let bytes = world::read(path)?;
        let Some((receipt, signer)) = Receipt::find(&bytes, identity) else { return Ok(None) };
        let text = Receipt::open(bytes, identity)?;
        let campaign = context.perhaps()?;
        let known = (self.player.key.as_ref(), self.moderator.as_deref());
        let doubt = prove_receipt((&receipt, &signer, &text), campaign.as_ref(), known).err();
        match doubt {
            Some(problem) if !self.unproven => Err(problem.at(path.display())),
            Some(_) => Ok(Some(receipt.told_unproven())),
            None if context.json => {
                let value =
                    serde_json::to_string_pretty(&receipt).expect("receipts are plain data");
                Ok(Some(harmless_json(&value) + "\n"))
            }
            None => Ok(Some(receipt.told())),
        }
    }

    /// All messages in the campaign at hand that the key opens.
    fn letters(&self, context: &Context) -> Result<(), Problem> {
        let key = Context::player(&self.player)?;
        let all = relayed(&mut context.campaign()?, key.identity())?;
        if all.is_empty() {
            return Err(Problem::nothing("nobody wrote to you, and you wrote to nobody"));
        }
        if context.json {
            return print_json(&all);
        }
        let page = all.iter().fold(Page::new("Messages"), |page, told| told.onto(page));
        self.rendering.output.write(&render::text(&page, style()))
    }
}

/// What is new since the report before.
fn changes(reading: &mut Reading, game: &dyn AnyGame, page: Page) -> Result<Page, Problem> {
    let cycle = reading.report.data.cycle;
    let before = cycle.checked_sub(1).map(|cycle| reading.earlier(cycle)).transpose()?;
    match before {
        Some(before) => Ok(page.since(&before.data.page(game)?)),
        None => Ok(page),
    }
}

/// The page with how the seats stand, if a campaign is at hand.
fn seated(reading: &mut Reading, page: Page) -> Result<Page, Problem> {
    let at_hand = &mut **reading;
    let Some(campaign) = &mut at_hand.campaign else { return Ok(page) };
    status::remember(campaign)?;
    with_seats(page, &at_hand.report.data, campaign)
}

/// The page with charts of what the reader's own reports at hand tell, if all up to this one are.
fn followed(reading: &mut Reading, game: &dyn AnyGame, page: Page) -> Result<Page, Problem> {
    let before: Result<Vec<Report>, Problem> =
        (0..reading.report.data.cycle).map(|cycle| reading.earlier(cycle)).collect();
    let Ok(before) = before else { return Ok(page) };
    let all: Vec<&Data> =
        before.iter().map(|report| &report.data).chain([&reading.report.data]).collect();
    Ok(with_charts(page, charts(game, &all)?))
}

/// The board with what a unit of the reader's sees, if the game tells that.
fn sight(
    data: &Data,
    game: &dyn AnyGame,
    name: &str,
    page: &Page,
) -> Result<Option<Block>, Problem> {
    let Some(seen) = game.seen_by(&data.view(), name)? else { return Ok(None) };
    let board = page.blocks.iter().find_map(|block| match block {
        Block::Board(board) => Some(Board { seen: Some(seen.clone()), ..(**board).clone() }),
        _ => None,
    });
    Ok(board.map(|board| Block::Board(Box::new(board))))
}

/// What the reports up to this one tell of a unit or place.
fn history(reading: &mut Reading, game: &dyn AnyGame, name: &str) -> Result<Page, Problem> {
    let last = reading.report.data.cycle;
    let mut page = Page::new(name);
    let mut before: Vec<Block> = Vec::new();
    for cycle in 0..=last {
        let told = if cycle == last {
            reading.report.data.page(game)?
        } else {
            reading.earlier(cycle)?.data.page(game)?
        };
        let mentions = told.mentions(name);
        let news = mentions.iter().filter(|block| !before.contains(block));
        let news: Vec<Block> = news.cloned().collect();
        if !news.is_empty() {
            page = page.heading(2, told.subtitle.unwrap_or_else(|| format!("Cycle {cycle}")));
            page.blocks.extend(news);
        }
        before = mentions;
    }
    if page.blocks.is_empty() {
        let what = format!("your reports say nothing about \"{name}\"");
        return Err(
            Problem::refused(what).hint("names are in your report, under \"The situation\"")
        );
    }
    Ok(page)
}
