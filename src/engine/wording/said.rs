//! Rows of sentences: each reason and each event beside its words, and how that is said which they
//! are about.

use std::fmt;
use std::ops::Deref;

use crate::base::words::dice;
use crate::engine::Words;

/// What stands in sentences. `C` is what its words depend on, such as the names on a chart; `()` if
/// on nothing.
pub trait Said<C: ?Sized> {
    /// Its words.
    fn said(&self, on: &C) -> String;
}

/// A field of a reason or event in a row of `reasons!` or `told!`: it stands in the sentence as
/// it is said, and what a row computes takes it as it is.
#[derive(Debug)]
pub struct Field<'a, T, C: ?Sized>(pub &'a T, pub &'a C);

impl<T, C: ?Sized> Deref for Field<'_, T, C> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0
    }
}

impl<T: Said<C>, C: ?Sized> fmt::Display for Field<'_, T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.said(self.1))
    }
}

/// How types are said: `said! { Chart; Jp: |jp, chart| chart.place(*jp); }`. What is said as it is
/// displayed everywhere needs no more than its name: `said! { Region; Sea; }`.
#[macro_export]
macro_rules! said {
    ($($kind:ty;)*) => {
        $(impl<C: ?Sized> $crate::engine::wording::said::Said<C> for $kind {
            fn said(&self, _: &C) -> String {
                self.to_string()
            }
        })*
    };
    ($on:ty; $($kind:ty: |$it:ident, $chart:pat_param| $words:expr;)*) => {
        $(impl $crate::engine::wording::said::Said<$on> for $kind {
            fn said(&self, $chart: &$on) -> String {
                let $it = self;
                $words
            }
        })*
    };
}
pub use said;

said! { u8; u32; i32; usize; String; crate::base::Seat; crate::engine::Slot; }

/// A reason that a game's orders are refused or answered for, which its game puts into words.
/// `reasons!` makes it.
pub trait Explain<G: ?Sized> {
    /// The reason in words.
    fn explain(&self, game: &G) -> Words;
}

/// Values beside their words: an enum whose values stand in sentences as they are written here.
#[macro_export]
macro_rules! worded {
    ($($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$doc:meta])* $value:ident => $word:literal,)*
    })*) => {
        $(
            $(#[$meta])*
            #[derive(
                Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord,
                $crate::serde::Serialize, $crate::serde::Deserialize,
            )]
            #[serde(crate = "adjutant::serde", rename_all = "kebab-case")]
            $vis enum $name {
                $($(#[$doc])* $value),*
            }

            impl $name {
                /// All values, in the order in which they are always listed.
                $vis const ALL: [Self; [$($word),*].len()] = [$(Self::$value),*];

                /// The word for it.
                $vis fn word(self) -> &'static str {
                    match self {
                        $(Self::$value => $word),*
                    }
                }
            }

            impl std::fmt::Display for $name {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str(self.word())
                }
            }

            $crate::engine::wording::said::said! { $name; }
        )*
    };
}
pub use worded;

impl<C: ?Sized> Said<C> for Vec<String> {
    fn said(&self, _: &C) -> String {
        self.join(", ")
    }
}

/// Dice.
impl<C: ?Sized> Said<C> for Vec<u8> {
    fn said(&self, _: &C) -> String {
        dice(self)
    }
}

/// The nearest name, as a question; nothing, if none is near.
impl<C: ?Sized> Said<C> for Option<String> {
    fn said(&self, _: &C) -> String {
        self.as_ref().map_or_else(String::new, |name| format!("did you mean {name}?"))
    }
}

