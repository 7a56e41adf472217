//! The situation and the story of a cycle, as a page.

use super::AgeOfImperialism;
use super::events::Event;
use super::sight::View;
use crate::engine::Entry;
use crate::page::Page;

/// The page for the reader of the view.
pub fn page(game: &AgeOfImperialism, view: &View, witnessed: &[Entry<Event>]) -> Page {
    let _ = (view, witnessed);
    Page::new(game.format.title.clone())
}
