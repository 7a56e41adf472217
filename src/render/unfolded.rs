//! HTML for paper, where nobody can open what is folded away.

/// The HTML of a page with everything that is folded away open.
#[must_use]
pub fn unfolded(html: &str) -> String {
    // No text has a `<` of its own: each is escaped.
    html.replace("<details", "<details open=\"open\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use crate::render::{Rulebook, html};

    #[test]
    fn only_what_is_folded_away_changes() {
        let page =
            Page::new("x").paragraph("<details>").folded("y", Page::new("").note("z").blocks);
        let (folded, open) =
            (html(&page, &Rulebook::default()), unfolded(&html(&page, &Rulebook::default())));
        assert_eq!(open.matches(" open=\"open\"").count(), 1);
        assert_eq!(open.replace(" open=\"open\"", ""), folded);
    }
}
