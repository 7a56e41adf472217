//! What a side knows of the enemy's units, and which of them its own reach (pb68).

use std::collections::BTreeSet;

use super::Parabellum;
use super::catalogue;
use super::format::{Form, Positions};
use super::names::{Sq, Unit};
use super::prospects::fitting;
use super::side::Side;
use super::sight::View;
use super::state::{Holdings, Shared, Sighting, Step, When};
use crate::base::words::{count, joined, names};
use crate::page::{Page, Table, Text};

/// What a side knows of the enemy, and what its miniatures can be.
pub fn add(game: &Parabellum, page: Page, view: &View, side: Side, own: &Holdings) -> Page {
    let enemy = side.other();
    let who = if view.side == Some(side) { "you know" } else { "the other side knows" };
    let visible = game.switches.positions == Positions::Visible;
    let units = Units { game, view, side, own, visible };
    let all = units.all();
    let columns = ["Unit", "Miniature", "At", "Seen", "Strength", "Dice"];
    let table = Table::new().caption(format!("Units of {} as {who} them", enemy.title()));
    let table = table.lefts(columns).rows(all.iter().map(|unit| units.row(unit)));
    let mut page = page.table(table);
    let now = view.open.when();
    let together = |known: &Sighting| {
        let Shared { among, left, of } = known.shared.as_ref()?;
        let (when, is) = match known.strength {
            Some((_, then)) if then.skirmish != now.skirmish => {
                (format!(" in {}", told(then, now)), "was")
            }
            _ => (String::new(), "is"),
        };
        let among = names(among);
        Some(format!(
            "{among} took losses together{when}: of their strength of {of} {left} {is} left."
        ))
    };
    let mut notes: Vec<String> = Vec::new();
    for note in all.iter().filter_map(|unit| together(own.known.get(*unit)?)) {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    page = notes.into_iter().fold(page, Page::note);
    if all.iter().any(|unit| units.now(unit).is_some() && units.strength(unit).is_none()) {
        page = page.note(Text::marked(&format!(
            "Strength: empty where no fight of this skirmish told it; a unit that is mustered has {} [pb10].",
            game.full()
        )));
    }
    if all.iter().any(|unit| units.answers_otherwise(unit)) {
        page = page.note(OTHERWISE);
    }
    let here = all.iter().filter(|unit| !units.is_off(unit));
    let forms: BTreeSet<Form> = here.filter_map(|unit| units.stands_for(unit)).collect();
    page.table(catalogue::miniatures(game, enemy, &forms))
}

/// Why a unit may have rolled another attack die than it attacks with (pb52, pb57).
const OTHERWISE: &str = "Dice: of attack and defense, as the unit rolled them last. Indirect units answer with small dice, and \
                         anti-air units roll others at aircraft than they attack with.";

/// The units of the enemy that a side knows to be no more, as facts. What the side keeps of them does not say whether
/// irregulars were destroyed or went home (pb27).
pub fn gone(game: &Parabellum, enemy: Side, own: &Holdings) -> Vec<(String, String)> {
    let gone = own.known.iter().filter(|(_, sighting)| sighting.destroyed);
    let (home, destroyed): (Vec<_>, Vec<_>) =
        gone.partition(|(_, one)| goes_home(game, enemy, one));
    let named = |(unit, sighting): (&Unit, &Sighting)| match sighting.form {
        Some(form) => format!("{unit} ({form})"),
        None => unit.to_string(),
    };
    let all = [("Destroyed", destroyed), ("Destroyed or gone home", home)].into_iter();
    let all = all.filter(|(_, units)| !units.is_empty());
    let fact = |(label, units): (&str, Vec<_>)| {
        let units = names(units.into_iter().map(named));
        let home = if label == "Destroyed" { "" } else { HOME };
        (format!("{label} of {}", enemy.title()), format!("{units}{home}"))
    };
    all.map(fact).collect()
}

/// When who was hired goes home (pb27).
const HOME: &str = "; irregulars go home when they are disbanded, and after a skirmish";

/// True of a unit that may be one of irregulars, or manned by them, as far as its miniature or card tells (pb26).
fn goes_home(game: &Parabellum, side: Side, sighting: &Sighting) -> bool {
    let mut cities = game.theater.fields.iter().flat_map(|field| field.cities.values());
    let mut cards = match (&sighting.kind, sighting.form) {
        (Some(kind), _) => vec![game.format.card(kind)],
        (None, Some(form)) => catalogue::shown_by(game, side, form),
        (None, None) => Vec::new(),
    }
    .into_iter();
    cities.any(|city| city.irregulars) && cards.any(|row| row.is_hired() || row.light)
}

/// True of a unit of the enemy on the ground that was on the map in this skirmish and is there no more, where whoever is on
/// the map is seen.
pub fn is_off(view: &View, unit: &Unit, known: &Sighting) -> bool {
    let grounded = known.form.is_some_and(|form| form != Form::Aircraft);
    let lately = known.seen.skirmish == view.open.when().skirmish;
    let gone = !known.destroyed && view.mat.place(unit).is_none();
    grounded && lately && gone && view.open.step == Step::Turn
}

/// What a side knows of units.
struct Units<'a> {
    game: &'a Parabellum,
    view: &'a View,
    side: Side,
    own: &'a Holdings,
    /// Whoever is on the map is seen.
    visible: bool,
}

