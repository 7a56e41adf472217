//! An order file, seen as lines: what is not touched stays as its author wrote it, comments and all.

use std::ops::Range;

use serde_json::Value;

use crate::base::{Problem, yaml};
use crate::engine::AnyGame;
use crate::engine::orders::one_line;
use crate::referee::player::template::in_one_line;

/// The lists whose lines are changed.
pub(super) const STANDING: &str = "standing";
pub(super) const ORDERS: &str = "orders";
pub(super) const CONTINGENT: &str = "contingent";

/// An order file, seen as lines.
pub(super) struct File {
    pub(super) lines: Vec<String>,
    pub(super) items: Vec<Item>,
}

/// An order in it.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) list: &'static str,
    pub(super) lines: Range<usize>,
}

pub(super) fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

impl File {
    pub(super) fn of(text: &str) -> Self {
        let mut file = Self { lines: text.lines().map(str::to_owned).collect(), items: Vec::new() };
        file.find();
        file
    }

    pub(super) fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
    }

    /// Finds the orders anew.
    pub(super) fn find(&mut self) {
        self.items.clear();
        let mut list: Option<(&'static str, Option<usize>)> = None;
        for (n, line) in self.lines.iter().enumerate() {
            let text = line.trim_start();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let deep = indent(line);
            let dash = text == "-" || text.starts_with("- ");
            if deep == 0 && !dash {
                list = [STANDING, ORDERS, CONTINGENT]
                    .into_iter()
                    .find(|name| is_head(line, name))
                    .map(|it| (it, None));
                continue;
            }
            let Some((name, first)) = &mut list else { continue };
            if dash && deep == *first.get_or_insert(deep) {
                self.items.push(Item { list: name, lines: n..n + 1 });
            } else if let Some(item) = self.items.last_mut() {
                item.lines.end = n + 1;
            }
        }
    }

    /// The line that begins a list.
    fn head(&self, list: &str) -> Option<usize> {
        self.lines.iter().position(|line| is_head(line, list))
    }

    pub(super) fn slot(&self, n: usize) -> String {
        let item = &self.items[n];
        let before = self.items[..n].iter().filter(|other| other.list == item.list).count();
        format!("{}[{before}]", item.list)
    }

    pub(super) fn item(&self, slot: &str) -> Result<usize, Problem> {
        (0..self.items.len()).find(|n| self.slot(*n) == slot).ok_or_else(|| {
            Problem::refused(format!("there is no line {slot}"))
                .hint("look at the order file again")
        })
    }

    /// What a line says.
    pub(super) fn said(&self, item: &Item, game: &dyn AnyGame) -> Said {
        let lines = self.lines[item.lines.clone()].iter();
        let text: Vec<&str> = lines
            .map(|line| line.get(indent(&self.lines[item.lines.start])..).unwrap_or(line))
            .collect();
        let text = text.join("\n") + "\n";
        if item.list == CONTINGENT {
            return Said::hanging(&text, game).unwrap_or_else(|| Said::plain(in_one_line(&text)));
        }
        let plain = |text: &str| text.split(" #").next().unwrap_or_default().trim().to_owned();
        // A comment behind it is no part of it.
        let own = in_one_line(&plain(&text));
        if game.short().read(&own).is_some() {
            return Said::plain(own);
        }
        Said::plain(plain(&in_one_line(&game.shortened(&text))))
    }

    /// Gives an order: where the file offers it, else behind the others of its unit, else at the end.
    pub(super) fn give(&mut self, order: &str, subject: &str) -> Result<(), Problem> {
        if order.is_empty() || order.contains(['\n', '\r', '#']) {
            return Err(Problem::refused("this is no order in one line")
                .hint("write it into the order file"));
        }
        let head = self.begun(ORDERS);
        let offer = format!("# - {order}");
        let offered = |line: &String| {
            line.strip_prefix(&offer)
                .is_some_and(|rest| rest.trim().is_empty() || rest.trim_start().starts_with('#'))
        };
        let last = self.lines[head + 1..]
            .iter()
            .position(|line| !line.starts_with([' ', '#', '-']) && !line.is_empty());
        let end = last.map_or(self.lines.len(), |n| head + 1 + n);
        if let Some(n) = (head + 1..end).find(|n| offered(&self.lines[*n])) {
            self.lines[n].drain(..2);
        } else {
            let at =
                self.behind_unit(head..end, subject).unwrap_or_else(|| self.end_of(ORDERS, head));
            self.lines.insert(at, format!("{}- {order}", self.indented(ORDERS)));
        }
        self.find();
        Ok(())
    }

    /// The line behind the orders of a unit, where the file has its heading.
    fn behind_unit(&self, within: Range<usize>, subject: &str) -> Option<usize> {
        let heading = |n: &usize| {
            let mut words = self.lines[*n].strip_prefix("## ")?.to_owned();
            let mut end = n + 1;
            while words.len() < subject.len() {
                words += " ";
                words += self.lines.get(end)?.strip_prefix("##")?.trim();
                end += 1;
            }
            (words == subject).then_some(end)
        };
        let begin = within.clone().find_map(|n| heading(&n))?;
        let block = (begin..within.end).take_while(|n| !self.lines[*n].trim().is_empty());
        let end = block.last().map_or(begin, |n| n + 1);
        let mut own =
            self.items.iter().filter(|item| item.lines.start >= begin && item.lines.end <= end);
        Some(own.next_back().map_or(begin, |item| item.lines.end))
    }

    /// The blanks before the lines of a list.
    pub(super) fn indented(&self, list: &str) -> String {
        let first = self.items.iter().find(|item| item.list == list);
        " ".repeat(first.map_or(0, |item| indent(&self.lines[item.lines.start])))
    }

    /// The head of a list that can be added to.
    pub(super) fn begun(&mut self, list: &str) -> usize {
        let head = self.head(list).unwrap_or_else(|| {
            self.lines.push(format!("{list}:"));
            self.lines.len() - 1
        });
        if self.lines[head].trim_end().ends_with("[]") {
            self.lines[head] = format!("{list}:");
        }
        head
    }

    pub(super) fn end_of(&self, list: &str, head: usize) -> usize {
        self.items.iter().rfind(|item| item.list == list).map_or(head + 1, |item| item.lines.end)
    }

    /// Takes an order back: it stays as a comment.
    pub(super) fn take_back(&mut self, slot: &str) -> Result<(), Problem> {
        let item = self.items[self.item(slot)?].clone();
        for line in &mut self.lines[item.lines] {
            *line = format!("# {line}");
        }
        self.find();
        self.close(item.list);
        Ok(())
    }

    /// An empty list of standing orders says that none stands any more.
    fn close(&mut self, list: &str) {
        if list == STANDING
            && self.items.iter().all(|item| item.list != STANDING)
            && let Some(head) = self.head(STANDING)
        {
            self.lines[head] = format!("{STANDING}: []");
        }
    }

    /// Changes places with the order before it, or behind it.
    pub(super) fn swap(&mut self, slot: &str, up: bool) -> Result<(), Problem> {
        let own = self.item(slot)?;
        let other = if up { own.checked_sub(1) } else { Some(own + 1) };
        let other = other.filter(|other| {
            self.items.get(*other).is_some_and(|it| it.list == self.items[own].list)
        });
        let Some(other) = other else {
            let way = if up { "first" } else { "last" };
            return Err(Problem::nothing(format!("this order is the {way} of its list already")));
        };
        let [a, b] = [own.min(other), own.max(other)].map(|n| self.items[n].lines.clone());
        let parts = [0..a.start, b.clone(), a.end..b.start, a, b.end..self.lines.len()];
        self.lines = parts.into_iter().flat_map(|part| self.lines[part].to_vec()).collect();
        self.find();
        Ok(())
    }

    /// Makes an order a standing one. `force` are the standing orders in force, which a list that is new would drop.
    pub(super) fn stand(&mut self, slot: &str, force: &str) -> Result<(), Problem> {
        let lines = self.taken_out(slot, ORDERS)?;
        let head = if self.head(STANDING).is_some() {
            self.begun(STANDING)
        } else {
            let at = self.head(ORDERS).unwrap_or(self.lines.len());
            let list = [format!("{STANDING}:")].into_iter().chain(force.lines().map(str::to_owned));
            self.lines.splice(at..at, list);
            self.find();
            at
        };
        let at = self.end_of(STANDING, head);
        self.lines.splice(at..at, lines);
        self.find();
        Ok(())
    }

    /// Makes a standing order one for this cycle.
    pub(super) fn once(&mut self, slot: &str) -> Result<(), Problem> {
        let lines = self.taken_out(slot, STANDING)?;
        self.close(STANDING);
        let head = self.begun(ORDERS);
        let at = self.end_of(ORDERS, head);
        self.lines.splice(at..at, lines);
        self.find();
        Ok(())
    }

    /// Takes an order out of its list, to be put into the other one.
    pub(super) fn taken_out(&mut self, slot: &str, list: &str) -> Result<Vec<String>, Problem> {
        let item = self.items[self.item(slot)?].clone();
        if item.list != list {
            return Err(Problem::nothing(format!(
                "this order is in the list {} already",
                item.list
            )));
        }
        let deep = indent(&self.lines[item.lines.start]);
        let other = self.items.iter().find(|other| other.list != list);
        let wanted = other.map_or(0, |other| indent(&self.lines[other.lines.start]));
        let lines: Vec<String> = self.lines.drain(item.lines).collect();
        self.find();
        let moved = |line: &String| {
            format!("{}{}", " ".repeat(wanted), line.get(deep..).unwrap_or(line.trim_start()))
        };
        Ok(lines.iter().map(moved).collect())
    }
}

