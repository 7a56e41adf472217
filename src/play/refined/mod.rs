//! An order, put together piece by piece.
//!
//! The short form of an order is walked through (`engine::orders::short::steps`); the orders' own types say what each blank
//! takes: a name of a kind, a word, a number. The names are all that the game has of the kind, those of the offers first, and the
//! first blank for a name of the unit's kind is the unit. A value is offered if the game's check refuses not every line that can follow, and comes
//! last if it doubts them: lines are asked about by the hundred, in rounds of one blank more each, first with values of the offers, then with all. A call
//! asks about [`search::MOST`] lines at most, shared evenly, and what was not shown to be right by then is not offered.

mod condition;
mod search;
mod values;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

pub(super) use self::condition::condition;
use self::values::Candidate;
use super::asked::{Asked, game};
use crate::base::Problem;
use crate::engine::orders::short::steps::{Asked as Written, Slot, Steps};
use crate::engine::sheets::expected::Expected;
use crate::engine::shelf::composed::{Composer, Named, Weighed};
use crate::engine::{AnyGame, Choice, Shelf, Short, ViewDoc};
use crate::referee::player::template::in_one_line;

/// Picks that follow because there is nothing else.
const FORCED: usize = 8;

/// What may come next in an order for a unit, of which these picks were made.
///
/// # Errors
/// If the report asks for no orders, or the picks lead nowhere.
pub(super) fn refine(asked: &Asked, shelf: Shelf) -> Result<Value, Problem> {
    let reading = asked.proven(shelf)?;
    let game = game(&reading)?;
    reading.report.data.asked()?;
    let view = reading.report.data.view();
    let choices = shortened(&*game, &view)?;
    let composer = game.composer(&view)?;
    let subject = asked.subject.as_deref().unwrap_or_default();
    let desk = Desk::new(&*composer, game.short(), &choices, subject);
    desk.answer(&asked.picks)
}

/// What may be ordered, in short lines where there are any.
fn shortened(game: &dyn AnyGame, view: &ViewDoc) -> Result<Vec<Choice<String>>, Problem> {
    let mut choices = game.choices(view)?;
    for offer in choices.iter_mut().flat_map(|choice| &mut choice.offers) {
        offer.order = game.shortened(&offer.order);
    }
    Ok(choices)
}

/// A unit, or something else that orders are about.
pub(super) struct Unit {
    /// What it is called.
    pub(super) subject: String,
    /// What is offered for it.
    pub(super) offers: Vec<String>,
    /// Its name, by its kind.
    focus: Option<(String, String)>,
}

impl Unit {
    /// The one that an order names first.
    pub(super) fn of<'u>(units: &'u [Self], order: &Named) -> Option<&'u Self> {
        order
            .names
            .iter()
            .find_map(|name| units.iter().find(|unit| unit.focus.as_ref() == Some(name)))
    }
}

/// What orders can be about.
///
/// # Errors
/// If the view is none of the game's.
pub(super) fn units(game: &dyn AnyGame, view: &ViewDoc) -> Result<Vec<Unit>, Problem> {
    let composer = game.composer(view)?;
    let unit = |choice: Choice<String>| {
        let named: Vec<Named> =
            choice.offers.iter().filter_map(|offer| composer.named(&offer.order)).collect();
        let focus = focus(&*composer, &choice.subject, &named);
        let offers = choice.offers.iter().map(|offer| in_one_line(&offer.order)).collect();
        Unit { subject: choice.subject, offers, focus }
    };
    Ok(shortened(game, view)?.into_iter().map(unit).collect())
}

/// What an order may be made of.
struct Desk<'g> {
    composer: &'g dyn Composer,
    short: &'static Short,
    /// The unit that the order is for: the kind of its name, and the name.
    focus: Option<(String, String)>,
    /// What is offered for it: the kind of each order, and its line.
    offered: Vec<(String, String)>,
    /// Names in the offers, those of the unit first, by their kinds.
    seeds: BTreeMap<String, Vec<String>>,
    /// Words and numbers in the offers, by the kinds of orders.
    said: BTreeMap<String, Vec<String>>,
    /// Lines that may still be asked about, and what was said of those before.
    left: Cell<usize>,
    weighed: RefCell<BTreeMap<String, Weighed>>,
}

