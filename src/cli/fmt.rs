use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::context::Context;
use crate::base::Problem;
use crate::base::text::harmless;
use crate::campaign::world;
use crate::referee::fmt::in_form;

/// Reformat order files so that mail leaves them intact.
///
/// Wraps long lines, removes tabs and trailing spaces, turns back the quotation marks and dashes of
/// word processors, and keeps comments. Writes nothing if that would change what a file means.
#[derive(Debug, Args)]
pub(super) struct Fmt {
    /// Order files; `-` reads standard input and prints the result.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Write nothing; exit with status 1 if a file needs formatting.
    #[arg(long)]
    check: bool,
}

impl Fmt {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let mut made = Vec::new();
        for path in &self.files {
            let before = world::read(path)?;
            let after = in_form(&before).map_err(|p| p.at(path.display()))?;
            if !after.changes.is_empty() {
                let name = path.display().to_string();
                let (name, changes) = (harmless(&name), after.changes.join(", "));
                anstream::eprintln!("{name}: {changes}");
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
                Err(Problem::refused("not formatted").hint("run `adjutant fmt` on these files"))
            }
            _ => Ok(()),
        }
    }
}
