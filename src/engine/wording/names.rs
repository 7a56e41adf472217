//! Every name in a value, found by what serde shows of it: no order, condition, view or event has
//! to list its names by hand, and none can be forgotten.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use serde::Serialize;

use super::walk::walk;
use crate::base::Problem;
use crate::base::words::{few, nearest};
use crate::engine::{Rule, Words};

/// So many names are listed for who wrote none of them.
const FEW: usize = 6;

/// The names of one kind that a game has.
#[derive(Debug, Clone)]
pub struct Known {
    /// What such a name stands for, such as `ship`.
    pub what: &'static str,
    /// The rule that says which there are; `None` if the scenario alone says it.
    pub rule: Option<Rule>,
    /// All of them.
    pub all: BTreeSet<String>,
    /// Other names for some of them, such as a station's for its number.
    pub called: BTreeMap<String, String>,
    /// What an order may say instead, where its author's view tells which is meant, such as the square of a unit.
    pub by_place: BTreeSet<String>,
}

impl Known {
    /// The numbers between which the names lie, or the first of them and how many more there are.
    fn listed(&self) -> String {
        let numbers: Option<BTreeSet<(u32, &str)>> =
            self.all.iter().map(|name| Some((name.parse().ok()?, name.as_str()))).collect();
        let ends = numbers.as_ref().and_then(|all| all.first().zip(all.last()));
        match ends {
            Some(((_, first), (_, last))) => format!("give one of {first} to {last}"),
            None if self.all.len() == 1 => format!("there is only {}", few(&self.all, FEW)),
            None if self.all.is_empty() => String::new(),
            None => format!("there are {}", few(&self.all, FEW)),
        }
    }
}

