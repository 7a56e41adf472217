//! What every game keeps to.

adjutant::conformance!(&adjutant_diplomacy::SHELF, 3);
