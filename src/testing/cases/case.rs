//! A case file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

use crate::base::yaml::Spanned;
use crate::engine::Seat;

/// What is given, what is ordered, how the dice fall, and what follows from the rulebook.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The rules that it is evidence for; the first gives the file its name.
    pub rules: Vec<String>,
    /// What happens, in a line.
    pub title: String,
    /// How the result follows from the rulebook, worked out by hand.
    pub because: String,
    /// The scenario: a file in `maps/`, without its ending.
    #[serde(default)]
    map: Option<String>,
    /// Or one that comes with the program.
    #[serde(default)]
    pub shipped: Option<String>,
    /// Switches of the turn format.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Events that lead from the set-up to the position, in the game's own form.
    #[serde(default)]
    pub given: Vec<Spanned<Value>>,
    /// What each seat orders; a seat that is left out sends nothing.
    #[serde(default)]
    pub orders: BTreeMap<Seat, Lists>,
    /// Draws that fall as written; all others must not matter.
    #[serde(default)]
    pub draws: BTreeMap<String, Vec<u64>>,
    /// What follows.
    pub then: Then,
    /// Where its file lies.
    #[serde(skip)]
    folder: PathBuf,
}

/// The lists of an order file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lists {
    #[serde(default)]
    standing: Option<Vec<Value>>,
    #[serde(default)]
    orders: Option<Vec<Value>>,
    #[serde(default)]
    contingent: Option<Vec<Value>>,
}

/// What must be true after the cycle. What is left out is not looked at.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Then {
    /// The kinds of events that are compared; those that `events` names, if left out.
    #[serde(default)]
    pub of: Option<Vec<String>>,
    /// All events of these kinds in order, each under its rule, or under `any`.
    #[serde(default)]
    pub events: Vec<BTreeMap<String, Value>>,
    /// Code and rule of every order line, in the order of the file, such as `partly cw26`.
    #[serde(default)]
    pub answers: BTreeMap<Seat, Vec<String>>,
    /// Every finding of the player's check about a line, such as `orders[1] refused cw16`.
    #[serde(default)]
    pub check: BTreeMap<Seat, Vec<String>>,
    /// Lines of a page that stand there in this order, without rules and draws. Facts read
    /// `label: text`, rows of tables `cell | cell`. The reader is a seat or `public`.
    #[serde(default)]
    pub told: BTreeMap<String, Vec<String>>,
    /// What must not stand anywhere in a page.
    #[serde(default)]
    pub untold: BTreeMap<String, Vec<String>>,
    /// A part of the state; lists are compared whole.
    #[serde(default)]
    pub state: Option<Value>,
    /// How the game ended, in words.
    #[serde(default)]
    pub outcome: Option<String>,
}

impl Case {
    /// Reads a file and checks what its form alone can tell.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(path: &Path) -> Result<Self, String> {
        let mut case: Self = crate::testing::yaml(path).map_err(|problem| problem.to_string())?;
        path.parent().unwrap_or(path).clone_into(&mut case.folder);
        let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
        let wrong = case.wrong(stem);
        wrong.map_or(Ok(case), |what| Err(format!("{}: {what}", path.display())))
    }

    fn wrong(&self, stem: &str) -> Option<&'static str> {
        let named = |rule: &String| {
            stem.strip_prefix(rule.as_str()).is_some_and(|rest| rest.starts_with('-'))
        };
        if !self.rules.first().is_some_and(named) {
            return Some("the file is named <rule>-<slug> after the first of its rules");
        }
        if self.title.trim().is_empty() || self.because.trim().is_empty() {
            return Some("a case has a title and says how its result follows from the rulebook");
        }
        if self.map.is_some() == self.shipped.is_some() {
            return Some("a case has either a map or a shipped scenario");
        }
        let then = &self.then;
        if then.events.iter().any(|event| event.len() != 1) {
            return Some("an event stands alone under its rule: `- cw23: {jumped: {…}}`");
        }
        let silent = then.of.is_none()
            && then.events.is_empty()
            && then.answers.is_empty()
            && then.check.is_empty()
            && then.told.is_empty()
            && then.untold.is_empty()
            && then.state.is_none()
            && then.outcome.is_none();
        silent.then_some("the case asserts nothing")
    }

    /// The scenario file, if it is not a shipped one.
    pub fn map(&self) -> Option<PathBuf> {
        self.map.as_ref().map(|name| self.folder.join("maps").join(format!("{name}.yaml")))
    }
}

impl Lists {
    /// An order file with these lists.
    pub fn file(&self, seat: &Seat) -> Vec<u8> {
        let head = "0".repeat(64);
        let mut text = format!(
            "campaign: case#00000000\ncycle: 1\nseat: {seat}\nsequence: 1\nto: age1case\n\
             head: {head}\n"
        );
        let lists = [
            ("standing", &self.standing),
            ("orders", &self.orders),
            ("contingent", &self.contingent),
        ];
        for (name, list) in lists {
            let Some(list) = list else { continue };
            let empty = if list.is_empty() { " []" } else { "" };
            let lines: Vec<_> = list.iter().map(crate::testing::line).collect();
            text.extend([name, ":", empty, "\n", &lines.concat()]);
        }
        text.into_bytes()
    }
}
