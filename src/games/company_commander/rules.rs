//! The identifiers of the rules that the code carries out; `docs/rules/company-commander.md` has
//! them in full. Those of the modifiers stand beside their code in `fire.rs`.

use crate::engine::rules;

rules! {
    /// Units and kinds.
    UNITS = "cc1";
    /// Damage.
    DAMAGE = "cc2";
    /// Weapons are chosen by the program.
    WEAPONS = "cc3";
    /// Movement, and shooting after it.
    MOVEMENT = "cc4";
    /// Units that cannot do both.
    MOVE_AND_SHOOT = "cc4";
    /// Who moved fires directly.
    MOVED_FIRE = "cc5";
    /// Enhanced movement.
    ENHANCED = "cc6";
    /// Fire in a zone of control.
    ZONE_FIRE = "cc9";
    /// Facing.
    FACING = "cc10";
    /// Mounting and dismounting.
    MOUNTING = "cc12";
    /// Whom one can shoot at.
    SIGHT = "cc13";
    /// Suppression and recovery.
    SUPPRESSED = "cc16";
    /// Ammunition.
    AMMO = "cc18";
    /// Overwatch.
    OVERWATCH = "cc19";
    /// The terrain chart.
    TERRAIN = "cc20";
    /// One unit in a hex.
    STACKING = "cc21";
    /// Deployment.
    DEPLOYMENT = "cc22";
    /// Player turns.
    TURNS = "cc23";
    /// Reinforcements.
    REINFORCEMENTS = "cc24";
    /// One attack a turn.
    ATTACK = "cc25";
    /// The roll to hit.
    TO_HIT = "cc35";
    /// Scatter.
    SCATTER = "cc37";
    /// Barrages.
    BARRAGE = "cc47";
    /// Close assault.
    ASSAULT = "cc48";
    /// Fog.
    FOG = "cc51";
    /// Anti-air fire.
    ANTI_AIR = "cc53";
    /// Drones.
    DRONES = "cc55";
    /// Smoke.
    SMOKE = "cc57";
    /// Objectives and points.
    OBJECTIVES = "cc60";
    /// How a game ends.
    ENDING = "cc61";
    /// Giving up.
    CONCESSION = "cc62";
    /// Indirect fire into a hex.
    SHELLING = "cc68";
    /// Conditions of orders.
    CONDITIONS = "cc64";
    /// In which lists orders may stand, and which counts.
    LISTS = "cc65";
}
