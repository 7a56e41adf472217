use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::context::Context;
use crate::base::Problem;
use crate::base::text::harmless;
use crate::campaign::world;
use crate::cli::terminal::tell;
use crate::engine::{GameKind, Written};
use crate::referee::player::fmt::{in_form, rewritten};

/// Reformat order files so that mail leaves them intact.
///
/// With --short or --long it also writes each order in one line, or in full; docs/orders shows both. Wraps
/// long lines, removes tabs and trailing spaces, makes the quotation marks and dashes of word processors
/// plain again, and keeps comments. Writes nothing if that would change what a file means.
#[derive(Debug, Args)]
pub(super) struct Fmt {
    /// Order files; `-` reads standard input and prints the result.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Write each order in one line, if it has such a form: `Norway 3-21-4`.
    #[arg(long, conflicts_with = "long")]
    short: bool,
    /// Write each order as YAML with all its fields.
    #[arg(long)]
    long: bool,
    /// The game of the orders, for --short and --long [default: the campaign's, or the one that has
    /// all of them].
    #[arg(long)]
    game: Option<String>,
    /// Write nothing; exit with status 1 if a file needs formatting.
    #[arg(long)]
    check: bool,
}

impl Fmt {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let to = match (self.short, self.long) {
            (true, _) => Some(Written::Short),
            (_, true) => Some(Written::Long),
            (false, false) => None,
        };
        let game = if to.is_some() { self.game(context)? } else { None };
        let mut made = Vec::new();
        for path in &self.files {
            let before = world::read(path)?;
            let after = match to {
                Some(to) => rewritten(&before, to, game, context.shelf),
                None => in_form(&before, context.shelf),
            };
            let after = after.map_err(|p| p.at(path.display()))?;
            if !after.changes.is_empty() {
                let name = path.display().to_string();
                let (name, changes) = (harmless(&name), after.changes.join(", "));
                tell!("{name}: {changes}");
            }
            made.push((path, before != after.text.as_bytes(), after.text));
        }
        let mut text = String::new();
        if !self.check {
            for (path, changed, after) in &made {
                if path.as_path() == Path::new("-") {
                    text.push_str(after);
                } else if *changed {
                    world::replace(path, after.as_bytes())?;
                }
            }
        }
        let stdin = |path: &Path| path == Path::new("-") && !self.check;
        let changed: Vec<String> = made
            .iter()
            .filter(|(path, changed, _)| *changed && !stdin(path))
            .map(|(path, ..)| path.display().to_string())
            .collect();
        self.tell(context, text, &changed)
    }

    /// The game that is named, or the campaign's.
    fn game(&self, context: &Context) -> Result<Option<&'static dyn GameKind>, Problem> {
        let named = match &self.game {
            Some(name) => Some(name.clone()),
            None => context.perhaps()?.map(|campaign| campaign.ledger.genesis().game.clone()),
        };
        named.map(|name| context.shelf.named(&name)).transpose()
    }

    /// Prints what came by standard input, and names the files that are, or would be, changed.
    fn tell(&self, context: &Context, text: String, changed: &[String]) -> Result<(), Problem> {
        let value = json!({"changed": changed, "text": Some(&text).filter(|t| !t.is_empty())});
        let mut words = text;
        for name in changed {
            let _ = writeln!(words, "{}", harmless(name));
        }
        context.answer(&words, &value)?;
        match changed.len() {
            n if n > 0 && self.check => {
                let form = match (self.short, self.long) {
                    (true, _) => " --short",
                    (_, true) => " --long",
                    (false, false) => "",
                };
                Err(Problem::refused("not formatted")
                    .hint(format!("run `adjutant fmt{form}` on these files")))
            }
            _ => Ok(()),
        }
    }
}
