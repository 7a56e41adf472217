//! Where an order line stands in its file.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

use crate::base::Spot;

/// A list of an order file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum List {
    /// `standing`.
    Standing,
    /// `orders`.
    Orders,
    /// `contingent`: the conditions themselves.
    Contingent,
    /// What the condition of that index orders if it holds.
    Then(u32),
    /// What the condition of that index orders if it does not hold.
    Otherwise(u32),
}

/// The place of an order line: its list, and its index there, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// The list.
    pub list: List,
    /// The index in it, from 0.
    pub index: u32,
}

impl Slot {
    /// The line of that index in a list.
    ///
    /// # Panics
    /// If the index is beyond what any file can hold.
    pub fn new(list: List, index: usize) -> Self {
        Self { list, index: u32::try_from(index).expect("an order file is short") }
    }

    /// The condition that this line hangs on; `None` if it hangs on none.
    pub fn condition(self) -> Option<Self> {
        match self.list {
            List::Then(index) | List::Otherwise(index) => {
                Some(Self { list: List::Contingent, index })
            }
            List::Standing | List::Orders | List::Contingent => None,
        }
    }

    /// Its name in data, such as `orders[2]`.
    pub fn name(self) -> String {
        let index = self.index;
        match self.list {
            List::Standing => format!("standing[{index}]"),
            List::Orders => format!("orders[{index}]"),
            List::Contingent => format!("contingent[{index}]"),
            List::Then(case) => format!("contingent[{case}].then[{index}]"),
            List::Otherwise(case) => format!("contingent[{case}].otherwise[{index}]"),
        }
    }

    /// Where its reader finds it: `line 6` of the file, or which order it is, such as `order 3`, where
    /// it stands in no file that was read.
    pub(crate) fn place(self, spot: Option<Spot>) -> String {
        spot.map_or_else(|| self.to_string(), |spot| format!("line {}", spot.line))
    }

    /// Writes its name. For data that leaves the program.
    #[expect(clippy::ref_option, reason = "serde passes a field by reference")]
    pub(crate) fn spelled<S: Serializer>(
        slot: &Option<Self>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        slot.map(Self::name).serialize(serializer)
    }
}

/// As people say it, counted from 1.
impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from_one = |index: u32| u64::from(index) + 1;
        let nth = from_one(self.index);
        match self.list {
            List::Standing => write!(f, "standing order {nth}"),
            List::Orders => write!(f, "order {nth}"),
            List::Contingent => write!(f, "condition {nth}"),
            List::Then(case) => write!(f, "order {nth} under condition {}", from_one(case)),
            List::Otherwise(case) => {
                write!(f, "order {nth} otherwise, under condition {}", from_one(case))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_has_one_name() {
        let spelled = |list, index| Slot::new(list, index).name();
        assert_eq!(spelled(List::Standing, 0), "standing[0]");
        assert_eq!(spelled(List::Orders, 12), "orders[12]");
        assert_eq!(spelled(List::Contingent, 1), "contingent[1]");
        assert_eq!(spelled(List::Then(1), 2), "contingent[1].then[2]");
        assert_eq!(spelled(List::Otherwise(0), 3), "contingent[0].otherwise[3]");
    }

    #[test]
    fn people_count_from_one_and_read_lines_where_there_are_any() {
        let said = |list, index| Slot::new(list, index).place(None);
        assert_eq!(said(List::Standing, 0), "standing order 1");
        assert_eq!(said(List::Orders, 12), "order 13");
        assert_eq!(said(List::Contingent, 1), "condition 2");
        assert_eq!(said(List::Then(1), 2), "order 3 under condition 2");
        assert_eq!(said(List::Otherwise(0), 3), "order 4 otherwise, under condition 1");
        let spot = Spot { line: 6, column: 3 };
        assert_eq!(Slot::new(List::Orders, 12).place(Some(spot)), "line 6");
    }

    #[test]
    fn what_hangs_on_a_condition_names_it() {
        let case = Some(Slot::new(List::Contingent, 4));
        assert_eq!(Slot::new(List::Then(4), 0).condition(), case);
        assert_eq!(Slot::new(List::Otherwise(4), 9).condition(), case);
        assert_eq!(Slot::new(List::Orders, 4).condition(), None);
    }
}
