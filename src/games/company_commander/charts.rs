//! The charts that everybody plays by: length, dice, quality and terrain (cc4 to cc57), as far as the scenario has to
//! do with them.

use super::CompanyCommander;
use super::format::{Going, KindRow, Quality, Terrain, Trait};
use super::ground::points;
use super::scenario::Road;
use super::state::{Open, Step};
use super::switches::{Exchange, Recovery, Soft, Twice};
use super::weapon::WeaponRow;
use crate::base::words::{capital, count, joined, names};
use crate::page::{Block, Table, Text};

/// All of them.
pub fn blocks(game: &CompanyCommander) -> Vec<Block> {
    let facts = facts(game).into_iter().map(|(label, text)| (label.to_owned(), Text::plain(text)));
    vec![Block::Facts(facts.collect()), Block::Table(quality(game)), Block::Table(terrain(game))]
}

/// How long it takes: the deployment, and a cycle for each player's turn, or for both of them at once.
pub fn length(game: &CompanyCommander) -> String {
    let turns = game.field.turns;
    let cycles = match game.switches.exchange {
        Exchange::ATurn => 2 * turns + 1,
        Exchange::Both => turns + 1,
    };
    format!("{turns}, {} moves first; {} at most", game.field.first.title(), count(cycles, "cycle"))
}

/// How many cycles are still to come at most, once the deployment is over; 0 before and in the end.
pub fn cycles_left(game: &CompanyCommander, open: &Open) -> u32 {
    let turns = (game.field.turns + 1).saturating_sub(open.turn);
    match (open.step, game.switches.exchange) {
        (Step::Deployment | Step::Over, _) => 0,
        (Step::Turn, Exchange::Both) => turns,
        (Step::Turn, Exchange::ATurn) => 2 * turns - u32::from(open.active != game.field.first),
    }
}

impl CompanyCommander {
    /// The kinds of units of the scenario.
    pub(super) fn kinds(&self) -> impl Iterator<Item = &KindRow> {
        self.field.units.values().map(|roster| self.format.kind(&roster.kind))
    }

    /// The weapons of the scenario.
    fn arms(&self) -> impl Iterator<Item = &WeaponRow> {
        self.kinds().flat_map(|kind| &kind.weapons).map(|weapon| self.format.weapon(weapon))
    }

    /// True if a unit of the scenario scouts (cc52).
    pub(super) fn has_scouts(&self) -> bool {
        self.kinds().any(|kind| kind.is(Trait::Scouts))
    }

    /// True if a weapon of the scenario is fired indirectly (cc36).
    fn shells(&self) -> bool {
        self.arms().any(|weapon| weapon.indirect)
    }

    /// True if infantry of the scenario may meet armor at close quarters (cc48).
    fn storms(&self) -> bool {
        self.kinds().any(|kind| kind.assault > 0) && self.kinds().any(KindRow::armored)
    }

    /// True if the map has hills.
    fn hilly(&self) -> bool {
        self.zones().any(|at| self.height(at) != 0)
    }
}

/// Facts that hold in every scenario, and those that its units and its map call for.
fn facts(game: &CompanyCommander) -> Vec<(&'static str, String)> {
    let mut all = vec![
        ("Line of sight", sight(game)),
        ("A shot", shot(game)),
        ("Against armor", armor(game)),
        ("Against the rest", soft(game)),
        ("Suppressed", suppressed(game)),
        ("Overwatch", overwatch(game)),
        ("Movement", movement(game)),
        ("Next to an enemy", beside(game)),
        (
            "Cautious",
            format!("a unit is cautious if {}. A suppressed unit is cautious too", cautious(game)),
        ),
    ];
    if game.storms() {
        let text = "infantry that attacks armor in the next hex rolls a six-sided die, which succeeds as its quality says, \
                    then a second, up to its Assault number; if both succeed, a third of 1 or 2 suppresses, of 3 to 6 \
                    destroys";
        all.push(("Close assault", text.to_owned()));
    }
    if game.shells() {
        let text = "a unit that did not move fires at what any unit of its side sees, or into a hex. 3 less than 5 hits, 2 \
                    less if it sees the target itself, and it strikes the rear armor. It may fall a hex away, on a die up \
                    to the number for its quality";
        all.push(("Indirect fire", text.to_owned()));
    }
    if game.kinds().any(|kind| kind.smoke.is_some()) {
        let text = format!(
            "fired in place of an attack, it lasts until its side has begun {}; it does not block sight",
            count(game.format.numbers.smoke_turns.value, "more turn")
        );
        all.push(("Smoke", text));
    }
    if game.kinds().any(KindRow::flies) {
        let text = "units with anti-air fire use it by themselves, once a turn at each enemy in the air within its range; \
                    nothing else reaches what flies";
        all.push(("Anti-air", text.to_owned()));
    }
    all
}

