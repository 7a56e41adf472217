use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::context::Context;
use super::rendering::OutputArgs;
use crate::base::{Digest, Problem};
use crate::campaign::folder;
use crate::play::page;

/// Write the page that players play on, with nothing but a browser.
///
/// It is one HTML file with the whole program in it, and needs no net: it reads reports, takes orders
/// by pointing, checks and forecasts them, and makes the packet to send. Give it to your players, or
/// put it on the campaign's site with `site --play`.
#[derive(Debug, Args)]
pub(super) struct Play {
    /// Take the program for browsers from this file [default: the one that this program has].
    #[arg(long, value_name = "FILE")]
    module: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

impl Play {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        self.output.takes_html()?;
        let page = match &self.module {
            Some(path) => page::page(&folder::large(path)?).map_err(|p| p.at(path.display()))?,
            None => page::page(own()?)?,
        };
        let Some(path) = &self.output.output else {
            return self.output.publish(&page);
        };
        self.output.publish(&page)?;
        let (file, bytes) = (path.display().to_string(), page.len());
        let digest = Digest::of(page.as_bytes());
        let words = format!("page      {file}, {bytes} bytes\nsha256    {digest}\n");
        context.answer(&words, &json!({"page": file, "bytes": bytes, "sha256": digest}))
    }
}

/// The program for browsers that this one was built with.
fn own() -> Result<&'static [u8], Problem> {
    page::own_module().ok_or_else(|| {
        Problem::usage("this program was built without the page").hint(
            "take play.html from the release, or give the program for browsers with --module FILE",
        )
    })
}
