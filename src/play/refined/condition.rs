//! A condition that an order depends on, put together piece by piece: first its kind, then each of its values.

use serde_json::{Map, Value, json};

use super::super::asked::{Asked, game};
use super::values::{Candidate, named, plain};
use super::{nowhere, shown};
use crate::base::Problem;
use crate::engine::orders::one_line;
use crate::engine::orders::short::steps::Key;
use crate::engine::sheets::expected::Expected;
use crate::engine::shelf::composed::{Composer, Weighed};
use crate::engine::{Shelf, Words};

/// What may come next in a condition for an order, of which these picks were made.
///
/// # Errors
/// If the report asks for no orders, or the picks lead nowhere.
pub(in crate::play) fn condition(asked: &Asked, shelf: Shelf) -> Result<Value, Problem> {
    let reading = asked.proven(shelf)?;
    let game = game(&reading)?;
    reading.report.data.asked()?;
    let composer = game.composer(&reading.report.data.view())?;
    let order = format!("- {}\n", asked.order.as_deref().unwrap_or_default());
    Hinge { composer: &*composer, order: &order }.answer(&asked.picks)
}

/// Conditions of a kind that are tried to see whether an order can depend on one of it.
const TRIED: usize = 40;

/// An order and what it may depend on.
struct Hinge<'g> {
    composer: &'g dyn Composer,
    /// A list of the order alone.
    order: &'g str,
}

/// What is filled in: the name that the field has, if it has one, and where it stands.
struct Blank {
    field: &'static str,
    at: Vec<Key>,
}

