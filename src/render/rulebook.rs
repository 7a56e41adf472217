//! The paragraphs of a rulebook page, by their identifiers.
//!
//! A page is Markdown as the rulebooks use it and nothing beyond that. What this reader does not
//! know it refuses, so that no rule is ever shown other than it was written.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::{self, Peekable};
use std::str::Lines;

use crate::base::Problem;
use crate::page::{Align, Block, Column, Span, Table, Text, cited};

/// Every rule of a rulebook page, in its order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rulebook {
    rules: Vec<Rule>,
    places: BTreeMap<String, usize>,
}

/// A rule: what stands between its identifier and the next one, or the next heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// What reports cite.
    pub id: String,
    /// The word that says where the rule comes from.
    pub origin: String,
    /// Its text. A rule that it names is a span of its own.
    pub blocks: Vec<Block>,
}

/// Lines that belong together, and the number of the first, from 1.
type Part<'a> = (usize, Vec<&'a str>);

impl Rulebook {
    /// Reads a rulebook page.
    ///
    /// # Errors
    /// If a rule holds anything but paragraphs, lists, tables and code, or has no name of its own.
    pub fn read(page: &str) -> Result<Self, Problem> {
        let parts = parts(page);
        let heads = parts.iter().filter_map(|(_, lines)| head(lines[0]));
        let known: BTreeSet<&str> = heads.map(|(id, _, _)| id).collect();
        let mut book = Self::default();
        let mut open = false;
        for (line, part) in &parts {
            let at = |p: Problem| p.at(format!("line {line}"));
            if part[0].starts_with('#') {
                open = false;
            } else if part[0].starts_with("**") {
                book.begin(part, &known).map_err(at)?;
                open = true;
            } else if let Some(rule) = book.rules.last_mut().filter(|_| open) {
                rule.blocks.push(block(part, &known).map_err(at)?);
            }
        }
        Ok(book)
    }

    /// The rule of that identifier.
    pub fn rule(&self, id: &str) -> Option<&Rule> {
        self.places.get(id).map(|place| &self.rules[*place])
    }

    /// Every rule, in the order of the page.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The identifiers of the rules that these rules name.
    pub fn named_by<'a>(&'a self, ids: impl IntoIterator<Item = &'a str>) -> BTreeSet<&'a str> {
        ids.into_iter()
            .filter_map(|id| self.rule(id))
            .flat_map(|rule| cited(&rule.blocks))
            .collect()
    }

    /// The rules of these identifiers and those that they name in the order of the page, each below its name and where it
    /// comes from.
    pub fn told(&self, ids: &BTreeSet<&str>) -> Vec<Block> {
        let named = self.named_by(ids.iter().copied());
        let is_told = |rule: &&Rule| ids.contains(&*rule.id) || named.contains(&*rule.id);
        let told = self.rules.iter().filter(is_told);
        let named = |rule: &Rule| {
            let name = Block::Heading { level: 3, text: format!("{} ({})", rule.id, rule.origin) };
            iter::once(name).chain(rule.blocks.iter().cloned()).collect::<Vec<_>>()
        };
        told.flat_map(named).collect()
    }

    fn begin(&mut self, part: &[&str], known: &BTreeSet<&str>) -> Result<(), Problem> {
        let (id, origin, rest) =
            head(part[0]).ok_or_else(|| Problem::refused("this is no beginning of a rule"))?;
        let text: Vec<&str> = iter::once(rest).chain(part[1..].iter().copied()).collect();
        let blocks = vec![Block::Paragraph(paragraph(&text, known)?)];
        if self.places.insert(id.to_owned(), self.rules.len()).is_some() {
            return Err(Problem::refused(format!("{id} was given out before")));
        }
        self.rules.push(Rule { id: id.to_owned(), origin: origin.to_owned(), blocks });
        Ok(())
    }
}

/// Identifier, origin and first line of a rule: `**cw1** *rulebook* Ships lie …`.
fn head(line: &str) -> Option<(&str, &str, &str)> {
    let (id, rest) = line.strip_prefix("**")?.split_once("** *")?;
    let (origin, rest) = rest.split_once("* ")?;
    let word = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_alphanumeric());
    (word(id) && word(origin)).then_some((id, origin, rest))
}

