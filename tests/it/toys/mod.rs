//! Small games of the tests. Conformance plays them like those on the shelf.

mod salvage;
mod sea_hunt;

use adjutant::engine::GameKind;

/// The one whose tables may have any number of seats.
pub(crate) const SALVAGE: &dyn GameKind = &salvage::SHELF;

/// Every one of them.
pub(crate) const ALL: &[&dyn GameKind] = &[SALVAGE, &sea_hunt::SHELF];