/// A row for each reason of a game: its fields, what is so, and perhaps a hint. Behind either
/// sentence may stand what its empty braces are filled with. The first line says who may use the
/// reasons and what their words depend on: `pub on ();` nothing, `pub on Mechad;` the game, or
/// `pub on Chart, of CompanyWar: chart;` a field of the game.
#[macro_export]
macro_rules! reasons {
    ($vis:vis on (); $($row:tt)*) => {
        $crate::engine::wording::said::reasons! { @rows $vis (); $($row)* }

        impl<G> $crate::engine::wording::said::Explain<G> for Reason {
            fn explain(&self, _: &G) -> $crate::engine::Words {
                self.words(&())
            }
        }
    };
    ($vis:vis on $game:ty; $($row:tt)*) => {
        $crate::engine::wording::said::reasons! { @rows $vis $game; $($row)* }

        impl $crate::engine::wording::said::Explain<$game> for Reason {
            fn explain(&self, game: &$game) -> $crate::engine::Words {
                self.words(game)
            }
        }
    };
    ($vis:vis on $context:ty, of $game:ident: $field:ident; $($row:tt)*) => {
        $crate::engine::wording::said::reasons! { @rows $vis $context; $($row)* }

        impl $crate::engine::wording::said::Explain<$game> for Reason {
            fn explain(&self, game: &$game) -> $crate::engine::Words {
                self.words(&game.$field)
            }
        }
    };
    (
        @rows $vis:vis $context:ty;
        $($name:ident $({ $($field:ident: $kind:ty),* })? => $what:literal $(, $value:expr)*
            $(; $hint:literal $(, $given:expr)*)? ;)*
    ) => {
        /// Why an order was refused, warned of or answered as it was, with what it is about.
        #[derive(Debug, Clone, PartialEq, Eq, $crate::serde::Serialize, $crate::serde::Deserialize)]
        #[serde(
            crate = "adjutant::serde",
            rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields
        )]
        $vis enum Reason {
            $(
                #[doc = $what]
                $name $({
                    $(#[doc = concat!("What stands for `", stringify!($field), "`.")] $field: $kind),*
                })?
            ),*
        }

        impl Reason {
            /// The reason in words.
            $vis fn words(&self, on: &$context) -> $crate::engine::Words {
                match self {
                    $(Self::$name $({ $($field),* })? => {
                        $($(let $field = $crate::engine::wording::said::Field($field, on);)*)?
                        $crate::engine::Words::new(format!($what $(, $value)*))
                            $(.hint(format!($hint $(, $given)*)))?
                    })*
                }
            }
        }
    };
}
pub use reasons;

/// A row for each event that is told in one sentence: how `Told` makes it, which event, its words.
/// Where the words depend on the value of a field, there is a row for each of its values:
/// `Ended { why: Ending::Won(side) }`. Then those that need more; where none does, the rows stand
/// alone. `on` names what the words depend on; without it, they depend on nothing.
#[macro_export]
macro_rules! told {
    (
        on $context:expr; $event:expr;
        rows {
            $($weight:ident $(.$and:ident $(($($what:expr),*))?)*
                $name:ident $({
                    $($field:ident $(: $kind:ident :: $case:ident $(($($part:ident),*))?)?),*
                    $(, ..)?
                })?
                => $text:literal $(, $value:expr)*;)*
        }
        others { $($other:tt)* }
    ) => {{
        let on = $context;
        match $event {
            $(Event::$name $({
                $($field $(: $kind::$case $(($($part),*))?)?,)* ..
            })? => {
                $($($crate::engine::wording::said::told! { @field on; $field $(: $($($part)*)?)? })*)?
                $crate::engine::Told::$weight(format!($text $(, $value)*))
                    $(.$and($($($what),*)?))*
            })*
            $($other)*
        }
    }};
    (on $context:expr; $event:expr; $($row:tt)*) => {
        $crate::engine::wording::said::told! {
            on $context; $event;
            rows { $($row)* }
            others {}
        }
    };
    (@field $on:ident; $field:ident) => {
        let $field = $crate::engine::wording::said::Field($field, $on);
    };
    (@field $on:ident; $field:ident: $($part:ident)*) => {
        $(let $part = $crate::engine::wording::said::Field($part, $on);)*
    };
    ($event:expr; $($row:tt)*) => {
        $crate::engine::wording::said::told! { on &(); $event; $($row)* }
    };
}
pub use told;

#[cfg(test)]
mod tests {
    use super::Said;
    use crate::engine::{Opening, Subject, Told};

