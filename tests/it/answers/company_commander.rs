use super::{Report, all_answered, between, table, upto, word};

/// The table of orders.
const ORDERS: &str = "Orders accepted, with an example where there is one (fill in CAPITALS; what is in [brackets] may be left out)";

#[test]
#[expect(clippy::too_many_lines, reason = "a question after the other")]
fn a_captain_in_company_commander_needs_the_report_alone() {
    let report = Report::first("company-commander", "first-contact", &["blue", "red"]);
    let format = table("company-commander/format.yaml");
    let field = table("company-commander/scenarios/first-contact.yaml");
    let (kinds, weapons) = (&format["kinds"], &format["weapons"]);
    let unit =
        |name: &str, column: &str| report.cell("Units of Blue", ("Unit", name), column).to_owned();
    let kind = |name: &str, column: &str| {
        report.cell("Kinds of units in this scenario", ("Kind", name), column).to_owned()
    };
    let weapon = |name: &str, column: &str| {
        report.cell("Weapons in this scenario", ("Weapon", name), column).to_owned()
    };
    let terrain = |name: &str, column: &str| {
        report.cell("Terrain: movement points and cover", ("Terrain", name), column).to_owned()
    };
    let armor = |kind: &str| {
        let of = &kinds[kind]["armor"];
        ["front", "flank", "rear"].map(|side| word(&of[side])).join("/")
    };
    let ends = |value: &serde_json::Value| word(value).replace('/', "-");
    let enemy = |name: &str, column: &str| {
        report.cell("Order of battle of Red", ("Unit", name), column).to_owned()
    };
    let way = |name: &str, column: &str| {
        let caption = "How soon units of Blue can be at the objectives from where they may begin, at normal speed, and who sees them from there";
        report.cell(caption, ("Unit", name), column).to_owned()
    };
    all_answered(
        "company-commander",
        &[
            ("how long is it?", upto(report.fact("Turns"), ",").to_owned(), word(&field["turns"])),
            // The deployment, and both players' turns, eight times.
            (
                "in cycles?",
                between(report.fact("Turns"), "first; ", " ").to_owned(),
                "17".to_owned(),
            ),
            (
                "who begins?",
                between(report.fact("Turns"), ", ", " moves").to_owned(),
                "Blue".to_owned(),
            ),
            (
                "what is fought for?",
                between(report.fact("Objectives"), "in ", ",").to_owned(),
                word(&field["objectives"]["Crossroads"]["at"]),
            ),
            (
                "what is it worth?",
                between(report.fact("Objectives"), ", ", " points").to_owned(),
                word(&field["objectives"]["Crossroads"]["points"]),
            ),
            (
                "when do I break?",
                between(report.fact("Losses by worth"), "breaks at ", "%").to_owned(),
                word(&field["breaks"]["blue"]),
            ),
            // 70 in a hundred of 36, rounded up.
            (
                "what losses are that?",
                between(report.fact("Losses by worth"), "(", ")").to_owned(),
                "26".to_owned(),
            ),
            (
                "when can I be there?",
                way("Able-1", "To Crossroads (0505)"),
                "turn 1, 5 hexes".to_owned(),
            ),
            ("on foot?", way("Able-2", "To Crossroads (0505)"), "turn 3, 5 hexes".to_owned()),
            (
                "how far does anybody see?",
                upto(report.fact("Sight"), " ").to_owned(),
                word(&field["sight"]),
            ),
            ("what am I commanding?", unit("Able-1", "Kind"), word(&kinds["sherman"]["title"])),
            ("where does it begin?", unit("Able-1", "At"), "0510 A".to_owned()),
            ("where else may it?", unit("Able-1", "May deploy in"), "0410, 0610".to_owned()),
            (
                "how do I say so?",
                report.cell(ORDERS, ("Kind", "deploy"), "Written").to_owned(),
                "`deploy Able-1 at 0410 facing A`".to_owned(),
            ),
            ("how good is its crew?", unit("Able-1", "Quality"), "experienced".to_owned()),
            // Half as far again.
            ("how far does it go?", kind("M4 Sherman", "Moves"), "5/7.5".to_owned()),
            ("how thick is it?", kind("M4 Sherman", "Armor"), armor("sherman")),
            (
                "how far does its gun reach?",
                weapon("75 mm M3", "Range"),
                ends(&weapons["m3-75"]["range"]),
            ),
            (
                "what does it pierce?",
                weapon("75 mm M3", "Pierces"),
                ends(&weapons["m3-75"]["penetration"]),
            ),
            (
                "how often does it fire?",
                weapon("75 mm M3", "Rate"),
                word(&weapons["m3-75"]["rate"]),
            ),
            (
                "how many shots has a bazooka?",
                upto(&weapon("bazooka", "Shots"), ",").to_owned(),
                word(&weapons["bazooka"]["rounds"]),
            ),
            (
                "who assaults best?",
                kind("grenadier squad", "Assault"),
                word(&kinds["de-grenadiers"]["assault"]),
            ),
            ("what has the enemy?", enemy("Anton-1", "Kind"), word(&kinds["panzer-iv"]["title"])),
            (
                "how good is he?",
                enemy("Anton-1", "Quality"),
                word(&field["units"]["red"]["Anton-1"]["quality"]),
            ),
            ("what is he worth?", kind("Panzer IV", "Worth"), word(&kinds["panzer-iv"]["worth"])),
            // Twelve sixths of a point.
            ("what do woods cost a tank?", terrain("Woods", "Tracked"), "2".to_owned()),
            ("and cover?", terrain("Woods", "Save"), word(&format["terrain"]["woods"]["save"])),
            (
                "what does a paved road cost it?",
                between(report.fact("Movement"), "pays ", " a step along a paved road").to_owned(),
                "1/3".to_owned(),
            ),
            (
                "what do trained men add?",
                report.cell("Quality", ("Quality", "Trained"), "Shoots").to_owned(),
                word(&format["quality"]["trained"]["shoots"]),
            ),
            (
                "when does overwatch fire?",
                between(report.fact("Overwatch"), "a chance of ", "%").to_owned(),
                word(&format["numbers"]["overwatch"]["value"]),
            ),
            (
                "when are my orders due?",
                between(report.sentence("Your orders are due"), " by ", ".").to_owned(),
                "Wednesday 7 January 2026, 00:00 UTC".to_owned(),
            ),
        ],
    );
}

/// Who fires at helicopters by themselves, how far and how well, stands in the first report: by the rules a quadruple gun of
/// 23 mm has 5%, which is 3% and two levels more, and rifles have 1%.
#[test]
fn anti_air_fire_is_in_the_first_report() {
    let report = Report::first("company-commander", "column", &["red", "blue"]);
    let caption = "Kinds of units: weapons and the rest";
    let besides = |kind: &str| report.cell(caption, ("Kind", kind), "Besides").to_owned();
    let (gun, squad) = (besides("ZSU-23-4"), besides("MILAN section"));
    assert!(gun.contains("anti-air 5% up to 25 hexes"), "{gun}");
    assert!(squad.contains("anti-air 1% up to 4 hexes"), "{squad}");
}
