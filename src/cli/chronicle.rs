use std::path::{Path, PathBuf};

use clap::Args;

use super::context::{Context, KeyArgs, WAIT};
use super::rendering::{OutputArgs, json};
use crate::base::Problem;
use crate::campaign::world;
use crate::cli::terminal::tell;
use crate::page::Page;
use crate::referee::Desk;
use crate::referee::audit::replay::Opened;
use crate::referee::record::report::html;
use crate::referee::telling::chronicle::chronicle;
use crate::render;
use crate::seal::CampaignSecret;

/// Write the whole game as one HTML file: every step, order and seed.
///
/// Anyone can do this after the reveal; before it, only the moderator, with --keys. Cycles that are open to everyone
/// need no keys.
#[derive(Debug, Args)]
pub(super) struct Chronicle {
    /// Write Markdown instead of HTML.
    #[arg(long)]
    markdown: bool,
    /// Open what is folded away, for printing.
    #[arg(long, conflicts_with = "markdown")]
    unfolded: bool,
    #[command(flatten)]
    output: OutputArgs,
    /// Before the reveal: directory with moderator.key and campaign.secret.
    #[arg(long, value_name = "DIR")]
    keys: Option<PathBuf>,
}

impl Chronicle {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let mut campaign = context.campaign()?;
        campaign.complete()?;
        let game = campaign.ledger.genesis().game.clone();
        let public = self.keys.is_none() || campaign.ledger.revealed().is_some();
        let page = match (Opened::new(&campaign)?, self.keys) {
            (Some(opened), _) => chronicle(&campaign, &opened)?,
            (None, Some(keys)) => {
                outside(campaign.store.root(), self.output.output.as_deref())?;
                let keys = KeyArgs { keys: Some(keys), wait: WAIT };
                before_the_reveal(&mut context.look(&keys)?)?
            }
            (None, None) => match Opened::so_far(&campaign)? {
                Some(opened) => chronicle(&campaign, &opened)?,
                None => {
                    return Err(Problem::nothing("the campaign is not revealed yet").hint(
                        "run `adjutant reveal` first, or add --keys DIR if you are the moderator",
                    ));
                }
            },
        };
        if !context.json && !self.markdown {
            self.output.takes_html()?;
        }
        let text = if context.json {
            json(&page)
        } else if self.markdown {
            render::markdown(&page)
        } else if self.unfolded {
            render::unfolded(&html(&page, &game, context.shelf)?)
        } else {
            html(&page, &game, context.shelf)?
        };
        if public { self.output.publish(&text) } else { self.output.write(&text) }
    }
}

fn before_the_reveal(desk: &mut Desk) -> Result<Page, Problem> {
    desk.campaign.complete()?;
    let secret = CampaignSecret::revealed(*desk.secret().expose());
    let page = chronicle(&desk.campaign, &Opened::with(&desk.campaign, secret)?)?;
    tell!("warning: this shows everything; keep it private until the reveal");
    Ok(page)
}

/// What tells everything is not written where everybody may look.
fn outside(root: &Path, output: Option<&Path>) -> Result<(), Problem> {
    let inside = |path: &Path| world::is_inside(path, root);
    match output.filter(|path| inside(path)) {
        None => Ok(()),
        Some(path) => Err(Problem::usage("the campaign directory is public")
            .at(path.display())
            .hint("write the chronicle somewhere else until the reveal")),
    }
}