/// What a line says, in short forms where there are any.
pub(super) struct Said {
    /// The condition that it hangs on.
    pub(super) when: Option<String>,
    /// Its orders: those of the condition, if there is one.
    pub(super) orders: Vec<String>,
    /// And those that are carried out if it does not hold.
    pub(super) otherwise: Vec<String>,
}

impl Said {
    fn plain(order: String) -> Self {
        Self { when: None, orders: vec![order], otherwise: Vec::new() }
    }

    /// What an item of the list of conditions says; `None` if it cannot be read.
    fn hanging(text: &str, game: &dyn AnyGame) -> Option<Self> {
        let value: Vec<Value> = yaml::read_unguarded(text).ok()?;
        let case = value.first()?.as_object()?;
        let short =
            |order: &Value| in_one_line(&game.shortened(&format!("- {}\n", one_line::line(order))));
        let orders = |list: &str| -> Vec<String> {
            case.get(list).and_then(Value::as_array).into_iter().flatten().map(short).collect()
        };
        let when = Some(one_line::line(case.get("when")?));
        Some(Self { when, orders: orders("then"), otherwise: orders("otherwise") })
    }

    /// Its orders in one line.
    pub(super) fn words(&self) -> String {
        let mut words = self.orders.join("; ");
        if !self.otherwise.is_empty() {
            words += "; else ";
            words += &self.otherwise.join("; ");
        }
        words
    }
}

