//! The identifiers of the rules that the code carries out; `docs/rules/parabellum.md` has them in
//! full.

use crate::engine::rules;

rules! {
    /// The table of skirmishes.
    TABLE = "pb1";
    /// Equal budgets, spent in secret.
    BUDGET = "pb2";
    /// When a skirmish ends.
    CLEARED = "pb3";
    /// Aims and rewards.
    AIMS = "pb4";
    /// When the theater ends.
    THEATER = "pb5";
    /// What a force is worth.
    VALUE = "pb6";
    /// Who goes first.
    FIRST = "pb7";
    /// Units, cards and flags.
    UNITS = "pb8";
    /// Men.
    MEN = "pb9";
    /// Mustering.
    MUSTER = "pb10";
    /// Battle lines.
    LINES = "pb11";
    /// The defender deploys first.
    DEPLOYMENT = "pb12";
    /// The boardroom phase.
    BOARDROOM = "pb13";
    /// Reinforcements.
    REINFORCEMENTS = "pb14";
    /// Supply goes down.
    SUPPLY = "pb15";
    /// Stranded units.
    STRANDED = "pb16";
    /// Ammunition goes down.
    AMMO = "pb17";
    /// Without ammunition.
    EMPTY = "pb18";
    /// Buying markers.
    STORES = "pb19";
    /// Markers belong to nobody.
    CAPTURE = "pb20";
    /// Refilling scales.
    REFILL = "pb21";
    /// Pushing markers.
    PUSH = "pb22";
    /// Loading.
    LOAD = "pb23";
    /// What carries does not attack.
    CARRYING = "pb24";
    /// Caching.
    CACHE = "pb25";
    /// Irregulars.
    IRREGULARS = "pb26";
    /// Tokens on cities.
    TOKENS = "pb27";
    /// Stores of cities.
    CITY_STORES = "pb28";
    /// The grid.
    GRID = "pb29";
    /// Footprints.
    FOOTPRINTS = "pb30";
    /// What bars the way.
    BARRED = "pb31";
    /// Movement.
    MOVEMENT = "pb32";
    /// Split moves.
    SPLIT = "pb33";
    /// Flat terrain.
    GROUND = "pb34";
    /// The ford accident.
    FORD = "pb35";
    /// Blocks.
    BLOCKS = "pb37";
    /// Direct attacks.
    ATTACK = "pb40";
    /// Attack dice.
    ATTACK_DICE = "pb41";
    /// Defense dice and how they are matched.
    DEFENSE = "pb42";
    /// Losses.
    LOSSES = "pb43";
    /// Several defenders.
    SEVERAL = "pb44";
    /// Counterattacks.
    COUNTER = "pb45";
    /// Faked rolls.
    BLUFF = "pb46";
    /// Markers of a destroyed carrier.
    DROPPED = "pb47";
    /// Attacks on markers.
    MARKERS = "pb48";
    /// Explosions.
    EXPLOSION = "pb49";
    /// Indirect fire.
    INDIRECT = "pb50";
    /// Indirect units in the direct phase.
    ADJACENT = "pb51";
    /// Counterattacks of indirect units.
    SELF_DEFENSE = "pb52";
    /// Sorties.
    SORTIE = "pb53";
    /// What a sortie costs.
    FLIGHT_COST = "pb54";
    /// Superiority fighters.
    FIGHTERS = "pb55";
    /// Reconnaissance.
    RECON = "pb56";
    /// Anti-air fire.
    ANTI_AIR = "pb57";
    /// Anti-radiation missiles.
    MISSILES = "pb58";
    /// Air bases.
    BASE = "pb59";
    /// What a base holds.
    CAPACITY = "pb60";
    /// Captured bases.
    CAPTURED = "pb62";
    /// Evacuation.
    EVACUATION = "pb63";
    /// Withdrawal.
    WITHDRAWAL = "pb64";
    /// Missing orders.
    DEFAULTS = "pb65";
    /// Which of several lines counts.
    MATTERS = "pb66";
    /// In which lists orders may stand.
    LISTS = "pb67";
    /// What is left on the map.
    SALVAGE = "pb70";
    /// Both turns of a round ordered at once.
    EXCHANGE = "pb71";
    /// Aircraft carriers.
    CARRIER = "pb72";
    /// Bridge vehicles.
    BRIDGE = "pb73";
}
