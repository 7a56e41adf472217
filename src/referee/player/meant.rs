//! What the author of an order file probably meant by a line that is refused. What is proposed was
//! tried: it is a line that the game understands.

use super::order_text::in_form;
use super::own_orders::understood;
use crate::base::words;
use crate::engine::{AnyGame, Remark, Severity, Short, Written};
use crate::referee::record::report::Data;

/// Words that people write into an order and that no order has there.
const FILLERS: &[&str] = &[
    "please", "order", "move", "moves", "send", "sail", "go", "goes", "from", "to", "if", "the",
    "with",
];
/// What people write between the places of a way.
const BETWEEN: &[&str] = &[">", "->", "→", "to", "via", "then", "-", "and"];
/// Words of a line that is looked at.
const MOST_WORDS: usize = 12;

/// An author and their file.
pub(super) struct Author<'a> {
    data: &'a Data,
    game: &'a dyn AnyGame,
    lines: Vec<&'a str>,
    /// The fields above the orders.
    head: String,
    short: &'static Short,
}

/// How far a line is understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sense {
    /// It is no order, or names something that does not exist.
    None,
    /// It is an order that may not be given.
    Form,
    /// It may be given.
    Order,
}

impl<'a> Author<'a> {
    pub(super) fn new(data: &'a Data, game: &'a dyn AnyGame, text: &'a str) -> Self {
        let lists = ["standing:", "orders:", "contingent:"];
        let head = text.lines().take_while(|line| !lists.iter().any(|list| line.starts_with(list)));
        Self {
            data,
            game,
            lines: text.lines().collect(),
            head: head.flat_map(|line| [line, "\n"]).collect(),
            short: game.short(),
        }
    }

    /// Adds to each line that is refused what to do about it.
    pub(super) fn mend(&self, remarks: &mut [Remark]) {
        for remark in remarks.iter_mut().filter(|r| r.severity == Severity::Refused) {
            let Some(at) = remark.spot.and_then(|spot| usize::try_from(spot.line - 1).ok()) else {
                continue;
            };
            if let Some(hint) = self.hint(remark, at) {
                remark.hint = Some(hint);
            }
            if let Some(word) = self.lacking(at)
                && !remark.what.starts_with('`')
            {
                remark.what = format!("`{word}` has nothing after it");
            }
        }
    }

    fn hint(&self, remark: &Remark, at: usize) -> Option<String> {
        let raw = self.lines.get(at)?;
        let lost = remark.what.ends_with("is not an order")
            || is_missing(remark)
            || remark.what.starts_with("unknown word");
        let near = remark.hint.as_ref().is_some_and(|hint| hint.starts_with("did you mean "));
        if let Some(code) = code(raw).filter(|code| lost && !code.contains(['{', '[', '"'])) {
            if let Some(line) = self.meant(code) {
                return Some(format!("did you mean `{line}`?"));
            }
            if let Some(word) = self.lacking(at) {
                return Some(format!("write it as `{}`", self.form(word)?));
            }
            if let Some(forms) = self.forms(code).filter(|_| !near) {
                return Some(forms);
            }
        }
        match remark.what.as_str() {
            what if what.starts_with("missing field") => {
                let kind = code(raw)?.split(':').next()?;
                let (.., example) = self.short.orders.iter().find(|(known, ..)| *known == kind)?;
                Some(format!("in one line it is written as `{example}`"))
            }
            "expected true or false" => {
                let field = raw.trim_start().trim_start_matches("- ").split(':').next()?;
                Some(format!("write `{field}: true` or `{field}: false`"))
            }
            what if what.starts_with("expected a field") => {
                let line = raw.trim();
                let order = !line.is_empty() && self.sense(line) > Sense::None;
                order.then(|| format!("write `- {line}`: each order begins with a dash"))
            }
            what if what.starts_with("unclosed bracket") => {
                let next = self.lines.get(at + 1)?;
                let hidden = next.starts_with('#') && next.contains([']', '}']);
                let hidden = hidden && !next.starts_with("# - ");
                hidden.then(|| format!("line {} belongs to it: remove its `# ` too", at + 2))
            }
            what if what.contains("already") && remark.hint.is_none() => self.first(remark, at),
            _ => None,
        }
    }

    /// The line that an author probably meant.
    fn meant(&self, code: &str) -> Option<String> {
        let words: Vec<&str> = code.split_whitespace().collect();
        if words.len() > MOST_WORDS || self.sense(code) > Sense::None {
            return None;
        }
        let bare: Vec<&str> = words.iter().copied().filter(|word| !is_one(FILLERS, word)).collect();
        let tried = tries(&words, &bare);
        let senses: Vec<Sense> = tried.iter().map(|line| self.sense(line)).collect();
        let best = |wanted: Sense| {
            let found = senses.iter().position(|sense| *sense == wanted);
            found.map(|at| tried[at].clone())
        };
        best(Sense::Order).or_else(|| self.bound_for(&bare)).or_else(|| best(Sense::Form))
    }