    /// Who says it; the same thing is called by other names elsewhere.
    struct Side(&'static str);

    #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
    struct Post(u32);

    said! { Side; Post: |post, side| format!("post {} of {}", post.0, side.0); }

    reasons! {
        on Side;
        Lost { at: Post, faces: Vec<u8> } => "{at} is lost: {faces}";
        Short { have: u32, want: u32 } => "{} more are needed", *want - *have; "there are {have}";
        Unknown { name: String, near: Option<String> } => "who is {name}?"; "{near}";
        Over => "it is over";
    }

    #[test]
    fn a_reason_is_said_by_its_row() {
        let says = |reason: &Reason| reason.words(&Side("red")).line();
        let lost = Reason::Lost { at: Post(3), faces: vec![6, 1] };
        assert_eq!(says(&lost), "post 3 of red is lost: 6+1");
        assert_eq!(lost.words(&Side("blue")).line(), "post 3 of blue is lost: 6+1");
        let short = Reason::Short { have: 2, want: 5 };
        assert_eq!(says(&short), "3 more are needed (there are 2)");
        assert_eq!(says(&Reason::Over), "it is over");
    }

    #[test]
    fn a_hint_of_nothing_is_none() {
        let unknown = |near: Option<&str>| {
            let (name, near) = ("Norwey".to_owned(), near.map(str::to_owned));
            Reason::Unknown { name, near }.words(&Side("red")).hint
        };
        assert_eq!(unknown(None), None);
        assert_eq!(unknown(Some("Norway")).as_deref(), Some("did you mean Norway?"));
    }

    enum Event {
        Fired { at: Post, dice: Vec<u8>, hit: bool },
        Left,
        Went { to: Post },
        Built { at: Post },
        Met { at: Post, who: Met },
        Ended(u32),
    }

    enum Met {
        Nobody,
        Outpost(Post),
    }

    worded! {
        /// How it was said.
        enum Tone {
            Kind => "with a smile",
            Harsh => "in anger",
        }
    }

    #[test]
    fn a_value_is_said_by_its_word() {
        assert_eq!(Tone::ALL.map(Tone::word), ["with a smile", "in anger"]);
        assert_eq!(format!("said {}", Tone::Harsh), "said in anger");
        let read: Tone = serde_json::from_str("\"harsh\"").unwrap();
        assert_eq!(read.said(&()), "in anger");
    }

    #[test]
    fn an_event_is_told_by_its_row_or_its_arm() {
        let tell = |event: Event| {
            told! {
                on &Side("red"); &event;
                rows {
                    detail.engaged Fired { at, dice, hit } =>
                        "{at} is fired at: {dice}, {}", if *hit { "a hit" } else { "a miss" };
                    headline.opens(Opening::Part) Left => "they leave";
                    line.course("red", 1, to.0.0).engaged_if(true) Went { to } => "they go to {to}";
                    line.tally("they build") Built { at } => "{at}";
                    line Met { at, who: Met::Outpost(other) } => "{other} is seen from {at}";
                    detail Met { at, who: Met::Nobody } => "nobody is seen from {at}";
                }
                others { Event::Ended(turn) => Told::line(format!("over in turn {turn}")), }
            }
        };
        let fired = Event::Fired { at: Post(1), dice: vec![2, 3], hit: true };
        let text = "post 1 of red is fired at: 2+3, a hit";
        assert_eq!(tell(fired), Told::detail(text).engaged());
        assert_eq!(tell(Event::Left), Told::headline("they leave").opens(Opening::Part));
        let went = tell(Event::Went { to: Post(2) });
        assert_eq!(went, Told::line("they go to post 2 of red").engaged());
        let built = tell(Event::Built { at: Post(2) });
        let (lead, item) = ("they build".to_owned(), "post 2 of red".to_owned());
        let text = "they build post 2 of red";
        assert_eq!(built, Told::line(text).of(Subject::Tally { lead, item }));
        let met = |who| tell(Event::Met { at: Post(3), who });
        assert_eq!(met(Met::Nobody), Told::detail("nobody is seen from post 3 of red"));
        let text = "post 4 of red is seen from post 3 of red";
        assert_eq!(met(Met::Outpost(Post(4))), Told::line(text));
        assert_eq!(tell(Event::Ended(9)), Told::line("over in turn 9"));
    }
}