/// True of the line that begins a list.
fn is_head(line: &str, list: &str) -> bool {
    let rest = line.strip_prefix(list).and_then(|rest| rest.strip_prefix(':'));
    rest.is_some_and(|rest| matches!(rest.split('#').next().unwrap_or_default().trim(), "" | "[]"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "cycle: 1\n# first\nstanding:\n- s  # kept\norders:\n## One, at 3\n# - a 1  # why\n\
                        # - a 2\n\n## Two\n# - b\n- long: {x: 1,\n    y: 2}\n- c  # here\n";

    fn changed(change: impl Fn(&mut File) -> Result<(), Problem>) -> String {
        let mut file = File::of(FILE);
        change(&mut file).unwrap();
        file.text()
    }

    #[test]
    fn an_order_is_given_where_it_belongs() {
        let offered = changed(|file| file.give("a 1", "One, at 3"));
        assert_eq!(offered, FILE.replace("# - a 1", "- a 1"));
        let own = changed(|file| file.give("a 3", "One, at 3"));
        assert_eq!(own, FILE.replace("# - a 1", "- a 3\n# - a 1"));
        let behind = changed(|file| file.give("c 9", "Two"));
        assert_eq!(behind, format!("{FILE}- c 9\n"));
        assert_eq!(changed(|file| file.give("d", "")), format!("{FILE}- d\n"));
        let mut empty = File::of("orders: []\n");
        empty.give("a", "").unwrap();
        assert_eq!(empty.text(), "orders:\n- a\n");
        assert!(File::of(FILE).give("a\nfinal: true", "").is_err());
    }

    #[test]
    fn an_order_is_taken_back_and_moved_with_its_comment() {
        assert_eq!(changed(|file| file.take_back("orders[1]")), FILE.replace("- c ", "# - c "));
        let dropped = changed(|file| file.take_back("standing[0]"));
        assert_eq!(dropped, FILE.replace("standing:\n- s", "standing: []\n# - s"));
        let moved = "- c  # here\n- long: {x: 1,\n    y: 2}\n";
        let up = changed(|file| file.swap("orders[1]", true));
        assert!(up.ends_with(moved), "{up}");
        assert_eq!(changed(|file| file.swap("orders[0]", false)), up);
        assert!(File::of(FILE).swap("orders[0]", true).is_err(), "it is the first");
        assert!(File::of(FILE).swap("orders[9]", true).is_err());
    }

    #[test]
    fn an_order_goes_from_list_to_list() {
        let standing = changed(|file| file.stand("orders[1]", ""));
        let expected = FILE.replace("- c  # here\n", "").replace("kept\n", "kept\n- c  # here\n");
        assert_eq!(standing, expected);
        let mut file = File::of(&standing);
        file.once("standing[1]").unwrap();
        assert_eq!(file.text(), FILE);
        let mut none = File::of("orders:\n- a\n");
        none.stand("orders[0]", "- in force\n").unwrap();
        assert_eq!(none.text(), "standing:\n- in force\n- a\norders:\n");
        assert!(none.stand("standing[0]", "").is_err(), "it stands already");
    }
}
