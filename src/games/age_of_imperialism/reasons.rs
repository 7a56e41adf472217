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
    NotStanding => "this is ordered for one cycle and cannot stand";
    Yourself => "that is yourself";
    NoUnits { most: u32 } => "no units are named, or more than {most} of a kind"; "such as {{infantry: 1}}";
    NumberOutside { number: u32, most: u32 } => "the number must be 1 to {most}, not {number}";
    NotYours { at: Region } => "{at} is not yours";
    NotYoursYet { at: Region } => "{at} is not yours yet";
    InRevolt { at: Region } => "{at} is in revolt";
    IsWesternized { at: Region } => "{at} is westernized";
    NoCoast { at: Region } => "{at} has no coast";
    NoSphere { at: Region } => "you have no sphere of influence in {at}";
    NoSphereOf { power: Power, at: Region } => "{power} have no sphere of influence in {at}";
    LacksPp { price: u32, hand: u32 } => "it costs {price} PP, and there are {hand} in hand";
    LacksDp { price: u32, hand: u32 } => "it costs {price} DP, and there are {hand} in hand";
    SpendsPp { spent: u32, most: u32 } => "up to here it costs {spent} PP, and there are {most} at most";
    SpendsDp { spent: u32, most: u32 } => "up to here it costs {spent} DP, and there are {most}";
    Several { reasons: Vec<Reason> } => "{reasons}";

    // Set-up and the order of play.
    NoPicks => "a list of picks must name at least one region";
    TakenAlready { at: Region } => "{at} is taken already";
    AllTaken => "all of these regions are taken";
    TakenBefore => "each of these regions was taken before";
    PicksUsed => "its regions were chosen, as far as they were free";
    FewPicks { wanted: usize, free: usize } => "you choose {wanted} regions, and your lists name {free} free ones"; "others may take those; what is missing comes in the order of the map";
    OneMulligan => "only one region may be given back";
    NoOtherRegion => "there is no other region";
    Exchanged { new: Region, old: Region } => "{new} in place of {old}";
    HighBid { pp: u32, hand: u32 } => "{pp} PP are more than the {hand} in hand";
    NoPlace { place: u32, places: u32 } => "there is no place {place} among {places} powers";
    BidPlaced { place: u32, pp: u32 } => "place {place} for {pp} PP";
    BidCut { place: u32, pp: u32 } => "place {place} for {pp} PP, all that was in hand";

    // Money.
    NoCityForDp => "you need a city to buy diplomacy points";
    MostDp { most: u32 } => "you may buy {most} diplomacy points at most";
    DpBought { count: u32, pp: u32 } => "{count} DP for {pp} PP";
    SomeDpBought { count: u32, wanted: u32 } => "{count} of {wanted} DP";
    DpPerCity => "each city allows only so many";
    UpkeepShort { upkeep: u32, most: u32, sorted: bool } => "upkeep takes {upkeep} PP, and there are {most} at most"; "{}", if *sorted { "" } else { "`unpaid` says which units are given up first" };
    UnpaidTwice => "a kind is named twice; the first place counts";
    UnpaidUsed => "it decided what could not be paid for";
    Unspent { pp: u32 } => "about {pp} PP are not spent"; "they are kept; `reserve` says how much you want to keep";
    UnspentAtSetUp { pp: u32 } => "about {pp} PP are not spent";
    ReserveUsed => "nothing was built that would have left less";
    Kept { price: u32 } => "it costs {price} PP, and what is in hand is to be kept";
    Given { to: Power, pp: u32 } => "{to} received {pp} PP";
    NothingGiven => "there is nothing to give";

    // Natives.
    OthersInProduction => "spheres of influence of others are removed in the production phase";
    RemovedHere { at: Region } => "one was removed from {at} in this phase";
    SphereGone { of: Power, at: Region } => "a sphere of influence of {of} is gone from {at}";
    OwnSphereGone { at: Region } => "a sphere of influence of yours is gone from {at}";
    NeedsNoOrder => "buildings and explorers there work without an order";
    OnlySpheres { spheres: u32, at: Region } => "you have {spheres} spheres of influence in {at}";
    PaidHere { at: Region } => "it was paid for {at} in this phase";
    NothingOffered => "nothing was offered for it";
    NativesLeft { at: Region, strength: u8 } => "the natives of {at} have strength {strength}";
    NotAnothers { at: Region } => "only the natives of another power's region can be incited, not those of {at}";
    InRevoltAlready { at: Region } => "{at} is in revolt already";
    OutOfReach { at: Region } => "you have neither a quiet region nor a fleet next to {at}";
    InciteTried { at: Region } => "it was attempted in {at} in this phase";
    InciteTwice { at: Region } => "natives of {at} can be incited once in a phase";
    Stirred { at: Region } => "the natives of {at} revolt";
    StayQuiet { at: Region } => "the natives of {at} were tempted, but stay quiet";
    SideTaken => "your spheres of influence took this side";

    // Construction.
    RegionLimit { at: Region, limit: u32, kind: Kind } => "{at} can raise {limit} {kind} in a phase";
    RoomGone { at: Region } => "no more of them can be built in {at} in this phase";
    NoSite { what: Work, at: Region, site: Site } => "{} cannot be built in {at}: that needs {site}", what.counted(2).trim_start_matches("2 ");
    NoPort { at: Region } => "there is no port in {at}";
    OnlyFleetsHaveSeas => "only a fleet has a sea area";
    OneOfAKind => "a region has at most one of a kind";
    WorkForEngineers => "engineers work on buildings and resources";
    NoEngineersAtSetUp => "no engineer works at set-up";
    NoEngineer { at: Region } => "no engineer of yours is in {at}";
    NotEnoughEngineers { at: Region, free: u32, wanted: u32 } => "in {at} {free} of the {wanted} engineers wanted are free";
    SecondWork { at: Region } => "a second work in {at} needs an engineer there";
    NotOffCoast { at: Region, sea: Sea, coast: Vec<Sea> } => "the {sea} is not on the coast of {at}"; "its sea areas are: {coast}";
    HasBuilding { at: Region, building: Building } => "{at} has a {building} already";
    NoCity { at: Region } => "there is no city in {at}";
    CityTooNew { at: Region } => "the city of {at} is of this turn";
    NoCanalIn { at: Region } => "no canal can be built in {at}";
    CanalStands => "the canal is built already";
    CanalLater => "the canal is built in the construction phase";
    DevelopedAlready { at: Region } => "the resource of {at} is developed already";
    NothingToDevelop { at: Region } => "there is no resource to develop in {at}";
    Develops { at: Region, value: u32 } => "the resource of {at} brings {value} PP from now on";
    Built { what: Work, count: u32, at: Region } => "{} in {at}", what.counted(*count);
    SomeBuilt { what: Work, count: u32, wanted: u32 } => "{} of {wanted}", what.counted(*count);

    // Other powers.
    AtWarAlready { with: Power } => "you are at war with {with} already";
    AreAllies { with: Power } => "{with} are your allies"; "give them notice first";
    AreAlliesAlready { with: Power } => "{with} are your allies already";
    NotAtWar { with: Power } => "you are not at war with {with}";
    NotYetAtWar { with: Power } => "the war with {with} cannot be fought before your next movement phase";
    WarDeclared { on: Power } => "war is declared on {on}";
    PeaceMade => "peace was made";
    Allied => "the alliance was concluded";
    NoCommonEnemy { with: Power } => "you and {with} have no common enemy";
    NoAlliance { with: Power } => "{with} are no allies of yours";
    NoticeGiven => "notice was given before";
    AllianceEnds { with: Power } => "the alliance with {with} will end";
    Ceded { to: Power, at: Region } => "{to} took {at} over";
    StraitOpened => "it opened the strait";

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
    TooMuchCargo { units: Force, room: u32 } => "{units} are more than a fleet carries, {room} portage points";
    NoCanal => "there is no canal";
    FleetElsewhere { fleet: Fleet, sea: Sea } => "fleet {fleet} is not in the {sea}";
    FleetTooFar { points: u32 } => "a fleet enters {points} sea areas in a phase";
    FleetNotOff { fleet: Fleet, at: Region } => "fleet {fleet} is not off {at} and does not go there";
    NobodyAboard => "nobody is aboard";
    NoRoom { fleet: Fleet } => "fleet {fleet} has no room for them";
    NoneInSea { sea: Sea } => "none of these fleets is in the {sea}";
    NoneOff { at: Region } => "none of these fleets is off {at}";
    NoneWithEnemy { enemy: Power } => "no fleet of {enemy} is where these fleets are";
    FleetsTired => "the fleets have no movement points left";
    FleetsStopped { sea: Sea } => "the fleets were stopped in the {sea}";
    CanalShut { from: Sea, to: Sea } => "the canal between the {from} and the {to} is not open to you";
    NotPermitted { from: Sea, to: Sea } => "nobody has permitted you to pass from the {from} to the {to}";
    Boarded { units: Force, fleet: Fleet } => "{units} went aboard fleet {fleet}";
    SomeBoarded { units: Force, fleet: Fleet, ashore: Force } => "{units} went aboard fleet {fleet}, {ashore} did not";
    Sailed { fleets: Vec<Fleet>, sea: Sea } => "{fleets} reached the {sea}";
    NobodyLands { units: Force, fleets: Vec<Fleet> } => "{units} can land from {fleets}";
    Landed { units: Force, at: Region } => "{units} landed in {at}";
    OnlyLanded { units: Force, at: Region } => "only {units} landed in {at}";
    Engaged { sea: Sea, won: bool, fleets: usize } => "the battle in the {sea} was {} with {}", if *won { "won" } else { "not won" }, count(*fleets, "fleet");
    InterceptUsed { sea: Sea } => "it decided about fleets in the {sea}";

    // Battles.
    NoBattleExpected { at: Region } => "no battle is expected in {at}";
    NoBattle { at: Region } => "there was no battle to fight in {at}";
    Fought { at: Region } => "the battle of {at} was fought";
    NoMoments => "joined moments name at least one"; "such as {{any: [half, {{outnumbered: 2}}]}}";
    RetreatUsed => "it decided when to retreat";
    RefugeUsed => "it decided where to retreat";
    LossesUsed => "it decided which units were lost first";
    TripleUsed => "it decided whether three hits were combined";
    TransferUsed => "it decided how much DRM was handed over";
    StandUsed => "it decided what the last parties did";
    SinkUsed => "it chose the fleets that were lost";
    BreakOffUsed => "it decided how long the fleets fought";
    Reinforced { units: Force, to: Region } => "{units} went to {to}";
    Scorched { at: Region } => "buildings of {at} were destroyed";

    // Explorers and engineers.
    NoExplorer { at: Region } => "no explorer of yours is in {at}";
    NoExplorerComes { at: Region } => "no explorer of yours is in {at} or goes there";
    NoPowers => "name at least one power";
    DisplaceUsed => "it decided whose spheres of influence went first";
    NotNative { at: Region } => "{at} is not held by its natives";
    ExplorersDone { at: Region } => "every explorer in {at} has rolled in this phase";
    Joins { at: Region } => "{at} joins you";
    FurtherSphere { at: Region } => "you have a further sphere of influence in {at}";
    SphereSwapped { at: Region, of: Power } => "your sphere of influence in {at} takes the place of one of {of}";
    SphereRemoved { at: Region, of: Power } => "{at} is full of spheres of influence; one of {of} is removed";
    NothingCame { at: Region } => "nothing came of it in {at}";
    ExplorerLost { at: Region } => "the explorer in {at} is lost";
    NoEngineerComes { at: Region } => "no engineer of yours is in {at} or goes there";
    EngineersDone { at: Region } => "every engineer in {at} has prospected in this phase";
    NoChit { at: Region } => "{at} has no resource chit yet";
    Worthless { at: Region } => "the resource of {at} is worth nothing";
    Worth { at: Region, value: u32 } => "the resource of {at} is worth {value} PP";
}

said! { Power; Force; }

said! {
    ();
    Vec<Region>: |regions, ()| joined(regions, ", ");
    Vec<Sea>: |seas, ()| joined(seas, ", ");
    Vec<Fleet>: |fleets, ()| called(fleets);
    Vec<Reason>: |all, ()| joined(all.iter().map(|one| one.words(&()).what), "; ");
}

/// Fleets by their numbers: `fleets 1 and 3`.
fn called(fleets: &[Fleet]) -> String {
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
