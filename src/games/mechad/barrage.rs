//! Fire in short: who fired how often at what, and what that took from shields, fields and boxes.

use std::collections::{BTreeMap, BTreeSet};

use super::Mechad;
use super::events::{Event, Kind};
use super::names::{Hx, Ship};
use super::retold::{Attack, Retold};
use super::sight::View;
use super::state::{Status, Target};
use super::whereabouts::Whereabouts;
use crate::base::words::{count, names, verb};
use crate::engine::Fact;

/// Sentences at most.
const TOLD: usize = 6;

/// What one ship took.
#[derive(Default)]
struct Taken<'e> {
    /// Who fired at it, how often.
    by: BTreeMap<&'e Ship, usize>,
    /// Drones and plasma torpedoes that struck it.
    missiles: u32,
    /// Times that its own cannon struck back at it (md30).
    feedback: u32,
    /// Points that its shields or field took.
    absorbed: u32,
    /// Its field was set anew meanwhile, so that what is left does not say what was there.
    anew: bool,
    /// Points that got through, as far as they are told in points.
    through: u32,
    boxes: u32,
}

/// A shot of a cannon, until it is known what it struck.
struct Cannon<'e> {
    ship: &'e Ship,
    at: Hx,
    struck: BTreeSet<&'e Ship>,
}

/// All fire of a cycle.
#[derive(Default)]
struct Tally<'e> {
    whereabouts: Whereabouts,
    taken: BTreeMap<&'e Ship, Taken<'e>>,
    cannons: Vec<Cannon<'e>>,
    /// Shots of cannons that struck no ship.
    astray: BTreeMap<&'e Ship, usize>,
}

/// The fire that a reader witnessed, a sentence for each ship: at their own ships first, then their own fire.
pub fn told(game: &Mechad, view: &View, witnessed: &[Fact<Event>]) -> Vec<String> {
    let mut tally = Tally { whereabouts: Whereabouts::before(witnessed), ..Tally::default() };
    for fact in witnessed {
        tally.take(view, &fact.event);
    }
    tally.spend();
    let own = |ship: &Ship| {
        let side = view.open.units.get(ship).map(|unit| &unit.side);
        view.side.is_some() && side == view.side.as_ref()
    };
    let rank = |(ship, taken): &(&Ship, Taken<'_>)| {
        if own(ship) { 0 } else { 2 - u8::from(taken.by.keys().any(|by| own(by))) }
    };
    let fired = |(_, taken): &(&Ship, Taken<'_>)| {
        !taken.by.is_empty() || taken.missiles > 0 || taken.feedback > 0
    };
    let mut all: Vec<(&Ship, Taken<'_>)> = tally.taken.into_iter().filter(fired).collect();
    all.sort_by_key(rank);
    let mut lines: Vec<String> =
        all.iter().map(|(ship, taken)| sentence(game, view, ship, taken)).collect();
    let astray = tally.astray.iter().filter(|(ship, _)| own(ship));
    lines.extend(
        astray.map(|(ship, shots)| format!("{ship} {} and strikes no ship.", fires(*shots))),
    );
    let more = lines.len().saturating_sub(TOLD);
    if more > 1 {
        lines.truncate(TOLD);
        lines.push(format!("And fire at {more} more, below."));
    }
    lines
}

impl<'e> Tally<'e> {
    fn take(&mut self, view: &View, event: &'e Event) {
        match event.retold() {
            Some(Retold::Began(_)) => self.spend(),
            Some(Retold::Attack(attack)) => self.attack(attack),
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
        } else if let Event::Damaged { ship, boxes, .. } = event {
            self.taken.entry(ship).or_default().boxes += boxes.values().sum::<u32>();
        } else if let Event::NodeLost { ship } = event {
            self.taken.entry(ship).or_default().boxes += 1;
        } else if let Event::Energized { ship, .. }
        | Event::Raised { ship, .. }
        | Event::Dropped { ship } = event
        {
            self.taken.entry(ship).or_default().anew = true;
        }
        self.whereabouts.follow(event);
    }

    fn attack(&mut self, attack: Attack<'e>) {
        match attack {
            Attack::Direct { ship, count, target: Target::Ship(target), .. } => {
                self.shot(ship, target, count);
            }
            Attack::Tram { ship, target: Target::Ship(target), .. } => self.shot(ship, target, 1),
            Attack::Missile { target, .. } => {
                self.taken.entry(target).or_default().missiles += 1;
            }
            Attack::Cannon { ship, at } => {
                let (at, struck) = (self.whereabouts.shown(at), BTreeSet::new());
                self.cannons.push(Cannon { ship, at, struck });
            }
            Attack::Direct { target: Target::Missile(_), .. }
            | Attack::Tram { target: Target::Missile(_), .. } => {}
        }
    }

    fn shot(&mut self, by: &'e Ship, at: &'e Ship, shots: usize) {
        *self.taken.entry(at).or_default().by.entry(by).or_default() += shots;
    }

    /// Direct fire struck a ship: the cannons that were fired at its hex did that, too.
    fn distorted(&mut self, view: &View, ship: &'e Ship) {
        let Some(at) = self.whereabouts.of(view, ship) else { return };
        let there = self.cannons.iter_mut().filter(|shot| shot.at == at && shot.ship != ship);
        let fresh = there.filter_map(|shot| shot.struck.insert(ship).then_some(shot.ship));
        for by in fresh.collect::<Vec<_>>() {
            self.shot(by, ship, 1);
        }
    }

    /// The impulse is over: cannons that have struck no ship by now strike none.
    fn spend(&mut self) {
        for shot in self.cannons.drain(..).filter(|shot| shot.struck.is_empty()) {
            *self.astray.entry(shot.ship).or_default() += 1;
        }
    }
}

/// How often a ship fires.
fn fires(shots: usize) -> String {
    match shots {
        1 => "fires once".to_owned(),
        2 => "fires twice".to_owned(),
        shots => format!("fires {shots} times"),
    }
}

/// What was fired at a ship, and what came of it.
fn sentence(game: &Mechad, view: &View, ship: &Ship, taken: &Taken<'_>) -> String {
    let by = taken.by.iter().map(|(by, shots)| format!("{by} {}", fires(*shots)));
    let by: Vec<String> = by.collect();
    let missiles = match taken.missiles {
        0 => None,
        many => Some(format!("{} {} {ship}", count(many, "missile"), verb(many, "strike"))),
    };
    let alone = by.is_empty() && missiles.is_none();
    let word = if alone { "Feedback" } else { "feedback" };
    let feedback = (taken.feedback > 0).then(|| format!("{word} strikes {ship}"));
    let fire = (!by.is_empty()).then(|| format!("{} at {ship}", names(&by)));
    let what = names(fire.into_iter().chain(missiles).chain(feedback).collect::<Vec<_>>());
    format!("{what}: {}.", came_of(game, view, ship, taken))
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
    let boxes = (taken.boxes > 0).then(|| {
        let boxes =
            if taken.boxes == 1 { "1 box".to_owned() } else { format!("{} boxes", taken.boxes) };
        format!("{boxes} lost")
    });
    let gone = gone.then(|| "destroyed".to_owned());
    let all: Vec<String> = guard.into_iter().chain(points).chain(boxes).chain(gone).collect();
    if all.is_empty() { "without effect".to_owned() } else { all.join(", ") }
}
