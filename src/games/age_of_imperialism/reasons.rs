//! Why orders are refused, worth a warning, or answered as they were: each reason with its words.

use super::force::{Force, Kind};
use super::format::Site;
use super::names::{Fleet, Region, Sea};
use super::power::Power;
use super::state::Building;
use super::works::Work;
use crate::base::words::{count, joined, names};
use crate::engine::wording::said::{reasons, said};

reasons! {
    pub on ();
    // What does not fit any order.
    NotStanding => "this order is for one cycle, so it cannot be a standing order";
    Yourself => "that is yourself";
    NoUnits { most: u32 } => "give units, at most {most} of a kind"; "such as {{infantry: 1}}";
    NumberOutside { number: u32, most: u32 } => "the number must be 1 to {most}, not {number}";
    NotYours { at: Region } => "{at} is not yours";
    NotYoursYet { at: Region } => "{at} is not yours yet";
    InRevolt { at: Region } => "{at} is in revolt";
    IsWesternized { at: Region } => "{at} is westernized";
    NoCoast { at: Region } => "{at} has no coast";
    NoSphere { at: Region } => "you have no sphere of influence in {at}";
    NoSphereOf { power: Power, at: Region } => "{power} have no sphere of influence in {at}";
    LacksPp { price: u32, hand: u32 } => "it costs {price} PP, and you have {hand}";
    LacksDp { price: u32, hand: u32 } => "it costs {price} DP, and you have {hand}";
    SpendsPp { spent: u32, most: u32 } => "with the lines before, this costs {spent} PP, and you have at most {most}";
    SpendsDp { spent: u32, most: u32 } => "with the lines before, this costs {spent} DP, and you have {most}";
    Several { reasons: Vec<Reason> } => "{reasons}";

    // Set-up and the order of play.
    NoPicks => "a list of picks must name at least one region";
    TakenAlready { at: Region } => "{at} is taken already";
    AllTaken => "all of these regions are taken";
    TakenBefore => "each of these regions was taken before";
    PicksUsed => "used to choose regions";
    FewPicks { wanted: usize, free: usize } => "you choose {wanted} regions, and your lists name {free} free ones"; "others may take those; any that are missing are filled in map order";
    OneMulligan => "you can give back only one region";
    NoOtherRegion => "there is no other region";
    Exchanged { new: Region, old: Region } => "{new} in place of {old}";
    HighBid { pp: u32, hand: u32 } => "{pp} PP is more than the {hand} you have";
    NoPlace { place: u32, places: u32 } => "there is no place {place} among {places} powers";
    BidPlaced { place: u32, pp: u32 } => "place {place} for {pp} PP";
    BidCut { place: u32, pp: u32 } => "place {place} for {pp} PP, all that you had";

    // Money.
    NoCityForDp => "you need a city to buy diplomacy points";
    MostDp { most: u32 } => "you can buy at most {most} diplomacy points";
    DpBought { count: u32, pp: u32 } => "{count} DP for {pp} PP";
    SomeDpBought { count: u32, wanted: u32 } => "{count} of {wanted} DP";
    DpPerCity => "your cities limit how many you can buy";
    UpkeepShort { upkeep: u32, most: u32, sorted: bool } => "upkeep is {upkeep} PP, and you have at most {most}"; "{}", if *sorted { "" } else { "`unpaid` says which units are given up first" };
    UnpaidTwice => "a kind is listed twice; only the first counts";
    UnpaidUsed => "used to choose what to give up";
    Unspent { pp: u32 } => "about {pp} PP would be left over"; "you keep them; `reserve` says how much you want to keep";
    UnspentAtSetUp { pp: u32 } => "about {pp} PP would be left over";
    ReserveUsed => "nothing was built that would have left less";
    Kept { price: u32 } => "it costs {price} PP, and your `reserve` keeps what you have";
    Given { to: Power, pp: u32 } => "{to} received {pp} PP";
    NothingGiven => "there is nothing to give";

    // Natives.
    OthersInProduction => "spheres of influence of others are removed in the production phase";
    RemovedHere { at: Region } => "one was already removed from {at} in this phase";
    SphereGone { of: Power, at: Region } => "{of} lost a sphere of influence in {at}";
    OwnSphereGone { at: Region } => "you lost a sphere of influence in {at}";
    NeedsNoOrder => "buildings and explorers there work without an order";
    OnlySpheres { spheres: u32, at: Region } => "you have {spheres} spheres of influence in {at}";
    PaidHere { at: Region } => "you already paid for {at} in this phase";
    NothingOffered => "nobody offered anything for it";
    NativesLeft { at: Region, strength: u8 } => "the natives of {at} have strength {strength}";
    NotAnothers { at: Region } => "only the natives of another power's region can be incited, not those of {at}";
    InRevoltAlready { at: Region } => "{at} is already in revolt";
    OutOfReach { at: Region } => "you have neither a quiet region nor a fleet next to {at}";
    InciteTried { at: Region } => "this was already tried in {at} in this phase";
    InciteTwice { at: Region } => "the natives of {at} can be incited only once in a phase";
    Stirred { at: Region } => "the natives of {at} revolt";
    StayQuiet { at: Region } => "the natives of {at} were incited, but stay quiet";
    SideTaken => "used to choose a side";

    // Construction.
    RegionLimit { at: Region, limit: u32, kind: Kind } => "{at} can raise {limit} {kind} in a phase";
    RoomGone { at: Region } => "no more can be built in {at} in this phase";
    NoSite { what: Work, at: Region, site: Site } => "{} cannot be built in {at}: that needs {site}", what.counted(2).trim_start_matches("2 ");
    NoPort { at: Region } => "there is no port in {at}";
    OnlyFleetsHaveSeas => "only a fleet has a sea area";
    OneOfAKind => "a region can have only one of each kind";
    WorkForEngineers => "engineers work on buildings and resources";
    NoEngineersAtSetUp => "engineers do not work at set-up";
    NoEngineer { at: Region } => "no engineer of yours is in {at}";
    NotEnoughEngineers { at: Region, free: u32, wanted: u32 } => "in {at} {free} of the {wanted} engineers wanted are free";
    SecondWork { at: Region } => "a second project in {at} needs an engineer there";
    NotOffCoast { at: Region, sea: Sea, coast: Vec<Sea> } => "the {sea} is not on the coast of {at}"; "its sea areas are: {coast}";
    HasBuilding { at: Region, building: Building } => "{at} already has a {building}";
    NoCity { at: Region } => "there is no city in {at}";
    CityTooNew { at: Region } => "the city in {at} was built this turn";
    NoCanalIn { at: Region } => "no canal can be built in {at}";
    CanalStands => "the canal is already built";
    CanalLater => "the canal is built in the construction phase";
    DevelopedAlready { at: Region } => "the resource of {at} is already developed";
    NothingToDevelop { at: Region } => "there is no resource to develop in {at}";
    Develops { at: Region, value: u32 } => "the resource of {at} brings {value} PP from now on";
    Built { what: Work, count: u32, at: Region } => "{} in {at}", what.counted(*count);
    SomeBuilt { what: Work, count: u32, wanted: u32 } => "{} of {wanted}", what.counted(*count);

    // Other powers.
    AtWarAlready { with: Power } => "you are already at war with {with}";
    AreAllies { with: Power } => "{with} are your allies"; "give them notice first";
    AreAlliesAlready { with: Power } => "{with} are already your allies";
    NotAtWar { with: Power } => "you are not at war with {with}";
    NotYetAtWar { with: Power } => "the war with {with} cannot be fought before your next movement phase";
    WarDeclared { on: Power } => "war is declared on {on}";
    PeaceMade => "peace was made";
    Allied => "the alliance was concluded";
    NoCommonEnemy { with: Power } => "you and {with} have no common enemy";
    NoAlliance { with: Power } => "{with} are not your allies";
    NoticeGiven => "you already gave notice";
    AllianceEnds { with: Power } => "the alliance with {with} will end";
    Ceded { to: Power, at: Region } => "{to} took {at} over";
    StraitOpened => "used to open the strait";

    // Marches.
    ShortPath => "a path has at least two places";
    NotTouching { from: Region, to: Region, near: Vec<Region> } => "{from} and {to} do not touch"; "{}", touches(&from, &near);
    NotJoined { from: Sea, to: Sea, near: Vec<Sea> } => "the {from} and the {to} do not touch"; "the {from} touches {near}";
    NoneThere { at: Region } => "you have no such units in {at}";
    FewThere { at: Region, there: Force } => "you have only {there} in {at}";
    NotAtWarWithOwner { at: Region, owner: Power } => "{at} belongs to {owner}, with whom you are not at war";
    NoMovesLeft => "the units have no movement points left";
    HeldByRevolt { at: Region } => "the revolt in {at} holds the brigades there";
    NeedBrigade { units: Force, to: Region } => "{units} cannot enter {to} without a brigade";
    BrigadesStop { at: Region } => "brigades stop at {at}";
    OnlyOwnerEnters { at: Region } => "{at} is in revolt: only the power that controls it may enter";
    TooFar { cost: usize, kind: Kind, points: u32 } => "this path takes {cost} points, and {kind} has {points}";
    FewMayLeave { at: Region, free: u32 } => "the revolt in {at} lets {} leave", count(*free, "brigade");
    GivesUp { at: Region } => "no brigade stays in {at}, so its natives take it back";
    Reached { units: Force, at: Region } => "{units} reached {at}";
    SomeReached { units: Force, at: Region, behind: Force } => "{units} reached {at}, {behind} did not";

    // Fleets.
    NoFleets => "name the fleets by their numbers";
    NoSuchFleet { fleet: Fleet, own: Vec<Fleet> } => "you have no fleet {fleet}"; "{}", your_fleets(&own);
    TooMuchCargo { units: Force, room: u32 } => "{units} are too much for a fleet, which carries {room} portage points";
    NoCanal => "there is no canal";
    FleetElsewhere { fleet: Fleet, sea: Sea } => "fleet {fleet} is not in the {sea}";
    FleetTooFar { points: u32 } => "a fleet enters {points} sea areas in a phase";
    FleetNotOff { fleet: Fleet, at: Region } => "fleet {fleet} is not off {at} and does not go there";
    NobodyAboard => "no units are aboard";
    NoRoom { fleet: Fleet } => "fleet {fleet} has no room for them";
    NoneInSea { sea: Sea } => "none of these fleets is in the {sea}";
    NoneOff { at: Region } => "none of these fleets is off {at}";
    NoneWithEnemy { enemy: Power } => "no fleet of {enemy} is where these fleets are";
    FleetsTired => "the fleets have no movement points left";
    FleetsStopped { sea: Sea } => "the fleets were stopped in the {sea}";
    CanalShut { from: Sea, to: Sea } => "the canal between the {from} and the {to} is not open to you";
    NotPermitted { from: Sea, to: Sea } => "you have no permission to pass from the {from} to the {to}";
    Boarded { units: Force, fleet: Fleet } => "{units} went aboard fleet {fleet}";
    SomeBoarded { units: Force, fleet: Fleet, ashore: Force } => "{units} went aboard fleet {fleet}, {ashore} did not";
    Sailed { fleets: Vec<Fleet>, sea: Sea } => "{fleets} reached the {sea}";
    NobodyLands { units: Force, fleets: Vec<Fleet> } => "{units} can land from {fleets}";
    Landed { units: Force, at: Region } => "{units} landed in {at}";
    OnlyLanded { units: Force, at: Region } => "only {units} landed in {at}";
    Engaged { sea: Sea, won: bool, fleets: usize } => "the battle in the {sea} was {} with {}", if *won { "won" } else { "not won" }, count(*fleets, "fleet");
    InterceptUsed { sea: Sea } => "used to intercept in the {sea}";

    // Battles.
    NoBattleExpected { at: Region } => "no battle is expected in {at}";
    NoBattle { at: Region } => "there was no battle to fight in {at}";
    Fought { at: Region } => "the battle of {at} was fought";
    NoMoments => "a list of moments needs at least one"; "such as {{any: [half, {{outnumbered: 2}}]}}";
    RetreatUsed => "used to decide when to retreat";
    RefugeUsed => "used to decide where to retreat";
    LossesUsed => "used to choose losses";
    TripleUsed => "used to combine hits";
    TransferUsed => "used to transfer DRM";
    StandUsed => "used when only parties were left";
    SinkUsed => "used to choose the fleets lost";
    BreakOffUsed => "used to decide how long to fight";
    Reinforced { units: Force, to: Region } => "{units} went to {to}";
    Scorched { at: Region } => "buildings of {at} were destroyed";

    // Explorers and engineers.
    NoExplorer { at: Region } => "no explorer of yours is in {at}";
    NoExplorerComes { at: Region } => "no explorer of yours is in {at} or goes there";
    NoPowers => "name at least one power";
    DisplaceUsed => "used to choose whose spheres of influence go first";
    NotNative { at: Region } => "{at} is not held by its natives";
    ExplorersDone { at: Region } => "every explorer in {at} has rolled in this phase";
    Joins { at: Region } => "{at} joins you";
    FurtherSphere { at: Region } => "you gain a sphere of influence in {at}";
    SphereSwapped { at: Region, of: Power } => "your sphere of influence in {at} takes the place of one of {of}";
    SphereRemoved { at: Region, of: Power } => "{at} is full of spheres of influence; one of {of} is removed";
    NothingCame { at: Region } => "no result in {at}";
    ExplorerLost { at: Region } => "the explorer in {at} is lost";
    NoEngineerComes { at: Region } => "no engineer of yours is in {at} or goes there";
    EngineersDone { at: Region } => "every engineer in {at} has prospected in this phase";
    NoChit { at: Region } => "{at} has no resource chit yet";
    Worthless { at: Region } => "the resource of {at} is worth nothing";
    Worth { at: Region, value: u32 } => "the resource of {at} is worth {value} PP";
}

said! { Force; }

said! {
    ();
    Power: |power, ()| power.to_string();
    Vec<Region>: |regions, ()| joined(regions, ", ");
    Vec<Sea>: |seas, ()| joined(seas, ", ");
    Vec<Fleet>: |fleets, ()| called(fleets);
    Vec<Reason>: |all, ()| joined(all.iter().map(|one| one.words(&()).what), "; ");
}

/// Fleets by their numbers: `fleets 1 and 3`.
pub(super) fn called(fleets: &[Fleet]) -> String {
    let list = names(fleets);
    if fleets.len() == 1 { format!("fleet {list}") } else { format!("fleets {list}") }
}

fn touches(at: &Region, near: &[Region]) -> String {
    match near {
        [] => format!("nothing touches {at} by land: fleets carry units"),
        near => format!("{at} touches {}", joined(near, ", ")),
    }
}

fn your_fleets(own: &[Fleet]) -> String {
    match own {
        [] => "you have no fleets".to_owned(),
        own => format!("your fleets are: {}", joined(own, ", ")),
    }
}
