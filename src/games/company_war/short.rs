//! Orders in one line each. `docs/orders/company-war.md` shows what they mean.

use crate::engine::Short;
use crate::engine::orders::short::Part;

/// The short forms.
pub const SHORT: Short = Short {
    orders: &[
        ("troops", "troops {carrier:name}", "troops Malta"),
        (
            "free-dartship",
            "free {ship:name} {path:spot 2 -}[ after {after:number}]",
            "free Dart One 13-30 after 2",
        ),
        ("pass", "pass {:pass as WHEN}", "pass until-enemy-left 2"),
        ("on-tie", "on-tie {:word as SIDE}", "on-tie second"),
        ("riders", "riders {launch:launch}[ at {at:place}]", "riders of Norway at 6"),
        ("target", "target[ at {at:place}] fire {fire:word}", "target at 6 fire focus"),
        (
            "target",
            "target {priority:name 1 >}[ at {at:place}][ fire {fire:word}]",
            "target CVA > rider > Nike at 6 fire focus",
        ),
        (
            "flee",
            "flee[ {ship:name}] {when:flee}[ at {at:place}][ to {to:place}]",
            "flee Norway damaged to 29",
        ),
        (
            "cease-fire",
            "cease-fire {at:place}[ from-round {from-round:number}]",
            "cease-fire 6 from-round 2",
        ),
        ("bombard", "bombard {at:place}", "bombard 6"),
        ("repair", "repair {ship:name}", "repair Norway"),
        ("replace-rider", "replace-rider {carrier:name}", "replace-rider Nike"),
        ("land", "land {carrier:name}", "land Malta"),
        ("embark", "embark {carrier:name}", "embark Malta"),
        ("raise", "raise {carrier:name}", "raise Europe"),
        (
            "move",
            "{ship:name} {path:spot 2 -}[ when {when:condition}]",
            "Norway 3-29-6 when arrived-at 6",
        ),
        (
            "task-force",
            "{ships:name 2 ,} {path:spot 2 -}[ when {when:condition}]",
            "Europe, Norway 3-29",
        ),
        ("move", "{ship:name}: {path:place 2 -}[ when {when:condition}]", "Norway: Pan Paris-25"),
        (
            "task-force",
            "{ships:name 2 ,}: {path:place 2 -}[ when {when:condition}]",
            "Europe, Norway: Pan Paris-25",
        ),
        ("move", "{ship:name} to {path:place 1 -}[ when {when:condition}]", "Norway to Viking"),
        (
            "task-force",
            "{ships:name 2 ,} to {path:place 1 -}[ when {when:condition}]",
            "Europe, Norway to Viking",
        ),
        ("deploy", "{ship:name}: {at:place}", "Europe: Pell"),
        ("deploy", "deploy {ship:name} at {at:place}", "deploy Europe at Pell"),
    ],
    parts: &[
        (
            "pass",
            Part::Choice(&[
                ("never", "never"),
                ("whenever-allowed", "whenever-allowed"),
                ("until-enemy-left", "until-enemy-left {:number}"),
                ("until", "until {:condition}"),
            ]),
        ),
        ("launch", Part::Choice(&[("all", "all"), ("none", "none"), ("of", "of {:name 1 ,}")])),
        (
            "flee",
            Part::Choice(&[
                ("now", "now"),
                ("never", "never"),
                ("damaged", "damaged"),
                ("losses", "losses {:number}"),
                ("outnumbered", "outnumbered {:number}"),
            ]),
        ),
        (
            "condition",
            Part::Choice(&[
                ("enemy-at", "enemy-at {:place}"),
                ("no-enemy-at", "no-enemy-at {:place}"),
                ("arrived-at", "arrived-at {:place}"),
                ("enemy-left", "enemy-left {:number}"),
                ("fighting-at", "fighting-at {:place}"),
                ("aimed-at", "aimed-at {:name}"),
                ("behind", "behind"),
            ]),
        ),
    ],
};
