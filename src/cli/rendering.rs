//! How a page is shown, as every command that shows one takes it.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::context::{Context, is_terminal, print, style};
use super::pager;
use crate::base::text::harmless_json;
use crate::base::{Problem, canonical};
use crate::campaign::world;
use crate::page::Page;
use crate::referee::record::report::{html, with_rules};
use crate::render::{self, Style};

/// The arguments.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option by itself")]
pub(super) struct RenderingArgs {
    /// Print Markdown instead of plain text.
    #[arg(long)]
    pub(super) markdown: bool,
    /// Print one HTML file, with the text of the rules cited and of those that they name.
    #[arg(long, conflicts_with = "markdown")]
    pub(super) html: bool,
    /// With --html: open what is folded away, for printing.
    #[arg(long, requires = "html")]
    unfolded: bool,
    /// With plain text: name the draw behind each roll, so that a single die can be checked.
    #[arg(long, conflicts_with_all = ["html", "markdown"])]
    draws: bool,
    /// With plain text and Markdown: add the text of the rules cited and of those that they name.
    #[arg(long, conflicts_with = "html")]
    rules: bool,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// Where a result goes.
#[derive(Debug, Args)]
pub(super) struct OutputArgs {
    /// Write to this file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// With --output: replace the file if there is one.
    #[arg(long, requires = "output")]
    force: bool,
}

impl RenderingArgs {
    /// True if words are asked for, and not data or another rendering.
    pub(super) fn is_plain(&self, context: &Context) -> bool {
        !context.json && !self.html
    }

    /// Shows a page of a game; as JSON the data that it comes from.
    pub(super) fn show<T: Serialize>(
        &self,
        context: &Context,
        page: &Page,
        (game, data): (&str, &T),
    ) -> Result<(), Problem> {
        let style = Style { draws: self.draws, ..style() };
        let ruled = self.rules.then(|| with_rules(page, game, context.shelf)).transpose()?;
        let page = ruled.as_ref().unwrap_or(page);
        if self.is_plain(context) && !self.markdown && self.output.output.is_none() {
            return pager::show(&render::text(page, style));
        }
        let text = if context.json {
            json(data)
        } else if self.html {
            self.output.takes_html()?;
            let folded = html(page, game, context.shelf)?;
            if self.unfolded { render::unfolded(&folded) } else { folded }
        } else if self.markdown {
            render::markdown(page)
        } else {
            render::text(page, Style { colour: false, ..style })
        };
        self.output.write(&text)
    }
}

impl OutputArgs {
    /// Writes what everybody may read where it goes.
    pub(super) fn publish(&self, text: &str) -> Result<(), Problem> {
        self.put(text, false)
    }

    /// Writes what is its reader's alone where it goes.
    pub(super) fn write(&self, text: &str) -> Result<(), Problem> {
        self.put(text, true)
    }

    fn put(&self, text: &str, secret: bool) -> Result<(), Problem> {
        match &self.output {
            None => print(text),
            Some(path) if self.force => world::write_again(path, text.as_bytes(), secret),
            Some(path) => world::write_new(path, text.as_bytes(), secret).map_err(|p| {
                let again = "add --force to replace it, or give another name";
                if p.what == world::EXISTS { p.hint(again) } else { p }
            }),
        }
    }

    /// HTML is of no use on a terminal.
    ///
    /// # Errors
    /// If it would go there.
    pub(super) fn takes_html(&self) -> Result<(), Problem> {
        if self.output.is_none() && is_terminal() {
            return Err(Problem::usage("this would print HTML to your terminal")
                .hint("write it to a file with -o FILE.html, and open that in a browser"));
        }
        Ok(())
    }
}

/// Data in one line of JSON.
pub(super) fn json<T: Serialize>(data: &T) -> String {
    format!("{}\n", harmless_json(&canonical::encode(data)))
}