/// Cuts a page at its empty lines and after its headings; a block of code is one part.
fn parts(page: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut lines = page.lines().peekable();
    let mut next = 1;
    while let Some(line) = lines.next() {
        let first = next;
        next += 1;
        if line.is_empty() {
            continue;
        }
        let mut part = vec![line];
        if line.starts_with("```") {
            part.extend(fenced(&mut lines));
        } else if !line.starts_with('#') {
            while let Some(line) = lines.next_if(|line| !line.is_empty()) {
                part.push(line);
            }
        }
        next += part.len() - 1;
        parts.push((first, part));
    }
    parts
}

/// The lines up to the end of a block of code, and that end.
fn fenced<'a>(lines: &mut Peekable<Lines<'a>>) -> Vec<&'a str> {
    let mut part = Vec::new();
    for line in lines {
        part.push(line);
        if line == "```" {
            break;
        }
    }
    part
}

fn block(part: &[&str], known: &BTreeSet<&str>) -> Result<Block, Problem> {
    match part[0] {
        line if line.starts_with("```") => code(part),
        line if line.starts_with('|') => table(part, known).map(Block::Table),
        line if line.starts_with("- ") => list(part, known),
        _ => paragraph(part, known).map(Block::Paragraph),
    }
}

fn code(part: &[&str]) -> Result<Block, Problem> {
    let [first, lines @ .., "```"] = part else {
        return Err(Problem::refused("the code has no end"));
    };
    let text = lines.iter().flat_map(|line| [line, "\n"]).collect();
    Ok(Block::Code { language: first[3..].to_owned(), text })
}

fn paragraph(lines: &[&str], known: &BTreeSet<&str>) -> Result<Text, Problem> {
    let numbered = |line: &str| line.starts_with("1. ") || line.starts_with("1) ");
    let begins = |line: &&str| {
        line.starts_with([' ', '#', '|', '>', '+', '=', '~', '\t'])
            || ["- ", "* ", "---", "```"].iter().any(|mark| line.starts_with(mark))
            || numbered(line)
    };
    match lines.iter().find(|line| begins(line) || line.ends_with([' ', '\\'])) {
        Some(_) => Err(Problem::refused("this kind of paragraph is not known here")),
        None => inline(&lines.join(" "), known),
    }
}

fn list(part: &[&str], known: &BTreeSet<&str>) -> Result<Block, Problem> {
    let mut items: Vec<Vec<&str>> = Vec::new();
    for line in part {
        match (line.strip_prefix("- "), line.strip_prefix("  "), items.last_mut()) {
            (Some(begun), _, _) => items.push(vec![begun]),
            (None, Some(more), Some(item)) => item.push(more),
            _ => return Err(Problem::refused("this line of a list is not known here")),
        }
    }
    items.iter().map(|item| paragraph(item, known)).collect::<Result<_, _>>().map(Block::List)
}

fn table(part: &[&str], known: &BTreeSet<&str>) -> Result<Table, Problem> {
    let wrong = || Problem::refused("this table is not known here");
    let [head, rule, rows @ ..] = part else { return Err(wrong()) };
    let align = |cell: &str| match cell {
        "---" => Ok(Align::Left),
        "---:" => Ok(Align::Right),
        _ => Err(wrong()),
    };
    let titles = cells(head).ok_or_else(wrong)?;
    let aligns = cells(rule).ok_or_else(wrong)?.into_iter().map(align);
    let aligns = aligns.collect::<Result<Vec<_>, _>>()?;
    let columns = titles.iter().zip(&aligns);
    let columns =
        columns.map(|(title, align)| Column { title: (*title).to_owned(), align: *align });
    let mut table = Table { caption: None, columns: columns.collect(), rows: Vec::new() };
    for row in rows {
        let cells = cells(row).filter(|cells| cells.len() == titles.len()).ok_or_else(wrong)?;
        let cells = cells.into_iter().map(|cell| inline(cell, known));
        table.rows.push(cells.collect::<Result<_, _>>()?);
    }
    if aligns.len() == titles.len() { Ok(table) } else { Err(wrong()) }
}

