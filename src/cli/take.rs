use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::context::{Context, KeyArgs};
use crate::base::Problem;
use crate::campaign::world;
use crate::referee::word;

/// Take a player's signed word, made with `adjutant say`, and do what it says.
///
/// The ledger keeps the word, and everyone can check that it is the player's.
#[derive(Debug, Args)]
pub(super) struct Take {
    /// The file, as it came.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    keys: KeyArgs,
}

impl Take {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let bytes = world::read_mail(&self.file)?;
        let mut desk = context.desk(&self.keys)?;
        let now = world::now()?;
        let told = word::take(&mut desk, &bytes, (now, now));
        let told = told.map_err(|p| p.at(self.file.display()))?;
        context.answer(&format!("{told}\n"), &json!({"done": told}))
    }
}