    /// The order that brings a unit to the place named behind it, if the report offers one.
    fn bound_for(&self, bare: &[&str]) -> Option<String> {
        let line = bare.join(" ").to_lowercase();
        for choice in self.game.choices(&self.data.view()).ok()? {
            let name = choice.subject.split(',').next()?.to_lowercase();
            let Some(place) = line.strip_prefix(&name).map(str::trim) else { continue };
            let offer = choice.offers.into_iter().find(|offer| {
                let about = offer.about.to_lowercase();
                let there = about.strip_prefix("to ").and_then(|there| there.strip_prefix(place));
                !place.is_empty()
                    && there.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
            });
            let order = in_form(self.game, offer?.order, Written::Short);
            let line = order.strip_prefix("- ")?.trim_end();
            return (!line.contains('\n')).then(|| line.to_owned());
        }
        None
    }

    /// How far a line is understood, alone in the file.
    fn sense(&self, line: &str) -> Sense {
        let file = format!("{}orders:\n- {line}\n", self.head);
        let Ok((_, orders)) = understood(self.data, self.game, file.as_bytes()) else {
            return Sense::None;
        };
        let Ok(remarks) = self.game.check(&self.data.view(), &orders) else { return Sense::None };
        let refused = || remarks.iter().filter(|r| r.severity == Severity::Refused);
        let known = |r: &Remark| r.rule.is_some() && !is_missing(r);
        match refused().count() {
            0 => Sense::Order,
            _ if refused().all(known) => Sense::Form,
            _ => Sense::None,
        }
    }

    /// The last word of a line, if something has to follow it.
    fn lacking(&self, at: usize) -> Option<&'a str> {
        let word = code(self.lines.get(at)?)?.split_whitespace().next_back()?;
        self.form(word).map(|_| word)
    }

    /// How a word is written that needs something behind it.
    fn form(&self, word: &str) -> Option<String> {
        let parts = self.short.parts.iter().filter_map(|(_, part)| part.forms());
        let mut forms = parts.flatten().filter(|(tag, _)| *tag == word);
        let form = forms.find_map(|(_, form)| form.strip_prefix(word)?.strip_prefix(' '))?;
        Some(format!("{word} {}", crate::engine::orders::short::shown(form)))
    }

    /// How the kind that a line begins with is written.
    fn forms(&self, code: &str) -> Option<String> {
        let kind = code.split([' ', ':']).next()?;
        let forms = self.short.forms(kind);
        let listed: Vec<String> = forms.iter().map(|form| format!("`{form}`")).collect();
        let (last, others) = listed.split_last()?;
        if others.is_empty() {
            return Some(format!("write it as {last}"));
        }
        Some(format!("write it as {} or {last}", words::joined(others, ", ")))
    }

    /// The line that asks for the same: without it this one would do.
    fn first(&self, remark: &Remark, at: usize) -> Option<String> {
        let same = |other: &Remark| other.spot == remark.spot && other.what == remark.what;
        let mut before = (0..at).filter(|n| self.lines[*n].trim_start().starts_with("- "));
        let first = before.find(|n| {
            let mut lines = self.lines.clone();
            let Some(range) = item(&lines, n + 1) else { return false };
            lines[range].fill("");
            let file = lines.join("\n") + "\n";
            let Ok((_, orders)) = understood(self.data, self.game, file.as_bytes()) else {
                return false;
            };
            let remarks = self.game.check(&self.data.view(), &orders);
            remarks.is_ok_and(|remarks| !remarks.iter().any(same))
        })?;
        Some(format!("line {} is the other one: remove one of the two", first + 1))
    }
}

/// True of a name that does not exist. What may not be where it is, such as a port, has no other names to hint at.
fn is_missing(remark: &Remark) -> bool {
    remark.what.starts_with("there is no ") && remark.hint.is_some()
}

/// An order line without its dash and its comment.
fn code(raw: &str) -> Option<&str> {
    let code = raw.trim_start().strip_prefix("- ")?;
    Some(code.split(" #").next().unwrap_or_default().trim())
}

fn is_one(words: &[&str], word: &str) -> bool {
    words.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// What a line may have been meant to say: without what people write besides, with hyphens between
/// the places of a way, with a colon behind the unit.
fn tries(words: &[&str], bare: &[&str]) -> Vec<String> {
    let mut tried = vec![bare.join(" ")];
    for words in [words, bare] {
        for at in 1..words.len() {
            let (unit, way) = words.split_at(at);
            let way = way.iter().filter(|word| !is_one(BETWEEN, word));
            let way: Vec<&str> = way.map(|word| word.trim_end_matches(',')).collect();
            if way.len() > 1 {
                tried.push(format!("{} {}", unit.join(" "), way.join("-")));
            }
        }
    }
    for at in 1..bare.len() {
        let (unit, place) = bare.split_at(at);
        tried.push(format!("{}: {}", unit.join(" "), place.join(" ")));
    }
    tried.dedup();
    tried
}

/// The lines of the list item that a line, from 1, belongs to.
pub(super) fn item(lines: &[&str], line: usize) -> Option<std::ops::Range<usize>> {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let at = line.checked_sub(1).filter(|at| *at < lines.len())?;
    let first = (0..=at).rev().find(|n| {
        let text = lines[*n].trim_start();
        text.starts_with("- ") || (depth(lines[*n]) == 0 && !text.is_empty())
    })?;
    let begins = lines[first].trim_start().starts_with("- ");
    let goes_on = |text: &&&str| text.trim().is_empty() || depth(text) > depth(lines[first]);
    let more = lines[first + 1..].iter().take_while(goes_on).count();
    begins.then_some(first..first + 1 + more)
}