/// How sight is traced (cc14, cc54).
fn sight(game: &CompanyCommander) -> String {
    let above = if game.kinds().any(KindRow::flies) {
        ", and nothing blocks the sight of what flies, or to it"
    } else {
        ""
    };
    format!(
        "runs straight between the centers of two hexes, as far as the unit's kind sees. A hex between them blocks it that \
         is higher than the ground at both ends, a level more if its terrain blocks sight; along the side of two hexes both \
         must block. The next hex is always seen{above}"
    )
}

fn shot(game: &CompanyCommander) -> String {
    let stands_higher = if game.hilly() { " or stands higher and faces the shooter" } else { "" };
    let smoke =
        if game.kinds().any(|kind| kind.smoke.is_some()) { ", -2 through smoke" } else { "" };
    format!(
        "roll a ten-sided die for each attack; a unit has as many as its weapon's rate times its strength. 5 or less hits, \
         after these changes to the 5: the quality of shooter and target; +1 within a fifth of the range, -1 beyond two \
         fifths, -2 beyond three, -3 beyond four; -1 at a target that is cautious or suppressed, -1 if it is in \
         cover{stands_higher}, -2 after a move{smoke}. 1 always hits, 10 never does"
    )
}

fn armor(game: &CompanyCommander) -> String {
    let chances = joined((1..=6).map(|strength| game.ap(strength, false)), ", ");
    format!(
        "take armor and a six-sided die from the penetration: above 0 the hit penetrates, at 0 it glances. A weapon of AP 1 \
         to 6 then does damage in {chances}% of cases, one AP more against a suppressed or open-topped target; a hit that \
         penetrates and does none suppresses, as does a glancing one that would do damage. Front armor covers the 120 \
         degrees in front, rear armor the 120 behind, flank armor the rest; on the line between two the front counts, \
         then the rear, so whoever is next to a unit never strikes its flank"
    )
}

fn soft(game: &CompanyCommander) -> String {
    let harms = match game.switches.soft {
        Soft::UpTo => {
            "up to the weapon's AP costs a strength point, and one more than that suppresses"
        }
        Soft::Below => {
            "below the weapon's AP costs a strength point, and one equal to it suppresses"
        }
    };
    format!(
        "a six-sided die saves the target up to 1 for front-line units, plus the save of the terrain. If it does not, a \
         second die {harms}"
    )
}

fn suppressed(game: &CompanyCommander) -> String {
    let recovers = match game.switches.recovery {
        Recovery::Rolled => {
            "tries to recover, as its quality says, at the end of its side's next turn"
        }
        Recovery::Certain => "recovers at the end of its side's next turn",
    };
    let again = match game.switches.twice_suppressed {
        Twice::Damaged => "costs it a strength point",
        Twice::Destroyed => "destroys it",
    };
    format!("a unit cannot move, shoot or assault; it {recovers}. To be suppressed again {again}")
}

fn overwatch(game: &CompanyCommander) -> String {
    let chance = format!(
        "as soon as it costs a target strength with a chance of {}% or more, unless ordered otherwise",
        game.format.numbers.overwatch.value
    );
    match game.switches.exchange {
        Exchange::ATurn => {
            format!(
                "a unit that neither moved nor shot in its own turn, and is not suppressed, may fire once in the enemy's. \
                 Each time an enemy on the ground has moved a step or attacked, those that see it fire directly within the \
                 range of their weapons, or assault it, the one with the best chance alone, {chance}. The shot uses its overwatch up for \
                 that turn, and nothing of its own next turn. An order may set another chance, a greatest distance, what is \
                 fired at, only what is ahead, or hold fire"
            )
        }
        Exchange::Both => format!(
            "a unit that has neither moved nor shot yet fires once a turn, {chance}; without an order for that it holds its \
             fire while it has an order left which the shot would prevent"
        ),
    }
}

/// What it is to be on overwatch, in a few words (cc19, cc66).
pub(super) fn ready(game: &CompanyCommander) -> &'static str {
    match game.switches.exchange {
        Exchange::ATurn => {
            "on overwatch, ready for one shot in the enemy's turn unless ordered otherwise"
        }
        Exchange::Both => {
            "on overwatch, ready for one shot in the turn to come as long as it has neither moved nor shot, unless \
             ordered otherwise"
        }
    }
}

