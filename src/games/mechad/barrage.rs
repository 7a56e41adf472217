//! Fire in short: who fired how often at what, and what that took from shields, fields and boxes.

use std::collections::{BTreeMap, BTreeSet};

use super::Mechad;
use super::events::{Event, Kind};
use super::format::Part;
use super::losses::{self, DRONE, TORPEDO};
use super::names::{Hx, Missile, Ship, Side};
use super::retold::{Attack, Retold, Span};
use super::rules;
use super::said::{length, number_of};
use super::sight::View;
use super::state::{Status, Target};
use super::whereabouts::Whereabouts;
use crate::base::words::{capital, count, few, names, verb};
use crate::engine::Fact;

/// Sentences at most.
const TOLD: usize = 6;

/// Missiles that are named at most.
const MISSILES: usize = 4;

/// What one ship took.
#[derive(Default)]
struct Taken<'e> {
    /// Who fired at it, with what, how often.
    by: BTreeMap<&'e Ship, BTreeMap<&'static str, usize>>,
    /// Drones that struck it.
    drones: Vec<&'e Missile>,
    /// Plasma torpedoes that struck it.
    plasma: Vec<&'e Missile>,
    /// Times that its own cannon struck back at it (md30).
    feedback: u32,
    /// Points that its shields or field took.
    absorbed: u32,
    /// Its field was set anew meanwhile, so that what is left does not say what was there.
    anew: bool,
    /// Points that got through, as far as they are told in points.
    through: u32,
    boxes: BTreeMap<Part, u32>,
    /// A point of damage found no box.
    spent: bool,
}

/// A shot of a cannon, until it is known what it struck.
struct Cannon<'e> {
    ship: &'e Ship,
    at: Hx,
    struck: BTreeSet<&'e Ship>,
}

/// Boarding parties that one ship sent to another.
#[derive(Default)]
struct Parties {
    /// Parties that came aboard.
    aboard: u32,
    /// Parties that struck at a box.
    raids: usize,
    /// Boxes that they destroyed.
    boxes: BTreeMap<Part, usize>,
}

/// All fire of a cycle.
#[derive(Default)]
struct Tally<'e> {
    whereabouts: Whereabouts,
    taken: BTreeMap<&'e Ship, Taken<'e>>,
    cannons: Vec<Cannon<'e>>,
    /// Shots of cannons that struck no ship.
    astray: BTreeMap<&'e Ship, usize>,
    /// Boarding parties, by the ship that they went to and the ship that they came from.
    parties: BTreeMap<[&'e Ship; 2], Parties>,
    /// True once an impulse began.
    begun: bool,
}

/// What shots of a distortion cannon are called.
const CANNON: &str = "cannon shot";

/// What trans-warp missiles are called.
const TRAM: &str = "trans-warp missile";

