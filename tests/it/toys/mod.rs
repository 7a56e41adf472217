//! Small games of the tests. Conformance plays them like those on the shelf.

mod salvage;
mod sea_hunt;

use adjutant::engine::GameKind;

/// Every one of them.
pub(crate) const ALL: &[&dyn GameKind] = &[&salvage::SHELF, &sea_hunt::SHELF];
