//! The course of a turn in words, and what is to be chosen before the first.

use super::AgeOfImperialism;
use super::power::Power;
use super::sight::View;
use super::state::Step;
use super::switches::{Exchange, PickOrder, Placement, Selection, TurnOrder};
use super::works::Work;
use crate::base::words::{count, joined, names};

/// Phases that are named ahead.
const AHEAD: usize = 3;

/// A turn from its beginning to its end.
pub fn turn(game: &AgeOfImperialism) -> String {
    let order = match game.switches.turn_order {
        TurnOrder::Drawn => "the order of play is drawn",
        TurnOrder::Auction => "the order of play is auctioned",
    };
    format!(
        "{}: production ({order}; income, upkeep, native diplomacy, construction), first movement phase, second movement \
         phase; in a movement phase each power moves, then fights and explores. The set-up counts as the production of \
         turn 1",
        cycles(game)
    )
}

/// The phase that the table waits for and those that follow, as far as orders are due for them; `None` at the end.
pub fn ahead(game: &AgeOfImperialism, view: &View) -> Option<String> {
    let open = &view.open;
    let mut at = (open.turn, open.step);
    if at.1 == Step::Over {
        return None;
    }
    let mut told = vec![format!("{} now", called(game, at.0, at.1))];
    let mut turn = at.0;
    while told.len() <= AHEAD {
        at = game.next_step(at.0, at.1);
        if game.board.turns.is_some_and(|turns| at.0 > turns) {
            told.push("the end of the game".to_owned());
            break;
        }
        if game.waits(at.1) {
            let of = if at.0 == turn { String::new() } else { format!(" of turn {}", at.0) };
            told.push(format!("{}{of}", called(game, at.0, at.1)));
            turn = at.0;
        }
    }
    Some(joined(told, ", then "))
}

/// A phase and those that follow before fresh orders are due, in words.
fn called(game: &AgeOfImperialism, turn: u32, step: Step) -> String {
    let steps = game.covers(turn, step);
    let called = |(_, step): (u32, Step)| match step {
        Step::Placement => "the placement of first units",
        step => step.title(),
    };
    names(steps.into_iter().map(called))
}

/// What the reader has to choose at set-up (im10, im11, im57, im60, im64).
pub fn choice(game: &AgeOfImperialism, view: &View) -> Option<String> {
    let power = view.power?;
    let open = &view.open;
    match open.step {
        Step::Picks => {}
        Step::Placement if game.begins(open, power) => return Some(first_units(game, view, power)),
        _ => return None,
    }
    let held = || open.owned(power).map(|(region, _)| region);
    let left = game.picks(open, power);
    let free = open.lands.values().filter(|land| land.owner.is_none()).count();
    match game.switches.region_selection {
        Selection::Random if open.mulligans.contains(&power) => None,
        Selection::Random => Some(format!(
            "You are dealt {}; you may give one of them back for one drawn from the {free} that nobody has, by a \
             `mulligan` order.",
            names(held())
        )),
        _ if left == 0 => Some(format!("You have {}, and nothing more to choose.", names(held()))),
        Selection::Historical | Selection::Picks => {
            let begun = match held().count() {
                0 => String::new(),
                _ => format!("You have {}. ", names(held())),
            };
            let more = if begun.is_empty() { "" } else { " more" };
            let regions = if left == 1 { "region" } else { "regions" };
            let round = round(game, view, power);
            Some(format!(
                "{begun}Choose {left}{more} {regions} from the {free} that nobody has, wherever they lie. Rank more than \
                 you need, best first, in a `pick` order: each time it is your turn to choose, you get \
                 the first that is still free, or if none is, the first free region in the order of the map{round}."
            ))
        }
    }
}

