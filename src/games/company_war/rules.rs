//! The identifiers of the rules that the code carries out; `docs/rules/company-war.md` has them
//! in full. A rule that stands in no report line is cited where the code or a table obeys it.

use crate::engine::rules;

rules! {
    /// Jump points are numbered.
    POINTS = "cw2";
    /// Who may use which route.
    ROUTES = "cw3";
    /// The Union begins at Cyteen.
    UNION_BASE = "cw12";
    /// The Mazianni deploy over three stations.
    DEPLOYMENT = "cw13";
    /// Secret assignment of troops.
    TROOPS = "cw15";
    /// The roll for initiative.
    INITIATIVE = "cw16";
    /// Fleet Assembly.
    ASSEMBLY = "cw17";
    /// The free dartship.
    FREE_DARTSHIP = "cw18";
    /// A tied roll.
    TIE = "cw19";
    /// Who moves first.
    FIRST_MOVER = "cw20";
    /// What a plot is.
    PLOT = "cw21";
    /// Only the number of ships is announced.
    ANNOUNCEMENT = "cw22";
    /// A course is followed unless interrupted.
    COURSE = "cw23";
    /// One ship at a time.
    ALTERNATION = "cw25";
    /// Who is stopped where.
    STOP = "cw26";
    /// An arrival pins.
    PIN = "cw29";
    /// Mazianni groups.
    TASK_FORCE = "cw30";
    /// Declining to move.
    DECLINE = "cw31";
    /// Who leaves the count.
    COUNT = "cw34";
    /// Repairs.
    REPAIR = "cw36";
    /// What is never repaired.
    NO_REPAIR = "cw37";
    /// Mazianni docks.
    MAZIANNI_DOCKS = "cw38";
    /// Union docks.
    UNION_DOCKS = "cw39";
    /// Replacement of riders.
    RIDERS_REPLACED = "cw40";
    /// What garrisons a station.
    GARRISON = "cw41";
    /// When troops are put down or picked up.
    LANDING = "cw42";
    /// When carrying is revealed.
    REVEALED = "cw43";
    /// Troops die with their ship or station.
    TROOPS_LOST = "cw44";
    /// Three Union ships destroy troops.
    STORM = "cw45";
    /// Troops return.
    RETURN = "cw46";
    /// Victory points.
    POINTS_SCORED = "cw47";
    /// No intended negative total.
    NEGATIVE = "cw48";
    /// Destroyed stations are not ungarrisoned.
    DESTROYED_STATIONS = "cw49";
    /// Exchanges of orders.
    EXCHANGE = "cw51";
    /// Fleeing ships move first.
    FLEEING_FIRST = "cw53";
    /// Which of several lines counts.
    LINES = "cw56";
    /// In which lists orders may stand.
    LISTS = "cw57";
    /// Where combat happens.
    BATTLE = "cw60";
    /// Riders launch.
    LAUNCH = "cw61";
    /// Combat initiative.
    COMBAT_INITIATIVE = "cw62";
    /// Who allocates first.
    ALLOCATION = "cw63";
    /// How targets are chosen.
    TARGETS = "cw64";
    /// Simultaneous fire.
    FIRE = "cw65";
    /// Dartships avoid combat.
    AVOID = "cw66";
    /// Avoiding a hit.
    AVOIDANCE = "cw67";
    /// Damage.
    DAMAGE = "cw68";
    /// Riders without a carrier.
    STRANDED = "cw69";
    /// When ships flee.
    FLEE = "cw71";
    /// Where they flee to.
    FLIGHT = "cw72";
    /// When a combat ends.
    ROUNDS = "cw73";
    /// Ceasing fire.
    CEASE_FIRE = "cw74";
    /// Bombardment.
    BOMBARD = "cw75";
}