/// The fire that a reader witnessed, a sentence for each ship: at their own ships first, then their own fire.
pub fn told(game: &Mechad, view: &View, witnessed: &[Fact<Event>]) -> Vec<String> {
    let mut tally = Tally { whereabouts: Whereabouts::before(witnessed), ..Tally::default() };
    for fact in witnessed {
        tally.take(view, fact);
    }
    tally.spend();
    let taken: Prizes<'_> = witnessed.iter().filter_map(prize).collect();
    let held = |ship: &Ship| held(view, &taken, ship);
    let own = |ship: &Ship| {
        let Some(reader) = &view.side else { return false };
        match held(ship) {
            Some(side) => side == reader,
            None => taken.get(ship).is_some_and(|by| *by != reader),
        }
    };
    let rank = |(ship, taken): &(&Ship, Taken<'_>)| {
        if own(ship) { 0 } else { 2 - u8::from(taken.by.keys().any(|by| own(by))) }
    };
    let fired = |(_, taken): &(&Ship, Taken<'_>)| {
        !taken.by.is_empty()
            || !taken.drones.is_empty()
            || !taken.plasma.is_empty()
            || taken.feedback > 0
    };
    let harmed = tally.taken.iter().any(|(ship, taken)| {
        own(ship) && (taken.absorbed > 0 || taken.through > 0 || !taken.boxes.is_empty())
    });
    let mut all: Vec<(&Ship, Taken<'_>)> = tally.taken.into_iter().filter(fired).collect();
    all.sort_by_key(rank);
    let mut lines: Vec<String> =
        all.iter().map(|(ship, taken)| sentence(game, view, ship, taken)).collect();
    let astray = tally.astray.iter().filter(|(ship, _)| own(ship));
    lines.extend(astray.map(|(ship, shots)| {
        let strike = verb(*shots, "strike");
        format!("{ship} fires {}, which {strike} no ship.", number_of(*shots, CANNON))
    }));
    let struck = |(ship, _): &(&Ship, Taken<'_>)| own(ship);
    let sent = tally.parties.iter().filter(|([at, by], _)| held(at) != held(by));
    let (ours, others): (Vec<_>, Vec<_>) = sent.partition(|([at, _], _)| own(at));
    let lost = taken.keys().any(|ship| own(ship));
    let there = view.open.here().any(|(_, unit)| Some(&unit.side) == view.side.as_ref());
    let quiet = there && !harmed && !lost && ours.is_empty() && !all.iter().any(struck);
    let ours = ours.iter().map(|(ships, parties)| boarded(**ships, parties));
    lines = ours.chain(lines).collect();
    lines.extend(others.iter().map(|(ships, parties)| boarded(**ships, parties)));
    if tally.begun && quiet {
        lines.insert(0, "Nothing struck your ships.".to_owned());
    }
    let more = lines.len().saturating_sub(TOLD);
    if more > 1 {
        lines.truncate(TOLD);
        lines.push(format!("And {more} more of the kind, below."));
    }
    lines
}

/// Ships that were taken, and by whom.
type Prizes<'e> = BTreeMap<&'e Ship, &'e Side>;

fn prize(fact: &Fact<Event>) -> Option<(&Ship, &Side)> {
    if let Event::Taken { ship, side } = &fact.event { Some((ship, side)) } else { None }
}

/// Whose a ship was while it was fired at: ships are taken once a turn is over (md93). `None` of one that its first side
/// took back, since nobody says from whom.
fn held<'v>(view: &'v View, taken: &Prizes<'_>, ship: &Ship) -> Option<&'v Side> {
    let unit = view.open.units.get(ship)?;
    match taken.get(ship) {
        None => Some(&unit.side),
        Some(by) => Some(unit.origin()).filter(|origin| origin != by),
    }
}

impl<'e> Tally<'e> {
    fn take(&mut self, view: &View, fact: &'e Fact<Event>) {
        let event = &fact.event;
        match event.retold() {
            Some(Retold::Began(span)) => {
                self.begun |= matches!(span, Span::Impulse { .. });
                self.spend();
            }
            Some(Retold::Attack(attack)) => self.attack(attack, fact.rule == rules::PLASMA),
            Some(Retold::Moved { .. } | Retold::Lost(_)) | None => {}
        }
        if let Event::Struck { ship, kind, absorbed, through, .. } = event {
            let taken = self.taken.entry(ship).or_default();
            taken.absorbed += absorbed;
            taken.through += through;
            taken.feedback += u32::from(*kind == Kind::Feedback);
            if *kind == Kind::Direct {
                self.distorted(view, ship);
            }
        } else if let Event::Damaged { ship, boxes, rolls } = event {
            let taken = self.taken.entry(ship).or_default();
            taken.spent |= rolls.len() > length(boxes.values().sum());
            for (part, lost) in boxes {
                *taken.boxes.entry(*part).or_default() += lost;
            }
        } else if let Event::NodeLost { ship } = event {
            let taken = self.taken.entry(ship).or_default();
            *taken.boxes.entry(Part::Node).or_default() += 1;
        } else if let Event::Raided { ship, at, part, hit, .. } = event {
            let parties = self.parties.entry([at, ship]).or_default();
            parties.raids += 1;
            if *hit {
                *parties.boxes.entry(*part).or_default() += 1;
            }
        } else if let Event::Transported { ship, to, parties } = event {
            self.parties.entry([to, ship]).or_default().aboard += parties;
        } else if let Event::Energized { ship, .. }
        | Event::Raised { ship, .. }
        | Event::Dropped { ship } = event
        {
            self.taken.entry(ship).or_default().anew = true;
        }
        self.whereabouts.follow(event);
    }

    fn attack(&mut self, attack: Attack<'e>, plasma: bool) {
        match attack {
            Attack::Direct { ship, what, count, target: Target::Ship(target), .. } => {
                self.shot(ship, what, target, count);
            }
            Attack::Tram { ship, target: Target::Ship(target), .. } => {
                self.shot(ship, TRAM, target, 1);
            }
            Attack::Missile { missile, target, .. } => {
                let taken = self.taken.entry(target).or_default();
                if plasma { taken.plasma.push(missile) } else { taken.drones.push(missile) }
            }
            Attack::Cannon { ship, at } => {
                let (at, struck) = (self.whereabouts.shown(at), BTreeSet::new());
                self.cannons.push(Cannon { ship, at, struck });
            }
            Attack::Direct { target: Target::Missile(_), .. }
            | Attack::Tram { target: Target::Missile(_), .. } => {}
        }
    }

    fn shot(&mut self, by: &'e Ship, what: &'static str, at: &'e Ship, shots: usize) {
        let by = self.taken.entry(at).or_default().by.entry(by).or_default();
        *by.entry(what).or_default() += shots;
    }

    /// Direct fire struck a ship: the cannons that were fired at its hex did that, too.
    fn distorted(&mut self, view: &View, ship: &'e Ship) {
        let Some(at) = self.whereabouts.of(view, ship) else { return };
        let there = self.cannons.iter_mut().filter(|shot| shot.at == at && shot.ship != ship);
        let fresh = there.filter_map(|shot| shot.struck.insert(ship).then_some(shot.ship));
        for by in fresh.collect::<Vec<_>>() {
            self.shot(by, CANNON, ship, 1);
        }
    }

    /// The impulse is over: cannons that have struck no ship by now strike none.
    fn spend(&mut self) {
        for shot in self.cannons.drain(..).filter(|shot| shot.struck.is_empty()) {
            *self.astray.entry(shot.ship).or_default() += 1;
        }
    }
}

/// What was fired at a ship, and what came of it.
fn sentence(game: &Mechad, view: &View, ship: &Ship, taken: &Taken<'_>) -> String {
    let by = taken.by.iter().map(|(by, shots)| {
        let shots = shots.iter().map(|(what, number)| number_of(*number, what));
        format!("{by} fires {}", names(shots))
    });
    let by: Vec<String> = by.collect();
    let missiles = [(&taken.drones, DRONE), (&taken.plasma, TORPEDO)].into_iter();
    let missiles = missiles.filter(|(all, _)| !all.is_empty()).map(|(all, [one, several])| {
        let what = if all.len() == 1 { one } else { several };
        format!("{what} {} {} {ship}", few(all, MISSILES), verb(all.len(), "strike"))
    });
    let missiles: Vec<String> = missiles.collect();
    let alone = by.is_empty() && missiles.is_empty();
    let word = if alone { "Feedback" } else { "feedback" };
    let feedback = (taken.feedback > 0).then(|| format!("{word} strikes {ship}"));
    let fire = (!by.is_empty()).then(|| format!("{} at {ship}", names(&by)));
    let what = names(fire.into_iter().chain(missiles).chain(feedback).collect::<Vec<_>>());
    capital(&format!("{what}: {}.", came_of(game, view, ship, taken)))
}

/// What boarding parties of a ship did to another, or do aboard it until the turn ends (md91, md92).
fn boarded([at, by]: [&Ship; 2], parties: &Parties) -> String {
    let boxes = parties.boxes.iter().map(|(part, boxes)| format!("{boxes} {part}"));
    let boxes: Vec<String> = boxes.collect();
    let done = if boxes.is_empty() {
        "without effect".to_owned()
    } else {
        let many = parties.boxes.values().sum::<usize>();
        let noun = if many == 1 { "box" } else { "boxes" };
        format!("{} {noun} destroyed", names(boxes))
    };
    let sent = |many: usize| match many {
        1 => format!("A boarding party of {by}"),
        many => format!("{many} boarding parties of {by}"),
    };
    let raids = (parties.raids > 0).then(|| {
        let strike = verb(parties.raids, "strike");
        format!("{} {strike} at {at}: {done}.", sent(parties.raids))
    });
    let aboard = length(parties.aboard);
    let aboard =
        (aboard > 0).then(|| format!("{} {} aboard {at}.", sent(aboard), verb(aboard, "come")));
    raids.into_iter().chain(aboard).collect::<Vec<_>>().join(" ")
}

/// What fire took from a ship: of its shields or field, then of its boxes.
fn came_of(game: &Mechad, view: &View, ship: &Ship, taken: &Taken<'_>) -> String {
    let Some(unit) = view.open.units.get(ship) else { return "without effect".to_owned() };
    let field = game.class(unit).has_field();
    let (what, left) =
        if field { ("field", unit.field) } else { ("shields", unit.shields.iter().sum::<u32>()) };
    let gone = unit.status == Status::Destroyed;
    let guard = match taken.absorbed {
        0 => None,
        points if taken.anew || gone => {
            let takes = if field { "its field takes" } else { "its shields take" };
            Some(format!("{takes} {}", count(points, "point")))
        }
        points => Some(format!("{what} {} to {left}", left + points)),
    };
    // A fighter has points instead of boxes (md49).
    let points = (taken.through > 0 && game.class(unit).is_fighter())
        .then(|| format!("it takes {}", count(taken.through, "point")));
    let boxes = (!taken.boxes.is_empty()).then(|| format!("{} lost", losses::boxes(&taken.boxes)));
    let gone = gone.then(|| {
        let why = if taken.spent { ", since a point found no box" } else { "" };
        format!("destroyed{why}")
    });
    let all: Vec<String> = guard.into_iter().chain(points).chain(boxes).chain(gone).collect();
    if all.is_empty() { "without effect".to_owned() } else { all.join(", ") }
}
