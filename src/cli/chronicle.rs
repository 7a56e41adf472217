use std::path::{Path, PathBuf};

use clap::Args;

use super::context::{Context, KeyArgs};
use super::rendering::{OutputArgs, json};
use crate::base::Problem;
use crate::campaign::world;
use crate::page::Page;
use crate::referee::Desk;
use crate::referee::chronicle::chronicle;
use crate::referee::replay::Opened;
use crate::referee::report::html;
use crate::report;
use crate::seal::CampaignSecret;

/// Tell the whole game: every step, every order, every seed, as one HTML file.
///
/// After the reveal anybody can; before it only the moderator, with --keys.
#[derive(Debug, Args)]
pub(super) struct Chronicle {
    /// Markdown in place of HTML.
    #[arg(long)]
    markdown: bool,
    #[command(flatten)]
    output: OutputArgs,
    /// Before the reveal: the directory with moderator.key and campaign.secret.
    #[arg(long, value_name = "DIR")]
    keys: Option<PathBuf>,
}

impl Chronicle {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let campaign = context.campaign()?;
        let game = campaign.ledger.genesis().game.clone();
        let page = match (Opened::new(&campaign)?, self.keys) {
            (Some(opened), _) => chronicle(&campaign, &opened)?,
            (None, Some(keys)) => {
                outside(campaign.store.root(), self.output.output.as_deref())?;
                before_the_reveal(&context.desk(&KeyArgs { keys: Some(keys) })?)?
            }
            (None, None) => {
                return Err(Problem::nothing(
                    "the chronicle tells everything, and nothing is revealed",
                )
                .hint("`adjutant reveal` comes first; the moderator can tell with --keys DIR"));
            }
        };
        let text = if context.json {
            json(&page)
        } else if self.markdown {
            report::markdown(&page)
        } else {
            html(&page, &game)?
        };
        self.output.write(&text)
    }
}

fn before_the_reveal(desk: &Desk) -> Result<Page, Problem> {
    let secret = CampaignSecret::generate(*desk.secret().expose());
    let page = chronicle(&desk.campaign, &Opened::with(&desk.campaign, secret)?)?;
    anstream::eprintln!("this tells everything: show it to nobody before the reveal");
    Ok(page)
}

/// What tells everything is not written where everybody may look.
fn outside(root: &Path, output: Option<&Path>) -> Result<(), Problem> {
    let inside = |path: &Path| world::is_inside(path, root);
    match output.filter(|path| inside(path)) {
        None => Ok(()),
        Some(path) => Err(Problem::usage("the campaign's directory is public")
            .at(path.display())
            .hint("write it elsewhere until the reveal")),
    }
}