fn movement(game: &CompanyCommander) -> String {
    let numbers = &game.format.numbers;
    let has = |road: Road| game.field.roads.values().any(|it| *it == road);
    let roads = [
        (has(Road::Unpaved), numbers.road.value, "a road"),
        (has(Road::Paved), numbers.paved.value, "a paved road"),
    ];
    let roads = roads.iter().filter(|(so, ..)| *so);
    let roads: Vec<String> =
        roads.map(|(_, cost, road)| format!("{} a step along {road}", points(*cost))).collect();
    let others = game.kinds().any(|kind| matches!(kind.going, Going::Foot | Going::Towed));
    let others = if others { ", a unit on foot or a gun 1" } else { "" };
    let roads = if roads.is_empty() {
        String::new()
    } else {
        format!("a vehicle pays {}{others}, whatever the terrain; ", names(roads))
    };
    let climb = numbers.climb.value;
    let climb =
        if game.hilly() { format!("{} more uphill; ", points(climb)) } else { String::new() };
    format!(
        "{roads}{climb}fast movement goes half as far again without a shot, but only {} hexes or more from every enemy in \
         sight; a unit that has not moved can always enter the next hex that its kind may enter, with all its movement points",
        numbers.safe.value
    )
}

fn beside(game: &CompanyCommander) -> String {
    let storm = if game.storms() {
        "; infantry that can assault attacks armor next to it in no other way"
    } else {
        ""
    };
    format!(
        "in its zone of control, the six hexes around it, a move ends, and a unit attacks only what is next to itself{storm}"
    )
}

/// From where a cautious unit in cover is seen (cc15, cc52).
pub(super) fn hidden(game: &CompanyCommander) -> String {
    let numbers = &game.format.numbers;
    let scouts = if game.has_scouts() {
        format!(", by scouts from {}", numbers.recon_concealed.value)
    } else {
        String::new()
    };
    format!("seen from {} hexes at most{scouts}", numbers.concealed.value)
}

/// When a unit is cautious, and what that does for it (cc15, cc27, cc52).
pub(super) fn cautious(game: &CompanyCommander) -> String {
    let keeps = if game.kinds().any(|kind| kind.is(Trait::Cautious)) {
        " (some kinds: has not shot)"
    } else {
        ""
    };
    format!(
        "it has neither moved nor shot since its last turn began{keeps}; shots at it hit on 1 less, and in cover it is {}",
        hidden(game)
    )
}

/// The qualities that units of the scenario have (cc26).
fn quality(game: &CompanyCommander) -> Table {
    let cell = |so: bool, text: String| if so { text } else { String::new() };
    let row = |quality: &Quality| {
        let row = &game.format.quality[quality];
        [
            capital(&quality.to_string()),
            format!("{:+}", row.shoots),
            format!("{:+}", row.target),
            cell(game.storms(), format!("{} or more", row.assault)),
            format!("{}%", row.recovery),
            cell(game.shells(), format!("up to {}", row.scatter)),
        ]
    };
    let here = |quality: &&Quality| game.field.units.values().any(|it| it.quality == **quality);
    let columns = ["Quality", "Shoots", "As target", "Assaults", "Recovers", "Scatters"];
    let table = Table::new().caption("Quality").lefts(columns);
    table.rows(Quality::ALL.iter().filter(here).map(row))
}

/// The terrain that the map has, for what moves on it (cc20).
fn terrain(game: &CompanyCommander) -> Table {
    let here = |terrain: &Terrain| game.zones().any(|at| game.field.ground(at).0 == *terrain);
    let row = |terrain: Terrain| {
        let row = &game.format.terrain[&terrain];
        let cost = |going: Going| {
            let moves = game.kinds().any(|kind| kind.going == going);
            let cost = row.cost(going).map_or("never".to_owned(), points);
            if moves { cost } else { String::new() }
        };
        let yes = |so: bool| if so { "yes".to_owned() } else { String::new() };
        let save = if row.save == 0 { String::new() } else { row.save.to_string() };
        [
            capital(&terrain.to_string()),
            cost(Going::Foot),
            cost(Going::Tracked),
            cost(Going::Wheeled),
            cost(Going::Towed),
            yes(row.blocks),
            yes(row.cover),
            save,
        ]
    };
    let columns = ["Terrain", "Foot", "Tracked", "Wheeled", "Gun", "Blocks sight", "Cover", "Save"];
    let table = Table::new().caption("Terrain: movement points and cover").lefts(columns);
    table.rows(Terrain::ALL.into_iter().filter(here).map(row))
}
