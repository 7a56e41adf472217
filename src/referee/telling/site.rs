//! The public side of a campaign as a static site. It is a function of the campaign's directory:
//! no key goes into it, and no clock.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;

use rayon::prelude::*;

use super::chronicle::{self, Chapter};
use super::followed::{charts, with_charts};
use super::handed::{self, Play};
use super::how_to_check;
use crate::base::words::{capital, names};
use crate::base::{Digest, Problem, VERSION};
use crate::campaign::folder::Standing;
use crate::campaign::{Store, folder, layout};
use crate::engine::{Reader, Shelf, spoken};
use crate::ledger::Verification;
use crate::page::{Block, Page, Table, Text};
use crate::referee::audit::verify::{Own, verify_and};
use crate::referee::calendar::around;
use crate::referee::cycle::{seats_page, status};
use crate::referee::press;
use crate::referee::record::campaign::Campaign;
use crate::referee::record::ledger_page;
use crate::referee::record::report::{Data, Report, rulebook};
use crate::render;

/// The pages of a site and what was found while they were made.
#[derive(Debug)]
pub struct Site {
    /// The text of each file, by its path in the site.
    pub files: BTreeMap<String, String>,
    /// The pages that stay as they are, each with the digest of all that it was made of.
    made_of: BTreeMap<String, Digest>,
    /// What the verification found.
    pub verdict: Verification,
    /// A sentence on where the campaign stands.
    pub stage: String,
}

const INDEX: &str = "index.html";
const LEDGER: &str = "ledger.html";
const CHRONICLE: &str = "chronicle.html";
/// Says to GitHub that these files are to be taken as they are.
const AS_IT_IS: &str = ".nojekyll";

/// Makes the site of a campaign.
///
/// # Errors
/// If the ledger is not sound, or a public report is invalid. Anything else wrong is shown in the
/// verdict, and in the site.
pub fn site(store: Store, shelf: Shelf, play: Play) -> Result<Site, Problem> {
    made(store, shelf, None, (false, play))
}

/// Writes the site of a campaign into a directory, perhaps with what is folded away open. Pages of cycles that are
/// over stay as they are, and are not made again. A site that has the page to play in keeps it.
///
/// # Errors
/// As [`site`], and as [`folder::publish`].
pub fn renew(into: &Path, store: Store, shelf: Shelf, unfolded: bool) -> Result<Site, Problem> {
    renew_with(into, store, shelf, (unfolded, Play::Nowhere))
}

/// The same, with the page to play in and what it reads, if it is given.
///
/// # Errors
/// As [`renew`].
pub fn renew_with(
    into: &Path,
    store: Store,
    shelf: Shelf,
    (unfolded, play): (bool, Play),
) -> Result<Site, Problem> {
    let standing = Standing::at(into);
    let play = match play {
        Play::Nowhere => kept(into, &standing),
        Play::Here(_) | Play::There(_) => play,
    };
    let site = made(store, shelf, Some(&standing), (unfolded, play))?;
    folder::publish(into, &site.files)?;
    standing.note(&site.files, &site.made_of)?;
    Ok(site)
}

/// The page that a site has already.
fn kept(into: &Path, standing: &Standing) -> Play {
    if let Some(page) = standing.file(handed::PAGE) {
        return Play::Here(page);
    }
    let above = into.parent().map(Standing::at);
    let shared = above.and_then(|above| above.file(handed::PAGE)).is_some();
    match into.file_name().and_then(OsStr::to_str) {
        Some(folder) if shared && standing.file(handed::LIST).is_some() => Play::above(folder),
        _ => Play::Nowhere,
    }
}

fn made(
    store: Store,
    shelf: Shelf,
    standing: Option<&Standing>,
    (unfolded, play): (bool, Play),
) -> Result<Site, Problem> {
    let again = store.again();
    let mut campaign = Campaign::load(store, shelf)?;
    campaign.complete()?;
    let (verdict, chapters) = verify_and(again, &Own::default(), shelf, &chronicle::chapter)?;
    let where_it_is = status::public(&campaign)?;
    let reports = reports(&campaign)?;
    let mut files = BTreeMap::from([(AS_IT_IS.to_owned(), String::new())]);
    let (mut pages, mut made_of) = (BTreeMap::new(), BTreeMap::new());
    for (at, data) in reports.iter().enumerate() {
        let path = address(data.cycle);
        let of = all_of_it(&campaign, &reports, at, unfolded);
        let stands = of.zip(standing).and_then(|(of, standing)| standing.page(&path, &of));
        if let Some(text) = stands {
            files.insert(path.clone(), text);
        } else {
            pages.insert(path.clone(), report(&campaign, &reports, at)?);
        }
        made_of.extend(of.map(|of| (path, of)));
    }
    if verdict.passed() && !chapters.is_empty() {
        let chapters: Result<_, _> = chapters.into_iter().collect();
        pages.insert(CHRONICLE.to_owned(), told(&campaign, chapters?)?);
    }
    let told = pages.contains_key(CHRONICLE);
    pages.insert(LEDGER.to_owned(), ledger(&campaign));
    let front = Front { campaign: &campaign, reports: &reports, told, play: play.address() };
    pages.insert(INDEX.to_owned(), front.page(&where_it_is, &verdict)?);
    let rules = rulebook(&campaign.ledger.genesis().game, shelf)?;
    let written = pages.into_par_iter().map(|(path, page)| {
        let text = render::html(&page, &rules);
        (path, if unfolded { render::unfolded(&text) } else { text })
    });
    files.extend(written.collect::<Vec<_>>());
    files.extend(handed::files(&campaign, play)?);
    Ok(Site { files, made_of, verdict, stage: where_it_is.stage })
}

