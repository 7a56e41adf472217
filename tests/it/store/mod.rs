//! Campaigns in an object store.

mod alike;
mod model;
mod requests;
mod shards;
mod whole;

use std::path::Path;
use std::sync::Arc;

use adjutant::campaign::objects::Objects;
use adjutant::campaign::{Campaigns, Store};

use crate::bench::Bench;

/// The campaign of a bench as `bench` among these objects.
fn put(bench: &Bench, objects: &Arc<dyn Objects>) -> Campaigns {
    let campaigns = Campaigns::over(Arc::clone(objects), "league/");
    let place = Store::vacant_among(&campaigns, "bench").unwrap();
    bench.store().copy_to(&place).unwrap();
    campaigns
}

/// A campaign from among objects in a directory.
fn took(campaigns: &Campaigns, root: &Path) -> Store {
    let place = Store::create(root).unwrap();
    Store::among(campaigns, "bench").unwrap().copy_to(&place).unwrap();
    Store::find(root).unwrap()
}
