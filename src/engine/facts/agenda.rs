//! What the table waits for, in the words of its reader.

use crate::engine::{Due, Phase, Reader};
use crate::page::{Table, Text};

/// What the table waits for, as one reader is told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agenda {
    /// What it waits for, from whom.
    pub phase: Phase,
    /// What the orders are for, such as `the movement and combat phases`.
    pub occasion: String,
    /// Who is told.
    pub reader: Reader,
    /// What the reader is called, such as `the Union`.
    pub called: String,
    /// The kinds of orders that the phase takes of the reader, each with an order of that kind in one line, if there is
    /// a line for it.
    pub examples: Vec<(String, &'static str)>,
}

impl Agenda {
    /// What may be ordered, each kind with a line of that kind.
    pub fn table(&self) -> Table {
        let row = |(kind, line): &(String, &'static str)| {
            let line = if line.is_empty() { Text::plain("") } else { Text::plain("").code(*line) };
            [Text::plain(kind.as_str()), line]
        };
        let table = Table::new()
            .caption("Orders accepted, and how they are written (names are examples)")
            .left("Kind")
            .left("Written");
        self.examples.iter().map(row).fold(table, Table::row)
    }

    /// What the reader has to do next, and until when if that is known, in a sentence; `None` when
    /// nobody has anything to do.
    pub fn sentence(&self, deadline: Option<&str>) -> Option<String> {
        let Self { phase, occasion, .. } = self;
        if phase.asked().is_empty() {
            return None;
        }
        let by = deadline.map(|time| format!(" by {time}")).unwrap_or_default();
        let own = self.reader.seat().map(|seat| phase.due.get(seat));
        Some(match own {
            None => format!("Orders are due for {occasion}{by}."),
            Some(Some(Due::Required)) => format!("Your orders are due for {occasion}{by}."),
            Some(Some(Due::Optional)) => {
                format!("You may send orders for {occasion}{by}, but do not have to.")
            }
            Some(Some(Due::Nothing) | None) => "You have nothing to order now.".to_owned(),
        })
    }
}