/// All names of a game. A kind is the name of the newtype that holds such a name, such as `Ship`;
/// newtypes that are not listed here hold something else.
#[derive(Debug, Clone, Default)]
pub struct Names(BTreeMap<&'static str, Known>);

impl Names {
    /// Adds a kind: its newtype, what it stands for, the rule if there is one, and the names.
    #[must_use]
    pub fn with<'r, T: Display>(
        mut self,
        kind: &'static str,
        what: &'static str,
        rule: impl Into<Option<&'r Rule>>,
        all: impl IntoIterator<Item = T>,
    ) -> Self {
        let all = all.into_iter().map(|name| name.to_string()).collect();
        let (called, by_place) = (BTreeMap::new(), BTreeSet::new());
        self.0.insert(kind, Known { what, rule: rule.into().cloned(), all, called, by_place });
        self
    }

    /// Lets orders say where one of a kind is instead of its name. [`Orders::meant`](crate::engine::Orders::meant)
    /// puts the name in its place.
    #[must_use]
    pub fn by_place<T: Display>(
        mut self,
        kind: &'static str,
        places: impl IntoIterator<Item = T>,
    ) -> Self {
        if let Some(known) = self.0.get_mut(kind) {
            known.by_place = places.into_iter().map(|place| place.to_string()).collect();
        }
        self
    }

    /// Adds other names for some of a kind, each with the name that it stands for.
    #[must_use]
    pub fn called<T: Display, N: Display>(
        mut self,
        kind: &'static str,
        called: impl IntoIterator<Item = (T, N)>,
    ) -> Self {
        let called = called.into_iter().map(|(other, name)| (other.to_string(), name.to_string()));
        if let Some(known) = self.0.get_mut(kind) {
            known.called.extend(called);
        }
        self
    }

    /// Every name in a part of a scenario is one of these.
    ///
    /// # Errors
    /// The first that is not.
    pub fn check<T: Serialize>(&self, value: &T) -> Result<(), Problem> {
        let Some((_, kind, name)) = self.unknown(value) else { return Ok(()) };
        let Words { what, hint } = self.missing(kind, &name);
        let problem = Problem::refused(what);
        Err(match hint {
            Some(hint) => problem.hint(hint),
            None => problem,
        })
    }

    /// True if the game has names of that kind.
    pub(in crate::engine) fn has(&self, kind: &str) -> bool {
        self.0.contains_key(kind)
    }

    /// The names of a kind, each with what else it is called; none of a kind that is not listed.
    pub(in crate::engine) fn listed(&self, kind: &str) -> Vec<(String, Option<String>)> {
        let Some(known) = self.0.get(kind) else { return Vec::new() };
        let other = |name: &String| {
            let mut called = known.called.iter();
            called.find(|(_, own)| *own == name).map(|(other, _)| other.clone())
        };
        known.all.iter().map(|name| (name.clone(), other(name))).collect()
    }

    /// The longest name with which a text begins, behind its kind.
    pub(in crate::engine) fn beginning(&self, text: &str) -> Option<(String, String)> {
        let begins = |name: &str| {
            let rest = text.strip_prefix(name);
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
        };
        let all =
            self.0.iter().flat_map(|(kind, known)| known.all.iter().map(move |name| (*kind, name)));
        // Of kinds that share a name the first counts.
        let longest = all
            .filter(|(_, name)| begins(name))
            .reduce(|best, other| if other.1.len() > best.1.len() { other } else { best })?;
        Some((longest.0.to_owned(), longest.1.clone()))
    }

    /// The name as the game has it: as it is, or the one that is written so in another case, or the
    /// one that is also called so. `None` if there is none, or more than one.
    pub(in crate::engine) fn spelled(&self, kind: &str, text: &str) -> Option<&str> {
        let known = self.0.get(kind)?;
        if let Some(name) = known.all.get(text) {
            return Some(name);
        }
        let folded = text.to_lowercase();
        let alike = |name: &str| name.to_lowercase() == folded;
        let plain = known.all.iter().filter(|name| alike(name));
        let called = known.called.iter().filter(|(other, _)| alike(other)).map(|(_, name)| name);
        let places = known.by_place.iter().filter(|place| alike(place));
        let meant: BTreeSet<&String> = plain.chain(called).chain(places).collect();
        match meant.into_iter().collect::<Vec<_>>().as_slice() {
            [name] => Some(name),
            _ => None,
        }
    }

    /// The first name in a value that this game does not have, with its kind and the rule behind it.
    pub(in crate::engine) fn unknown<T: Serialize>(
        &self,
        value: &T,
    ) -> Option<(Option<&Rule>, &'static str, String)> {
        let mut unknown = None;
        walk(value, &mut |kind, name| {
            if let Some(known) = self.0.get(kind).filter(|known| !known.all.contains(name)) {
                unknown.get_or_insert_with(|| (kind, known, name.to_owned()));
            }
        });
        let (kind, known, name) = unknown?;
        Some((known.rule.as_ref(), kind, name))
    }

    /// What to say of a name that is not one of a kind.
    pub(in crate::engine) fn missing(&self, kind: &str, name: &str) -> Words {
        let Some(known) = self.0.get(kind) else {
            return Words::new(format!("there is no {name}"));
        };
        if known.by_place.contains(name) {
            let what = known.what;
            return Words::new(format!("no {what} of yours, or more than one, is at {name}"))
                .hint(format!("write the {what}'s own name"));
        }
        // One number is as near as another.
        let number = name.chars().all(|c| c.is_ascii_digit());
        let names = known.called.keys().chain(&known.all);
        let near = nearest(name, names.map(String::as_str)).filter(|_| !number);
        let words = Words::new(format!("there is no {} {name}", known.what));
        if near.is_some() { words.nearest(near) } else { words.hint(known.listed()) }
    }

    /// True if the game has every name in a value that comes from outside, and no number in it is
    /// beyond counting.
    pub(in crate::engine) fn take<T: Serialize>(&self, value: &T) -> bool {
        let mut all = true;
        let known =
            |kind, name: &str| self.0.get(kind).is_none_or(|known| known.all.contains(name));
        let largest = walk(value, &mut |kind, name| all = all && known(kind, name));
        all && largest <= LARGEST
    }

    /// True if the game has every name in a value that comes from outside.
    pub(in crate::engine) fn know<T: Serialize>(&self, value: &T) -> bool {
        self.unknown(value).is_none()
    }
}

/// The largest number in orders, states and events. No game counts so far, and sums of such numbers
/// are far from overflowing.
pub(in crate::engine) const LARGEST: u64 = 1_000_000;

/// True if no number in a value is larger than that.
pub(in crate::engine) fn is_bounded<T: Serialize>(value: &T) -> bool {
    walk(value, &mut |_, _| ()) <= LARGEST
}

