//! Where an order line stands in its file.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

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

    /// Writes the slot as players read it. For data that leaves the program.
    #[expect(clippy::ref_option, reason = "serde passes a field by reference")]
    pub(crate) fn spelled<S: Serializer>(
        slot: &Option<Self>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        slot.map(|slot| slot.to_string()).serialize(serializer)
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = self.index;
        match self.list {
            List::Standing => write!(f, "standing[{index}]"),
            List::Orders => write!(f, "orders[{index}]"),
            List::Contingent => write!(f, "contingent[{index}]"),
            List::Then(case) => write!(f, "contingent[{case}].then[{index}]"),
            List::Otherwise(case) => write!(f, "contingent[{case}].otherwise[{index}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_has_one_spelling() {
        let spelled = |list, index| Slot::new(list, index).to_string();
        assert_eq!(spelled(List::Standing, 0), "standing[0]");
        assert_eq!(spelled(List::Orders, 12), "orders[12]");
        assert_eq!(spelled(List::Contingent, 1), "contingent[1]");
        assert_eq!(spelled(List::Then(1), 2), "contingent[1].then[2]");
        assert_eq!(spelled(List::Otherwise(0), 3), "contingent[0].otherwise[3]");
    }

    #[test]
    fn what_hangs_on_a_condition_names_it() {
        let case = Some(Slot::new(List::Contingent, 4));
        assert_eq!(Slot::new(List::Then(4), 0).condition(), case);
        assert_eq!(Slot::new(List::Otherwise(4), 9).condition(), case);
        assert_eq!(Slot::new(List::Orders, 4).condition(), None);
    }
}
