//! The kinds of orders that a reader may give, what each does, and how it is written.

use std::collections::{BTreeMap, BTreeSet};

use super::typed::{SeenOf, Typed};
use crate::engine::facts::agenda::{Part, Way};
use crate::engine::orders::short::{Form, shown};
use crate::engine::sheets::schema;
use crate::engine::story::answers::brief;
use crate::engine::wording::walk::{tag, tags};
use crate::engine::{Game, Reader};

/// Orders of a kind that are tried, until one of them may be given.
const TRIED: usize = 12;

/// Characters of an example at most.
const LONGEST: usize = 56;

impl<G: Game> Typed<G> {
    /// The kinds with what each does and an order that the reader could give; where there is none, its form.
    pub(super) fn ways(&self, seen: &SeenOf<G>, kinds: &BTreeSet<String>) -> Vec<Way> {
        let own = match &seen.reader {
            Reader::Seat(_) if !seen.phase.is_roll_call() => self.examples(seen, kinds),
            Reader::Seat(_) | Reader::Public | Reader::Moderator => BTreeMap::new(),
        };
        let known = self.kinds.get_or_init(schema::kinds::<G>);
        let way = |kind: &String| Way {
            kind: kind.clone(),
            does: known.get(kind).map(|it| it.does.clone()).unwrap_or_default(),
            parts: known.get(kind).map(|it| in_one_line::<G>(kind, &it.parts)).unwrap_or_default(),
            example: own.get(kind).cloned(),
            forms: G::SHORT.shown(kind),
        };
        let mut ways: Vec<Way> = kinds.iter().map(way).collect();
        // In the order of the rules, which is mostly that of a turn.
        let known = tags::<G::Order>();
        let place = |kind: &str| known.iter().position(|tag| *tag == kind);
        ways.sort_by_key(|way| (way.example.is_none(), place(&way.kind)));
        ways
    }

    /// For each kind, the first of its offers that may be given and is short.
    fn examples(&self, seen: &SeenOf<G>, kinds: &BTreeSet<String>) -> BTreeMap<String, String> {
        let offers = self.game.choices(&seen.view).into_iter().flat_map(|choice| choice.offers);
        let mut tried: BTreeMap<String, usize> = BTreeMap::new();
        let (mut orders, mut lines) = (Vec::new(), Vec::new());
        for offer in offers {
            let kind = tag(&offer.order);
            let count = tried.entry(kind.clone()).or_default();
            let is_wanted = *count < TRIED && kinds.contains(&kind);
            let order = &offer.order;
            if !is_wanted || !self.names.take(order) || !self.game.is_example(&seen.view, order) {
                continue;
            }
            let line = brief::<G>(&offer.order);
            if line.chars().count() <= LONGEST {
                *count += 1;
                orders.push(offer.order);
                lines.push((kind, line));
            }
        }
        let refused = self.game.refused(&seen.view, &orders.iter().collect::<Vec<_>>());
        let mut examples = BTreeMap::new();
        for ((kind, line), _) in lines.into_iter().zip(refused).filter(|(_, refused)| !refused) {
            examples.entry(kind).or_insert(line);
        }
        examples
    }
}

/// The parts of a kind as they stand in its lines: each by what is to be filled in for it, its values as they are written
/// there, such as `losses NUMBER`, where the game says how.
fn in_one_line<G: Game>(kind: &str, parts: &[Part]) -> Vec<Part> {
    let one = |part: &Part| Part {
        name: G::SHORT.placeholder(kind, &part.name).unwrap_or_else(|| part.name.clone()),
        is: part.is.clone(),
        values: values::<G>(&part.values),
    };
    parts.iter().map(one).collect()
}

fn values<G: Game>(values: &[(String, String)]) -> Vec<(String, String)> {
    let fits = |forms: &Vec<Form>| {
        values.iter().all(|(value, _)| forms.iter().any(|(tag, _)| tag == value))
    };
    let mut choices = G::SHORT.parts.iter().filter_map(|(_, part)| Some(part.forms()?.collect()));
    let forms = choices.find(fits).unwrap_or_default();
    let written = |(value, is): &(String, String)| {
        let form = forms.iter().find(|(tag, _)| tag == value);
        (form.map_or_else(|| value.clone(), |(_, form)| shown(form)), is.clone())
    };
    values.iter().map(written).collect()
}
