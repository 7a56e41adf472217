//! The commands of whoever makes a game.

mod new;

use clap::{Args, Subcommand};

use super::context::Context;
use crate::base::Problem;

/// Make a game of your own, in a crate of its own.
#[derive(Debug, Args)]
pub(super) struct Game {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    New(new::New),
}

impl Game {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        match self.command {
            Command::New(new) => new.run(context),
        }
    }
}
