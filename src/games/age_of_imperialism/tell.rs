//! Events in words.

use super::events::Event;

/// An event in a sentence, without a full stop.
pub fn sentence(event: &Event) -> String {
    format!("{event:?}")
}
