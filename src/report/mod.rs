//! Renders a page as text or Markdown. Pure; knows no game.
