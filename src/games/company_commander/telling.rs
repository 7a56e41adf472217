//! Events in words.

use super::events::{Effect, Event, Mod, Strike, Why};
use super::format::{KindRow, Trait};
use super::names::{Kind, Unit, Weapon};
use super::order::Order;
use super::said::ending;
use super::side::Side;
use super::sight::View;
use super::state::Step;
use super::{CompanyCommander, atlas, awaits, brief, fortunes, losses, page, together, vigil};
use crate::base::words::{count, dice as rolls, names};
use crate::engine::board::hex::Facing;
use crate::engine::wording::said::told;
use crate::engine::{Fact, Fortunes, Opening, Phase, Seat, Telling, Told};
use crate::page::{Measure, Page, Picture, Zone};

/// The heading over a player's turn.
fn heading(side: Side, number: u32) -> String {
    format!("turn {number}: {}", side.title())
}

/// The heading over what happens as a player's turn begins, before they order anything.
fn begun(side: Side, number: u32) -> String {
    format!("the start of turn {number}: {} has not moved yet", side.title())
}

/// Modifiers by name, behind the base.
fn modifiers(mods: &[Mod]) -> String {
    let one = |it: &Mod| match it.why {
        Why::Base => it.by.to_string(),
        _ => format!("{:+} {}", it.by, it.why),
    };
    mods.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// How many hits there were, and what they did, with their dice: against armor that of the armor, of a save if it
/// has one, and of the AP; else that of a save, if there is any, and of the weapon (cc38, cc40, cc42 to cc44).
fn struck(kind: &KindRow, strikes: &[Strike]) -> String {
    let roll = |strike: &Strike| match (strike.dice.as_slice(), kind.armored()) {
        ([armor], true) => format!("armor die {armor}"),
        ([armor, save], true) if *save <= kind.save && strike.effect == Effect::None => {
            format!("armor die {armor}, save {save}")
        }
        ([armor, ap], true) => format!("armor die {armor}, AP {ap} of 100"),
        ([armor, save, ap], true) => format!("armor die {armor}, save {save}, AP {ap} of 100"),
        ([save, weapon], false) => format!("save {save}, weapon die {weapon}"),
        ([die], false) if kind.is(Trait::FrontLine) => format!("save {die}"),
        (dice, _) => format!("die {}", names(dice)),
    };
    let one = |strike: &Strike| format!("{} ({})", strike.effect, roll(strike));
    match u32::try_from(strikes.len()) {
        Ok(0) => "no hit".to_owned(),
        hits => format!(
            "{}: {}",
            count(hits.unwrap_or(u32::MAX), "hit"),
            names(strikes.iter().map(one))
        ),
    }
}

/// An attack that came to nothing, in a line, because nothing else tells how it ended.
fn fruitless(line: String, rolled: String) -> Told {
    Told::line(line).rolls(rolled).engaged()
}

impl CompanyCommander {
    /// The kind of a unit.
    pub(super) fn kind_of(&self, unit: &Unit) -> &Kind {
        &self.field.units[unit].kind
    }

    /// How a unit looks that is deployed; nothing, if it ignores facing (cc10).
    fn faced(&self, unit: &Unit, facing: Facing) -> String {
        let round = self.format.kind(self.kind_of(unit)).is(Trait::AllRound);
        if round { String::new() } else { format!(", facing {}", facing.direction()) }
    }

    /// Weapons by name.
    fn fired(&self, weapons: &[Weapon]) -> String {
        names(weapons.iter().map(|weapon| &self.format.weapon(weapon).title))
    }

    /// A unit with its kind.
    pub(super) fn called(&self, unit: &Unit) -> String {
        format!("{unit} ({})", self.format.kind(self.kind_of(unit)).title)
    }
}

impl Telling for CompanyCommander {
    fn called(&self, seat: &Seat) -> String {
        Side::of(seat).map_or_else(|| seat.to_string(), |side| side.title().to_owned())
    }

    fn occasion(&self, view: &View, _: &Phase) -> String {
        let both = self.switches.exchange == super::switches::Exchange::Both;
        match view.open.step {
            Step::Deployment => "the deployment".to_owned(),
            Step::Turn if both => format!("turn {}", view.open.turn),
            Step::Turn => format!("{}'s turn {}", view.open.active.title(), view.open.turn),
            Step::Over => "nothing more".to_owned(),
        }
    }

    fn awaits(&self, order: &Order) -> Option<String> {
        awaits::awaits(order)
    }

    fn tell(&self, event: &Event) -> Told {
        told! {
            on self; event;
            rows {
                line Deployed { unit, at, facing } =>
                    "{} is deployed in {at}{}", self.called(&unit), self.faced(&unit, *facing);
                line Boarded { unit, on } => "{unit} is in {on}";
                line.opens(Opening::Section) TurnBegan { side, turn } => "{}", begun(*side, *turn);
                line Arrived { unit, at } => "{} arrives in {at}", self.called(&unit);
                line Delayed { unit } => "{unit} finds no free hex and waits";
                line Complete { side } => "all reinforcements of {side} have arrived";
                line.course(unit.to_string(), *from, *to) Moved { unit, from, to } =>
                    "{unit} moves from {from} to {to}";
                detail Hurried { unit } => "{unit} moves fast";
                detail Turned { unit, facing } => "{unit} faces {}", facing.direction();
                line Dismounted { unit, from, at } => "{unit} leaves {from} in {at}";
                line Left { unit } => "{unit} leaves the field";
                line Launched { unit, by, at } => "{by} launches {unit} to {at}";
                line Sighted { side, unit, at } =>
                    "{side} sees {} in {at}", self.called(&unit);
                line Vanished { side, unit, at } =>
                    "{side} no longer sees {unit}, last in {at}";
                line.opens(Opening::Engagement) Attacked { unit, how, target, at } =>
                    "{unit} {how} {target} in {at}";
                line.opens(Opening::Engagement) Shelled { unit, at } => "{unit} bombards {at}";
                detail.engaged Spent { unit, weapons } =>
                    "{unit} uses ammunition: {}", self.fired(&weapons);
                line.engaged Scattered { unit, die, at } =>
                    "the fire of {unit} scatters to {at} (roll {die})";
                line.opens(Opening::Engagement) Struck { unit } =>
                    "{unit} is under fire from an enemy you cannot see";
                detail.engaged Spread { unit, target, die, struck } =>
                    "the barrage of {unit} {} {target} (roll {die})",
                    if *struck { "strikes" } else { "spares" };
                line.engaged Suppressed { unit } => "{unit} is suppressed";
                line.engaged Damaged { unit, losses } =>
                    "{unit} loses {}", count(u32::from(*losses), "strength point");
                headline.engaged Destroyed { unit } => "{} is destroyed", self.called(&unit);
                line.engaged AntiAir { unit, target, percent, dice, hit } =>
                    "{unit} fires at {target} in the air: needs {percent}, rolls {}; {}",
                    rolls(&dice), if *hit { "hit" } else { "no harm" };
                line Rallied { unit, done } =>
                    "{unit} {}", if *done { "recovers" } else { "stays suppressed" };
                line Resupplied { unit, die, done } =>
                    "{unit} {} (roll {die})", if *done { "is supplied" } else { "gets no supply" };
                line Smoked { side, at } => "{side} has smoke in {}", names(at.iter());
                line SmokeFired { unit, at } => "{unit} fires smoke at {at}";
                headline Took { side, place } => "{side} takes {place}";
                detail TurnEnded { side } => "the turn of {side} is over";
            }
            others {
                Event::Volley { unit, target, weapon, needed, mods, dice, strikes } => {
                    let weapon = &self.format.weapon(weapon).title;
                    let rolled = format!(
                        "{unit} fires {weapon} at {target}: needs {needed} or less ({}), rolls {}; {}",
                        modifiers(mods), names(dice), struck(self.format.kind(self.kind_of(target)), strikes),
                    );
                    let none = strikes.iter().all(|strike| strike.effect == Effect::None);
                    match strikes.len() {
                        0 => fruitless(format!("{unit} misses {target} with its {weapon}"), rolled),
                        _ if none => fruitless(format!("{unit} hits {target} with its {weapon}, to no effect"), rolled),
                        _ => Told::detail(rolled).engaged(),
                    }
                },
                Event::Assaulted { unit, target, needed, weapon, dice, effect } => {
                    let rolled = format!(
                        "{unit} assaults {target}: needs {needed} or more, then {weapon} or less, rolls {}; {effect}",
                        rolls(dice),
                    );
                    match effect {
                        Effect::None => fruitless(format!("{unit} assaults {target}, to no effect"), rolled),
                        Effect::Suppressed | Effect::Damaged | Effect::Destroyed => Told::detail(rolled).engaged(),
                    }
                },
                // The top of the page says it first of all.
                Event::Ended { winner, why, points } => {
                    let of = |side: Side| points.iter().find(|(of, _)| *of == side).map_or(0, |it| it.1);
                    Told::line(ending(*winner, *why, Side::BOTH.map(of)))
                },
            }
        }
    }

    fn standings(&self, view: &View, witnessed: &[Fact<Event>]) -> Vec<String> {
        brief::standings(self, view, witnessed)
    }

    fn by_standing_orders(&self, view: &View, standing: &[Order]) -> Vec<String> {
        vigil::held(self, view, standing).into_iter().collect()
    }

    fn without_orders(&self, view: &View) -> Option<String> {
        page::without_orders(self, view).map(|told| format!("{told}."))
    }

    fn together(&self, view: &View) -> Vec<(&'static str, String)> {
        together::together(self, view)
    }

    fn cause(&self, witnessed: &[Fact<Event>]) -> Option<String> {
        losses::cause(self, witnessed, |unit| self.called(unit))
    }

    fn fortunes(&self, view: &View, witnessed: &[Fact<Event>]) -> Fortunes {
        fortunes::fortunes(self, view, witnessed)
    }

    fn measures(&self, view: &View) -> Vec<Measure> {
        page::measures(self, view)
    }

    /// Both sides see all losses: they are among the measures.
    fn beginning(&self, view: &View, witnessed: &[Fact<Event>]) -> Option<String> {
        let next = witnessed.iter().find_map(|fact| {
            let Event::TurnBegan { side, turn } = &fact.event else { return None };
            Some((*side, *turn))
        });
        let both = self.switches.exchange == super::switches::Exchange::Both;
        Some(match (next, view.open.step) {
            (Some((_, 1)), _) if both => "deployment".to_owned(),
            (Some((side, 1)), _) if side == self.field.first => "deployment".to_owned(),
            (Some((_, number)), _) if both => format!("turn {}", number - 1),
            (Some((side, number)), _) => {
                heading(side.other(), number - u32::from(side == self.field.first))
            }
            (None, Step::Deployment) => "deployment".to_owned(),
            (None, Step::Turn | Step::Over) if view.open.turn == 0 => "deployment".to_owned(),
            (None, Step::Turn | Step::Over) if both => format!("turn {}", view.open.turn),
            (None, Step::Turn | Step::Over) => heading(view.open.active, view.open.turn),
        })
    }

    fn situation(&self, view: &View) -> Page {
        page::situation(self, view)
    }

    fn map(&self, view: &View, witnessed: &[Fact<Event>]) -> Option<Picture> {
        Some(Picture::Board(Box::new(atlas::board(self, view, witnessed))))
    }

    fn seen_by(&self, view: &View, name: &str) -> Option<Zone> {
        atlas::seen_by(self, view, name)
    }
}