/// Newtypes of names, by which the engine finds them wherever they are: a `text` or `plain` number that
/// is said as it is written, a `number` that games say as they like, or a `place`, a number that orders may call
/// by its name. A text may stand `for` names of other kinds: `text Spot, for Region, Sea;`.
#[macro_export]
macro_rules! names {
    ($($(#[$doc:meta])* $form:ident $name:ident $(: $number:ty)? $(, for $($narrow:ident),+)?;)*) => {
        $(
            $crate::engine::wording::names::names! { @$form $(#[$doc])* $name $($number)? }
            $($($crate::engine::wording::names::names! { @wide $name $narrow })+)?
        )*
    };
    (@text $(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash,
            $crate::serde::Serialize, $crate::serde::Deserialize, $crate::schemars::JsonSchema,
        )]
        #[serde(crate = "adjutant::serde")]
        #[schemars(crate = "adjutant::schemars", inline)]
        pub struct $name(String);

        impl $name {
            /// The name as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<&str> for $name {
            fn from(name: &str) -> Self {
                Self(name.to_owned())
            }
        }

        $crate::engine::wording::said::said! { $name; }
    };
    (@place $(#[$doc:meta])* $name:ident $number:ty) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash,
            $crate::serde::Serialize, $crate::serde::Deserialize,
        )]
        #[serde(crate = "adjutant::serde")]
        pub struct $name(pub $number);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl $crate::schemars::JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(all: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
                let number = all.subschema_for::<$number>();
                $crate::schemars::json_schema!({
                    "anyOf": [number, {"type": "string", "pattern": "^[^-+0-9. ]"}],
                })
            }
        }
    };
    (@wide $name:ident $narrow:ident) => {
        impl From<&$narrow> for $name {
            fn from(name: &$narrow) -> Self {
                Self(name.0.clone())
            }
        }
    };
    (@plain $(#[$doc:meta])* $name:ident $number:ty) => {
        $crate::engine::wording::names::names! { @number $(#[$doc])* $name $number }
        $crate::engine::wording::said::said! { $name; }
    };
    (@number $(#[$doc:meta])* $name:ident $number:ty) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash,
            $crate::serde::Serialize, $crate::serde::Deserialize, $crate::schemars::JsonSchema,
        )]
        #[serde(crate = "adjutant::serde")]
        #[schemars(crate = "adjutant::schemars", inline)]
        pub struct $name(pub $number);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}
pub use names;

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Serialize;

    use super::*;

    #[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
    struct Ship(String);

    #[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
    struct Point(u16);

    #[derive(Serialize)]
    struct Weight(u16);

    #[derive(Serialize)]
    #[serde(rename_all = "kebab-case")]
    enum Order {
        Stay,
        Go { ships: Vec<Ship>, path: (Point, Option<Point>), weight: Weight },
        Aim(BTreeMap<Ship, Point>),
    }

    fn names() -> Names {
        let rule = Rule::new("x1");
        Names::default().with("Ship", "ship", &rule, ["Norway", "Europe"]).with(
            "Point",
            "jump point",
            &Rule::new("x2"),
            [3, 7],
        )
    }

    fn ship(name: &str) -> Ship {
        Ship(name.to_owned())
    }

    fn unknown(order: &Order) -> Option<(String, String, Option<String>)> {
        let names = names();
        let (rule, kind, name) = names.unknown(order)?;
        let hint = names.missing(kind, &name).hint;
        Some((rule.map(ToString::to_string).unwrap_or_default(), name, hint))
    }

    #[test]
    fn a_name_is_known_in_any_case_and_by_other_names() {
        let names = names().called("Point", [("Pell", 3), ("Viking", 7)]);
        assert_eq!(names.spelled("Ship", "Norway"), Some("Norway"));
        assert_eq!(names.spelled("Ship", "NORWAY"), Some("Norway"));
        assert_eq!(names.spelled("Ship", "Pell"), None);
        assert_eq!(names.spelled("Point", "pell"), Some("3"));
        assert_eq!(names.missing("Point", "Vikng").hint.as_deref(), Some("did you mean Viking?"));
        // Two that differ in their case only are told apart by it.
        let twins = Names::default().with("Ship", "ship", None, ["Ada", "ADA"]);
        assert_eq!(twins.spelled("Ship", "ADA"), Some("ADA"));
        assert_eq!(twins.spelled("Ship", "ada"), None);
    }

    #[test]
    fn names_are_found_wherever_they_are() {
        let go = |name: &str, last: u16| Order::Go {
            ships: vec![ship("Europe"), ship(name)],
            path: (Point(3), Some(Point(last))),
            weight: Weight(99),
        };
        assert_eq!(unknown(&Order::Stay), None);
        assert_eq!(unknown(&go("Norway", 7)), None);
        let near = Some("did you mean Norway?".to_owned());
        assert_eq!(unknown(&go("Norwey", 8)), Some(("x1".into(), "Norwey".into(), near)));
        let all = Some("give one of 3 to 7".to_owned());
        assert_eq!(unknown(&go("Norway", 8)), Some(("x2".into(), "8".into(), all)));
        let aims = |name: &str, at: u16| Order::Aim(BTreeMap::from([(ship(name), Point(at))]));
        assert!(unknown(&aims("Europe", 7)).is_none());
        assert!(unknown(&aims("Asia", 7)).is_some());
        assert!(unknown(&aims("Europe", 1)).is_some());
    }
}
