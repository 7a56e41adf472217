//! An order file judged as a whole: all that is wrong with it at once, each with what its author
//! probably meant.

use super::meant::{Author, item};
use super::own_orders::understood;
use crate::base::typography::typed;
use crate::base::{Problem, words, yaml};
use crate::engine::{AnyGame, Remark, Severity};
use crate::referee::record::report::Data;

/// What was found in an order file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The file as `adjutant seal` takes it, line by line as its author wrote it.
    pub text: String,
    /// All that was found, in the order of its lines.
    pub remarks: Vec<Remark>,
    /// False if something in it cannot be read: the file as a whole would be refused.
    pub readable: bool,
}

impl Judged {
    /// Says how many lines are refused, if any is.
    pub fn refusal(&self) -> Option<Problem> {
        let refused = self.remarks.iter().filter(|r| r.severity == Severity::Refused).count();
        let what = match refused {
            _ if !self.readable => format!(
                "{} to correct; until then the file as a whole is refused",
                words::count(refused, "line")
            ),
            0 => return None,
            1 => "1 order line will not be carried out".to_owned(),
            n => format!("{n} order lines will not be carried out"),
        };
        Some(Problem::refused(what))
    }
}

/// Judges an order file against the player's own report. What a word processor made of it is read as
/// it was typed, because sealing turns it back.
///
/// # Errors
/// If the file as a whole is another one than the report asks for, or not text.
pub fn judge(data: &Data, game: &dyn AnyGame, given: &[u8]) -> Result<Judged, Problem> {
    let text = legible(given);
    let bytes = text.as_ref().map_or(given, |text| text.as_bytes());
    let (problems, mut remarks) = match check(data, game, bytes) {
        Ok(remarks) => (Vec::new(), remarks),
        // What is not text cannot be tried line by line.
        Err(problem) if problem.spot.is_none() || text.is_none() => return Err(problem),
        Err(_) => unreadable(data, game, bytes),
    };
    let readable = problems.is_empty();
    remarks.extend(problems.into_iter().map(remark));
    let text = String::from_utf8_lossy(bytes).into_owned();
    Author::new(data, game, &text).mend(&mut remarks);
    // What is said of the file as a whole comes last.
    remarks.sort_by_key(|remark| (remark.spot.is_none(), remark.spot));
    Ok(Judged { text, remarks, readable })
}

/// The text as it was typed, each line where it was; `None` if it is not text.
fn legible(given: &[u8]) -> Option<String> {
    let typed = typed(std::str::from_utf8(given).ok()?);
    Some(typed.text.lines().map(|line| line.trim_end().to_owned() + "\n").collect())
}

fn check(data: &Data, game: &dyn AnyGame, file: &[u8]) -> Result<Vec<Remark>, Problem> {
    let (_, orders) = understood(data, game, file)?;
    game.check(&data.view(), &orders)
}

/// A problem as what is wrong with a line.
fn remark(problem: Problem) -> Remark {
    Remark {
        slot: None,
        spot: problem.spot,
        severity: Severity::Refused,
        rule: None,
        what: problem.what,
        hint: problem.hint,
        read_as: None,
    }
}

/// Problems of one file that are told at once.
const MOST_UNREADABLE: usize = 50;

/// What keeps a file from being read, in the order in which it is met, and what is wrong with the
/// other lines. An order that cannot be read is set aside, and the rest is tried again.
fn unreadable(data: &Data, game: &dyn AnyGame, orders: &[u8]) -> (Vec<Problem>, Vec<Remark>) {
    let text = String::from_utf8_lossy(orders).into_owned();
    let mut lines: Vec<&str> = text.lines().collect();
    let mut problems = Vec::new();
    while problems.len() < MOST_UNREADABLE {
        let tried = lines.join("\n") + "\n";
        let mut problem = match check(data, game, tried.as_bytes()) {
            Ok(rest) => return (problems, rest),
            Err(problem) => problem,
        };
        let spot = problem.spot;
        if let (Some(spot), true) = (spot, problem.excerpt.is_some()) {
            problem.excerpt = Some(yaml::excerpt(&text, spot));
        }
        problems.push(problem);
        let item = spot.and_then(|spot| item(&lines, usize::try_from(spot.line).ok()?));
        let Some(item) = item else { break };
        lines[item].fill("");
    }
    (problems, Vec::new())
}
