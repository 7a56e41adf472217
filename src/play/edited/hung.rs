//! Orders hung on a condition, and freed of it.

use super::file::{CONTINGENT, File, ORDERS, indent};
use crate::base::Problem;

impl File {
    /// Has an order depend on a condition, which is given in flow style.
    pub(super) fn hang(&mut self, slot: &str, when: &str) -> Result<(), Problem> {
        if when.is_empty() || when.contains(['\n', '\r', '#']) {
            return Err(Problem::refused("expected a condition on one line")
                .hint("write it into the order file"));
        }
        let lines = self.taken_out(slot, ORDERS)?;
        let head = self.begun(CONTINGENT);
        self.find();
        let at = self.end_of(CONTINGENT, head);
        let deep = self.indented(CONTINGENT);
        let case = [format!("{deep}- when: {when}"), format!("{deep}  then:")];
        let own = indent(&lines[0]);
        let inside = lines.iter().map(|line| {
            let line = line.get(own..).unwrap_or(line.trim_start());
            format!("{deep}  {line}")
        });
        self.lines.splice(at..at, case.into_iter().chain(inside));
        self.find();
        Ok(())
    }

    /// Has what depends on a condition be done always.
    pub(super) fn free(&mut self, slot: &str) -> Result<(), Problem> {
        let item = self.items[self.item(slot)?].clone();
        let lines = &self.lines[item.lines.clone()];
        // Written otherwise it may say more than this keeps.
        let plain = item.list == CONTINGENT
            && lines[0].trim_start().starts_with("- when:")
            && lines.get(1).is_some_and(|line| line.trim() == "then:")
            && lines.get(2).is_some_and(|line| line.trim_start().starts_with("- "))
            && lines.iter().all(|line| !line.trim_start().starts_with("otherwise:"));
        if !plain {
            return Err(Problem::refused("this condition is not written in the page's own form")
                .hint("change it in the order file"));
        }
        let own = indent(&lines[2]);
        let freed: Vec<String> = self.lines.drain(item.lines).skip(2).collect();
        self.find();
        let head = self.begun(ORDERS);
        self.find();
        let at = self.end_of(ORDERS, head);
        let deep = self.indented(ORDERS);
        let freed = freed
            .iter()
            .map(|line| format!("{deep}{}", line.get(own..).unwrap_or(line.trim_start())));
        self.lines.splice(at..at, freed);
        self.find();
        Ok(())
    }
}
