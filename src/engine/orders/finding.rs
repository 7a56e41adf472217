//! What is wrong or worth a warning in an order file.

use serde::{Deserialize, Serialize};

use crate::base::Spot;
use crate::engine::wording::walk::tag;
use crate::engine::{Given, List, Phase, Reason, Rule, Slot};

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The line will not be carried out.
    Refused,
    /// The line is permitted, but its author hardly meant it.
    Warning,
}

/// What is wrong with an order line, or with the sheet as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding<R> {
    /// The line; `None` for the sheet as a whole.
    pub slot: Option<Slot>,
    /// Where it stands in the file that was read.
    pub spot: Option<Spot>,
    /// How much it matters.
    pub severity: Severity,
    /// The rule behind it.
    pub rule: Option<Rule>,
    /// What is wrong.
    pub reason: Reason<R>,
}

impl<R> Finding<R> {
    /// This order will not be carried out.
    pub fn refused<O>(given: &Given<O>, rule: &Rule, reason: R) -> Self {
        Self::of(given, Severity::Refused, Some(rule), Reason::Game(reason))
    }

    /// This order is permitted, but hardly meant.
    pub fn warning<O>(given: &Given<O>, rule: &Rule, reason: R) -> Self {
        Self::of(given, Severity::Warning, Some(rule), Reason::Game(reason))
    }

    pub(in crate::engine) fn of<O>(
        given: &Given<O>,
        severity: Severity,
        rule: Option<&Rule>,
        reason: Reason<R>,
    ) -> Self {
        Self { slot: Some(given.slot), spot: given.spot, severity, rule: rule.cloned(), reason }
    }

    /// True if the line will not be carried out.
    pub fn refuses(&self) -> bool {
        self.severity == Severity::Refused
    }
}

/// A finding in words, as the world outside the engine takes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Remark {
    /// The line, such as `orders[2]`; `None` for the file as a whole.
    #[serde(serialize_with = "Slot::spelled")]
    pub slot: Option<Slot>,
    /// Where it stands in the file that was read.
    pub spot: Option<Spot>,
    /// How much it matters.
    pub severity: Severity,
    /// The rule behind it.
    pub rule: Option<Rule>,
    /// What is wrong, without a full stop.
    pub what: String,
    /// What would be right.
    pub hint: Option<String>,
    /// The order at its length, if the line has its short form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_as: Option<String>,
}

/// What is wrong with an order whose kind the phase does not take. Standing orders wait.
pub(in crate::engine) fn unaccepted<O: Serialize, R>(
    given: &Given<O>,
    phase: &Phase,
) -> Option<Finding<R>> {
    let taken = given.slot.list == List::Standing || phase.accepts.contains(&tag(&given.order));
    (!taken).then(|| not_taken(given, phase))
}

/// That the phase does not take an order.
pub(in crate::engine) fn not_taken<O: Serialize, R>(given: &Given<O>, phase: &Phase) -> Finding<R> {
    let accepts = phase.accepts.iter().cloned().collect();
    let reason = Reason::NotTaken { phase: phase.name.clone(), kind: tag(&given.order), accepts };
    Finding::of(given, Severity::Refused, None, reason)
}
