//! The document model between games and renderers. Pure.
//!
//! A [`Page`] says what is to be read, never how it looks. Text is kept as it was given; the
//! renderers make it harmless, because a page may also be read back from a file.
//!
//! ```
//! use adjutant::page::{Page, Table};
//!
//! let finds = Table::new().left("Crew").right("Gold").row(["red", "9"]).row(["blue", "4"]);
//! let page = Page::new("Tide Pool").subtitle("turn 6 of 6").heading(2, "Gold").table(finds);
//! assert_eq!(page.blocks.len(), 2);
//! ```

mod block;
mod board;
mod changes;
mod chart;
mod cited;
mod map;
mod mentions;
mod picture;
mod table;
mod text;
mod undrawn;

pub use block::{Block, Page};
pub use board::{
    At, Barrier, Board, Cell, Counter, Edge, Fire, Grid, Ground, Mark, Naming, Ridge, Route,
    Shifted, Shot, Terrain, Track, Zone,
};
pub use chart::{Chart, Measure};
pub(crate) use cited::cited;
pub use map::{Link, Map, Move, Piece, Place, Run, Shape, Side, Sign, Stack, Stroke, Way};
pub(crate) use mentions::is_named;
pub use picture::{Picture, Scene};
pub use table::{Align, Column, Table};
pub(crate) use text::is_rule;
pub use text::{Span, Text};