impl<'a> Units<'a> {
    /// Those that are not destroyed, seen now or known from before.
    fn all(&self) -> Vec<&'a Unit> {
        let known = self.own.known.iter().filter(|(_, sighting)| !sighting.destroyed);
        let known = known.map(|(unit, _)| unit);
        let seen = self.view.mat.of(self.side.other()).map(|(unit, _)| unit);
        let seen = seen.filter(|_| self.sees());
        let all: BTreeSet<&Unit> = known.chain(seen).collect();
        all.into_iter().collect()
    }

    /// True if the map of the view is what the side sees.
    fn sees(&self) -> bool {
        self.view.side == Some(self.side)
    }

    fn sighting(&self, unit: &Unit) -> Option<&'a Sighting> {
        self.own.known.get(unit)
    }

    /// Where it is seen now.
    fn now(&self, unit: &Unit) -> Option<Sq> {
        self.view.mat.place(unit).filter(|_| self.sees())
    }

    fn form(&self, unit: &Unit) -> Option<Form> {
        let seen = self.view.mat.minis.get(unit).filter(|_| self.sees());
        seen.map(|mini| mini.form).or_else(|| self.sighting(unit)?.form)
    }

    /// What kind of unit it is. Where all miniatures are seen, what rolled dice and has none is an aircraft (pb53).
    fn stands_for(&self, unit: &Unit) -> Option<Form> {
        self.form(unit).or(Some(Form::Aircraft).filter(|_| self.visible))
    }

    /// Its miniature, with its card if that was described (pb68).
    fn miniature(&self, unit: &Unit) -> String {
        let form = self.stands_for(unit).map(|form| form.to_string()).unwrap_or_default();
        let kind = self.sighting(unit).and_then(|known| known.kind.as_ref());
        kind.map_or(form.clone(), |kind| format!("{form} ({kind})").trim().to_owned())
    }

    /// True if it rolled an attack die that no card has which its miniature can stand for.
    fn answers_otherwise(&self, unit: &Unit) -> bool {
        let rolled = self.sighting(unit).and_then(|known| known.attack);
        rolled.zip(self.form(unit)).is_some_and(|(die, form)| {
            let cards = catalogue::shown_by(self.game, unit.side(), form);
            cards.iter().all(|row| row.attack != die)
        })
    }

    /// True if it has left the map, as far as that can be told (pb4).
    fn is_off(&self, unit: &Unit) -> bool {
        let known = self.sighting(unit).filter(|_| self.visible && self.sees());
        known.is_some_and(|known| is_off(self.view, unit, known))
    }

    /// Its strength as it was told last; on the map that of an earlier skirmish is no more, since a unit that is mustered
    /// is whole (pb10).
    fn strength(&self, unit: &Unit) -> Option<String> {
        let known = self.sighting(unit)?;
        let when = self.view.open.when();
        let (strength, then) = known.strength?;
        let is_past = then.skirmish != when.skirmish;
        if is_past && self.now(unit).is_some() {
            return None;
        }
        let strength = match &known.shared {
            Some(Shared { left, among, .. }) => {
                format!("{left} in {}", count(among.len(), "unit"))
            }
            None => strength.to_string(),
        };
        let past = is_past.then(|| format!("({})", told(then, when)));
        Some(joined([strength].into_iter().chain(past), " "))
    }

    /// The dice that it rolled; where it rolled one of them, the other as all cards have it that it can be. Off the map an
    /// aircraft defends with its own (pb61).
    fn dice(&self, unit: &Unit, known: &Sighting) -> Option<String> {
        let cards = self.stands_for(unit);
        let cards = cards.map(|form| fitting(self.game, unit.side(), form, Some(known)));
        let cards = cards.unwrap_or_default();
        let agreed = |mut dice: Vec<u8>| {
            dice.dedup();
            <[u8; 1]>::try_from(dice).ok().map(|[die]| die)
        };
        let on_map = self.now(unit).is_some();
        let attacks = || cards.iter().map(|row| row.attack).collect();
        let shields = || cards.iter().map(|row| self.game.shield(row, on_map)).collect();
        let attack = known.attack.or_else(|| agreed(attacks()));
        let defense = known.defense.or_else(|| agreed(shields()));
        let die = |die: Option<u8>| die.map_or("?".to_owned(), |sides| sides.to_string());
        (known.attack.is_some() || known.defense.is_some())
            .then(|| format!("{}/{}", die(attack), die(defense)))
    }

    fn row(&self, unit: &Unit) -> [String; 6] {
        let known = self.sighting(unit);
        let when = self.view.open.when();
        let seen = match (self.now(unit), known) {
            (Some(_), _) => "now".to_owned(),
            (None, Some(known)) => told(known.seen, when),
            (None, None) => String::new(),
        };
        let at = match self.now(unit).or_else(|| known?.at) {
            _ if self.is_off(unit) => "off the map".to_owned(),
            at => at.map(|at| at.to_string()).unwrap_or_default(),
        };
        let dice = known.and_then(|known| self.dice(unit, known));
        [
            unit.to_string(),
            self.miniature(unit),
            at,
            seen,
            self.strength(unit).unwrap_or_default(),
            dice.unwrap_or_default(),
        ]
    }
}

/// When something was learned, from now.
fn told(then: When, now: When) -> String {
    match then.round {
        _ if then.skirmish != now.skirmish => format!("skirmish {}", then.skirmish),
        0 => "deployment".to_owned(),
        round => format!("round {round}"),
    }
}