impl Hinge<'_> {
    fn answer(&self, picks: &[String]) -> Result<Value, Problem> {
        let Some(Expected::Word(kinds)) = self.composer.condition(&[]) else {
            return Err(Problem::nothing("orders in this game cannot depend on a condition"));
        };
        let Some((kind, values)) = picks.split_first() else { return self.begun(picks, kinds) };
        let kind = kinds.iter().find(|known| *known == kind).ok_or_else(nowhere)?;
        let blanks = self.blanks(kind);
        let values: Option<Vec<&str>> = values.iter().map(|pick| pick.strip_prefix('=')).collect();
        let values = values.filter(|values| values.len() <= blanks.len()).ok_or_else(nowhere)?;
        let line = format!("if {kind} {}", values.join(" "));
        let Some(blank) = blanks.get(values.len()) else {
            let whole = self.weigh(kind, &blanks, &[&values[..]]).remove(0);
            let order = whole.stands().then(|| one_line::inner(&whole.condition));
            let dead = order.is_none();
            return Ok(json!({
                "picks": picks, "line": line.trim_end(), "order": order, "dead": dead, "groups": [],
            }));
        };
        let number = (self.expects(blank) == Some(Expected::Number)).then_some("=");
        let candidates = self.candidates(blank);
        let last = values.len() + 1 == blanks.len();
        let whole: Vec<Vec<&str>> = candidates
            .iter()
            .map(|candidate| [&values[..], &[candidate.text.as_str()]].concat())
            .collect();
        let whole: Vec<&[&str]> = whole.iter().map(Vec::as_slice).collect();
        let weighed: Vec<Weighed> = if last {
            self.weigh(kind, &blanks, &whole).iter().map(|whole| whole.weighed).collect()
        } else {
            vec![Weighed::Stands; candidates.len()]
        };
        let mut values: Vec<(Candidate, String, bool)> = candidates
            .into_iter()
            .zip(weighed)
            .filter(|(_, weighed)| *weighed > Weighed::Refused)
            .map(|(it, weighed)| {
                let pick = format!("={}", it.text);
                (it, pick, weighed == Weighed::Doubted)
            })
            .collect();
        values.sort_by_key(|(.., doubted)| *doubted);
        let dead = values.is_empty() && number.is_none();
        Ok(json!({
            "picks": picks, "line": line.trim_end(), "order": null, "dead": dead,
            "groups": [shown((kind, blank.field), number, &values)],
        }))
    }

    /// The kinds of conditions that the order can depend on.
    fn begun(&self, picks: &[String], kinds: &[&'static str]) -> Result<Value, Problem> {
        let mut why = None;
        let mut can = |kind: &&&'static str| {
            let blanks = self.blanks(kind);
            let first: Option<Vec<Vec<Candidate>>> = blanks
                .iter()
                .map(|blank| Some(self.candidates(blank)).filter(|some| !some.is_empty()))
                .collect();
            let Some(first) = first else { return false };
            let values = |n: usize| -> Vec<&str> {
                let values = first.iter().filter_map(|all| all.get(n).or_else(|| all.first()));
                values.map(|it| it.text.as_str()).collect()
            };
            let tried = first.iter().map(Vec::len).max().unwrap_or(1).min(TRIED);
            let tried: Vec<Vec<&str>> = (0..tried).map(values).collect();
            let tried: Vec<&[&str]> = tried.iter().map(Vec::as_slice).collect();
            let whole = self.weigh(kind, &blanks, &tried);
            let can = whole.iter().any(Whole::stands);
            why = why.take().or_else(|| whole.into_iter().find_map(|whole| whole.why));
            can
        };
        let kinds: Vec<_> = kinds.iter().filter(|kind| can(kind)).map(stands).collect();
        if kinds.is_empty() {
            let why = why.unwrap_or_else(|| Words::new("this order cannot depend on a condition"));
            let problem = Problem::refused(why.what);
            return Err(match why.hint {
                Some(hint) => problem.hint(hint),
                None => problem.hint("give another order, or give this one without a condition"),
            });
        }
        let groups = [shown(("if", ""), None, &kinds)];
        Ok(json!({"picks": picks, "line": "if", "order": null, "dead": false, "groups": groups}))
    }

    /// What a condition of this kind says.
    fn blanks(&self, kind: &'static str) -> Vec<Blank> {
        let begin = Key::Field(kind);
        match self.composer.condition(&[begin]) {
            Some(Expected::Items(count)) => {
                (0..count).map(|n| Blank { field: "", at: vec![begin, Key::Nth(n)] }).collect()
            }
            Some(Expected::Fields(fields)) => fields
                .iter()
                .map(|field| Blank { field, at: vec![begin, Key::Field(field)] })
                .collect(),
            Some(Expected::Name(_) | Expected::Word(_) | Expected::Number | Expected::Text) => {
                vec![Blank { field: "", at: vec![begin] }]
            }
            None => Vec::new(),
        }
    }

    fn expects(&self, blank: &Blank) -> Option<Expected> {
        self.composer.condition(&blank.at)
    }

    fn candidates(&self, blank: &Blank) -> Vec<Candidate> {
        match self.expects(blank) {
            Some(Expected::Name(kind)) => named(self.composer, kind, &[], true),
            Some(Expected::Word(words)) => words.iter().map(|word| plain(*word)).collect(),
            Some(Expected::Number) => (0..=10).map(|n: u32| plain(n.to_string())).collect(),
            Some(Expected::Text | Expected::Items(_) | Expected::Fields(_)) | None => Vec::new(),
        }
    }

    /// Each condition with these values, and what would become of the order with it.
    fn weigh(&self, kind: &str, blanks: &[Blank], all: &[&[&str]]) -> Vec<Whole> {
        let made = |as_number: bool| -> Vec<Value> {
            all.iter().map(|values| made(kind, blanks, values, as_number)).collect()
        };
        // A name in digits is a number to some types, and a text to others.
        let [numbers, texts] = [true, false].map(made);
        let weighed = |conditions: Vec<Value>| {
            let said = self.composer.weigh_conditions(&conditions, self.order);
            let whole = |(condition, (weighed, why))| Whole { condition, weighed, why };
            conditions.into_iter().zip(said).map(whole).collect::<Vec<Whole>>()
        };
        let either = |(number, text): (Whole, Whole)| {
            let better = text.weighed > number.weighed || number.why.is_none() && !number.stands();
            if better { text } else { number }
        };
        if numbers == texts {
            return weighed(numbers);
        }
        weighed(numbers).into_iter().zip(weighed(texts)).map(either).collect()
    }
}

/// A condition, and what would become of the order with it.
struct Whole {
    condition: Value,
    weighed: Weighed,
    /// What is wrong with it.
    why: Option<Words>,
}

impl Whole {
    fn stands(&self) -> bool {
        self.weighed > Weighed::Refused
    }
}

/// A condition in the form that is read.
fn made(kind: &str, blanks: &[Blank], values: &[&str], as_number: bool) -> Value {
    let value = |text: &str| match text.parse::<u64>() {
        Ok(number) if as_number && number.to_string() == text => Value::from(number),
        _ => Value::from(text),
    };
    let content = match (blanks, values) {
        ([], _) => return Value::from(kind),
        ([Blank { field: "", at }], [one]) if at.len() == 1 => value(one),
        ([Blank { field: "", .. }, ..], _) => values.iter().map(|text| value(text)).collect(),
        _ => {
            let fields = blanks.iter().zip(values);
            let fields = fields.map(|(blank, text)| (blank.field.to_owned(), value(text)));
            Value::Object(fields.collect())
        }
    };
    Value::Object(Map::from_iter([(kind.to_owned(), content)]))
}

fn stands(kind: &&'static str) -> (Candidate, String, bool) {
    (plain(*kind), (*kind).to_owned(), false)
}
