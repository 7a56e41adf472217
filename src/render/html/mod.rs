//! A page as one HTML file that needs nothing else: no script, and nothing to be fetched.
//!
//! It is well-formed XML too, so that a strict reader can check it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::escape::{Escaped, escape, words};
use super::rulebook::{Rule, Rulebook};
use super::{HOW, is_beside, one_line};
use crate::base::Digest;
use crate::base::text::harmless;
use crate::page::{Block, Page, Span, Text};

mod board;
mod chart;
mod map;
mod table;

/// How everything looks. It names no file and no address.
const STYLE: &str = concat!(
    include_str!("palette.css"),
    include_str!("style.css"),
    include_str!("../svg/style.css"),
    include_str!("figures.css")
);

/// How boards look besides. It stands only where there is one.
const BOARD_STYLE: &str = concat!(include_str!("../svg/board.css"), include_str!("boards.css"));

/// Places that a rule leads back to.
const BACK: usize = 6;

/// The page as HTML. Each rule that it cites stands at its end, if the rulebook has it.
pub fn html(page: &Page, rules: &Rulebook) -> String {
    let mut body = Writer::new(rules);
    for block in &page.blocks {
        body.block(block);
    }
    body.cited();
    let title = words(&page.title);
    let subtitle = page.subtitle.as_deref().map(words);
    let full = subtitle.iter().fold(title.to_string(), |title, more| format!("{title} – {more}"));
    let subtitle = subtitle.map(|line| format!("<p>{line}</p>\n")).unwrap_or_default();
    // The browser is told too that nothing may be fetched, and that this is the only style.
    let looks = if body.boards > 0 { [STYLE, BOARD_STYLE].concat() } else { STYLE.to_owned() };
    let style = STANDARD.encode(Digest::of(looks.as_bytes()).0);
    let (contents, main) = (body.contents(), body.out);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'sha256-{style}'\" />\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n\
         <meta name=\"color-scheme\" content=\"light dark\" />\n\
         <meta name=\"format-detection\" content=\"telephone=no\" />\n\
         <title>{full}</title>\n<style>{looks}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#main\">Skip to the text</a>\n\
         <header>\n<h1>{title}</h1>\n{subtitle}</header>\n{contents}\
         <main id=\"main\" tabindex=\"-1\">\n{main}</main>\n</body>\n</html>\n"
    )
}

/// Writes blocks, and keeps what the rest of the document needs of them.
struct Writer<'a> {
    rules: &'a Rulebook,
    out: String,
    /// The headings of level 2, and what stands folded between them; their places are numbered from 1.
    sections: Vec<Escaped>,
    /// The last heading, for tables without a caption.
    heading: Escaped,
    level: u8,
    tables: usize,
    /// Maps, boards and stories with maps.
    maps: usize,
    /// Boards alone.
    boards: usize,
    /// How often each rule is cited, and how often where a link can lead back to.
    citations: BTreeMap<&'a str, (usize, usize)>,
    /// Whether the text of a rule is written, which cites nothing but points to its neighbours.
    ruling: bool,
    /// Whether steps of a story are written, most of which are hidden: nothing leads back to them.
    hidden: bool,
}

