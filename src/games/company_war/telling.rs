//! Events in words.

use super::events::{Event, Merit};
use super::format::FirstMover;
use super::names::{Jp, Ship};
use super::order::Order;
use super::said::list;
use super::scenario::{Chart, Side};
use super::sight::View;
use super::state::{Step, Unit};
use super::{CompanyWar, atlas, awaits, fortunes, page, unordered};
use crate::base::words::{count, verb};
use crate::engine::wording::said::{Said, said, told};
use crate::engine::{Fact, Fortunes, Opening, Seat, Telling, Told};
use crate::page::{Measure, Page, Picture};

/// The table of shots in a fight.
const SHOTS: [&str; 7] = ["By", "At", "Attack", "Rolls", "Defense", "Rolls", "Outcome"];

/// The heading of a step.
fn when(turn: u32, step: Step) -> String {
    match (turn, step) {
        (_, Step::Over) => "the last turn is over".to_owned(),
        (0, step) => step.name().to_owned(),
        (turn, step) => format!("turn {turn}: {}", step.name()),
    }
}

fn shot(hit: bool) -> &'static str {
    if hit { "a hit" } else { "a miss" }
}

/// Whom the story is told to: the reader's own side is spoken to.
struct Listener<'c> {
    chart: &'c Chart,
    side: Option<Side>,
    /// What is equal if the initiative is tied.
    tied: &'static str,
}

impl Listener<'_> {
    /// A side and what it does: `the Union rolls`, and `you roll` to itself.
    fn does(&self, side: Side, one: &str, many: &str) -> String {
        if self.side == Some(side) { format!("you {many}") } else { side.does(one, many) }
    }

    /// How the line on the initiative of a round of combat begins.
    fn rolled(&self) -> String {
        self.does(Side::Mazianni, "rolls", "roll")
    }
}

said! {
    Listener<'_>;
    Side: |side, reader| if reader.side == Some(*side) { "you" } else { side.title() }.to_owned();
    Vec<Ship>: |ships, reader| Said::said(ships, reader.chart);
    Unit: |unit, reader| Said::said(unit, reader.chart);
    Vec<Unit>: |units, reader| Said::said(units, reader.chart);
    Jp: |jp, reader| Said::said(jp, reader.chart);
}

impl Telling for CompanyWar {
    fn called(&self, seat: &Seat) -> String {
        Side::of(seat).map_or_else(|| seat.to_string(), |side| side.title().to_owned())
    }

    fn awaits(&self, order: &Order) -> Option<String> {
        awaits::awaits(&self.chart, order)
    }

    fn tell(&self, event: &Event) -> Told {
        tell(&self.listener(None), event)
    }

    fn tell_to(&self, reader: Option<&Seat>, event: &Event) -> Told {
        tell(&self.listener(reader.and_then(Side::of)), event)
    }

    fn cause(&self, witnessed: &[Fact<Event>]) -> Option<String> {
        page::cause(witnessed)
    }

    fn aside(&self, witnessed: &[Fact<Event>]) -> Option<String> {
        page::beaten(self, witnessed).or_else(|| page::stayed(witnessed))
    }

    fn standings(&self, view: &View, witnessed: &[Fact<Event>]) -> Vec<String> {
        page::standings(self, view, witnessed)
    }

    fn without_orders(&self, view: &View) -> Option<String> {
        unordered::without_orders(self, view)
    }

    fn fortunes(&self, view: &View, witnessed: &[Fact<Event>]) -> Fortunes {
        fortunes::fortunes(self, view, witnessed)
    }

    fn measures(&self, view: &View) -> Vec<Measure> {
        page::measures(self, view)
    }

    fn losses(&self, _: &View, witnessed: &[Fact<Event>]) -> Vec<Measure> {
        page::losses(self, witnessed)
    }

    fn beginning(&self, view: &View, witnessed: &[Fact<Event>]) -> Option<String> {
        let began = witnessed.iter().find_map(|fact| {
            let Event::StepBegan { turn, step } = &fact.event else { return None };
            Some((*turn, *step))
        });
        let (turn, step) = match began {
            None => (view.open.turn, view.open.step),
            Some((_, Step::SetUp)) => return None,
            Some((1, Step::Movement)) => (0, Step::SetUp),
            Some((turn, Step::Movement)) => (turn.saturating_sub(1), Step::Garrison),
            Some((turn, Step::Combat)) => (turn, Step::Movement),
            Some((turn, Step::Repair)) => (turn, Step::Combat),
            Some((turn, Step::Garrison)) => (turn, Step::Repair),
            Some((turn, Step::Over)) => (turn, Step::Garrison),
        };
        (step != Step::Over).then(|| when(turn, step))
    }

