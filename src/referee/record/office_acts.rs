//! What is told of the office: to whom it went, and who has a part in it.

use serde::{Deserialize, Serialize};

use crate::base::Time;
use crate::ledger::{Body, Right};

/// A change of the office.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum OfficeAct {
    /// Somebody else is the moderator.
    HandedOver {
        /// Their name.
        name: String,
        /// Their public signing key, as OpenSSH writes it.
        signing: String,
        /// The first cycle whose reports they sign.
        from: u32,
        /// Why.
        reason: String,
    },
    /// Somebody is a deputy.
    Appointed {
        /// Their name.
        name: String,
        /// What they may do.
        rights: Vec<Right>,
        /// Until when.
        until: Time,
        /// Why.
        reason: String,
    },
    /// Somebody is no longer a deputy.
    Dismissed {
        /// Their name.
        name: String,
        /// Why.
        reason: String,
    },
}

impl OfficeAct {
    /// The change that an entry makes, if it makes one.
    pub(in crate::referee) fn of(body: &Body) -> Option<Self> {
        match body {
            Body::Handover(new) => Some(Self::HandedOver {
                name: new.name.clone(),
                signing: new.signing.clone(),
                from: new.from,
                reason: new.reason.clone(),
            }),
            Body::Appoint(new) => Some(Self::Appointed {
                name: new.name.clone(),
                rights: new.rights.clone(),
                until: new.until,
                reason: new.reason.clone(),
            }),
            Body::Dismiss(old) => {
                Some(Self::Dismissed { name: old.name.clone(), reason: old.reason.clone() })
            }
            _ => None,
        }
    }
}