/// An order so far.
#[derive(Debug, Clone)]
struct So {
    form: usize,
    node: usize,
    line: String,
    /// False once the unit is named.
    free: bool,
}

/// Pieces that may come next, where they belong together.
struct Group {
    lead: String,
    field: String,
    /// The begin of a pick for any number.
    number: Option<String>,
    /// How many of the values there is nothing to say against; the others are hardly meant.
    good: usize,
    /// Each with its pick and what else it is called.
    values: Vec<(Candidate, String, So)>,
}

type Forms = BTreeMap<usize, Steps>;

impl<'g> Desk<'g> {
    fn new(
        composer: &'g dyn Composer,
        short: &'static Short,
        choices: &[Choice<String>],
        subject: &str,
    ) -> Self {
        let (own, others): (Vec<_>, Vec<_>) =
            choices.iter().partition(|choice| choice.subject == subject);
        let (mut seeds, mut said) = (BTreeMap::<_, Vec<_>>::new(), BTreeMap::<_, Vec<_>>::new());
        let (mut offered, mut lines) = (Vec::<Named>::new(), Vec::new());
        for offer in own.iter().chain(&others).flat_map(|choice| &choice.offers) {
            let Some(named) = composer.named(&offer.order) else { continue };
            for (kind, name) in &named.names {
                push(seeds.entry(kind.clone()).or_default(), name);
            }
            let line = in_one_line(&offer.order);
            let words = line.split(|c: char| !c.is_alphanumeric() && !"-_".contains(c));
            for word in words.filter(|word| !word.is_empty()) {
                push(said.entry(named.kind.clone()).or_default(), word);
            }
            offered.push(named);
            lines.push(line);
        }
        let count = own.iter().map(|choice| choice.offers.len()).sum();
        offered.truncate(count);
        let focus = focus(composer, subject, &offered);
        let offered =
            offered.into_iter().zip(lines).map(|(named, line)| (named.kind, line)).collect();
        let (left, weighed) = (Cell::new(search::MOST), RefCell::default());
        Self { composer, short, focus, offered, seeds, said, left, weighed }
    }

    fn answer(&self, picks: &[String]) -> Result<Value, Problem> {
        let forms = self.forms();
        let [first, rest @ ..] = picks else { return Ok(json!({"verbs": self.verbs(&forms)})) };
        let mut picks = vec![first.clone()];
        let mut so = first.strip_prefix('f').and_then(|form| form.parse().ok());
        let mut so = so
            .take()
            .filter(|form| forms.contains_key(form))
            .map(|form| self.begin(form))
            .ok_or_else(nowhere)?;
        for pick in rest {
            so = self.picked(&forms, &so, pick).ok_or_else(nowhere)?;
            picks.push(pick.clone());
        }
        let mut groups = self.groups(&forms, &so);
        for _ in 0..FORCED {
            let mut all = groups.iter().flat_map(|group| &group.values);
            let (Some((_, pick, next)), None) = (all.next(), all.next()) else { break };
            if self.whole(&forms, &so).is_some() {
                break;
            }
            (picks, so) = ([&picks[..], std::slice::from_ref(pick)].concat(), next.clone());
            groups = self.groups(&forms, &so);
        }
        let order = self.whole(&forms, &so);
        let dead = order.is_none() && groups.iter().all(|group| group.values.is_empty());
        Ok(json!({
            "picks": picks,
            "line": so.line,
            "order": order,
            "dead": dead,
            "groups": groups.iter().map(Group::shown).collect::<Vec<_>>(),
        }))
    }

    /// The forms of the kinds that can come to something, each in one way if there are several that ask for the same.
    fn forms(&self) -> Forms {
        let kinds = self.composer.kinds();
        let mut forms = Forms::new();
        let mut seen: BTreeSet<(&str, Vec<&str>)> = BTreeSet::new();
        for (form, (kind, ..)) in self.short.orders.iter().enumerate() {
            let Some(steps) = self.short.steps(form) else { continue };
            let mut fields: Vec<&str> = steps.slots().map(|slot| slot.field).collect();
            fields.sort_unstable();
            fields.dedup();
            if kinds.iter().any(|own| own == kind) && seen.insert((kind, fields)) {
                forms.insert(form, steps);
            }
        }
        forms
    }

