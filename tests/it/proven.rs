//! Dice with proof: a player checks on the day that each die fell as a key that was fixed beforehand gives it.

use adjutant::base::{Json, canonical};
use adjutant::games::OURS;
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::found::Trust;
use adjutant::referee::cycle::{open, reveal};
use adjutant::referee::record::report::{Data, Report};
use adjutant::seal::sealed;
use serde_json::Value;

use crate::bench::{Bench, SEATS};
use crate::shelf::seat;
use crate::tamper::{other_report, rewrite_result};

/// A campaign with proven dice, its cycle 1 open.
fn begun() -> Bench {
    let bench = Bench::trusting(Trust { proven_dice: true, ..Trust::default() });
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
    bench
}

/// The same up to the first report of the Union's that shows dice, and its cycle.
fn rolled() -> (Bench, u32) {
    let bench = begun();
    for cycle in 1.. {
        bench.send();
        assert!(bench.resolve().outcome.is_none(), "no die was rolled");
        if !bench.desk().sent(cycle, &seat("union")).unwrap().data.dice.is_empty() {
            return (bench, cycle);
        }
        open::open(&mut bench.desk(), None, bench.now()).unwrap();
    }
    unreachable!("a campaign ends")
}

/// What `verify` says to both players, who bring their reports of a cycle.
fn told(bench: &Bench, cycle: u32) -> String {
    let desk = bench.desk();
    let sent = |name: &str| (name.to_owned(), desk.sent(cycle, &seat(name)).unwrap());
    let reports = SEATS.map(sent).into();
    drop(desk);
    verify(bench.store(), &Own { reports, ..Own::default() }, OURS).unwrap().to_string()
}

#[test]
fn every_die_is_proven_on_the_day() {
    let bench = begun();
    let mut dice = 0;
    for cycle in 1.. {
        bench.send();
        let over = bench.resolve().outcome.is_some();
        let told = told(&bench, cycle);
        assert!(!told.contains("FAILED"), "{told}");
        let cycles = cycle + 1;
        let line = format!(
            "ok      links: the seeds of {cycles} cycles follow from links that were fixed beforehand"
        );
        assert!(told.contains(&line), "{told}");
        let proofs = bench.desk().sent(cycle, &seat("union")).unwrap().data.dice.len();
        let shown = format!("of cycle {cycle} fell as the key of the genesis gives them");
        assert_eq!(told.matches(&shown).count(), 2, "{told}");
        dice += proofs;
        if over {
            break;
        }
        open::open(&mut bench.desk(), None, bench.now()).unwrap();
    }
    assert!(dice > 0);
    reveal::reveal(&mut bench.desk(), None, bench.now()).unwrap();
    let verdict = bench.verify();
    assert!(verdict.passed(), "{verdict}");
    assert!(verdict.to_string().contains("ok      replay"), "{verdict}");
}

#[test]
fn the_public_report_proves_what_everybody_saw() {
    let (bench, cycle) = rolled();
    let text = bench.store().need(&adjutant::campaign::layout::public_report(cycle)).unwrap();
    let public = Report::read(std::str::from_utf8(&text).unwrap()).unwrap();
    assert!(!public.data.dice.is_empty());
    let reports = vec![("public".to_owned(), public)];
    let told = verify(bench.store(), &Own { reports, ..Own::default() }, OURS).unwrap().to_string();
    assert!(told.contains("ok      my dice: ") && !told.contains("FAILED"), "{told}");
}

