//! A turn format: what all of them have, and the tables of the game.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, StringDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

use super::options::Options;
use super::phase::{Due, Phase, PhaseSpec};
use crate::base::Seat;

/// A parsed `format.yaml`: its `options` and `phases`, which every game has, and the game's own
/// tables, which are used as if nothing were around them.
#[derive(Debug, Clone)]
pub struct Tables<T> {
    /// The switches.
    pub options: Options,
    /// What each phase takes, and whether the table waits there.
    pub phases: BTreeMap<String, PhaseSpec>,
    /// The game's own tables.
    pub own: T,
}

impl<T> Tables<T> {
    /// A cycle that runs through every phase and waits for all of these seats: all there is to say
    /// in a game whose turn is one cycle.
    pub fn every_phase(&self, turn: u32, seats: Vec<Seat>) -> Phase {
        let covers: Vec<&str> = self.phases.keys().map(String::as_str).collect();
        Phase::of_all(&self.phases, &covers, turn, seats, Due::Required)
    }
}

impl<T> Deref for Tables<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.own
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Tables<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Whole(PhantomData))
    }
}

/// Reads the file.
struct Whole<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Whole<T> {
    type Value = Tables<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a turn format")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Tables<T>, A::Error> {
        let (mut options, mut phases) = (None, None);
        let rest = Rest { map, options: &mut options, phases: &mut phases };
        let own = T::deserialize(MapAccessDeserializer::new(rest))?;
        let options = options.ok_or_else(|| A::Error::missing_field(OPTIONS))?;
        let phases = phases.ok_or_else(|| A::Error::missing_field(PHASES))?;
        Ok(Tables { options, phases, own })
    }
}

const OPTIONS: &str = "options";
const PHASES: &str = "phases";

/// The fields of a file that are the game's own; the others are put aside on the way.
struct Rest<'r, A> {
    map: A,
    options: &'r mut Option<Options>,
    phases: &'r mut Option<BTreeMap<String, PhaseSpec>>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Rest<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        let mut seed = Some(seed);
        while let Some(field) = self.map.next_key_seed(Name(&mut seed))? {
            match field {
                Field::Own(own) => return Ok(Some(own)),
                Field::Options => *self.options = Some(self.map.next_value()?),
                Field::Phases => *self.phases = Some(self.map.next_value()?),
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}

/// A field of the file: one that every game has, or one that the game's type has read.
enum Field<K> {
    Options,
    Phases,
    Own(K),
}

/// Reads the name of a field. What the game's type says against a name is said where it stands.
struct Name<'s, K>(&'s mut Option<K>);

impl<'de, K: DeserializeSeed<'de>> DeserializeSeed<'de> for Name<'_, K> {
    type Value = Field<K::Value>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        let name = String::deserialize(from)?;
        match name.as_str() {
            OPTIONS => Ok(Field::Options),
            PHASES => Ok(Field::Phases),
            _ => {
                let seed = self.0.take().expect("the game's type reads one name at a time");
                seed.deserialize(StringDeserializer::new(name)).map(Field::Own)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Problem;
    use crate::base::yaml::{self, Origin};

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Own {
        turns: u32,
        deck: BTreeMap<String, u32>,
    }

    fn read(text: &str) -> Result<Tables<Own>, Problem> {
        yaml::read(text.as_bytes(), Origin::House)
    }

    #[test]
    fn what_every_game_has_is_read_beside_its_own_tables() {
        let phases = "phases:\n  go: {wait: true, sealed: false, accepts: [sail]}\n";
        let tables = read(&format!("turns: 3\noptions: {{}}\n{phases}deck: {{gold: 2}}\n"));
        let tables = tables.expect("it is a format");
        assert_eq!((tables.turns, tables.deck["gold"]), (3, 2));
        assert!(tables.options.is_empty() && tables.phases["go"].wait);
        let phase = tables.every_phase(7, vec![Seat::named("red")]);
        assert_eq!((phase.name.as_str(), phase.turn, phase.sealed), ("go", 7, false));
        assert_eq!(phase.due, BTreeMap::from([(Seat::named("red"), Due::Required)]));
    }

    #[test]
    fn an_error_says_where_it_is() {
        let said = |text: &str| {
            let problem = read(text).expect_err("it is no format");
            (problem.spot.map(|spot| spot.to_string()), problem.what)
        };
        let whole = "options: {}\nphases: {}\nturns: 3\ndeck: {}\n";
        let (spot, what) = said(&format!("{whole}decks: {{}}\n"));
        assert_eq!(spot.as_deref(), Some("line 5, column 1"), "{what}");
        assert!(what.contains("decks"), "{what}");
        let (spot, what) = said(&whole.replace("turns: 3", "turns: three"));
        assert_eq!(spot.as_deref(), Some("line 3, column 8"), "{what}");
        for missing in ["options", "phases", "turns"] {
            let lines = whole.lines().filter(|line| !line.starts_with(missing));
            let (_, what) = said(&lines.collect::<Vec<_>>().join("\n"));
            assert!(what.contains(missing), "{what}");
        }
    }
}
