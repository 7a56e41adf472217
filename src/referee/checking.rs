//! How anybody checks a campaign: what was found, and the commands that find it.

use crate::base::Problem;
use crate::base::words::capital;
use crate::ledger::{Check, Ledger, Outcome, Verdict};
use crate::page::{Page, Table, Text};
use crate::seal::PublicKey;

/// Adds what a verification found.
pub fn findings(page: Page, verdict: &Verdict) -> Page {
    let table = Table::new().caption("What adjutant verify finds").left("Check");
    let table = table.left("Outcome").left("Finding");
    let table = verdict.lines.iter().fold(table, |table, check| {
        let (outcome, finding) = words(check);
        table.row([Text::plain(check.name), Text::default().strong(outcome), finding])
    });
    page.table(table)
}

fn words(check: &Check) -> (&'static str, Text) {
    match &check.outcome {
        Outcome::Passed(detail) => ("ok", Text::plain(capital(detail))),
        Outcome::Skipped(why) => ("not yet", Text::plain(capital(why))),
        Outcome::Failed(problem) => {
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
    let key: PublicKey = genesis.moderator.parse()?;
    let facts = [
        ("Moderator's key", Text::default().code(key.fingerprint())),
        ("First entry", Text::default().code(ledger.genesis_digest().to_string())),
        ("Newest entry", Text::default().code(ledger.head().to_string())),
    ];
    let verify = format!("adjutant -C {name} verify\n");
    let digests = format!(
        "cd {name}\nsha256sum ledger/*.yaml format.yaml scenario.yaml cycles/*/public.md\n"
    );
    let signatures = format!(
        "echo 'moderator {key}' > ../moderator.allowed\n\
         for entry in ledger/*.yaml; do\n\
         \x20 ssh-keygen -Y verify -f ../moderator.allowed -I moderator \\\n\
         \x20   -n ledger-v1@adjutant -s \"${{entry%.yaml}}.sig\" < \"$entry\"\n\
         done\n"
    );
    let whole = format!(
        "Take a copy of the campaign's directory, {name}, from where its moderator publishes it. The \
         program checks all of it, needs no key for that, and after the reveal plays the whole game \
         again:"
    );
    Ok(page
        .facts(facts)
        .paragraph(whole)
        .code("sh", verify)
        .paragraph(
            "Without the program: each entry of the ledger names the digest of the one before it, \
             and of the files that count. The digests are those of sha256sum:",
        )
        .code("sh", digests)
        .paragraph("The moderator has signed every entry with the key above:")
        .code("sh", signatures)
        .note(
            "Who keeps the file checkpoint today can tell tomorrow whether the past was changed: \
             adjutant verify --checkpoint FILE",
        ))
}