fn cells(line: &str) -> Option<Vec<&str>> {
    let inside = line.strip_prefix('|')?.strip_suffix('|')?;
    Some(inside.split('|').map(str::trim).collect())
}

fn inline(text: &str, known: &BTreeSet<&str>) -> Result<Text, Problem> {
    let mut out = Text::default();
    let mut rest = text;
    while let Some(at) = rest.find(['`', '*', '[', '\\', '<', '&', '_']) {
        out = words(out, &rest[..at], known);
        rest = &rest[at..];
        let mark = ["**", "*", "`"].into_iter().find(|mark| rest.starts_with(mark));
        let inside = mark.and_then(|m| rest[m.len()..].split_once(m).map(|(i, r)| (m, i, r)));
        let Some((mark, inside, after)) = inside.filter(|(_, inside, _)| !inside.is_empty()) else {
            return Err(Problem::refused("this markup is not known here"));
        };
        let inside = inside.to_owned();
        out = out.with(if mark == "`" { Span::Code(inside) } else { Span::Strong(inside) });
        rest = after;
    }
    Ok(words(out, rest, known))
}

/// Adds plain text; each rule that it names becomes a span.
fn words(mut out: Text, text: &str, known: &BTreeSet<&str>) -> Text {
    let mut plain = 0;
    let mut at = 0;
    for word in text.split(|c: char| !c.is_ascii_alphanumeric()) {
        let end = at + word.len();
        if word.ends_with(|c: char| c.is_ascii_digit()) && known.contains(word) {
            out = push(out, &text[plain..at]).with(Span::Rule(word.to_owned()));
            plain = end;
        }
        at = end + text[end..].chars().next().map_or(0, char::len_utf8);
    }
    push(out, &text[plain..])
}

fn push(out: Text, text: &str) -> Text {
    if text.is_empty() { out } else { out.and(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(rules: &str) -> Result<Rulebook, Problem> {
        Rulebook::read(&format!("# Rules\n\nText *before* [all](x).\n\n{rules}"))
    }

    #[test]
    fn a_rule_is_all_up_to_the_next() {
        let book = read(
            "**a1** *rulebook* One\n10. and `x*y`, see a2 and a3.\n\n- an *item*,\n  long\n- b\n\n\
             ```yaml\norders:\n\n# x\n```\n\n| a | n |\n| --- | ---: |\n| b | 1 |\n\n\
             **a2** *reading* Two.\n\n## Next\n\n1. no part\n\n```\n**a3** *x* y\n```\n",
        )
        .unwrap();
        let ids: Vec<_> = book.rules().iter().map(|r| (&*r.id, &*r.origin)).collect();
        assert_eq!(ids, [("a1", "rulebook"), ("a2", "reading")]);
        let a2 = Span::Rule("a2".into());
        let expected = [
            Block::Paragraph(
                Text::plain("One 10. and ").code("x*y").and(", see ").with(a2).and(" and a3."),
            ),
            Block::List(vec![Text::plain("an ").strong("item").and(", long"), "b".into()]),
            Block::Code { language: "yaml".into(), text: "orders:\n\n# x\n".into() },
            Block::Table(Table::new().left("a").right("n").row(["b", "1"])),
        ];
        assert_eq!(book.rule("a1").unwrap().blocks, expected);
        assert_eq!(book.rule("a3"), None);
    }

    #[test]
    fn what_is_not_known_is_refused() {
        for text in [
            "**Not a rule**: see below.\n",
            "**a1** *x* y\n\n**a1** *x* z\n",
            "**a1** *x* [y](z)\n",
            "**a1** *x* <b>\n",
            "**a1** *x* y &amp;\n",
            "**a1** *x* `y\n",
            "**a1** *x* y\n- z\n",
            "**a1** *x* y\n\n1. z\n",
            "**a1** *x* y\n\n> z\n",
            "**a1** *x* y\n\n- z\nw\n",
            "**a1** *x* y\n\n- z\n  - w\n",
            "**a1** *x* y\n\n    z\n",
            "**a1** *x* y\n\n```\nz\n",
            "**a1** *x* y\n\n| z |\n| === |\n",
            "**a1** *x* y\n\n| z |\n| --- |\n| a | b |\n",
            "**a1** *x* y\n\n| z | w |\n| --- |\n",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
