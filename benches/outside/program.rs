//! A build of the program, run and measured from outside.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4 as _;

/// A build of the program.
pub(crate) struct Program {
    path: PathBuf,
    /// How it is called in what is printed.
    pub(crate) name: String,
}

/// What a run cost.
#[derive(Clone, Copy, Default)]
pub(crate) struct Cost {
    /// Processor time, in the program and for it.
    pub(crate) cpu: Duration,
    pub(crate) wall: Duration,
    /// Bytes of memory at its peak.
    pub(crate) peak: u64,
}

/// Runs of which the median counts.
const RUNS: usize = 15;

impl Program {
    pub(crate) fn new(path: &Path) -> Self {
        let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        Self { path: path.canonicalize().expect("a program"), name }
    }

    /// Bytes of the program itself.
    pub(crate) fn size(&self) -> u64 {
        self.path.metadata().expect("a program").len()
    }

    /// Runs a command, which must succeed.
    pub(crate) fn run(&self, place: &Path, arguments: &[&str]) -> Cost {
        let (cost, succeeded) = self.attempt(place, arguments);
        assert!(succeeded, "{} {arguments:?} in {}", self.name, place.display());
        cost
    }

    /// The same at a time, in seconds since 1970.
    pub(crate) fn run_at(&self, place: &Path, time: u64, arguments: &[&str]) -> Cost {
        let mut command = Command::new(&self.path);
        command.env("SOURCE_DATE_EPOCH", time.to_string());
        let (cost, succeeded) = measured(command, place, arguments);
        assert!(succeeded, "{} {arguments:?} in {}", self.name, place.display());
        cost
    }

    /// Runs a command, and says whether it succeeded. What it remembers lies beside `place`.
    pub(crate) fn attempt(&self, place: &Path, arguments: &[&str]) -> (Cost, bool) {
        measured(Command::new(&self.path), place, arguments)
    }

    /// The median of several runs, whether they succeed or not; the first, which may have to fill
    /// what the program remembers, does not count.
    pub(crate) fn median(&self, place: &Path, arguments: &[&str]) -> Cost {
        self.attempt(place, arguments);
        median(&(0..RUNS).map(|_| self.attempt(place, arguments).0).collect::<Vec<_>>())
    }
}

#[expect(clippy::disallowed_methods, reason = "a bench measures time")]
fn measured(mut command: Command, place: &Path, arguments: &[&str]) -> (Cost, bool) {
    command.args(arguments).current_dir(place).env("XDG_CACHE_HOME", place.join("cache"));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let begun = Instant::now();
    let ended = command.spawn().and_then(|mut child| child.wait4()).expect("it runs");
    let (wall, used) = (begun.elapsed(), ended.rusage);
    let cost = Cost { cpu: used.utime + used.stime, wall, peak: used.maxrss };
    (cost, ended.status.success())
}

/// The median of each part of the costs.
pub(crate) fn median(costs: &[Cost]) -> Cost {
    fn middle<T: Ord + Copy>(mut all: Vec<T>) -> T {
        all.sort_unstable();
        all[all.len() / 2]
    }
    Cost {
        cpu: middle(costs.iter().map(|cost| cost.cpu).collect()),
        wall: middle(costs.iter().map(|cost| cost.wall).collect()),
        peak: middle(costs.iter().map(|cost| cost.peak).collect()),
    }
}

/// Milliseconds with two places.
pub(crate) fn milliseconds(time: Duration) -> String {
    let hundredths = time.as_micros() / 10;
    format!("{}.{:02} ms", hundredths / 100, hundredths % 100)
}

/// So many times as much, with two places.
pub(crate) fn ratio(many: Duration, one: Duration) -> String {
    let hundredths = many.as_nanos() * 100 / one.as_nanos().max(1);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// A figure at several sizes, and how many times the last costs what the first does.
pub(crate) fn growth(what: &str, program: &Program, unit: &str, costs: &[(u64, Cost)]) {
    let times: Vec<_> =
        costs.iter().map(|(n, cost)| format!("{n}: {}", milliseconds(cost.cpu))).collect();
    let (first, last) = (costs.first().expect("a size"), costs.last().expect("a size"));
    println!(
        "{what:16} {:16} {unit} {}; {} costs {} times {}",
        program.name,
        times.join(", "),
        last.0,
        ratio(last.1.cpu, first.1.cpu),
        first.0,
    );
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cpu, wall, peak } = self;
        let (cpu, wall) = (milliseconds(*cpu), milliseconds(*wall));
        write!(f, "processor {cpu}, wall {wall}, peak {} KiB", peak / 1024)
    }
}