    fn begin(&self, form: usize) -> So {
        So { form, node: Steps::BEGIN, line: String::new(), free: self.focus.is_some() }
    }

    /// What the unit can do.
    fn verbs(&self, forms: &Forms) -> Vec<Value> {
        let names = |slot: &Slot| self.is_focus(slot);
        let about = |(form, steps): &(&usize, &Steps)| {
            let kind = self.short.orders[**form].0;
            match self.focus {
                Some(_) => steps.slots().any(names),
                None => self.offered.is_empty() || self.offered.iter().any(|(own, _)| own == kind),
            }
        };
        let own: Vec<usize> = forms.iter().filter(about).map(|(form, _)| *form).collect();
        let begun: Vec<So> = own.iter().map(|form| self.begin(*form)).collect();
        let possible = self.possible(forms, &begun);
        let own: Vec<usize> = own
            .into_iter()
            .zip(possible)
            .filter(|(_, is)| *is > Weighed::Refused)
            .map(|(form, _)| form)
            .collect();
        let value = |form: &usize| {
            let (kind, _, example) = self.short.orders[*form];
            let twice = own.iter().filter(|form| self.short.orders[**form].0 == kind).count() > 1;
            json!({"pick": format!("f{form}"), "words": kind, "example": twice.then_some(example)})
        };
        own.iter().map(value).collect()
    }

    /// True if a blank takes names of the unit's kind.
    fn is_focus(&self, slot: &Slot) -> bool {
        let kind = match self.composer.expects(&slot.at) {
            Some(Expected::Name(kind)) => kind,
            Some(
                Expected::Word(_)
                | Expected::Number
                | Expected::Text
                | Expected::Items(_)
                | Expected::Fields(_),
            )
            | None => return false,
        };
        self.focus.as_ref().is_some_and(|(own, _)| own == kind)
    }

    /// The order with one pick more; `None` if it leads nowhere.
    fn picked(&self, forms: &Forms, so: &So, pick: &str) -> Option<So> {
        let (id, text) = pick.split_once('=')?;
        let id: usize = id.parse().ok()?;
        let ways = forms[&so.form].ways(so.node);
        let next = ways.next.into_iter().find(|next| next.id == id)?;
        let free = so.free && !next.slot.is_some_and(|slot| self.is_focus(slot));
        let text = if next.slot.is_some() { text } else { "" };
        let line = format!("{}{}{text}", so.line, next.lead);
        Some(So { form: so.form, node: next.to, line, free })
    }

    /// The pieces that may come next.
    fn groups(&self, forms: &Forms, so: &So) -> Vec<Group> {
        let ways = forms[&so.form].ways(so.node);
        let mut groups: Vec<Group> = Vec::new();
        for next in &ways.next {
            let values = self.steps(so, next, true).into_iter();
            let (candidates, steps): (Vec<_>, Vec<_>) = values.unzip();
            let pick = |candidate: &Candidate| format!("{}={}", next.id, candidate.text);
            let values = candidates.into_iter().zip(steps);
            let values = values.map(|(it, so)| (pick(&it), it, so)).map(|(p, it, so)| (it, p, so));
            let number = next.slot.filter(|slot| self.takes_number(slot));
            let number = number.map(|_| format!("{}=", next.id));
            let field = next.slot.map_or("", |slot| slot.field);
            let field = if field.parse::<u8>().is_ok() { "" } else { field }.to_owned();
            let lead = if next.slot.is_some() { next.lead.trim() } else { "" }.to_owned();
            let words = groups.iter_mut().find(|group| next.slot.is_none() && group.is_words());
            if let Some(group) = words {
                group.values.extend(values);
            } else {
                let values = values.collect();
                groups.push(Group { lead, field, number, good: 0, values });
            }
        }
        let all: Vec<So> =
            groups.iter().flat_map(|group| &group.values).map(|(.., so)| so.clone()).collect();
        let mut possible = self.possible(forms, &all).into_iter();
        for group in &mut groups {
            let values = std::mem::take(&mut group.values).into_iter().filter_map(|value| {
                let weighed = possible.next()?;
                (weighed > Weighed::Refused).then_some((value, weighed == Weighed::Doubted))
            });
            let (good, doubted): (Vec<_>, Vec<_>) = values.partition(|(_, doubted)| !doubted);
            group.good = good.len();
            group.values = good.into_iter().chain(doubted).map(|(value, _)| value).collect();
        }
        groups.retain(|group| !group.values.is_empty());
        groups
    }

