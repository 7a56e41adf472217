//! Defaults come last in every game: what is done without orders never makes the result of an order
//! worse.

mod company_war;

use std::collections::{BTreeMap, BTreeSet};

use adjutant::base::Digest;
use adjutant::engine::{AnyGame, AnySheet, Chance, GameKind, Phase, Position, Seat, ViewDoc};
use adjutant::games;
use adjutant::testing::conformance::played::drawn_for;
use serde_json::Value;

use crate::conformance::side_by_side;
use crate::shelf::{self, array, json};

/// Campaigns of each game, and cycles of one.
const CAMPAIGNS: u64 = 40;
const CYCLES: u32 = 6;
/// Sheets that are tried in a position, and lines that are tried in a sheet.
const SHEETS: u32 = 2;
const LINES: u32 = 8;

/// Phases in which neither dice nor another seat have a say in what becomes of an order, and in which
/// `check` tries it. For the repairs and returns of Company War see `company_war`.
const ALONE: &[(&str, &[&str])] = &[
    ("company-war", &["set-up"]),
    ("age-of-imperialism", &["placement"]),
    ("mechad", &["setup", "allocation"]),
    ("parabellum", &["purchase", "recruiting", "defender-deployment", "attacker-deployment"]),
    ("company-commander", &["deployment"]),
];

/// Why an order fails whose unit did something before, as the reason is called.
const SPENT: &[(&str, &str)] = &[("company-commander", "fired"), ("parabellum", "no-ammo")];

fn listed<T: Copy>(table: &[(&str, T)], game: &str) -> Option<T> {
    table.iter().find(|(name, _)| *name == game).map(|(_, entry)| *entry)
}

fn seed(words: &str) -> [u8; 32] {
    Digest::of(words.as_bytes()).0
}

/// A position in which a seat is asked, and where it stands in the campaigns.
struct Moment<'a> {
    game: &'a dyn AnyGame,
    position: &'a Position,
    seat: Seat,
    place: String,
}

/// What became of a line: true if it was carried out or not called for.
type Fares = Vec<bool>;

impl Moment<'_> {
    fn orders(&self, items: &[String]) -> AnySheet {
        shelf::read(self.game, &self.seat, &shelf::list(&items.concat()))
    }

    /// What becomes of lines if nobody else orders anything.
    fn fares(&self, items: &[String]) -> Fares {
        let orders = BTreeMap::from([(self.seat.clone(), self.orders(items))]);
        let made = self.game.resolve(self.position, &orders, &mut Chance::from_seed([3; 32]));
        let record = json(&made.expect("a position").record.0);
        let code = |answer: &Value| matches!(answer["code"].as_str(), Some("done" | "unused"));
        array(&record["answers"], self.seat.as_str()).iter().map(code).collect()
    }

    /// Lines that are offered or that the staff orders, drawn one after another; each is kept if it
    /// is about something new and nothing is found in the sheet with it.
    fn sheet(&self, view: &ViewDoc, number: u32) -> Vec<String> {
        let words = format!("{} {} {number}", self.place, self.seat);
        let choices = self.game.choices(view).expect("a view");
        let mut offers: Vec<String> =
            choices.into_iter().flat_map(|c| c.offers).map(|offer| offer.order).collect();
        let ideas = shelf::staff(self.game, view, seed(&words));
        offers.extend(items(&self.game.list(&ideas).expect("its own orders")));
        offers.retain(|offer| !offer.contains("concede") && !offer.contains("surrender"));
        let mut chance = Chance::from_seed(seed(&words));
        let (mut sheet, mut about): (Vec<String>, BTreeSet<String>) = Default::default();
        for line in 0..LINES {
            let Some(item) = chance.draw(&[&line.to_string()]).pick(&offers).cloned() else {
                break;
            };
            let names = named(&item);
            let longer = [sheet.as_slice(), &[item]].concat();
            let found = self.game.check(view, &self.orders(&longer)).expect("a view");
            if found.is_empty() && names.is_disjoint(&about) {
                sheet = longer;
                about.extend(names);
            }
        }
        sheet
    }

    /// A sheet in which nothing is found is carried out whole, whatever else is left to defaults;
    /// and without one of its lines, for which a default may step in, the others fare no worse.
    fn keeps(&self, sheet: &[String]) {
        let whole = self.fares(sheet);
        let lines = || sheet.iter().zip(&whole);
        let failed: Vec<_> = lines().filter(|(_, done)| !*done).map(|(item, _)| item).collect();
        assert!(failed.is_empty(), "{}, {}: {failed:?} of {sheet:?} fail", self.place, self.seat);
        for (n, left_out) in sheet.iter().enumerate() {
            let mut fewer = sheet.to_vec();
            fewer.remove(n);
            for (item, done) in fewer.iter().zip(self.fares(&fewer)) {
                assert!(done, "{}: {item:?} fails without {left_out:?}", self.place);
            }
        }
    }
}

