//! Every seed of the fuzz targets, and some of what was found from them, through the functions that the
//! targets call: none may panic.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use adjutant::ledger::Entry;
use adjutant::referee::record::report::Report;

use crate::shelf;

#[expect(unreachable_pub, reason = "the fuzz targets are another package")]
#[path = "../../fuzz/src/lib.rs"]
mod readers;

/// Name and bytes of the seeds of a target.
fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    inputs("fuzz/seeds", target)
}

pub(crate) fn inputs(under: &str, target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(under).join(target);
    let seeds = fs::read_dir(&folder).expect("a target has inputs");
    let named = seeds.map(|seed| {
        let path = seed.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, fs::read(path).expect("a seed"))
    });
    named.collect()
}

fn feed(target: &str, read: fn(&[u8])) {
    for under in ["fuzz/seeds", "fuzz/found"] {
        let inputs = inputs(under, target);
        assert!(!inputs.is_empty(), "{target} has none in {under}");
        for (_, bytes) in &inputs {
            read(bytes);
        }
    }
}

/// Seconds that mutations of each target's inputs are tried; `FUZZ_SECONDS` says another number.
const SECONDS: u64 = 1;
/// What one input may take.
const STEP: Duration = Duration::from_secs(2);
/// What the whole search may take of memory, in KiB.
const MEMORY: u64 = 256 * 1024;

/// A source of numbers that are the same every time.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 16).unwrap() % limit.max(1)
    }
}

/// What often means something else than what stands around it.
const TOKENS: [&str; 16] = [
    "1.5",
    ".nan",
    "1e999",
    "-1",
    "18446744073709551616",
    "~",
    "[]",
    "{}",
    "&a ",
    "*a",
    "!!str ",
    "\n",
    ": ",
    "\u{202e}",
    "\0",
    "9999-12-31T23:59:59Z",
];

pub(crate) fn mutated(numbers: &mut Numbers, inputs: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = inputs[numbers.below(inputs.len())].clone();
    for _ in 0..=numbers.below(4) {
        let at = numbers.below(bytes.len() + 1);
        let end = (at + numbers.below(40)).min(bytes.len());
        let part = match numbers.below(5) {
            0 => Vec::new(),
            1 => TOKENS[numbers.below(TOKENS.len())].into(),
            2 => bytes[at..end].repeat(1 + numbers.below(20)),
            3 => {
                let other = &inputs[numbers.below(inputs.len())];
                let from = numbers.below(other.len());
                other[from..(from + numbers.below(200)).min(other.len())].to_vec()
            }
            _ => vec![u8::try_from(numbers.below(256)).unwrap()],
        };
        bytes.splice(at..end, part);
    }
    bytes.truncate(64 * 1024);
    bytes
}

/// What reads one kind of input.
type Reads = fn(&[u8]);

/// Mutations of all inputs: no panic, none takes long, all together take little memory.
#[test]
#[expect(clippy::disallowed_methods, reason = "a limit on time is what is tested")]
fn mutations_are_read_or_refused() {
    let seconds = std::env::var("FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let budget = Duration::from_secs(seconds.unwrap_or(SECONDS));
    let targets: [(&str, Reads); 12] = [
        ("armor", readers::armor),
        ("calendar", readers::calendar),
        ("checkpoint", readers::checkpoint),
        ("ledger", readers::ledger),
        ("order_file", readers::order_file),
        ("packet", readers::packet),
        ("player", readers::player),
        ("post", readers::post),
        ("receipt", readers::receipt),
        ("report", readers::report),
        ("scenario", readers::scenario),
        ("word", readers::word),
    ];
    for (target, read) in targets {
        let known = ["fuzz/seeds", "fuzz/found"].into_iter().filter(|under| {
            Path::new(env!("CARGO_MANIFEST_DIR")).join(under).join(target).is_dir()
        });
        let all: Vec<Vec<u8>> = known.flat_map(|u| inputs(u, target)).map(|(_, b)| b).collect();
        let (mut numbers, begun) = (Numbers(0x9e37_79b9_7f4a_7c15), Instant::now());
        while begun.elapsed() < budget {
            let input = mutated(&mut numbers, &all);
            let step = Instant::now();
            let survived = std::panic::catch_unwind(|| read(&input)).is_ok();
            let shown = String::from_utf8_lossy(&input);
            assert!(survived, "{target} panics: {shown:?}");
            assert!(step.elapsed() < STEP, "{target} takes {:?}: {shown:?}", step.elapsed());
        }
    }
    if std::env::var("FUZZ_SECONDS").is_ok() {
        // Alone in its process, as `.ci/run` has it.
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
        assert!(peak.is_none_or(|peak| peak < MEMORY), "{peak:?} KiB");
    }
}

/// A seed of an older form would be refused at the door, and nothing behind it would be tried.
#[test]
fn seeds_are_of_this_form() {
    for (name, bytes) in &seeds("ledger") {
        assert!(Entry::read(bytes).is_ok(), "{name}: {:?}", Entry::read(bytes));
    }
    let game = shelf::named("company-war");
    for (name, bytes) in seeds("report").iter().filter(|(name, _)| name != "fraction.md") {
        let report = Report::read(&String::from_utf8_lossy(bytes));
        let report = report.unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let page = report.data.page(&*game);
        assert!(page.is_ok(), "{name}: {page:?}");
    }
}

#[test]
fn armor() {
    feed("armor", readers::armor);
}

#[test]
fn calendars() {
    feed("calendar", readers::calendar);
}

#[test]
fn checkpoints() {
    feed("checkpoint", readers::checkpoint);
}

#[test]
fn ledger() {
    feed("ledger", readers::ledger);
}

#[test]
fn order_files() {
    feed("order_file", readers::order_file);
}

#[test]
fn packets() {
    feed("packet", readers::packet);
}

#[test]
fn players() {
    feed("player", readers::player);
}

#[test]
fn posts() {
    feed("post", readers::post);
}

#[test]
fn receipts() {
    feed("receipt", readers::receipt);
}

#[test]
fn reports() {
    feed("report", readers::report);
}

#[test]
fn scenarios() {
    feed("scenario", readers::scenario);
}

#[test]
fn words() {
    feed("word", readers::word);
}
