//! The document model between games and renderers. Pure.
#[derive(Debug, Clone)]
/// stub until the branch lands
pub struct Page;
