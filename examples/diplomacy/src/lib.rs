//! Diplomacy: seven powers, simultaneous moves, no dice. `rules.md` has the rules.

mod adjust;
pub mod board;
mod chart;
pub mod judge;
pub mod moves;
pub mod order;
mod orders;
pub mod place;
pub mod power;
mod retreat;
mod sight;
mod staff;
pub mod state;
mod telling;

use adjutant::prelude::*;

use board::{Board, Province};
use judge::Paradox;
use place::Place;
use power::Power;
use state::{Event, Open, Season, Stage, Unit};

/// The game with its files.
pub const SHELF: Bridge<Diplomacy> = Bridge::new(shipped!("standard"));

rules! {
    /// The powers and their supply centres.
    MAP = "dp1";
    /// Orders of a unit.
    ORDERS = "dp5";
    /// A unit stays.
    HOLD = "dp20";
    /// A unit goes.
    MOVE = "dp22";
    /// A unit helps another.
    SUPPORT = "dp25";
    /// A fleet carries an army.
    CONVOY = "dp26";
    /// A unit is driven out.
    DISLODGE = "dp27";
    /// Nobody enters where units fought in vain.
    CONTEST = "dp29";
    /// A dislodged unit goes away.
    RETREAT = "dp40";
    /// A dislodged unit is removed.
    DISBAND = "dp42";
    /// Builds.
    BUILD = "dp50";
    /// Removals.
    REMOVE = "dp51";
    /// Who removes too few.
    DISORDER = "dp52";
    /// Supply centres change hands.
    COUNT = "dp60";
    /// The game is won.
    WIN = "dp61";
    /// All agree to a draw.
    DRAW = "dp62";
    /// What follows what.
    SEQUENCE = "dp63";
}

data! {
    /// The tables of `format.yaml`.
    pub struct Format {
        to_win: Number,
        provinces: BTreeMap<Place, Province>,
    }

    /// A scenario file.
    pub struct Scenario {
        year: u32,
        powers: BTreeMap<Power, Start>,
        #[serde(default)]
        tiles: BTreeMap<Place, Vec<(u16, u16, u16)>>,
    }

    /// What a power begins with.
    pub struct Start {
        home: Vec<Place>,
        armies: Vec<Place>,
        fleets: Vec<Place>,
    }

    /// The switches of the format.
    struct Switches {
        convoys: Convoys,
        paradoxes: Paradoxes,
        disorder: From,
        last_year: String,
    }

    /// When an army goes to the next province by sea though it need not (dp30).
    #[derive(Copy, Eq)]
    pub enum Convoys {
        /// If a fleet of its own power is to carry it.
        OwnFleet,
        /// If the order says so.
        Written,
        /// If there is a way.
        Any,
    }

    /// How paradoxes end (dp33).
    #[derive(Copy, Eq)]
    enum Paradoxes {
        Szykman,
        AllHold,
    }

    /// From where it is counted how far units are away (dp52).
    #[derive(Copy, Eq)]
    enum From {
        Owned,
        Home,
    }
}

/// Everything that is public and fixed.
pub struct Diplomacy {
    format: Tables<Format>,
    scenario: Scenario,
    switches: Switches,
    /// The map.
    pub board: Board,
}

impl Rules for Diplomacy {
    const NAME: &'static str = "diplomacy";
    type Format = Format;
    type Scenario = Scenario;
    type State = Open;
    type Event = Event;

    fn found(format: Tables<Format>, scenario: Scenario, options: &Chosen) -> Founded<Self> {
        let stages = Stage::ALL.map(Stage::word);
        check_phases::<order::Order>(&format.phases, &stages, &stages)?;
        check_numbers(&format.own.to_win, &[], 1..=100)?;
        let board = Board::of(&format.provinces)?;
        let names = Names::default()
            .with("Place", "place", &MAP, board.places())
            .called("Place", board.called());
        names.check(&scenario)?;
        let switches = adjutant::game::options::typed(options)?;
        let game = Self { format, scenario, switches, board };
        game.check()?;
        Ok((game, names))
    }

    fn seats(&self) -> Vec<Seat> {
        Power::ALL.map(Power::seat).to_vec()
    }

    fn setup(&self, _: &mut Chance) -> Open {
        let mut open = Open {
            year: self.scenario.year,
            season: Season::Spring,
            stage: Stage::Movement,
            units: Vec::new(),
            beaten: Vec::new(),
            contested: BTreeSet::new(),
            centres: BTreeMap::new(),
            drawn: false,
        };
        for (power, start) in &self.scenario.powers {
            open.centres.extend(start.home.iter().map(|at| (*at, *power)));
        }
        self.starting().for_each(|unit| open.apply(&Event::Built { unit }));
        open
    }

