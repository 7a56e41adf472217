//! What a cycle brought a power.

use std::collections::BTreeMap;

use super::events::{Discovery, Event, Party};
use super::force::Force;
use super::names::Region;
use super::power::Power;
use super::sight::View;
use super::{beaten, rules};
use crate::base::words::names;
use crate::engine::{Fact, Fortune, Fortunes};

/// Units, fleets, regions and influence that are lost or gained.
pub fn fortunes(view: &View, witnessed: &[Fact<Event>]) -> Fortunes {
    let mut told = Fortunes::default();
    let Some(own) = view.power else { return told };
    let (mut fight, mut fallen) = (Fight::default(), Fallen::new());
    let mut influence = Spheres::default();
    for (n, fact) in witnessed.iter().enumerate() {
        let event = &fact.event;
        let cause = beaten::cause(Some(own), &witnessed[..=n]);
        let cause = cause.map(|cause| format!(" ({cause})")).unwrap_or_default();
        fight.follow(own, event);
        if !stranded(&mut told, own, fact) {
            losses((&mut told, &mut fallen), own, &fight, (event, &cause));
        }
        lost_battle(&mut told, &fight, event);
        changes(&mut told, own, &fight, (event, &cause));
        influence.follow(own, fact);
    }
    influence.tell(&mut told);
    for ((power, at), units) in fallen {
        match power {
            Some(power) if power == own => told.add(Fortune::Lost, format!("{units} in {at}")),
            Some(power) => told.add(Fortune::Beaten, format!("{units} of {power} in {at}")),
            None => told.add(Fortune::Beaten, format!("{units} of the natives in {at}")),
        }
    }
    told
}

/// The battle that is being fought.
#[derive(Default)]
struct Fight<'e> {
    /// True if the reader takes part.
    joined: bool,
    /// The side that is the reader's.
    party: Option<Party>,
    /// The region that the reader defends.
    held: Option<&'e Region>,
}

impl<'e> Fight<'e> {
    fn follow(&mut self, own: Power, event: &'e Event) {
        if let Event::BattleJoined { at, attacker, defender, .. } = event {
            let defends = *defender == Party::Power(own);
            self.joined = defends || *attacker == Party::Power(own);
            self.party = self.joined.then_some(Party::Power(own));
            self.held = defends.then_some(at);
        } else if let Event::NavalJoined { mover, enemy, .. } = event {
            (self.joined, self.held) = (*mover == own || *enemy == own, None);
            self.party = None;
        }
    }
}

/// Units that are lost because they stand among strangers without a brigade, told with the cause; false for all else
/// (im28, im71).
fn stranded(told: &mut Fortunes, own: Power, fact: &Fact<Event>) -> bool {
    let Event::Lost { power, units, at } = &fact.event else { return false };
    let cause = if fact.rule == rules::GUESTS {
        "left behind as another power gained the region"
    } else if fact.rule == rules::ENTRY {
        "without a brigade there"
    } else {
        return false;
    };
    if *power == own {
        told.add(Fortune::Lost, format!("{units} in {at} ({cause})"));
    }
    true
}

/// Who fell where; without a power, natives.
type Fallen = BTreeMap<(Option<Power>, Region), Force>;

/// Units and fleets. Those that fell in battle are counted together.
fn losses(
    (told, fallen): (&mut Fortunes, &mut Fallen),
    own: Power,
    fight: &Fight<'_>,
    (event, cause): (&Event, &str),
) {
    if let Event::Lost { power, units, at } = event {
        if *power == own || fight.joined {
            fallen.entry((Some(*power), at.clone())).or_default().add(units);
        }
    } else if let Event::NativesLost { units, at } = event {
        if fight.joined {
            fallen.entry((None, at.clone())).or_default().add(units);
        }
    } else if let Event::Sunk { power, fleet } = event {
        if *power == own {
            told.add(Fortune::Lost, format!("fleet {fleet} with all aboard{cause}"));
        } else if fight.joined {
            told.add(Fortune::Beaten, format!("fleet {fleet} of {power}{cause}"));
        }
    } else if let Event::Disbanded { power, units, at } = event {
        if *power == own {
            told.add(Fortune::Lost, format!("{units} in {at}, which you could not pay"));
        }
    } else if let Event::DisbandedAboard { power, units, fleet } = event {
        if *power == own {
            told.add(
                Fortune::Lost,
                format!("{units} aboard fleet {fleet}, which you could not pay"),
            );
        }
    } else if let Event::LaidUp { power, fleet } = event
        && *power == own
    {
        told.add(Fortune::Lost, format!("fleet {fleet}, which you could not pay"));
    }
}

/// A battle on land that somebody else won, where no region went with it.
fn lost_battle(told: &mut Fortunes, fight: &Fight<'_>, event: &Event) {
    if let Event::BattleEnded { at, winner: Some(winner) } = event
        && fight.party.is_some_and(|own| own != *winner)
        && fight.held.is_none()
    {
        told.add(Fortune::Lost, format!("the battle of {at}"));
    }
}

/// Regions and influence.
fn changes(told: &mut Fortunes, own: Power, fight: &Fight<'_>, (event, cause): (&Event, &str)) {
    if let Event::Gained { power, at } = event {
        if *power == own {
            told.add(Fortune::Gained, format!("{at}{cause}"));
        } else if fight.held == Some(at) {
            told.add(Fortune::Lost, at);
        }
    } else if let Event::Reverted { at, from } = event {
        if *from == own {
            told.add(Fortune::Lost, format!("{at} to its natives"));
        }
    } else if let Event::Ceded { at, from, to } = event {
        if *from == own {
            told.add(Fortune::Lost, format!("{at} to {to}"));
        } else if *to == own {
            told.add(Fortune::Gained, format!("{at} from {from}"));
        }
    } else if let Event::Picked { power, region } = event
        && *power == own
    {
        told.add(Fortune::Gained, region);
    }
}

/// Where the reader's spheres of influence come and go, and where explorers are lost. They are told behind whole
/// regions: `Italy and a sphere of influence in Morocco`.
#[derive(Default)]
struct Spheres<'e> {
    placed: Vec<&'e Region>,
    removed: Vec<&'e Region>,
    explorers: Vec<&'e Region>,
}

impl<'e> Spheres<'e> {
    fn follow(&mut self, own: Power, fact: &'e Fact<Event>) {
        // Spheres that the reader gives up are spent, not lost.
        let spent = fact.rule == rules::WESTERNIZE || fact.rule == rules::INCITE;
        let (all, at) = match &fact.event {
            Event::SpherePlaced { of, at } if *of == own => (&mut self.placed, at),
            Event::SphereRemoved { .. } if spent => return,
            Event::SphereRemoved { of, at, .. } if *of == own => (&mut self.removed, at),
            Event::Explored { power, at, finding: Discovery::Lost } if *power == own => {
                (&mut self.explorers, at)
            }
            _ => return,
        };
        if !all.contains(&at) {
            all.push(at);
        }
    }

    fn tell(self, told: &mut Fortunes) {
        match self.placed.as_slice() {
            [] => {}
            [at] => told.add(Fortune::Gained, format!("a sphere of influence in {at}")),
            all => told.add(Fortune::Gained, format!("spheres of influence in {}", names(all))),
        }
        if !self.removed.is_empty() {
            told.add(Fortune::Lost, format!("influence in {}", names(self.removed)));
        }
        match self.explorers.as_slice() {
            [] => {}
            [at] => told.add(Fortune::Lost, format!("the explorer in {at}")),
            all => told.add(Fortune::Lost, format!("the explorers in {}", names(all))),
        }
    }
}