/// The digest of all that the page of a cycle is made of; `None` of the newest, which says until when orders are
/// due.
fn all_of_it(campaign: &Campaign, reports: &[Data], at: usize, unfolded: bool) -> Option<Digest> {
    let next = reports.get(at + 1)?;
    let before = at.checked_sub(1).map_or(u32::MAX, |before| reports[before].cycle);
    let cycle = reports[at].cycle;
    let report = campaign.ledger.result(cycle)?.public_report;
    let numbers = [before, cycle, next.cycle].map(u32::to_be_bytes).concat();
    let genesis = campaign.ledger.genesis_digest();
    let (version, unfolded) = (VERSION.as_bytes(), [u8::from(unfolded)]);
    let fields: [&[u8]; 5] = [version, &genesis.0, &report.0, &numbers, &unfolded];
    Some(Digest::tagged("adjutant/page/v1", &fields))
}

/// Where the report for everybody of a cycle stands.
fn address(cycle: u32) -> String {
    format!("cycles/{cycle:04}.html")
}

/// The reports for everybody, in order.
fn reports(campaign: &Campaign) -> Result<Vec<Data>, Problem> {
    let read = |cycle: u32| {
        let path = layout::public_report(cycle);
        let text = String::from_utf8_lossy(&campaign.store.need(&path)?).into_owned();
        let data = Report::read(&text).map_err(|p| p.at(&path))?.data;
        let expected = (campaign.ledger.genesis_digest(), cycle, &Reader::Public);
        if (data.genesis, data.cycle, &data.reader) != expected {
            return Err(Problem::refused("this is not the public report").at(path));
        }
        Ok(data)
    };
    campaign.ledger.results().map(|(cycle, _)| read(cycle)).collect()
}

/// A report between the ones before and after it.
fn report(campaign: &Campaign, reports: &[Data], at: usize) -> Result<Page, Problem> {
    let data = &reports[at];
    let near = |text: Text, data: Option<&Data>, words: &str| match data {
        None => text,
        Some(data) => {
            let to = format!("{:04}.html", data.cycle);
            text.and(" · ").link(format!("{words} cycle {}", data.cycle), to)
        }
    };
    let way = Text::default().link("Overview", "../index.html");
    let way = near(way, at.checked_sub(1).and_then(|n| reports.get(n)), "previous:");
    let way = Block::Paragraph(near(way, reports.get(at + 1), "next:"));
    // Of cycles that are over nobody asks until when orders were due.
    let open = (at + 1 == reports.len()).then(|| around(campaign));
    let mut page = data.page_with(&*campaign.game, open).map_err(|p| p.at(public(data)))?;
    page.title = format!("{}: cycle {}", page.title, data.cycle);
    // Curves over all cycles stand on the first page, once: on each page they would make the site grow
    // with the square of the cycles.
    page.blocks.insert(0, way.clone());
    Ok(page.block(way))
}

fn public(data: &Data) -> String {
    layout::public_report(data.cycle)
}

fn ledger(campaign: &Campaign) -> Page {
    let name = &campaign.ledger.genesis().name;
    Page::new(format!("{name}: the ledger"))
        .subtitle("Every entry, as written and signed")
        .paragraph(Text::default().link("Overview", INDEX))
        .table(ledger_page::table(&campaign.ledger))
}

fn told(campaign: &Campaign, chapters: Vec<Chapter>) -> Result<Page, Problem> {
    let mut page = chronicle::whole(campaign, chapters, press::told(campaign, None)?)?;
    let way = Block::Paragraph(Text::default().link("Overview", INDEX));
    page.blocks.insert(0, way);
    Ok(page)
}

/// What the first page is made from.
struct Front<'a> {
    campaign: &'a Campaign,
    reports: &'a [Data],
    told: bool,
    /// True if players play here, too.
    play: Option<&'a str>,
}