    fn phase(&self, open: &Open) -> Phase {
        let due = |power: Power| {
            let asked = match open.stage {
                Stage::Movement => open.of(power).next().is_some(),
                Stage::Retreats => open.beaten.iter().any(|beaten| beaten.unit.power == power),
                Stage::Adjustments => self.due(open, power) != 0,
            };
            (power.seat(), if asked { Due::Required } else { Due::Nothing })
        };
        let due = Power::ALL.into_iter().map(due).collect();
        Phase::through(&self.format.phases, &[open.stage.word()], open.year, due)
    }

    fn resolve(&self, turn: &mut Turn<'_, Self>) {
        match turn.state().stage {
            Stage::Movement => moves::resolve(turn),
            Stage::Retreats => retreat::resolve(turn),
            Stage::Adjustments => adjust::resolve(turn),
        }
        if !turn.state().drawn {
            self.go_on(turn);
        }
    }

    fn apply(&self, open: &mut Open, event: &Event) {
        open.apply(event);
    }

    fn outcome(&self, open: &Open) -> Option<Outcome> {
        let count = |power: Power| u32::try_from(open.owned(power).count()).unwrap_or(u32::MAX);
        let most = || {
            let scores = open.left().map(|power| (power, count(power)));
            Outcome::of_most(scores, |most| format!("{most} supply centres"))
        };
        if open.drawn {
            let winners: Vec<Seat> = open.left().map(Power::seat).collect();
            let text = format!("a draw of {}", adjutant::words::names(open.left()));
            return Some(Outcome { winners, text });
        }
        let won = Power::ALL.into_iter().any(|power| count(power) >= self.format.to_win.value);
        let over = self.switches.last_year.parse().is_ok_and(|last: u32| open.year > last);
        if won || over { most() } else { None }
    }
}

impl Diplomacy {
    /// The units of the scenario.
    fn starting(&self) -> impl Iterator<Item = Unit> {
        self.scenario.powers.iter().flat_map(|(power, start)| {
            let unit = |kind| move |at: &Place| Unit { at: *at, kind, power: *power };
            let fleets = start.fleets.iter().map(unit(order::Kind::Fleet));
            start.armies.iter().map(unit(order::Kind::Army)).chain(fleets)
        })
    }

    /// Every unit of the scenario can be where it is, alone, and every home is a supply centre.
    fn check(&self) -> Result<(), Problem> {
        let mut taken = BTreeSet::new();
        for Unit { at, kind, .. } in self.starting() {
            if !self.board.can_be(kind, at) {
                return Err(Problem::refused(format!("{kind} cannot be in {at}")).at("powers"));
            }
            if !taken.insert(at.province()) {
                return Err(Problem::refused(format!("two units are in {at}")).at("powers"));
            }
        }
        let homes = self.scenario.powers.values().flat_map(|start| &start.home);
        match homes.into_iter().find(|at| !self.board.province(**at).is_some_and(|it| it.centre)) {
            Some(at) => Err(Problem::refused(format!("{at} is no supply centre")).at("powers")),
            None => Ok(()),
        }
    }

    /// The home supply centres of a power.
    fn home(&self, power: Power) -> &[Place] {
        self.scenario.powers.get(&power).map_or(&[], |start| &start.home)
    }

    /// How paradoxes end.
    fn paradox(&self) -> Paradox {
        match self.switches.paradoxes {
            Paradoxes::Szykman => Paradox::Szykman,
            Paradoxes::AllHold => Paradox::AllHold,
        }
    }

    /// Begins what comes next (dp63).
    fn go_on(&self, turn: &mut Turn<'_, Self>) {
        turn.next_moment();
        let Open { year, season, stage, .. } = *turn.state();
        if stage == Stage::Movement && !turn.state().beaten.is_empty() {
            return turn.record(&SEQUENCE, Event::Began { year, season, stage: Stage::Retreats });
        }
        if season == Season::Spring {
            let (season, stage) = (Season::Fall, Stage::Movement);
            return turn.record(&SEQUENCE, Event::Began { year, season, stage });
        }
        if stage != Stage::Adjustments {
            adjust::count(turn);
            let asked = Power::ALL.into_iter().any(|power| self.due(turn.state(), power) != 0);
            if asked && self.outcome(turn.state()).is_none() {
                return turn
                    .record(&SEQUENCE, Event::Began { year, season, stage: Stage::Adjustments });
            }
        }
        let (year, season, stage) = (year + 1, Season::Spring, Stage::Movement);
        turn.record(&SEQUENCE, Event::Began { year, season, stage });
    }
}
