//! The identifiers of the rules that the code carries out; `docs/rules/mechad.md` has them in full.

use crate::engine::rules;

rules! {
    /// Double capacitors.
    CAPACITOR = "md1";
    /// One field instead of shields.
    FIELD = "md2";
    /// Energy times nodes.
    NODES = "md3";
    /// How fast it rises.
    RISE = "md5";
    /// Energized from reserve.
    RAISE = "md8";
    /// Fields of X-technology.
    X_FIELD = "md12";
    /// The first internal hits a node.
    NODE_HIT = "md13";
    /// The last node.
    LAST_NODE = "md14";
    /// Nodes are repaired slowly.
    NODE_REPAIR = "md15";
    /// Disengagement by acceleration.
    ACCELERATION = "md16";
    /// Transporters.
    TRANSPORTER = "md10";
    /// Chaff and wild weasels.
    DECOY = "md21";
    /// Crew and boarding parties.
    PARTIES = "md44";
    /// Raids.
    RAID = "md91";
    /// Boarding parties fight.
    BOARDING = "md92";
    /// Prizes.
    PRIZE = "md93";
    /// Emergency repair.
    EMERGENCY = "md94";
    /// Changes of speed.
    SPEED_CHANGE = "md95";
    /// Erratic maneuvers.
    ERRATIC = "md96";
    /// Launching.
    TRAM = "md17";
    /// How far.
    TRAM_RANGE = "md18";
    /// Shooting one down.
    INTERCEPT = "md19";
    /// What is and is not a target.
    TRAM_TARGET = "md20";
    /// Damage at impact.
    IMPACT = "md22";
    /// Rates.
    RATE = "md23";
    /// Loads and reloads.
    LOAD = "md24";
    /// From fighters.
    FIGHTER_TRAM = "md25";
    /// What mounts cost.
    MOUNT_COST = "md26";
    /// One point to all in a hex.
    CANNON = "md27";
    /// Energy of a cannon.
    CANNON_ENERGY = "md28";
    /// Range and arc.
    CANNON_RANGE = "md29";
    /// Feedback.
    FEEDBACK = "md30";
    /// Who may carry one.
    COMMAND_SHIPS = "md33";
    /// Two hits.
    CANNON_HITS = "md34";
    /// Whips.
    WHIP = "md35";
    /// Misses and terminations.
    TERMINATION = "md36";
    /// Small targets in the delay.
    SMALL = "md37";
    /// Sequences.
    SEQUENCE = "md38";
    /// The rear half.
    REAR = "md39";
    /// Plasma.
    WHIP_PLASMA = "md40";
    /// Low power.
    LOW_POWER = "md41";
    /// Heavy whips.
    HEAVY_WHIP = "md42";
    /// Whips of X-technology and what mounts cost.
    X_WHIP = "md43";
    /// Command boxes.
    COMMAND = "md45";
    /// Tails.
    TAIL = "md46";
    /// Fighters.
    FIGHTERS = "md49";
    /// The sequence of a turn.
    SEQUENCE_OF_PLAY = "md50";
    /// The impulse chart.
    CHART = "md51";
    /// Energy.
    ENERGY = "md52";
    /// Speed.
    SPEED = "md53";
    /// Turn modes.
    TURN_MODE = "md54";
    /// Sideslips.
    SLIP = "md55";
    /// Arcs and bearings.
    ARC = "md56";
    /// Shields.
    SHIELDS = "md57";
    /// Fire is decided before any is resolved.
    TOGETHER = "md58";
    /// Beams.
    BEAM = "md59";
    /// Torpedoes and rings.
    HEAVY = "md60";
    /// Drones.
    DRONE = "md61";
    /// Plasma torpedoes.
    PLASMA = "md62";
    /// Internal damage.
    INTERNALS = "md63";
    /// Crippled and destroyed.
    CRIPPLED = "md64";
    /// Damage control.
    REPAIR = "md65";
    /// Batteries.
    RESERVE = "md66";
    /// Electronic warfare.
    EW = "md67";
    /// Fighters take off.
    SCRAMBLE = "md68";
    /// The floating map.
    FLOATING = "md69";
    /// Standard victory.
    STANDARD = "md70";
    /// Blocks of impulses.
    BLOCK = "md71";
    /// Breaks.
    BREAK = "md72";
    /// A plot runs on.
    RUNS_ON = "md73";
    /// Conditions.
    CONDITION = "md74";
    /// Who sees what.
    SIGHT = "md75";
    /// What a silent seat allocates.
    DEFAULTS = "md76";
    /// Giving up.
    SURRENDER = "md77";
    /// Steering.
    STEER = "md78";
    /// Which lines count.
    LINES = "md79";
    /// Building a force.
    BUILD = "md80";
    /// Rescue.
    RESCUE = "md81";
    /// Where one may disengage.
    DIRECTIONS = "md82";
    /// The wager: cannons only.
    WAGER = "md83";
    /// Mechads against each other.
    NON_VIOLENT = "md84";
    /// Who gets the credit.
    CREDIT = "md85";
    /// How the convoy is scored.
    CONVOY_SCORE = "md86";
    /// When it ends.
    END = "md89";
    /// Commander's options.
    OUTFIT = "md90";
}
