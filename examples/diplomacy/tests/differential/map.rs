//! The standard map for the Rust crate `diplomacy`: its own lacks eleven borders.

use std::collections::BTreeSet;

use diplomacy::ShortName;
use diplomacy::geo::builder::ProvinceRegistry;
use diplomacy::geo::{Map, RegionKey, Terrain, standard_map};

/// What version 0.2 of that crate leaves out of the map.
const LACKS: [(&str, &str, Terrain); 11] = [
    ("bot", "fin", Terrain::Sea),
    ("bot", "lvn", Terrain::Sea),
    ("bot", "stp(sc)", Terrain::Sea),
    ("bot", "swe", Terrain::Sea),
    // There armies go along it, and fleets do not.
    ("con", "smy", Terrain::Coast),
    ("gal", "ukr", Terrain::Land),
    ("lvn", "war", Terrain::Land),
    ("mao", "spa(sc)", Terrain::Sea),
    ("nwy", "stp", Terrain::Land),
    ("nwy", "stp(nc)", Terrain::Sea),
    ("tus", "tys", Terrain::Sea),
];

/// Its map, and what it lacks.
pub(crate) fn whole() -> Map {
    let own = standard_map();
    let mut provinces = ProvinceRegistry::default();
    for province in own.provinces() {
        provinces.register(province.clone()).expect("a province");
    }
    let mut regions = provinces.finish();
    let mut borders = BTreeSet::new();
    for region in own.regions() {
        let land = region.province().short_name();
        regions.register(&land, region.coast(), region.terrain()).expect("a region");
        for border in own.borders_containing(&RegionKey::from(region)) {
            let (one, other) = border.sides();
            let (one, other) = (one.short_name().into_owned(), other.short_name().into_owned());
            let terrain = border.terrain();
            let again = LACKS.iter().any(|(a, b, _)| (*a, *b) == (&*one, &*other));
            if !again {
                borders.insert((one, other, format!("{terrain:?}")));
            }
        }
    }
    let mut map = regions.finish();
    for (one, other, terrain) in &borders {
        let terrain = [Terrain::Land, Terrain::Sea, Terrain::Coast]
            .into_iter()
            .find(|it| format!("{it:?}") == *terrain)
            .expect("a terrain");
        map.register(one, other, terrain).expect("a border");
    }
    for (one, other, terrain) in LACKS {
        map.register(one, other, terrain).expect("a border");
    }
    map.finish()
}
