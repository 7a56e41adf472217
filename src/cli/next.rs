//! The next cycle, for commands that end one and can open the next in the same step.

use clap::Args;

use crate::base::{Problem, Time};
use crate::campaign::world;
use crate::referee::cycle::deadline;
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::open;

/// Whether the next cycle opens right away, and until when.
#[derive(Debug, Args)]
pub(super) struct Next {
    /// Open the next cycle right away.
    #[arg(long)]
    open: bool,
    /// Deadline of the next cycle, with --open.
    #[arg(long, value_name = "TIME", requires = "open")]
    deadline: Option<String>,
}

impl Next {
    /// The deadline that was given.
    ///
    /// # Errors
    /// If it is no time, or has passed.
    pub(super) fn deadline(&self) -> Result<Option<Time>, Problem> {
        let deadline = self.deadline.as_deref().map(world::deadline).transpose()?;
        deadline::is_ahead(deadline, world::now()?)?;
        Ok(deadline)
    }

    /// Lets the reports that end a cycle tell the deadline of the next.
    pub(super) fn announce(&self, desk: &mut Desk, deadline: Option<Time>) {
        desk.announce(deadline, self.deadline.as_deref().and_then(world::zone));
    }

    /// Opens the next cycle if that was asked for; its number.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub(super) fn open(
        &self,
        desk: &mut Desk,
        deadline: Option<Time>,
    ) -> Result<Option<u32>, Problem> {
        let open = |desk| open::open(desk, deadline, world::now()?);
        self.open.then(|| open(desk)).transpose().map(|call| call.map(|call| call.cycle))
    }
}