    fn situation(&self, view: &View) -> Page {
        page::situation(self, view)
    }

    fn map(&self, view: &View, witnessed: &[Fact<Event>]) -> Option<Picture> {
        atlas::map(self, view, witnessed).map(|map| Picture::Map(Box::new(map)))
    }
}

impl CompanyWar {
    fn listener(&self, side: Option<Side>) -> Listener<'_> {
        let tied = match self.switches.first_mover {
            FirstMover::ByRoll => "both may move as many ships",
            FirstMover::ByShipsPlotted => "both will move as many ships",
        };
        Listener { chart: &self.chart, side, tied }
    }
}

/// What a roll is raised by, behind its dice (cw16).
fn bonus(dice: &[u8], total: u32) -> String {
    let sum: u32 = dice.iter().map(|die| u32::from(*die)).sum();
    match total.saturating_sub(sum) {
        0 => String::new(),
        more => format!(", plus {more},"),
    }
}

/// An event as a listener is told of it.
#[expect(clippy::too_many_lines, reason = "a row or arm for each event")]
fn tell(reader: &Listener<'_>, event: &Event) -> Told {
    told! {
        on reader; event;
        rows {
            line Deployed { ship, at } => "{ship} deploys at {at}";
            line Loaded { carrier } => "troops go aboard {carrier} in secret";
            line Declared { side } => "{} Fleet Assembly", reader.does(*side, "declares", "declare");
            line Rolled { side, turn, dice, total, assembly } =>
                "for turn {turn} {} {dice}{}{} and may move {}", reader.does(*side, "rolls", "roll"),
                bonus(&dice, *total), if *assembly { " with Fleet Assembly" } else { "" }, count(*total, "ship");
            line Announced { side, ships } => "{} {} to move", reader.does(*side, "announces", "announce"),
                count(*ships, "ship");
            line Begins { side, tied } => "{}{} first",
                if *tied {
                    let choose = reader.does(Side::Mazianni, "choose", "choose");
                    format!("the initiative is tied ({}); {choose}: ", reader.tied)
                } else {
                    String::new()
                },
                reader.does(*side, "moves", "move");
            // How many ships are left is told where it matters: at announcements and pins.
            detail.opens(Opening::Step) Went { side, ships } =>
                "{} {}", reader.does(*side, "moves", "move"), count(*ships, "ship");
            line.course(list(&ships), reader.chart.short(*from), reader.chart.short(*to))
                Jumped { ships, from, to } => "{} {} from {from} to {to}", list(&ships),
                verb(ships.len(), "jump");
            line.sequel(format!("{}:", list(&ships)), "stopped by the enemy") Stopped { ships, at } =>
                "{} must stop at {at}, where the enemy is", list(&ships);
            line.toll(format!("pinned by the enemy at {at}:"), list(&ships)) Pinned { ships, at } =>
                "{} can no longer leave {at} in this phase", list(&ships);
            line Reduced { side, ships } => "of the ships that {} to move, {ships} {}",
                reader.does(*side, "was", "were"), verb(*ships, "stay");
            line.opens(Opening::Engagement) BattleJoined { at } => "combat at {at}";
            detail.engaged.opens(Opening::Step) RoundBegan { at, round } =>
                "round {round} at {at}";
            line.engaged StoodOff { ships } =>
                "{} {} out of the combat", list(&ships), verb(ships.len(), "keep");
            detail.engaged Launched { riders } => "riders launch: {riders}";
            detail.engaged Recovered { riders } => "riders return: {riders}";
            detail.engaged.sequel(reader.rolled(), format!("{} {dice}: {total}", reader.does(*side, "rolls", "roll")))
                CombatRolled { side, dice, total } =>
                "{} {dice} for combat initiative: {total}", reader.does(*side, "rolls", "roll");
            detail.engaged.sequel(reader.rolled(), reader.does(*side, "has the initiative and chooses targets second",
                "have the initiative and choose targets second")) CombatInitiative { side } =>
                "{} the initiative and will choose targets second", reader.does(*side, "has", "have");
            // Who aimed at whom is in the table of shots; step by step it is told apart.
            detail
                .party(reader.chart.hulls[unit.ship()].side.name(), unit.ship().to_string())
                .toll(reader.does(reader.chart.hulls[unit.ship()].side, "aims:", "aim:"), format!("{unit} at {target}"))
                Aimed { unit, target } => "{unit} aims at {target}";
            detail.engaged.row(&SHOTS, [unit.to_string(), target.to_string(), attack.to_string(),
                dice.to_string(), String::new(), String::new(), shot(*hit).to_owned()])
                Fired { unit, target, dice, attack, hit } =>
                "{unit} fires at {target}: {dice} against {attack}, {}", shot(*hit);
            detail.engaged.sequel(
                format!("{from} fires at {unit}:"),
                format!("{}avoided: {dice} against {defense}", if *avoided { "" } else { "not " })
            ).fills(&SHOTS, [from.to_string(), unit.to_string(), String::new(), String::new(),
                defense.to_string(), dice.to_string(),
                if *avoided { "avoided" } else { "a hit" }.to_owned()])
                Evaded { unit, from, dice, defense, avoided } =>
                "{unit} {} the hit of {from}: {dice} against {defense}",
                if *avoided { "avoids" } else { "does not avoid" };
            line.engaged.toll("damaged:", unit.name()) Damaged { unit } => "{unit} is damaged";
            line.engaged TroopsLost { carrier } => "the troops aboard {carrier} die with it";
            line.engaged Fled { ship, to } => "{ship} flees from the combat {}",
                to.map_or("and stays out of the fight".to_owned(), |to| format!("to {}", reader.chart.place(to)));
            line.engaged BattleEnded { at, why } => "combat at {at} ends: {why}";
            // No event opens a bombardment, so each shot is told by itself.
            line Bombarded { ship, at, dice, attack, hit } =>
                "{ship} fires at the station {at}: {dice} against {attack}, {}", shot(*hit);
            headline StationDestroyed { at, by } =>
                "{} the station {at}", reader.does(*by, "destroys", "destroy");
            line Repaired { ship, at } => "{ship} is repaired at {at}";
            line RiderReplaced { carrier, rider } => "rider {rider} of {carrier} is replaced";
            line Landed { carrier, at } => "{carrier} lands troops on {at}";
            line Embarked { at } => "the troops of {at} embark";
            headline Stormed { at, ships } => "{} destroy the troops on {at}", list(&ships);
            line Returned => "a lost troop counter returns";
            line.toll(format!("points for {side}:"), format!("{at} {points}"))
                Scored { side, points, why: Merit::Held(at) } =>
                "{} {points} for holding {at}", reader.does(*side, "scores", "score");
            line.toll(format!("points for {side}:"), format!("{at} {points}"))
                Scored { side, points, why: Merit::Free(at) } =>
                "{} {points} for {at}, which {} not hold", reader.does(*side, "scores", "score"),
                reader.does(Side::Mazianni, "do", "do");
            // Ships are destroyed in fights only. Troops are destroyed elsewhere too, where no
            // fight is open.
            line.engaged.toll(format!("points for {side}:"), format!("{ship} {points}"))
                Scored { side, points, why: Merit::Kill(ship) } =>
                "{} {points} for the destruction of {ship}", reader.does(*side, "scores", "score");
            line.engaged.toll(format!("points for {side}:"), format!("troops {points}"))
                Scored { side, points, why: Merit::Troops } =>
                "{} {points} for the destruction of troops", reader.does(*side, "scores", "score");
            line.toll(format!("points for {side}:"), format!("{at} destroyed {points}"))
                Scored { side, points, why: Merit::Station(at) } =>
                "{} {points} for the destruction of {at}", reader.does(*side, "scores", "score");
        }
        others {
            Event::StepBegan { turn, step } => Told::line(when(*turn, *step)).opens(Opening::Section),
            // Whose ships move when is told by their courses, but not that the reader let a go pass (cw31).
            Event::Passed { side } => {
                let text = format!(
                    "{} to move, with fewer ships left",
                    reader.does(*side, "declines", "decline")
                );
                if reader.side == Some(*side) { Told::line(text) } else { Told::detail(text) }
            },
            Event::Destroyed { unit } => {
                let text = format!("{} is destroyed", unit.name());
                let told = match unit {
                    Unit::Ship(_) => Told::headline(text),
                    Unit::Rider(..) => Told::line(text),
                };
                let side = reader.chart.hulls[unit.ship()].side;
                told.engaged().toll(reader.does(side, "loses", "lose"), unit.name()).supersedes("damaged:")
            },
        }
    }
}
