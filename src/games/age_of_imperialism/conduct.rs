//! What the brief says of war, of movement among natives and at sea, of revolts and of what ends a battle.

use super::AgeOfImperialism;
use super::force::Kind;
use super::map::{Gate, Strait};
use super::names::Region;
use super::switches::{RevoltRoll, Switch};
use super::wars::ATTACKS;
use super::works::Work;
use crate::base::words::{count, joined};

/// The facts, one paragraph each.
pub(super) fn facts(game: &AgeOfImperialism) -> Vec<(&'static str, String)> {
    let always = [
        ("War", war(game)),
        ("Among natives", natives()),
        ("Boarding and landing", landing(game)),
        ("End of a battle", end(game)),
        ("Revolts", revolts(game)),
        ("Ports", ports(game)),
    ];
    let ways = game.board.chart.straits.iter().map(|strait| way(game, strait));
    always.into_iter().chain(ways).collect()
}

/// How a war begins and ends, and what it allows (im28, im52).
fn war(game: &AgeOfImperialism) -> String {
    let guests = match game.switches.alliances {
        Switch::Yes => "an ally's or one that is ceded",
        Switch::No => "one that is ceded",
    };
    format!(
        "declared by `declare-war` in one's own go of a movement phase, for {} DP, and told to all; {ATTACKS}. To attack is to \
         enter the other's regions and to fight their fleets. Without war nobody enters another's region, but {guests}. \
         Peace is made if both order `peace`",
        game.format.diplomacy.war.value
    )
}

/// Who enters regions of the natives (im28, im37).
fn natives() -> String {
    "brigades that enter a native region stop there and fight the natives in the same phase. A general or an engineer enters \
     only with a brigade, by the same order. Explorers enter and cross such regions alone, and do not fight"
        .to_owned()
}

/// How units go aboard and ashore (im29, im32, im33).
fn landing(game: &AgeOfImperialism) -> String {
    format!(
        "a unit boards from the coast for 1 of its moves (`board`). Of the {} moves of a fleet each sea area that it \
         enters takes 1, and each region where units land takes 1 (`land`). Units that have landed go no farther in \
         the phase. Landing among natives has no DRM",
        game.format.fleet.moves.value
    )
}

/// When a battle is over, and whose the region is then (im15, im38, im40, im45 to im48).
fn end(game: &AgeOfImperialism) -> String {
    format!(
        "rounds are fought until one side has no brigade left or retreats, by default when half of its brigades are lost \
         (`retreat`); natives never do. An attacker who wins with a brigade left controls the region, with what is built \
         there, and receives {} DP; natives that are beaten lose 1 to 3 of their strength. Where neither side has a \
         brigade left, natives beat a power. Else the attacker goes back to where some came from; and the region \
         goes back to its natives, unless the defender turns a party there into a brigade (`last-stand`)",
        game.format.diplomacy.conquest.value
    )
}

/// Who stirs up natives, when and how, and what follows (im20 to im23, im39).
fn revolts(game: &AgeOfImperialism) -> String {
    let table = &game.format.diplomacy;
    let roll = match game.switches.revolt_roll {
        RevoltRoll::AtMost => "no higher than the strength of the natives",
        RevoltRoll::Below => "below the strength of the natives",
    };
    format!(
        "in native diplomacy anybody may `incite` one in another's region that has natives, once a phase and \
         region, at war or not: for {} DP, with a region next to it or a fleet on its coast, or for a sphere of influence \
         there. Two dice, {:+} for each sphere that suppresses it, -{} for each that supports it, as its owner orders, and -{} \
         for a bribe of {} DP: a roll {roll} starts it. Then as many brigades as there are natives have to stay, and \
         fight them in the next movement phase of the owner. If the natives win, the region is theirs, and regions next \
         to it that have natives roll too",
        table.incite.value,
        table.influence_drm.value,
        table.influence_drm.value,
        table.bribe_drm.value,
        table.bribe.value
    )
}

/// What a port brings, and what bars the way from port to port (im13, im16).
fn ports(game: &AgeOfImperialism) -> String {
    let income = &game.format.income;
    format!(
        "a port brings {} PP a turn for each other port that it reaches, one's own or of a power with which one is not at war, \
         and {} for each factory one has; nothing if it reaches none. Ports reach each other over sea areas that touch; closed \
         straits bar the way, and areas where enemies have at least as many fleets as one has oneself",
        income.port_per_port.value, income.port_per_factory.value
    )
}

/// Who passes a strait or a canal (im2, im66).
fn way(game: &AgeOfImperialism, strait: &Strait) -> (&'static str, String) {
    let (a, b) = &strait.between;
    let sites = &game.board.chart.sites;
    let held: Vec<&Region> = strait.region.iter().filter(|at| sites.contains_key(*at)).collect();
    let none = format!("there is no way between the {a} and the {b}");
    let works = &game.format.works;
    match strait.kind {
        Gate::Permission => (
            "Strait",
            format!(
                "between the {a} and the {b} fleets pass by leave of whoever controls {} (`passage`); freely while natives do",
                joined(held, " or ")
            ),
        ),
        Gate::Canal if game.switches.suez_canal == Switch::No || held.is_empty() => {
            ("Canal", format!("{none}: no canal can be built in this game"))
        }
        Gate::Canal => (
            "Canal",
            format!(
                "whoever controls {} may build it there in construction, for {} PP, or {} with {}. It is open to all but \
                 enemies of whoever controls it; until it is built, and while natives hold it, {none}",
                joined(held, " or "),
                game.price(Work::Canal),
                works.canal_with_engineers.value,
                count(works.canal_engineers.value, Kind::Engineer.word())
            ),
        ),
    }
}