impl Front<'_> {
    fn page(&self, standing: &status::Status, verdict: &Verification) -> Result<Page, Problem> {
        let ledger = &self.campaign.ledger;
        let genesis = ledger.genesis();
        let newest = self.reports.last();
        let mut page = Page::new(&genesis.name).facts(self.facts(standing));
        page = page.table(seats_page::table(standing).caption("Seats"));
        page = open_seats(page, standing);
        if let Some(data) = newest {
            let shown = self.situation(data)?;
            page.subtitle = shown.subtitle.as_ref().map(|when| format!("{}: {when}", shown.title));
            let followed = charts(&*self.campaign.game, &self.reports.iter().collect::<Vec<_>>())?;
            page.blocks.extend(with_charts(shown, followed).blocks);
        } else {
            page.subtitle = Some(format!("{}, {}", genesis.game, genesis.scenario));
        }
        if !self.reports.is_empty() {
            page = page.heading(2, "Cycles").table(self.cycles());
        }
        page = page.heading(2, "Can it be trusted?").paragraph(if verdict.passed() {
            "Everything that can be checked so far was checked when this site was made:"
        } else {
            "Something is wrong with this campaign, or with the copy that this site was made \
             from:"
        });
        page = how_to_check::findings(page, verdict).heading(2, "How to check it yourself");
        how_to_check::commands(page, ledger)
    }

    fn facts(&self, standing: &status::Status) -> Vec<(&'static str, Text)> {
        let ledger = &self.campaign.ledger;
        let mut facts = vec![("State", Text::default().strong(capital(&standing.stage)))];
        facts.extend(standing.deadline_in_words.iter().map(|time| ("Deadline", Text::plain(time))));
        if let Some(data) = self.reports.last() {
            let words = match data.cycle {
                0 => "the beginning".to_owned(),
                cycle => format!("what happened in cycle {cycle}"),
            };
            facts.push(("Latest report", Text::default().link(words, address(data.cycle))));
        }
        if self.told {
            let open = ledger.opened_to().filter(|_| ledger.revealed().is_none());
            let words = match open {
                Some(cycle) => format!("the game up to cycle {cycle}, with all orders"),
                None => "the whole game, with all orders".to_owned(),
            };
            facts.push(("Chronicle", Text::default().link(words, CHRONICLE)));
        }
        if let Some(address) = self.play {
            let words = "read your reports and give your orders here, with your key";
            facts.push(("For players", Text::default().link(words, address)));
        }
        facts.extend([
            ("Dice", Text::plain(capital(&standing.dice()))),
            ("Campaign", Text::default().code(self.campaign.id())),
            ("Ledger", Text::default().link(format!("{} entries", ledger.len()), LEDGER)),
            ("As of", Text::plain(ledger.time().to_string())),
        ]);
        facts
    }

    /// The situation as everybody may know it, with the map of the newest report.
    fn situation(&self, data: &Data) -> Result<Page, Problem> {
        let told = |news| {
            let told = self.campaign.game.told(&data.view(), news);
            told.map_err(|p| p.at(public(data)))
        };
        let (mut situation, agenda) = told(None)?;
        let (moved, _) = told(data.news().as_ref())?;
        let is_map = |block: &&Block| matches!(block, Block::Map(_) | Block::Board(_));
        if let Some(map) = moved.blocks.iter().find(is_map)
            && let Some(place) = situation.blocks.iter_mut().find(|block| is_map(&&**block))
        {
            place.clone_from(map);
        }
        let ledger = &self.campaign.ledger;
        let deadline = data.next.as_ref().and_then(|next| ledger.deadline_in_zone(next.cycle));
        Ok(match agenda.sentence(deadline.as_deref()) {
            Some(sentence) => situation.in_short(sentence),
            None => situation,
        })
    }

    fn cycles(&self) -> Table {
        let ledger = &self.campaign.ledger;
        let table = Table::new().caption("Public reports").left("Report").left("Phase");
        let table = table.left("Resolved").left("No orders from");
        self.reports.iter().fold(table, |table, data| {
            let cycle = data.cycle;
            let words = if cycle == 0 { "beginning".into() } else { format!("cycle {cycle}") };
            let silent = ledger.result(cycle).map(ledger_page::silent).unwrap_or_default();
            let when = ledger_page::when(ledger, "result", cycle);
            let phase = ledger.opening(cycle).map(|o| o.phase.as_str()).unwrap_or_default();
            table.row([
                Text::default().link(words, address(cycle)),
                Text::plain(spoken(phase)),
                Text::plain(when.map(|time| time.to_string()).unwrap_or_default()),
                Text::plain(silent.join(", ")),
            ])
        })
    }
}

/// Seats that wait for a player, advertised.
fn open_seats(page: Page, standing: &status::Status) -> Page {
    let open = standing.seats.iter().filter(|line| line.state.is_dropped());
    let open: Vec<&str> = open.map(|line| line.seat.as_str()).collect();
    if open.is_empty() {
        return page;
    }
    page.note(format!(
        "Players wanted for {}. Make a key with `adjutant keygen` and send the public file to the \
         moderator; you play from the cycle that is open.",
        names(&open)
    ))
}
