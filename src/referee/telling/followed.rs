//! The numbers that a reader follows from report to report, as charts.

use crate::base::Problem;
use crate::engine::AnyGame;
use crate::page::{Block, Chart, Measure, Page};
use crate::referee::record::report::Data;

/// What the reader of these reports, in order, can follow over the cycles.
///
/// # Errors
/// If a report is none of this game's.
pub fn charts(game: &dyn AnyGame, reports: &[&Data]) -> Result<Vec<Chart>, Problem> {
    let (mut lost, mut steps) = (Vec::new(), Vec::new());
    for data in reports {
        let view = data.view();
        Measure::add_up(&mut lost, game.losses(&view, data.news().as_ref())?);
        let measures = [game.measures(&view)?, lost.clone()].concat();
        steps.push((format!("cycle {}", data.cycle), measures));
    }
    Ok(Chart::of(&steps))
}

/// The page with charts behind its tables of how things stand.
#[must_use]
pub fn with_charts(mut page: Page, charts: Vec<Chart>) -> Page {
    let tables = |block: &Block| matches!(block, Block::Heading { level: 2, text } if text == Page::SITUATION);
    let section = |block: &Block| matches!(block, Block::Heading { level: 2, .. });
    let begin = page.blocks.iter().position(tables).map_or(0, |at| at + 1);
    let next = page.blocks[begin..].iter().position(section).filter(|_| begin > 0);
    let behind = next.map_or(page.blocks.len(), |at| begin + at);
    page.blocks.splice(behind..behind, charts.into_iter().map(Block::Chart));
    page
}