    fn takes_number(&self, slot: &Slot) -> bool {
        slot.written == Written::Number
            && !matches!(self.composer.expects(&slot.at), Some(Expected::Name(_)))
    }

    /// What may stand in a blank, and the order with it.
    fn steps(
        &self,
        so: &So,
        next: &crate::engine::orders::short::steps::Next<'_>,
        all: bool,
    ) -> Vec<(Candidate, So)> {
        let step = |candidate: Candidate, free: bool| {
            let text = if next.slot.is_some() { candidate.text.as_str() } else { "" };
            let line = format!("{}{}{text}", so.line, next.lead);
            (candidate, So { form: so.form, node: next.to, line, free })
        };
        let Some(slot) = next.slot else {
            let text = next.lead.trim().to_owned();
            return vec![step(Candidate { text, called: None }, so.free)];
        };
        if so.free && self.is_focus(slot) {
            let text = self.focus.as_ref().map(|(_, name)| name.clone()).unwrap_or_default();
            return vec![step(Candidate { text, called: None }, false)];
        }
        let kind = self.short.orders[so.form].0;
        self.candidates(kind, slot, all).into_iter().map(|it| step(it, so.free)).collect()
    }
}

impl Group {
    fn is_words(&self) -> bool {
        self.lead.is_empty() && self.field.is_empty() && self.number.is_none()
    }

    fn shown(&self) -> Value {
        let value = |(n, (candidate, pick, _)): (usize, &(Candidate, String, So))| {
            (candidate.clone(), pick.clone(), n >= self.good)
        };
        let values: Vec<_> = self.values.iter().enumerate().map(value).collect();
        shown((&self.lead, &self.field), self.number.as_deref(), &values)
    }
}

/// Pieces that may come next, as a page takes them: each with its pick, and whether it is hardly meant.
fn shown(
    (lead, field): (&str, &str),
    number: Option<&str>,
    values: &[(Candidate, String, bool)],
) -> Value {
    let value = |(candidate, pick, doubted): &(Candidate, String, bool)| {
        let Candidate { text, called } = candidate;
        let words = called.as_ref().map_or_else(|| text.clone(), |it| format!("{it} ({text})"));
        let names: Vec<&String> = [Some(text), called.as_ref()].into_iter().flatten().collect();
        json!({"pick": pick, "words": words, "names": names, "doubted": doubted})
    };
    json!({
        "lead": lead,
        "field": field,
        "number": number,
        "values": values.iter().map(value).collect::<Vec<_>>(),
    })
}

/// The name that the orders of a unit are about: one that all offers have in common, the first in what it is called; without
/// offers the one with which that begins.
fn focus(composer: &dyn Composer, subject: &str, offers: &[Named]) -> Option<(String, String)> {
    let folded = subject.to_lowercase();
    let at = |name: &str| {
        let name = name.to_lowercase();
        let is_end = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        folded.match_indices(&name).map(|(at, _)| at).find(|at| {
            is_end(folded[..*at].chars().next_back())
                && is_end(folded[at + name.len()..].chars().next())
        })
    };
    if let [first, rest @ ..] = offers {
        let common =
            first.names.iter().filter(|name| rest.iter().all(|it| it.names.contains(name)));
        let named = common.filter_map(|name| Some((at(&name.1)?, name)));
        return named.min_by_key(|(at, _)| *at).map(|(_, name)| name.clone());
    }
    composer.called(subject)
}

fn push(all: &mut Vec<String>, new: &str) {
    if all.iter().all(|old| old != new) {
        all.push(new.to_owned());
    }
}

fn nowhere() -> Problem {
    Problem::refused("no order begins so").hint("begin the order again")
}
