//! The charts that everybody plays by: length, dice, quality and terrain (cc20, cc26 to cc48).

use super::CompanyCommander;
use super::format::{Going, Quality, Terrain};
use super::ground::points;
use super::switches::Exchange;
use crate::base::words::{capital, count, joined};
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

fn facts(game: &CompanyCommander) -> Vec<(&'static str, String)> {
    let numbers = &game.format.numbers;
    let chances = joined((1..=6).map(|strength| game.ap(strength, false)), ", ");
    vec![
        (
            "A shot",
            "roll a ten-sided die for each attack; a unit has as many as its weapon's rate times its strength. 5 or \
             less hits, after these changes to the 5: the quality of shooter and target; +1 within a fifth of the range, \
             -1 beyond two fifths, -2 beyond three, -3 beyond four; -1 at a target that is cautious or suppressed, -1 if \
             it is in cover or hull down, -2 after a move, -2 through smoke. 1 always hits, 10 never does"
                .to_owned(),
        ),
        (
            "Against armor",
            format!(
                "take armor and a six-sided die from the penetration: above 0 the hit penetrates, at 0 it glances. A \
                 weapon of AP 1 to 6 then does damage with {chances} in a hundred; a hit that penetrates and does none \
                 suppresses"
            ),
        ),
        (
            "Against the rest",
            "a six-sided die up to 1 for front-line units, and up to the save of the terrain, saves the target. If not, a \
             second die up to the weapon's strength takes a strength point, and one more than that suppresses"
                .to_owned(),
        ),
        (
            "Overwatch",
            format!(
                "a unit that neither moved nor shot fires in the enemy's turn once the target loses strength with {} in a \
                 hundred or more, unless ordered otherwise",
                numbers.overwatch.value
            ),
        ),
        (
            "Movement",
            format!(
                "a vehicle pays {} a step along a road and {} along a paved one, and {} more uphill; fast movement goes half \
                 as far again, but only {} hexes or more from every enemy in sight",
                points(numbers.road.value),
                points(numbers.paved.value),
                points(numbers.climb.value),
                numbers.safe.value
            ),
        ),
        (
            "Hidden",
            format!(
                "a cautious unit in cover is seen from {} hexes, by scouts from {}",
                numbers.concealed.value, numbers.recon_concealed.value
            ),
        ),
    ]
}

fn quality(game: &CompanyCommander) -> Table {
    let row = |quality: &Quality| {
        let row = &game.format.quality[quality];
        [
            capital(&quality.to_string()),
            format!("{:+}", row.shoots),
            format!("{:+}", row.target),
            format!("{} or more", row.assault),
            format!("{}%", row.recovery),
            format!("up to {}", row.scatter),
        ]
    };
    let columns = ["Quality", "Shoots", "As target", "Assaults", "Recovers", "Scatters"];
    Table::new().caption("Quality").lefts(columns).rows(Quality::ALL.iter().map(row))
}

/// The terrain that the map has (cc20).
fn terrain(game: &CompanyCommander) -> Table {
    let here = |terrain: &Terrain| game.zones().any(|at| game.field.ground(at).0 == *terrain);
    let row = |terrain: Terrain| {
        let row = &game.format.terrain[&terrain];
        let cost = |going: Going| row.cost(going).map_or("never".to_owned(), points);
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