/// The items of a YAML list, each with its line breaks.
fn items(list: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in list.lines() {
        match items.last_mut().filter(|_| !line.starts_with("- ")) {
            Some(item) => item.extend([line, "\n"]),
            None => items.push(format!("{line}\n")),
        }
    }
    items
}

/// The names and numbers in an order: what it is about.
fn named(item: &str) -> BTreeSet<String> {
    let words = item.split(|c: char| !c.is_alphanumeric() && c != '-').skip(2);
    let is_name = |word: &&str| {
        word.len() > 1 && word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
    };
    words.filter(is_name).map(str::to_owned).collect()
}

/// No order fails because its unit did something before that nobody ordered.
fn not_spent(place: &str, record: &Value, why: &str) {
    for (seat, answers) in record["answers"].as_object().expect("answers by seat") {
        let answers = answers.as_array().expect("a list");
        let done = |answer: &&Value| answer["code"] == "done" || answer["code"] == "partly";
        for answer in answers.iter().filter(|answer| answer["code"] == "failed") {
            let reason = &answer["reason"]["game"][why];
            let Some(unit) = reason["unit"].as_str() else { continue };
            let before = answers.iter().filter(done);
            let mut before = before.filter(|other| other["order"].to_string().contains(unit));
            assert!(before.next().is_some(), "{place}, {seat}: {answer} without an order before");
        }
    }
}

/// One campaign of the staff.
fn comes_last(kind: &dyn GameKind, campaign: u64) {
    let ((_, scenario), mut given) = drawn_for(kind, campaign).expect("it is sound");
    // Parabellum: what is not seen can be in the way of a deployment, and that is no default.
    given.remove("positions");
    let format = kind.shipped().format.as_bytes();
    let game = kind.found(format, scenario.as_bytes(), &given).expect("it is sound");
    let alone = |phase: &Phase| {
        let [phase] = phase.covers.as_slice() else { return false };
        listed(ALONE, kind.name()).is_some_and(|phases| phases.contains(&phase.as_str()))
    };
    let mut position = game.setup(&mut Chance::from_seed(seed(&format!("{campaign}"))));
    for cycle in 1..=CYCLES {
        let phase = game.phase(&position).expect("a position");
        let place = format!("{} {campaign}/{cycle}", kind.name());
        let mut orders = BTreeMap::new();
        for seat in phase.asked().into_keys() {
            let view = shelf::view(&*game, &position, &seat);
            let ideas = shelf::staff(&*game, &view, seed(&format!("{place} {seat}")));
            let moment = Moment { game: &*game, position: &position, seat, place: place.clone() };
            for number in (0..SHEETS).filter(|_| alone(&phase)) {
                moment.keeps(&moment.sheet(&view, number));
            }
            orders.insert(moment.seat, ideas);
        }
        let made = game.resolve(&position, &orders, &mut Chance::from_seed(seed(&place)));
        let made = made.expect("a position");
        if let Some(why) = listed(SPENT, kind.name()) {
            not_spent(&place, &json(&made.record.0), why);
        }
        position = made.position;
    }
}

#[test]
fn defaults_come_last_in_every_game() {
    let campaigns = 0..shelf::share(CAMPAIGNS);
    let campaigns = campaigns.flat_map(|n| games::OURS.games().map(move |kind| (kind, n)));
    side_by_side(campaigns, |(kind, campaign)| comes_last(kind, campaign));
}
