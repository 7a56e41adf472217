//! Orders in one line each. `docs/orders/age-of-imperialism.md` shows what they mean.

use crate::engine::Short;
use crate::engine::orders::short::Part;

/// Kinds of units, each with the other words for it, the shortest first.
const FORCE: &[(&str, &[&str])] = &[
    ("infantry", &["inf"]),
    ("cavalry", &["cav"]),
    ("artillery", &["art"]),
    ("general", &["gen", "generals"]),
    ("explorer", &["exp", "explorers"]),
    ("engineer", &["eng", "engineers"]),
];

/// The short word for a kind of unit.
pub(super) fn of(kind: &str) -> Option<&'static str> {
    let (_, words) = FORCE.iter().find(|(word, _)| *word == kind)?;
    words.first().copied()
}

/// The short forms.
pub const SHORT: Short = Short {
    orders: &[
        ("pick", "pick {regions:name 1 >}", "pick Great Britain > France"),
        ("mulligan", "mulligan {region:name}", "mulligan Spain"),
        (
            "build",
            "build[ {count:number}] {what:work} at {at:name}[ sea {sea:name}][ engineers {engineers:number}]",
            "build 2 inf at Great Britain",
        ),
        (
            "develop",
            "develop {at:name}[ engineers {engineers:number}]",
            "develop France engineers 1",
        ),
        ("reserve", "reserve {pp:number}", "reserve 20"),
        ("bid", "bid {pp:number}[ for {wants:number 1 >}]", "bid 12 for 1 > 6"),
        ("buy-dp", "buy-dp {count:number}", "buy-dp 1"),
        ("unpaid", "unpaid {first:unit 1 >}", "unpaid fleet > engineer"),
        (
            "remove-influence",
            "remove-influence of {of:word as POWER} at {at:name}",
            "remove-influence of russia at France",
        ),
        (
            "westernize",
            "westernize {at:name}[ influence {influence:number}] unpaid{pay=false}",
            "westernize France influence 2 unpaid",
        ),
        (
            "westernize",
            "westernize {at:name}[ influence {influence:number}][ pay{pay=true}]",
            "westernize France influence 1",
        ),
        (
            "incite",
            "incite {at:name} with {with:word}[ and bribe{bribe=true}]",
            "incite Ukraine with dp and bribe",
        ),
        (
            "on-revolt",
            "on-revolt {side:word}[ at {at:name}][ against {against:word as POWER}]",
            "on-revolt support at Ukraine against russia",
        ),
        (
            "displace",
            "displace {first:word 1 >}[ at {at:name}]",
            "displace russia > germany at France",
        ),
        ("declare-war", "declare-war on {on:word as POWER}", "declare-war on germany"),
        ("peace", "peace with {with:word as POWER}", "peace with germany"),
        ("ally", "ally with {with:word as POWER}", "ally with japan"),
        ("end-alliance", "end-alliance with {with:word as POWER}", "end-alliance with japan"),
        ("give", "give {pp:number} pp to {to:word as POWER}", "give 10 pp to france"),
        ("cede", "cede {at:name} to {to:word as POWER}", "cede Spain to france"),
        ("passage", "passage to {to:word 1 , as POWERS}", "passage to russia, france"),
        (
            "board",
            "{units:force} {from:name as REGION} board {fleet:number}",
            "2 inf 1 exp France board 1",
        ),
        (
            "land",
            "land fleet {fleets:number 1 ,} {units:force} at {at:name}",
            "land fleet 1 2 inf at Morocco",
        ),
        ("land", "land fleet {fleets:number 1 ,} at {at:name}", "land fleet 1 at Morocco"),
        (
            "sail",
            "fleet {fleets:number 1 ,} {path:name 2 >}",
            "fleet 1, 2 North Sea > North Atlantic",
        ),
        ("engage", "engage {enemy:word} with {fleets:number 1 ,}", "engage germany with 1"),
        ("fight", "fight {at:name}", "fight Germany"),
        (
            "explore",
            "explore {at:name}[ pay{pay=true}][ displace {displace:word 1 >}]",
            "explore Morocco pay displace france",
        ),
        (
            "prospect",
            "prospect {at:name}[ prefer {prefer:number 1 >}]",
            "prospect France prefer 10 > 15",
        ),
        (
            "intercept",
            "intercept {when:odds}[ in {sea:name}][ of {power:word}][ with {fleets:number 1 ,}]",
            "intercept at-least 3 to 2 in North Sea of germany",
        ),
        ("break-off", "break-off {when:limit}", "break-off half"),
        ("sink", "sink {first:number 1 >}", "sink 2 > 1"),
        (
            "retreat",
            "retreat {when:limit}[ at {at:name}][ to {to:name 1 > as PLACES}]",
            "retreat half at France to Spain > North Sea",
        ),
        ("losses", "losses {order:unit 1 >}", "losses infantry > cavalry > artillery"),
        ("triple", "triple {targets:unit 1 >}", "triple artillery > general"),
        ("transfer", "transfer {amount:number}", "transfer 2"),
        ("last-stand", "last-stand {:word as CHOICE}", "last-stand convert"),
        (
            "reinforce",
            "reinforce[ from {from:name as REGION}][ to {to:name 1 >}][ bring {bring:unit 1 >}]",
            "reinforce from France to Spain bring cavalry",
        ),
        (
            "natives",
            "natives {losses:unit 1 >}[ targets {targets:unit 1 >}]",
            "natives infantry targets artillery",
        ),
        ("scorch", "scorch {when:word}[ at {at:name}]", "scorch losing at France"),
        ("march", "{units:force} {path:name 2 >}", "3 inf Ukraine > Lithuania"),
    ],
    parts: &[
        ("force", Part::Counts(FORCE)),
        (
            "unit",
            Part::Words(&[
                ("infantry", &["inf"]),
                ("cavalry", &["cav"]),
                ("artillery", &["art"]),
                ("general", &["gen"]),
                ("explorer", &["exp"]),
                ("engineer", &["eng"]),
                ("fleet", &[]),
            ]),
        ),
        (
            "work",
            Part::Words(&[
                ("infantry", &["inf"]),
                ("cavalry", &["cav"]),
                ("artillery", &["art"]),
                ("general", &["gen", "generals"]),
                ("explorer", &["exp", "explorers"]),
                ("engineer", &["eng", "engineers"]),
                ("fleet", &["fleets"]),
                ("city", &["cities"]),
                ("factory", &["factories"]),
                ("port", &["ports"]),
                ("railroad", &["railroads"]),
                ("fort", &["forts"]),
                ("school", &["schools"]),
                ("canal", &[]),
            ]),
        ),
        (
            "odds",
            Part::Choice(&[
                ("never", "never"),
                ("always", "always"),
                ("at-least", "at-least {0:number} to {1:number}"),
            ]),
        ),
        (
            "limit",
            Part::Choice(&[
                ("never", "never"),
                ("half", "half"),
                ("round", "round {:number}"),
                ("losses", "losses {:number}"),
                ("outnumbered", "outnumbered {:number}"),
                ("any", "any of {:limit 2 ,}"),
                ("all", "all of {:limit 2 ,}"),
            ]),
        ),
    ],
};
