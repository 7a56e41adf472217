use clap::Args;
use clap_complete::{Shell, generate};
use serde_json::json;

use super::context::Context;
use crate::base::Problem;

/// Print shell completions.
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// Your shell.
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let mut out = Vec::new();
        generate(self.shell, &mut super::command(), "adjutant", &mut out);
        let text = String::from_utf8_lossy(&out);
        context.answer(&text, &json!({"shell": self.shell.to_string(), "completions": text}))
    }
}
