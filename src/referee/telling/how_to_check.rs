//! How anybody checks a campaign: what was found, and the commands that find it.

use crate::base::Problem;
use crate::base::words::capital;
use crate::ledger::{Check, CheckOutcome, Ledger, Verification};
use crate::page::{Page, Table, Text};
use crate::seal::PublicKey;

/// Adds what a verification found.
pub fn findings(page: Page, verdict: &Verification) -> Page {
    let table = Table::new().caption("Results of adjutant verify").left("Check");
    let table = table.left("Result").left("Details");
    let table = verdict.lines.iter().fold(table, |table, check| {
        let (outcome, finding) = words(check);
        table.row([Text::plain(check.name), Text::default().strong(outcome), finding])
    });
    page.table(table)
}

fn words(check: &Check) -> (&'static str, Text) {
    match &check.outcome {
        CheckOutcome::Passed(detail) => ("ok", Text::plain(capital(detail))),
        CheckOutcome::Skipped(why) => ("not yet", Text::plain(capital(why))),
        CheckOutcome::Failed(problem) => {
            let place = problem.place.iter().fold(Text::default(), |t, p| t.code(p).and(": "));
            ("failed", place.and(&problem.what))
        }
    }
}

/// Adds the commands with which everybody checks the same at home.
///
/// # Errors
/// If the moderator's key is none.
pub fn commands(page: Page, ledger: &Ledger) -> Result<Page, Problem> {
    let genesis = ledger.genesis();
    let name = &genesis.name;
    let office = ledger.office();
    let key: PublicKey = office.moderator().signing.parse()?;
    let facts = [
        ("Moderator's key", Text::default().code(key.fingerprint())),
        ("First entry", Text::default().code(ledger.genesis_digest().to_string())),
        ("Latest entry", Text::default().code(ledger.head().to_string())),
    ];
    let verify = format!("adjutant -C {name} verify\n");
    let digests = format!(
        "cd {name}\nsha256sum ledger/*.yaml format.yaml scenario.yaml cycles/*/public.md\n"
    );
    let keys = office.keys().into_iter().rev().map(|key| format!("moderator {key}"));
    let signatures = format!(
        "echo '{}' > ../moderator.allowed\n\
         for entry in ledger/*.yaml; do\n\
         \x20 ssh-keygen -Y verify -f ../moderator.allowed -I moderator \\\n\
         \x20   -n ledger-v1@adjutant -s \"${{entry%.yaml}}.sig\" < \"$entry\"\n\
         done\n",
        keys.collect::<Vec<_>>().join("\n")
    );
    let whole = format!(
        "Get a copy of the campaign directory, {name}, from where the moderator publishes it. The \
         program checks all of it without a key and, after the reveal, replays the whole game:"
    );
    Ok(page
        .facts(facts)
        .paragraph(whole)
        .code("sh", verify)
        .paragraph(
            "Without the program: each ledger entry names the digests of the entry before it and \
             of the files that count. Compare them with what sha256sum prints:",
        )
        .code("sh", digests)
        .paragraph("The moderator signs every entry with the key above:")
        .code("sh", signatures)
        .note(
            "Keep a copy of the file checkpoint. Later it shows whether the past was changed: \
             adjutant verify --checkpoint FILE",
        ))
}