/// The first die of a report with another face.
pub(crate) fn another_face(value: &mut Value) -> bool {
    match value {
        Value::Object(fields) => {
            if let Some(die) = fields.get_mut("dice").and_then(|dice| dice.get_mut(0)) {
                *die = (die.as_u64().unwrap() % 6 + 1).into();
                return true;
            }
            fields.values_mut().any(another_face)
        }
        Value::Array(items) => items.iter_mut().any(another_face),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// What `verify` says of a report that a moderator edits, with all that commits to it.
fn forged(edit: &dyn Fn(&mut Data)) -> String {
    let (bench, cycle) = rolled();
    let Report { mut data, .. } = bench.desk().sent(cycle, &seat("union")).unwrap();
    edit(&mut data);
    let page = data.page(&*bench.desk().campaign.game).unwrap();
    let text = data.text(&page);
    let proof = other_report(&bench, cycle, &text, |_| {});
    let desk = bench.desk();
    let trailer = adjutant::referee::record::report::Trailer {
        head: desk.campaign.ledger.head(),
        proof,
        office: Vec::new(),
    };
    let report = Report::read(&trailer.after(&text, desk.signing(), None)).unwrap();
    drop(desk);
    let reports = vec![("union".to_owned(), report)];
    verify(bench.store(), &Own { reports, ..Own::default() }, OURS).unwrap().to_string()
}

#[test]
fn a_moderator_who_lies_about_a_die_is_found_on_the_day() {
    let told = forged(&|data| {
        let mut news = data.news.as_ref().unwrap().value();
        assert!(another_face(&mut news));
        data.news = Some(Json::from_canonical(canonical::encode(&news)));
    });
    assert!(told.contains("ok      my report"), "{told}");
    let line = told.lines().find(|line| line.starts_with("FAILED")).unwrap_or_default();
    assert!(line.starts_with("FAILED  my dice: union: the dice of "), "{told}");
    assert!(line.contains("did not fall as it says"), "{told}");
}

#[test]
fn a_proof_of_another_draw_is_no_proof() {
    let told = forged(&|data| {
        let first = *data.dice.values().next().unwrap();
        let last = data.dice.values_mut().next_back().unwrap();
        assert_ne!(first, *last, "one draw only");
        *last = first;
    });
    assert!(told.contains("FAILED  my dice: union: the proof is not one of this key"), "{told}");
    let told = forged(&|data| {
        data.dice.pop_first();
    });
    assert!(told.contains("FAILED  my dice: union: it has no proof of "), "{told}");
    let told = forged(&|data| {
        let proof = *data.dice.values().next().unwrap();
        data.dice.insert("made/up".to_owned(), proof);
    });
    let line = "FAILED  my dice: union: it proves the draw made/up, of which it shows no dice";
    assert!(told.contains(line), "{told}");
}

#[test]
fn a_seed_that_does_not_follow_from_its_links_is_found_on_the_day() {
    let (bench, cycle) = rolled();
    let forge = |edit: &dyn Fn(&mut adjutant::ledger::CycleResult)| {
        let bench = bench.copy();
        rewrite_result(&bench, cycle, edit);
        bench.verify().to_string()
    };
    let told = forge(&|result| {
        let links = result.links.as_mut().unwrap();
        links.moderator = adjutant::base::Digest::of(b"another");
    });
    let line = "the moderator's link does not lead back to their tip";
    assert!(told.contains(&format!("FAILED  links: cycle {cycle}: {line}")), "{told}");
    let told = forge(&|result| {
        let links = result.links.as_mut().unwrap();
        links.seats.insert(seat("union"), adjutant::base::Digest::of(b"another"));
    });
    let line = "the link of union does not lead back to a tip of its players";
    assert!(told.contains(line), "{told}");
    let told = forge(&|result| result.seed_commitment = adjutant::base::Digest::of(b"another"));
    assert!(told.contains("the seed does not follow from its links"), "{told}");
    let told = forge(&|result| result.links = None);
    assert!(told.contains("it does not publish its links"), "{told}");
    let told = forge(&|result| {
        result.links.as_mut().unwrap().seats.remove(&seat("union"));
    });
    assert!(told.contains("it publishes other links than those"), "{told}");
}

#[test]
fn every_sealed_report_has_room_for_its_proofs() {
    let plain = Bench::open();
    plain.send();
    plain.resolve();
    let (proven, cycle) = rolled();
    let long = |bench: &Bench, cycle| {
        let length = |name: &str| {
            let path = adjutant::campaign::layout::report(cycle, name);
            let sealed = bench.store().need(&path).unwrap();
            let identity = bench.players[name].identity();
            sealed::open(&sealed, identity, sealed::HOUSE_LIMIT).unwrap().len()
        };
        SEATS.map(length)
    };
    let kind = OURS.named("company-war").unwrap();
    let [one, other] = long(&proven, cycle);
    // All have one length, whoever saw how many dice.
    assert_eq!((one, long(&proven, 1)), (other, [one, one]));
    assert_eq!(one - long(&plain, 1)[0], kind.draws() * 96);
}
