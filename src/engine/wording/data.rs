//! What every type of plain data derives and how it is written, in one place.

/// Structs and enums of plain data, such as tables, states, views and events. Each derives what
/// [`Data`](crate::engine::contract::game::Data) asks; its fields and values are written in kebab
/// case, and a field that it does not have is an error.
#[macro_export]
macro_rules! data {
    ($($(#[$meta:meta])* $vis:vis $form:ident $name:ident { $($body:tt)* })*) => {
        $($crate::engine::wording::data::data! { @$form $(#[$meta])* $vis $name { $($body)* } })*
    };
    (@struct $(#[$meta:meta])* $vis:vis $name:ident { $($body:tt)* }) => {
        #[derive(Debug, Clone, PartialEq, $crate::serde::Serialize, $crate::serde::Deserialize)]
        #[serde(crate = "adjutant::serde", rename_all = "kebab-case", deny_unknown_fields)]
        $(#[$meta])*
        $vis struct $name { $($body)* }
    };
    (@enum $(#[$meta:meta])* $vis:vis $name:ident { $($body:tt)* }) => {
        #[derive(Debug, Clone, PartialEq, $crate::serde::Serialize, $crate::serde::Deserialize)]
        #[serde(
            crate = "adjutant::serde",
            rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields
        )]
        $(#[$meta])*
        $vis enum $name { $($body)* }
    };
}
pub use data;

/// Enums of what a player writes, orders and conditions: plain data that has a schema too. Their
/// comments are what editors show.
#[macro_export]
macro_rules! orders {
    ($($(#[$meta:meta])* $vis:vis enum $name:ident { $($body:tt)* })*) => {
        $($crate::engine::wording::data::data! {
            #[derive($crate::schemars::JsonSchema)]
            #[schemars(crate = "adjutant::schemars")]
            $(#[$meta])*
            $vis enum $name { $($body)* }
        })*
    };
}
pub use orders;

#[cfg(test)]
mod tests {
    data! {
        /// Where something is.
        #[derive(Eq, Default)]
        struct Place {
            /// From the left.
            far_out: u32,
        }

        /// What may happen to it.
        enum Change {
            WentTo { new_place: Place },
            Lost,
        }
    }

    orders! {
        /// What may be done.
        enum Order {
            /// Goes there.
            GoThere { by_night: bool },
        }
    }

    #[test]
    fn data_is_written_in_kebab_case_and_read_strictly() {
        let went = Change::WentTo { new_place: Place { far_out: 3 } };
        let text = r#"{"went-to":{"new-place":{"far-out":3}}}"#;
        assert_eq!(serde_json::to_string(&went).unwrap(), text);
        assert_eq!(serde_json::from_str::<Change>(text).unwrap(), went);
        assert_eq!(serde_json::to_string(&Change::Lost).unwrap(), "\"lost\"");
        assert!(serde_json::from_str::<Place>(r#"{"far-out":3,"near":1}"#).is_err());
        assert!(serde_json::from_str::<Place>("{}").is_err());
        assert_eq!(Place::default(), Place { far_out: 0 });
    }

    #[test]
    fn orders_have_a_schema_with_their_comments() {
        let schema = schemars::schema_for!(Order).to_value().to_string();
        assert!(schema.contains("go-there") && schema.contains("by-night"), "{schema}");
        assert!(schema.contains("Goes there."), "{schema}");
        let order: Order = serde_json::from_str(r#"{"go-there":{"by-night":true}}"#).unwrap();
        assert_eq!(order, Order::GoThere { by_night: true });
    }
}
