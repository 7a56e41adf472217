//! The document model between games and renderers. Pure.
