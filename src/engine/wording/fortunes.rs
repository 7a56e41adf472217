//! What a cycle brought one reader, for the top of their report: losses first, then harm, then gains.

use std::fmt::Display;

use crate::base::words::{few, names};

/// Names in a sentence at most.
const NAMED: usize = 8;

/// What something that happened is to its reader, in the order in which reports tell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fortune {
    /// The reader has it no more.
    Lost,
    /// It is the reader's, and was harmed.
    Hurt,
    /// The reader has it now.
    Gained,
    /// Somebody else has it no more.
    Beaten,
    /// It is somebody else's, and was harmed.
    Struck,
}

/// All of it, for one reader.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fortunes(Vec<(Fortune, String)>);

impl Fortunes {
    /// Adds what is named by words that can stand in a list, such as `Norway`, with what brought it about where that is
    /// known: `Norway (hit by Iris)`. The same twice counts once.
    pub fn add(&mut self, fortune: Fortune, what: impl Display) {
        let told = (fortune, what.to_string());
        if !self.0.contains(&told) {
            self.0.push(told);
        }
    }

    /// Adds what was lost or harmed: the reader's own, or somebody else's.
    pub fn toll(&mut self, own: bool, lost: bool, what: impl Display) {
        let fortune = match (own, lost) {
            (true, true) => Fortune::Lost,
            (true, false) => Fortune::Hurt,
            (false, true) => Fortune::Beaten,
            (false, false) => Fortune::Struck,
        };
        self.add(fortune, what);
    }

    /// True if there is something, and nothing that is not among others.
    pub(in crate::engine) fn is_told_by(&self, others: &Self) -> bool {
        !self.0.is_empty() && self.0.iter().all(|it| others.0.contains(it))
    }

    /// All of it, each in words that stand behind how often it came, as in `you lose Norway`.
    pub(in crate::engine) fn each(&self) -> Vec<String> {
        let said = |(fortune, what): &(Fortune, String)| match fortune {
            Fortune::Lost => format!("you lose {what}"),
            Fortune::Hurt => format!("damage to {what}"),
            Fortune::Gained => format!("you gain {what}"),
            Fortune::Beaten => format!("others lose {what}"),
            Fortune::Struck => format!("damage to others: {what}"),
        };
        self.0.iter().map(said).collect()
    }

    /// A sentence of one kind; `None` if there is nothing of that kind. Where there is but one other side, it is called
    /// by its name.
    pub(in crate::engine) fn sentence(
        &self,
        fortune: Fortune,
        other: Option<&str>,
    ) -> Option<String> {
        let all = self.0.iter().filter(|(of, _)| *of == fortune).map(|(_, what)| what);
        let all: Vec<&String> = all.collect();
        if all.is_empty() {
            return None;
        }
        let lead = match (fortune, other) {
            (Fortune::Lost, _) => "You lose".to_owned(),
            (Fortune::Hurt, _) => "Damaged:".to_owned(),
            (Fortune::Gained, _) => "You gain".to_owned(),
            (Fortune::Beaten, None) => "Losses of others:".to_owned(),
            (Fortune::Beaten, Some(other)) => format!("Losses of {other}:"),
            (Fortune::Struck, None) => "Damage to others:".to_owned(),
            (Fortune::Struck, Some(other)) => format!("Damage to {other}:"),
        };
        // Where something is counted, as in `4 riders`, another number behind it would count the same things.
        let counted = all.iter().any(|what| what.starts_with(|c: char| c.is_ascii_digit()));
        let all = if counted && all.len() > NAMED {
            names(all[..NAMED].iter().map(|what| what.as_str()).chain(["others"]))
        } else {
            few(all, NAMED)
        };
        Some(format!("{lead} {all}."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_one_sentence_with_so_many_names() {
        let mut told = Fortunes::default();
        assert_eq!(told.sentence(Fortune::Lost, None), None);
        told.toll(true, true, "Norway");
        told.toll(false, true, "Iris");
        told.toll(true, true, "Europe");
        told.toll(true, false, "Corinth");
        ('a'..='j').for_each(|name| told.add(Fortune::Gained, name));
        told.add(Fortune::Struck, "4 riders of Cabral");
        ('b'..='h').for_each(|name| told.add(Fortune::Struck, name));
        assert_eq!(
            told.sentence(Fortune::Lost, None).as_deref(),
            Some("You lose Norway and Europe.")
        );
        assert_eq!(told.sentence(Fortune::Hurt, None).as_deref(), Some("Damaged: Corinth."));
        let lost = |other| told.sentence(Fortune::Beaten, other);
        assert_eq!(lost(None).as_deref(), Some("Losses of others: Iris."));
        assert_eq!(lost(Some("the Union")).as_deref(), Some("Losses of the Union: Iris."));
        let struck = "Damage to others: 4 riders of Cabral, b, c, d, e, f, g";
        let all = format!("{struck} and h.");
        assert_eq!(told.sentence(Fortune::Struck, None).as_deref(), Some(all.as_str()));
        told.add(Fortune::Struck, "i");
        let all = format!("{struck}, h and others.");
        assert_eq!(told.sentence(Fortune::Struck, None).as_deref(), Some(all.as_str()));
        let gained = "You gain a, b, c, d, e, f, g, h and 2 more.";
        assert_eq!(told.sentence(Fortune::Gained, None).as_deref(), Some(gained));
    }
}