/// What to look at in what is to be chosen at set-up (im10, im13, im50, im53).
pub fn advice(game: &AgeOfImperialism, view: &View) -> Option<String> {
    let power = view.power?;
    let (income, points) = (&game.format.income, &game.format.points);
    match view.open.step {
        Step::Picks => Some(format!(
            "Every region gives the same start: it is westernized, brings {} PP a turn, and has an infantry \
             brigade. What counts is where it lies: natives next to it, whom explorers win over; coasts, for ports and \
             fleets; and its zone, as more than half of one is worth {} points at the end, and all of it {} points and \
             {} PP a turn.",
            income.westernized.value,
            points.zone_majority.value,
            points.whole_zone.value,
            income.zone.value
        )),
        Step::Placement if game.begins(&view.open, power) => {
            let price = |work| game.price(work);
            Some(format!(
                "A city ({} PP) brings {} PP and {} DP a turn; an explorer ({} PP) can win natives over without \
                 a fight; each unit and fleet costs {} PP a turn.",
                price(Work::City),
                income.city.value,
                income.dp_per_city.value,
                price(Work::Explorer),
                income.upkeep.value
            ))
        }
        _ => None,
    }
}

/// Places in a round in words.
const PLACES: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];

/// The place of a power in a round of choices, if all choose equally many.
fn round(game: &AgeOfImperialism, view: &View, power: Power) -> String {
    let open = &view.open;
    let held = |power: &Power| open.owned(*power).count();
    let Some(place) = open.order.iter().position(|other| *other == power) else {
        return String::new();
    };
    if game.switches.region_selection == Selection::Historical
        && open.order.iter().any(|other| held(other) != held(&power))
    {
        return ". The power with the fewest regions goes first".to_owned();
    }
    let all = open.order.len();
    let back = match game.switches.pick_order {
        PickOrder::Rotation => "",
        PickOrder::Snake => ", and every other round goes backwards",
    };
    let place = PLACES.get(place).map_or_else(|| (place + 1).to_string(), |it| (*it).to_owned());
    format!(". You choose {place} of {all} in each round{back}")
}

/// How first units are placed (im11, im54, im63).
pub fn placement(game: &AgeOfImperialism) -> &'static str {
    match (game.switches.exchange, game.switches.placement) {
        (Exchange::InTurn, _) => {
            "one power after another, in the order of play, each all that it has; who goes later sees it"
        }
        (Exchange::Together, Placement::Alternate) => {
            "the orders of all are due now; then each power in the order of play places one piece, again and again; \
             contingent lines see what is placed by then"
        }
        (Exchange::Together, Placement::Simultaneous) => {
            "all powers at the same time; nobody sees what the others place before it stands"
        }
    }
}

fn first_units(game: &AgeOfImperialism, view: &View, power: Power) -> String {
    let (pp, dp) = game.board.purse;
    let regions = view.open.owned(power).map(|(region, _)| region);
    let dp = if dp == 0 { String::new() } else { format!("; you have {dp} DP besides") };
    format!(
        "Buy your first units, fleets and buildings with {pp} PP, by `build` orders, in {}: units in any of these, \
         fleets on their coasts{dp}. What you do not spend you keep.",
        any(&regions.collect::<Vec<_>>())
    )
}

/// Names of which one is taken.
fn any(all: &[&super::names::Region]) -> String {
    match all.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", joined(rest, ", ")),
        _ => joined(all, ", "),
    }
}

/// The length of a turn in exchanges of orders.
fn cycles(game: &AgeOfImperialism) -> String {
    let steps = [
        Step::Auction,
        Step::Production,
        Step::Diplomacy,
        Step::Construction,
        Step::First,
        Step::Second,
    ];
    let auction = game.switches.turn_order == TurnOrder::Auction;
    let steps = steps.into_iter().filter(|step| *step != Step::Auction || auction);
    let mut number = steps.filter(|step| game.waits(*step)).count();
    if game.switches.exchange == Exchange::InTurn {
        number *= game.board.powers.len();
    }
    count(number, "cycle")
}
