//! A program whose rules have another number finds out, in a campaign that was played by the first:
//! the replay fails, and names the first event that differs.

use std::path::Path;
use std::sync::Mutex;

use adjutant::base::Problem;
use adjutant::campaign::{Store, layout};
use adjutant::games;
use adjutant::ledger::Check;
use adjutant::referee::Campaign;
use adjutant::referee::audit::replay::Opened;
use serde_json::Value;

use crate::shelf::{array, json};

/// For each game a line of its tables, and the same with another number.
const CHANGED: &[(&str, &str, &str)] = &[
    (
        "age-of-imperialism",
        "city: {source: published, value: 30}",
        "city: {source: published, value: 31}",
    ),
    (
        "company-commander",
        "concealed: {source: invented, value: 3}\n",
        "concealed: {source: invented, value: 4}\n",
    ),
    ("company-war", "union: {dice: 1, plus: 1}", "union: {dice: 1, plus: 2}"),
    ("mechad", "tram-gap: {source: rulebook, value: 6}", "tram-gap: {source: rulebook, value: 7}"),
    (
        "parabellum",
        "strength: {source: rulebook, value: 10}",
        "strength: {source: rulebook, value: 11}",
    ),
];

/// A campaign that is kept and revealed.
fn kept(game: &str) -> Campaign {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compat").join(game).join("over");
    Campaign::load(Store::find(&root).unwrap(), games::OURS).unwrap()
}

/// The same as a program loads it whose tables have something else.
fn under(game: &str, was: &str, is: &str) -> Campaign {
    let mut campaign = kept(game);
    let file = |path: &str| String::from_utf8(campaign.store.need(path).unwrap()).unwrap();
    let (format, scenario) = (file(layout::FORMAT), file(layout::SCENARIO));
    assert_eq!(format.matches(&format!(" {was}")).count(), 1, "{game}: {was}");
    let (format, options) = (format.replace(was, is), &campaign.ledger.genesis().options);
    let kind = games::OURS.named(game).unwrap();
    campaign.game = kind.found(format.as_bytes(), scenario.as_bytes(), options).unwrap().into();
    campaign
}

fn opened(campaign: &Campaign) -> Opened<'_> {
    Opened::new(campaign).unwrap().expect("it is revealed")
}

/// The line of `verify` on the replay.
fn replay(campaign: &Campaign) -> String {
    let replayed = opened(campaign).replay(&|_| ()).map(|(told, _)| told);
    Check::new("replay", replayed).to_string()
}

/// The events of each cycle as a program plays them, as far as it gets.
fn events(campaign: &Campaign) -> Vec<(u32, Vec<Value>)> {
    let all = Mutex::new(Vec::new());
    let look = |cycle: u32, record: &str| {
        let record = json(record);
        let events = array(&record, "events").iter().map(|one| one["event"].clone());
        all.lock().unwrap().push((cycle, events.collect()));
    };
    let _: Result<Vec<()>, Problem> = opened(campaign).each(&|again| {
        if let Some(record) = &again.played.made.record {
            look(again.cycle.number, &record.0);
        }
        Ok(())
    });
    let mut all = all.into_inner().unwrap();
    all.sort_by_key(|(cycle, _)| *cycle);
    all
}

/// Cycle and number of the first event that two programs play differently, and both events.
fn first_difference(was: &Campaign, is: &Campaign) -> (u32, usize, Value, Value) {
    let mut cycles = events(was).into_iter().zip(events(is));
    let differs = cycles.find_map(|((cycle, was), (other, is))| {
        assert_eq!(cycle, other);
        let n = was.iter().zip(&is).position(|(was, is)| was != is)?;
        Some((cycle, n, was[n].clone(), is[n].clone()))
    });
    differs.expect("it plays another game")
}

#[test]
fn a_changed_number_fails_the_replay_at_the_first_event_that_differs() {
    for (game, was, is) in CHANGED {
        let (first, second) = (kept(game), under(game, was, is));
        assert!(replay(&first).starts_with("ok      replay: "), "{}", replay(&first));
        let (cycle, event, published, played) = first_difference(&first, &second);
        let record = layout::record(cycle);
        let expected = format!(
            "FAILED  replay: {record}: the record differs, first at event {event}: {published} was \
             published, {played} was played"
        );
        assert_eq!(replay(&second), expected);
        assert!(cycle > 0 && published != played);
    }
}
