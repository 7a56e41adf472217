//! How well the computer staff plays, as arguments say it.

use std::str::FromStr;

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::base::Problem;
use crate::engine::{Seat, Skill};
use crate::referee::run::demo::Skills;

impl ValueEnum for Skill {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

/// A skill, of one seat or of all.
#[derive(Debug, Clone)]
pub(super) struct Assigned {
    seat: Option<Seat>,
    skill: Skill,
}

impl FromStr for Assigned {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (seat, skill) = match text.split_once('=') {
            Some((seat, skill)) => (Some(seat.parse().map_err(|p: Problem| p.what)?), skill),
            None => (None, text),
        };
        let skills = || Skill::ALL.map(Skill::name).join(", ");
        let skill =
            Skill::from_str(skill, false).map_err(|_| format!("the skills are: {}", skills()))?;
        Ok(Self { seat, skill })
    }
}

/// The skills of all seats; of several that are given for the same, the last.
pub(super) fn skills(given: &[Assigned]) -> Skills {
    let mut skills = Skills::default();
    for Assigned { seat, skill } in given {
        match seat {
            Some(seat) => {
                skills.each.insert(seat.clone(), *skill);
            }
            None => skills.all = *skill,
        }
    }
    skills
}

/// The arguments that say the same again.
pub(super) fn again(given: &[Assigned]) -> String {
    let one = |Assigned { seat, skill }: &Assigned| match seat {
        Some(seat) => format!(" --staff {seat}={skill}"),
        None => format!(" --staff {skill}"),
    };
    given.iter().map(one).collect()
}
