use super::{Report, all_answered, between, table, upto, word};

#[test]
#[expect(clippy::too_many_lines, reason = "a question after the other")]
fn a_captain_in_mechad_needs_the_report_alone() {
    let report = Report::first("mechad", "hs-25", &["faro", "roulette", "convoy"]);
    let format = table("mechad/format.yaml");
    let battle = table("mechad/scenarios/hs-25.yaml");
    let (numbers, cruiser) = (&format["numbers"], &format["classes"]["mechad-bc"]);
    let class = |column: &str| report.cell("Classes", ("Class", "mechad-bc"), column).to_owned();
    let armed = |class: &str, column: &str| {
        report.cell("Classes: protection and weapons", ("Class", class), column).to_owned()
    };
    let whip = "Whip: points by die and range (M a miss, T ends whip fire)";
    let cannon = report.fact("cannon");
    let missiles = report.fact("TWM");
    let energy =
        ["warp", "impulse", "apr"].map(|part| cruiser["boxes"][part].as_u64().unwrap_or(0));
    let node = word(&cruiser["boxes"]["node"]);
    all_answered(
        "mechad",
        &[
            (
                "how long is the battle?",
                upto(report.fact("Length"), " ").to_owned(),
                word(&battle["turns"]),
            ),
            // The set-up, and in each of ten turns an allocation and two blocks.
            (
                "in cycles?",
                between(report.fact("Length"), ": ", " cycles").to_owned(),
                "31".to_owned(),
            ),
            (
                "what do I score with?",
                between(report.fact("What counts"), "its ", " destroys").to_owned(),
                "cannon".to_owned(),
            ),
            (
                "who is against me?",
                between(report.fact("Faro"), "against ", ";").to_owned(),
                "Convoy and Roulette".to_owned(),
            ),
            (
                "where may I leave?",
                between(report.fact("Faro"), "leaves by ", ";").to_owned(),
                "the south-east and south".to_owned(),
            ),
            (
                "how far does the cannon reach?",
                between(cannon, "range ", ";").to_owned(),
                word(&numbers["cannon-range"]["value"]),
            ),
            (
                "how often does it fire?",
                between(cannon, "each impulse, ", " a turn").to_owned(),
                word(&numbers["cannon-shots"]["value"]),
            ),
            (
                "what does it do to me next to the target?",
                between(cannon, "takes ", " at range 0").to_owned(),
                word(&format["feedback"]["values"][0]),
            ),
            (
                "how many weapons have I?",
                armed("mechad-bc", "Weapons"),
                "12 whips, 4 TWMs, 1 cannon FA".to_owned(),
            ),
            (
                "what does my field hold at most?",
                upto(
                    between(&armed("mechad-bc", "Field or shields 1 to 6"), "field to ", "|"),
                    ",",
                )
                .to_owned(),
                word(&format["fields"]["three"]["standard"]["value"]),
            ),
            (
                "by what is energy for it multiplied?",
                between(&armed("mechad-bc", "Field or shields 1 to 6"), ", ", " nodes").to_owned(),
                node,
            ),
            (
                "how much energy does the class make?",
                class("Energy"),
                energy.iter().sum::<u64>().to_string(),
            ),
            ("what takes a hex of it?", class("Hex"), "1".to_owned()),
            (
                "when may it turn at speed 20?",
                between(
                    report.cell(
                        "Hexes ahead before a turn, up to each speed",
                        ("Mode", "C"),
                        "Hexes to speed",
                    ),
                    "3 to 14, ",
                    " to 20",
                )
                .to_owned(),
                "4".to_owned(),
            ),
            (
                "what does a whip do with a 3 at range 6 to 8?",
                report.cell(whip, ("Die", "3"), "8").to_owned(),
                word(&format["whips"]["a"]["rows"][2][6]),
            ),
            (
                "how far do missiles go?",
                between(missiles, "range ", ";").to_owned(),
                word(&numbers["tram-range"]["value"]),
            ),
            (
                "how many in a turn?",
                between(missiles, "; ", " a turn").to_owned(),
                word(&numbers["tram-turn"]["value"]),
            ),
            (
                "what shields has the guard?",
                armed("krebiz-ffn", "Field or shields 1 to 6"),
                word(&format["classes"]["krebiz-ffn"]["shields"]),
            ),
            (
                "how far is it?",
                report.cell("Ranges from MS43a", ("To", "Guard"), "Range").to_owned(),
                "49".to_owned(),
            ),
            (
                "where?",
                report.cell("Ranges from MS43a", ("To", "Guard"), "Bearing").to_owned(),
                "north".to_owned(),
            ),
            ("how many nodes are left to me?", report.part("MS43a", "node"), "5 of 5".to_owned()),
            (
                "what does a missile more cost?",
                between(report.fact("Commander's options"), "tram (a trans-warp missile) ", ",")
                    .to_owned(),
                "0.25".to_owned(),
            ),
            (
                "what of mine reaches the guard?",
                report.cell("Ranges from MS43a", ("To", "Guard"), "Your reach").to_owned(),
                "cannon 1".to_owned(),
            ),
            (
                "and my rival?",
                report.cell("Ranges from MS43a", ("To", "MS43b"), "Your reach").to_owned(),
                "12 whips 1.7".to_owned(),
            ),
            // Half of its 48 boxes.
            (
                "what cripples the guard?",
                report.cell("What it takes", ("Enemy", "Guard"), "Then crippled by").to_owned(),
                "24".to_owned(),
            ),
            // Twelve whips, each with 8, 7, 7, 6, 6 points or a miss.
            (
                "what can I do to my rival?",
                report.cell("What it takes", ("Enemy", "MS43b"), "At range 1").to_owned(),
                "68".to_owned(),
            ),
            (
                "when does rescue come?",
                upto(report.fact("Rescue"), ";").to_owned(),
                "Audit (Corporate heavy cruiser), Bailiff (Corporate destroyer leader) and Broker (Corporate plasma \
                 frigate) of Convoy at a total of 10, in the north or north-east"
                    .to_owned(),
            ),
            (
                "what does the convoy pay for a large freighter?",
                between(report.fact("Force of Convoy"), "freighter-large ", ";").to_owned(),
                word(&format["classes"]["freighter-large"]["points"]),
            ),
        ],
    );
}
