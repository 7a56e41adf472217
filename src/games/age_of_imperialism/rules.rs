//! The identifiers of the rules that the code carries out; `docs/rules/age-of-imperialism.md` has
//! them in full. A rule that stands in no report line is cited where the code or a table obeys it.

use crate::engine::rules;

rules! {
    /// What is land and what is sea.
    BOARD = "im1";
    /// Straits and canal.
    STRAITS = "im2";
    /// One building of four kinds; schools in cities.
    BUILDINGS = "im6";
    /// Native markers.
    MARKERS = "im7";
    /// Regions, PP and DP at the start.
    START = "im10";
    /// Placement at set-up.
    PLACEMENT = "im11";
    /// When markers and chits are drawn.
    DRAWN = "im12";
    /// The order of play, and PP income.
    INCOME = "im13";
    /// DP income.
    GOODWILL = "im14";
    /// DP for conquest.
    CONQUEST = "im15";
    /// Ports and blockade.
    BLOCKADE = "im16";
    /// Upkeep.
    UPKEEP = "im17";
    /// Removing spheres of influence.
    REMOVAL = "im18";
    /// Westernizing.
    WESTERNIZE = "im19";
    /// Inciting a revolt.
    INCITE = "im20";
    /// Bribes, and from where one may incite.
    BRIBE = "im21";
    /// The sides of spheres of influence.
    SIDES = "im22";
    /// A revolt until it is fought.
    REVOLT = "im23";
    /// Costs, places and limits.
    BUILD = "im24";
    /// Engineers at work.
    ENGINEERS = "im25";
    /// Resources, ports, schools, fleets.
    DEVELOP = "im26";
    /// Land movement.
    MARCH = "im27";
    /// Whom one may enter, and who must stop.
    ENTRY = "im28";
    /// Naval movement.
    SAIL = "im29";
    /// Interception.
    INTERCEPT = "im30";
    /// Attacks by fleets.
    ENGAGE = "im31";
    /// Carrying land units.
    CARRY = "im32";
    /// Amphibious invasion.
    INVASION = "im33";
    /// Retreat onto fleets.
    REEMBARK = "im34";
    /// Ceding.
    CEDE = "im35";
    /// Reinforcement moves.
    REINFORCE = "im36";
    /// Native armies.
    NATIVES = "im37";
    /// A victory over natives.
    SUBDUED = "im38";
    /// A victory of natives.
    REBELS_WIN = "im39";
    /// A round of battle.
    ROUND = "im40";
    /// DRMs handed over.
    TRANSFER = "im41";
    /// DRMs below zero.
    ADJUST = "im42";
    /// Losses.
    LOSSES = "im43";
    /// Units that landed.
    AMPHIBIOUS = "im44";
    /// Retreat.
    RETREAT = "im45";
    /// The attacker wins.
    CAPTURE = "im46";
    /// Nobody left to fight.
    EXHAUSTED = "im47";
    /// A region goes back to the natives.
    REVERT = "im48";
    /// Naval battles.
    NAVAL = "im49";
    /// Explorers and natives.
    EXPLORE = "im50";
    /// Prospecting.
    PROSPECT = "im51";
    /// War and peace.
    WAR = "im52";
    /// The end and the points.
    VICTORY = "im53";
    /// Exchanges of orders.
    EXCHANGE = "im54";
    /// The sequence of a file.
    SEQUENCE = "im55";
    /// Gifts.
    GIFT = "im56";
    /// Ranked picks.
    PICKS = "im57";
    /// Random region selection.
    RANDOM = "im60";
    /// Hidden goals.
    GOALS = "im62";
    /// Simultaneous placement.
    SIMULTANEOUS = "im63";
    /// The auction.
    AUCTION = "im65";
    /// The canal.
    CANAL = "im66";
    /// Scorched earth.
    SCORCH = "im67";
    /// Interception from afar.
    AFAR = "im68";
    /// Alliances.
    ALLIANCE = "im69";
    /// The last turn.
    LAST_TURN = "im70";
    /// Guests.
    GUESTS = "im71";
    /// Ties.
    TIES = "im72";
}