impl<'a> Writer<'a> {
    fn new(rules: &'a Rulebook) -> Self {
        Self {
            rules,
            out: String::new(),
            sections: Vec::new(),
            heading: Escaped::ours("Overview"),
            level: 1,
            tables: 0,
            maps: 0,
            boards: 0,
            citations: BTreeMap::new(),
            ruling: false,
            hidden: false,
        }
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Heading { level, text } => self.heading(*level, &words(text)),
            Block::Paragraph(text) => self.element("p", text),
            Block::List(items) => self.list(items),
            Block::Card { title, lines, details } => self.card(title, lines, details),
            Block::Table(table) => self.table(table),
            Block::Facts(facts) => self.facts(facts),
            Block::Code { text, .. } => {
                let code = escape(harmless(text).trim_end_matches('\n'));
                let _ = writeln!(self.out, "<pre tabindex=\"0\"><code>{code}</code></pre>");
            }
            Block::Note(text) => {
                self.out += "<p class=\"note\" role=\"note\">";
                self.text(text);
                self.out += "</p>\n";
            }
            Block::Folded { title, blocks } => self.folded(title, blocks),
            Block::Map(map) => self.map(map),
            Block::Board(board) => self.board(board),
            Block::Chart(chart) => self.chart(chart),
            Block::Replay(scenes) => self.replay(scenes),
        }
    }

    /// A heading, never more than one level below the last one.
    fn heading(&mut self, level: u8, words: &Escaped) {
        self.level = level.clamp(2, 4).min(self.level + 1);
        let id = if self.level == 2 { self.section(words) } else { String::new() };
        let _ = writeln!(self.out, "<h{0}{id}>{words}</h{0}>", self.level);
        self.heading = words.clone();
    }

    /// The mark of a section, to which the contents lead.
    fn section(&mut self, words: &Escaped) -> String {
        self.sections.push(words.clone());
        format!(" id=\"section-{}\"", self.sections.len())
    }

    fn list(&mut self, items: &[Text]) {
        self.out += "<ul>\n";
        for item in items {
            self.element("li", item);
        }
        self.out += "</ul>\n";
    }

    /// What came of an affair; how stands folded beneath it.
    fn card(&mut self, title: &str, lines: &[Text], details: &[Block]) {
        let outer = (self.level, self.heading.clone());
        self.out += "<div class=\"card\">\n";
        self.heading(outer.0 + 1, &words(title));
        if !lines.is_empty() {
            self.list(lines);
        }
        self.how(details);
        self.out += "</div>\n";
        (self.level, self.heading) = outer;
    }

    /// How something went, folded.
    fn how(&mut self, details: &[Block]) {
        if !details.is_empty() {
            let _ = writeln!(self.out, "<details>\n<summary>{HOW}</summary>");
            for block in details {
                self.block(block);
            }
            self.out += "</details>\n";
        }
    }

    /// Blocks that are folded away under a title.
    fn folded(&mut self, title: &str, blocks: &[Block]) {
        let outer = (self.level, self.heading.clone());
        let title = words(title);
        let id = self.section(&title);
        let _ = writeln!(self.out, "<details class=\"folded\"{id}>\n<summary>{title}</summary>");
        self.heading = title;
        for block in blocks {
            self.block(block);
        }
        self.out += "</details>\n";
        (self.level, self.heading) = outer;
    }

    fn element(&mut self, name: &str, text: &Text) {
        let _ = write!(self.out, "<{name}>");
        self.text(text);
        let _ = writeln!(self.out, "</{name}>");
    }

    fn facts(&mut self, facts: &[(String, Text)]) {
        self.out += "<dl>\n";
        for (label, text) in facts {
            let _ = write!(self.out, "<div><dt>{}</dt><dd>", words(label));
            self.text(text);
            self.out += "</dd></div>\n";
        }
        self.out += "</dl>\n";
    }

    fn text(&mut self, text: &Text) {
        for span in &text.0 {
            self.span(span);
        }
    }

    fn span(&mut self, span: &Span) {
        let words = escape(&one_line(span.content()));
        if words.is_empty() {
            return;
        }
        let _ = match span {
            Span::Strong(_) => write!(self.out, "<strong>{words}</strong>"),
            Span::Code(_) => write!(self.out, "<code>{words}</code>"),
            // The name of a draw is longer than what it stands behind: it is told where the die is pointed at.
            Span::Draw(_) => write!(self.out, "<i title=\"draw {words}\">\u{2684}</i>"),
            Span::Link { to, .. } if is_beside(to) => {
                write!(self.out, "<a href=\"{to}\">{words}</a>")
            }
            Span::Plain(_) | Span::Link { .. } => write!(self.out, "{words}"),
            Span::Rule(id) => {
                self.rule(id, &words);
                Ok(())
            }
        };
    }

    /// The identifier of a rule, as a link if its text stands in the document.
    fn rule(&mut self, id: &str, words: &Escaped) {
        let rules = self.rules;
        let _ = match rules.rule(id) {
            None if self.ruling => write!(self.out, "{words}"),
            None => write!(self.out, "<span class=\"cite\">[{words}]</span>"),
            Some(rule) if self.ruling => match self.citations.get(&*rule.id) {
                Some(_) => write!(self.out, "<a href=\"#rule-{words}\">{words}</a>"),
                None => write!(self.out, "{words}"),
            },
            Some(rule) => {
                let (count, places) = self.citations.entry(&rule.id).or_default();
                *count += 1;
                let place = if self.hidden || *places == BACK {
                    String::new()
                } else {
                    *places += 1;
                    format!(" id=\"cite-{words}-{places}\"")
                };
                write!(self.out, "<a{place} href=\"#rule-{words}\">[{words}]</a>")
            }
        };
    }

    /// The text of every rule that was cited, and of those that these name, in the order of the rulebook.
    fn cited(&mut self) {
        if self.citations.is_empty() {
            return;
        }
        self.heading(2, &Escaped::ours("Rules cited"));
        self.ruling = true;
        let rules = self.rules;
        for id in rules.named_by(self.citations.keys().copied()) {
            self.citations.entry(id).or_default();
        }
        for rule in rules.rules() {
            if let Some(count) = self.citations.get(&*rule.id) {
                self.ruling(rule, *count);
            }
        }
    }

    fn ruling(&mut self, rule: &Rule, (count, places): (usize, usize)) {
        let (id, origin) = (words(&rule.id), words(&rule.origin));
        let _ = writeln!(self.out, "<section class=\"rule\" id=\"rule-{id}\">");
        let _ = writeln!(self.out, "<h3>{id} <small>{origin}</small></h3>");
        self.heading = words(&format!("Table of rule {}", rule.id));
        for block in &rule.blocks {
            self.block(block);
        }
        if count == 0 {
            self.out += "</section>\n";
            return;
        }
        self.out += "<p class=\"back\">Cited at";
        for n in 1..=places {
            let _ = write!(self.out, " <a href=\"#cite-{id}-{n}\">↑{n}</a>");
        }
        let _ = match (places, count - places) {
            (_, 0) => Ok(()),
            (0, more) => write!(self.out, " {}", crate::base::words::count(more, "place")),
            (_, 1) => write!(self.out, " and at one more place"),
            (_, more) => write!(self.out, " and at {more} more places"),
        };
        self.out += "</p>\n</section>\n";
    }

    /// Links to the sections, if there are several.
    fn contents(&self) -> String {
        if self.sections.len() < 2 {
            return String::new();
        }
        let link = |(n, words): (usize, &Escaped)| {
            format!("<li><a href=\"#section-{}\">{words}</a></li>\n", n + 1)
        };
        let links: String = self.sections.iter().enumerate().map(link).collect();
        format!("<nav aria-label=\"Contents\">\n<ul>\n{links}</ul>\n</nav>\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::sample::{golden, page};

    fn book() -> Rulebook {
        let text = "**cw1** *rulebook* Fire and smoke, see cw2 and cw9.\n\n| a | b |\n| --- | ---: |\n\
                    | `x<y` | 1 |\n\n**cw2** *invented* Nothing.\n\n**cw9** *reading* As in cw3.\n\n\
                    **cw3** *reading* Not told.\n";
        Rulebook::read(text).unwrap()
    }

    /// What stands inside `main`.
    fn main(page: &Page) -> String {
        let text = html(page, &book());
        let (_, text) = text.split_once("tabindex=\"-1\">\n").unwrap();
        text.split_once("</main>").unwrap().0.to_owned()
    }

    #[test]
    fn the_rich_page_looks_as_agreed() {
        let rules = "**cw26** *rulebook* A carrier fires.\n\n**cw12** *invented* Orders are due.\n";
        golden("rich.html", &html(&page(), &Rulebook::read(rules).unwrap()));
    }

    #[test]
    fn text_makes_no_markup() {
        let hostile = "<script>a</script>\"'&\u{202e}\u{1b}\u{fffe}\nb";
        let safe = "&lt;script&gt;a&lt;/script&gt;&quot;&#39;&amp;\\u{202e}\\u{1b}\\u{fffe} b";
        assert_eq!(words(hostile).to_string(), safe);
        assert_eq!(
            main(&Page::new("x").code("x", "<i>\n\tb\n")),
            "<pre tabindex=\"0\"><code>&lt;i&gt;\n b</code></pre>\n"
        );
        let cites = Text::plain("a").rule("cw1\" onclick=\"x").rule("cw7");
        let shown = "<p>a <span class=\"cite\">[cw1&quot; onclick=&quot;x]</span> \
                     <span class=\"cite\">[cw7]</span></p>\n";
        assert_eq!(main(&Page::new("x").paragraph(cites)), shown);
    }

    #[test]
    fn cited_rules_stand_at_the_end_and_lead_back() {
        let mut page = Page::new("x").heading(2, "y");
        for n in 0..8 {
            let text = Text::plain("a").rule("cw1");
            page = page.paragraph(if n == 3 { text.rule("cw2") } else { text });
        }
        let text = main(&page);
        assert_eq!(text.matches("href=\"#rule-cw1\">[cw1]</a>").count(), 8);
        assert_eq!(text.matches(" id=\"cite-cw1-").count(), BACK);
        assert_eq!(text.matches(" href=\"#cite-cw1-").count(), BACK);
        assert!(text.contains("↑6</a> and at 2 more places</p>"));
        // A rule points to those that it names, which stand there too. These only name others.
        let named = "<a href=\"#rule-cw2\">cw2</a> and <a href=\"#rule-cw9\">cw9</a>";
        assert!(text.contains(&format!("smoke, see {named}.</p>")));
        assert!(text.contains("<p>As in cw3.</p>\n</section>"));
        assert!(text.contains("<h3>cw2 <small>invented</small></h3>"));
        assert!(!text.contains("Not told"));
        assert!(text.contains("<caption class=\"hidden\"><span id=\"table-1\">Table of rule cw1<"));
        assert!(html(&page, &book()).contains("<li><a href=\"#section-2\">Rules cited</a></li>"));
        assert!(!main(&Page::new("x").paragraph("a")).contains("Rules cited"));
    }

    #[test]
    fn headings_go_down_one_level_at_a_time() {
        let page = Page::new("x").heading(4, "a").heading(4, "b").heading(4, "c").heading(2, "d");
        let text = main(&page);
        let levels: Vec<_> = text.split("</h").skip(1).map(|part| &part[..1]).collect();
        assert_eq!(levels, ["2", "3", "4", "2"]);
    }
}
