use std::path::PathBuf;

use clap::Args;
use rayon::prelude::*;
use serde_json::json;

use super::context::Context;
use crate::base::{Problem, words};
use crate::campaign::{Store, world};

/// Copy campaigns to another place: into a directory, or into an object store and out of it.
///
/// A place is a directory, or the URL of one campaign in an object store: S3, Azure or Google. A copy is the
/// same campaign: go on with only one of the two.
#[derive(Debug, Args)]
pub(super) struct Copy {
    /// The campaign; of several, each gets its own name in TO.
    #[arg(value_name = "FROM", required = true)]
    from: Vec<PathBuf>,
    /// The place of the copy, which must be empty or not exist; for several the directory or URL above.
    #[arg(value_name = "TO")]
    to: PathBuf,
}

impl Copy {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let place = |from: &PathBuf| {
            if self.from.len() == 1 {
                return Ok(self.to.clone());
            }
            let unnamed = || Problem::usage("the path does not end in a name").at(from.display());
            from.file_name().map(|name| self.to.join(name)).ok_or_else(unnamed)
        };
        let copy = |from: &PathBuf| {
            let (store, to) = (Store::find(from)?, place(from)?);
            if !Store::is_far(&to) {
                world::outside_campaigns(&to)?;
            }
            store.copy_to(&Store::create(&to)?)
        };
        self.from.par_iter().map(copy).collect::<Result<Vec<()>, Problem>>()?;
        let copied = words::count(self.from.len(), "campaign");
        let words = format!(
            "copied {copied} to {}\n",
            crate::base::text::harmless(&self.to.display().to_string())
        );
        context.answer(&words, &json!({"copied": self.from.len()}))
    }
}
