use super::{Report, all_answered, between, table, upto, word};

#[test]
#[expect(clippy::too_many_lines, reason = "a question after the other")]
fn a_buyer_in_parabellum_needs_the_report_alone() {
    let report = Report::first("parabellum", "kessel-reach", &["amber", "cobalt"]);
    let format = table("parabellum/format.yaml");
    let theater = table("parabellum/scenarios/kessel-reach.yaml");
    let (cards, numbers, ridge) = (&format["cards"], &format["numbers"], &theater["table"][0]);
    let fights = |card: &str, column: &str| {
        let mine = report.cell("Cards of Amber", ("Card", card), column);
        mine.to_owned()
    };
    let rest = |card: &str, column: &str| {
        let caption = "Cards of Amber: men, stores and size";
        report.cell(caption, ("Card", card), column).to_owned()
    };
    let prices = report.fact("Prices");
    let price = |what: &str| between(prices, what, ",").trim_end_matches([';', ' ']).to_owned();
    let skirmish = |column: &str| {
        let row = ("Skirmish", "1. Verrin Ridge");
        report.cell("The skirmishes", row, column).to_owned()
    };
    let market = "Ostry Market";
    all_answered(
        "parabellum",
        &[
            (
                "how much have I to spend?",
                upto(report.fact("Amber"), " credits").to_owned(),
                word(&theater["budget"]),
            ),
            ("what is a ram?", fights("ram", "Price"), word(&cards["ram"]["price"])),
            ("with what dice does it fight?", fights("ram", "Dice"), "10/10".to_owned()),
            ("how far does a howitzer fire?", fights("howitzers", "Range"), "2 to 12".to_owned()),
            ("how fast is a mule?", fights("mule", "Speed"), word(&cards["mule"]["speed"])),
            ("how does it go?", fights("mule", "Going"), word(&cards["mule"]["going"])),
            ("how much does it carry?", rest("mule", "Carries"), word(&cards["mule"]["capacity"])),
            (
                "how many squads man rifles?",
                rest("rifles", "Squads"),
                word(&cards["rifles"]["squads"]),
            ),
            (
                "for how long has a javelin supplies?",
                rest("javelin", "Supply"),
                word(&cards["javelin"]["supply"]),
            ),
            ("and ammunition?", rest("javelin", "Ammo"), word(&cards["javelin"]["ammo"])),
            (
                "what shoots at aircraft?",
                rest("skywatch", "Can"),
                format!("anti-air D{}", cards["skywatch"]["anti-air"]),
            ),
            (
                "how far away is a square that touches at a corner?",
                between(report.fact("A move"), "only at a corner is ", " away").to_owned(),
                "2".to_owned(),
            ),
            (
                "when is bought, in a turn?",
                between(report.fact("Your turn"), "after its move; ", " you buy").to_owned(),
                "then".to_owned(),
            ),
            ("what is a squad?", price("men "), word(&numbers["squad-price"]["value"])),
            ("a supply?", price("a supply "), word(&numbers["supply-price"]["value"])),
            (
                "how many rams fit into a square?",
                rest("ram", "Size"),
                word(&numbers["square"]["value"]),
            ),
            (
                "what must the attacker do on the first map?",
                skirmish("The attacker wins if it"),
                "holds Ridge alone".to_owned(),
            ),
            ("how long has it for that?", skirmish("Rounds"), word(&ridge["turns"])),
            ("what is it worth?", skirmish("Reward"), word(&ridge["reward"])),
            (
                "where may the defender deploy?",
                report.under("Verrin Ridge", "The defender sets up in").to_owned(),
                "A1 to L5".to_owned(),
            ),
            (
                "and the attacker at Salt Strand?",
                report.under("Salt Strand", "The attacker sets up in").to_owned(),
                "C9 to J11".to_owned(),
            ),
            (
                "where is Mill, and does it give irregulars?",
                between(report.under(market, "Places"), "; ", "|").to_owned(),
                "Mill J8, with irregulars".to_owned(),
            ),
            (
                "what is in the third row of Verrin Ridge?",
                report
                    .drawings
                    .iter()
                    .find(|(heading, _)| heading.contains("Verrin Ridge"))
                    .and_then(|(_, rows)| {
                        rows.iter().find(|row| row.trim_start().starts_with("3 "))
                    })
                    .map(|row| row.trim_start()[2..].replace(' ', ""))
                    .unwrap_or_default(),
                word(&ridge["ground"][2]),
            ),
            (
                "how do trucks cross rubble?",
                report.cell("Movement for a square", ("Ground", "rubble"), "Wheeled").to_owned(),
                "2".to_owned(),
            ),
            (
                "how many skirmishes are fought?",
                upto(report.fact("The theater"), " skirmishes").to_owned(),
                word(&theater["skirmishes"]),
            ),
            // A cycle for purchases or recruiting, two deployments, and two turns in each of ten rounds: three times.
            (
                "how long does it take?",
                report.fact("Length").to_owned(),
                "70 cycles at most".to_owned(),
            ),
            (
                "when are my orders due?",
                between(report.sentence("Your orders are due"), " by ", ".").to_owned(),
                "Wednesday 7 January 2026, 00:00 UTC".to_owned(),
            ),
            (
                "what can the enemy buy?",
                report.cell("Cards of Cobalt", ("Card", "citadel"), "Price").to_owned(),
                word(&cards["citadel"]["price"]),
            ),
        ],
    );
}
