//! A league on one machine: a thousand campaigns of each game through a cycle, two processes at a
//! time.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::campaign::{Campaign, DEADLINE, SIDES};
use crate::program::{Cost, Program, milliseconds};

const CAMPAIGNS: usize = 1000;
const AT_ONCE: usize = 2;
const GAMES: [(&str, &[&str]); 5] = [
    ("company-war", &SIDES),
    ("age-of-imperialism", &["britain", "france", "germany", "japan", "ottoman", "russia"]),
    ("parabellum", &["amber", "cobalt"]),
    ("mechad", &["convoy", "faro", "roulette"]),
    ("company-commander", &["blue", "red"]),
];
/// The moderator's commands of a cycle.
const STEPS: [&str; 4] = ["open", "receive", "resolve", "site"];

/// What the moderator's machine needs for a cycle of each of the campaigns.
pub(crate) fn measure(programs: &[Program]) {
    for program in programs {
        for (game, seats) in GAMES {
            league(program, game, seats);
        }
    }
}

fn league(program: &Program, game: &str, seats: &[&str]) {
    let place = tempfile::tempdir().expect("a directory");
    let places: Vec<_> = (0..CAMPAIGNS).map(|n| place.path().join(n.to_string())).collect();
    let campaign = |place: &Path, step: &dyn Fn(&Campaign<'_>) -> Cost| {
        step(&Campaign { program, place, seats })
    };
    let all = |step: &(dyn Fn(&Campaign<'_>) -> Cost + Sync)| {
        each(&places, &|place| campaign(place, step))
    };
    each(&places, &|place| {
        fs::create_dir(place).expect("a disk");
        campaign(place, &|c| {
            c.program.run(place, &["new", "campaign", "--game", game]);
            for seat in seats {
                c.run(&["keygen", seat]);
                c.run(&["enroll", seat, &format!("{seat}.pub")]);
            }
            Cost::default()
        })
    });
    let before = size(&places);
    let open = all(&|c| c.run(&["open", "--deadline", DEADLINE]));
    all(&|c| {
        for seat in seats {
            c.seal(seat, true);
        }
        Cost::default()
    });
    let packets: Vec<_> = seats.iter().map(|seat| format!("{seat}.age")).collect();
    let receive: Vec<_> =
        std::iter::once("receive").chain(packets.iter().map(String::as_str)).collect();
    let receive = all(&|c| c.run(&receive));
    let resolve = all(&|c| c.run(&["resolve"]));
    let disk = (size(&places) - before) / CAMPAIGNS as u64 / 1024;
    let site = all(&|c| c.run(&["site", "site"]));
    for (step, (wall, costs)) in STEPS.iter().zip([&open, &receive, &resolve, &site]) {
        tell(program, &format!("{game} {step}"), *wall, costs);
    }
    let whole = [&open, &receive, &resolve, &site];
    let wall = whole.iter().map(|(wall, _)| *wall).sum();
    let costs: Vec<_> = (0..CAMPAIGNS)
        .map(|n| {
            let parts = whole.map(|(_, costs)| costs[n]);
            Cost {
                cpu: parts.iter().map(|cost| cost.cpu).sum(),
                wall: parts.iter().map(|cost| cost.wall).sum(),
                peak: parts.iter().map(|cost| cost.peak).max().unwrap_or(0),
            }
        })
        .collect();
    tell(program, &format!("{game} all"), wall, &costs);
    println!("{game}: {disk} KiB of disk a cycle");
}

/// Does a step for every place, so many at once; gives how long it all took and what each cost.
#[expect(clippy::disallowed_methods, reason = "a bench measures time")]
pub(crate) fn each(
    places: &[PathBuf],
    step: &(dyn Fn(&Path) -> Cost + Sync),
) -> (Duration, Vec<Cost>) {
    let (next, costs) = (AtomicUsize::new(0), Mutex::new(vec![Cost::default(); places.len()]));
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some((n, place)) = {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    places.get(n).map(|place| (n, place))
                } {
                    let cost = step(place);
                    costs.lock().expect("no thread failed")[n] = cost;
                }
            });
        }
    });
    (begun.elapsed(), costs.into_inner().expect("no thread failed"))
}

/// How many a second, and what one costs: on a processor, and waiting for the disk and for its turn.
fn tell(program: &Program, what: &str, wall: Duration, costs: &[Cost]) {
    let count = u32::try_from(costs.len()).expect("a count");
    let cpu: Duration = costs.iter().map(|cost| cost.cpu).sum::<Duration>() / count;
    let taken: Duration = costs.iter().map(|cost| cost.wall).sum::<Duration>() / count;
    let peak = costs.iter().map(|cost| cost.peak).max().unwrap_or(0) / 1024;
    let second = u128::from(count) * 10_000 / wall.as_millis().max(1);
    println!(
        "{what:28} {:16} {}.{} a second; each: processor {}, waits {}, peak {peak} KiB",
        program.name,
        second / 10,
        second % 10,
        milliseconds(cpu),
        milliseconds(taken.saturating_sub(cpu)),
    );
}

/// Bytes of the campaigns.
fn size(places: &[PathBuf]) -> u64 {
    places.iter().map(|place| crate::disk::bytes(&place.join("campaign"))).sum()
}
