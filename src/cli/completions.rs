use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use super::context::{Context, print};
use crate::base::Problem;

/// Print shell completions.
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// Your shell.
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self, _: &Context) -> Result<(), Problem> {
        let mut out = Vec::new();
        generate(self.shell, &mut super::Cli::command(), "adjutant", &mut out);
        print(&String::from_utf8_lossy(&out))
    }
}
