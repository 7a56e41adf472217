//! The map: regions, zones, coasts, sea areas and straits (im1 to im4).

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::layout::{LayoutTable, Tiles};
use super::names::{Region, Sea};
use crate::base::Problem;
use crate::engine::Source;

/// The map as written.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapTable {
    /// The zones and their regions.
    pub zones: Vec<ZoneRow>,
    /// Which regions touch by land.
    pub land: Vec<LinkRow<Region>>,
    /// Which sea areas touch.
    pub seas: LinkRow<Sea>,
    /// Sea links that are not open to all (im2).
    pub straits: Vec<Strait>,
    /// Where everything is drawn; without it no map is.
    #[serde(default)]
    pub layout: Option<LayoutTable>,
}

/// A zone (im4).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneRow {
    /// Its name.
    pub name: String,
    /// Where the regions come from.
    pub source: Source,
    /// Each region and the sea areas on its coast.
    pub regions: BTreeMap<Region, Vec<Sea>>,
}

/// Pairs of neighbours.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkRow<P> {
    /// Where they come from.
    pub source: Source,
    /// The pairs.
    pub links: Vec<(P, P)>,
}

/// What keeps a strait shut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gate {
    /// The power that holds the region must permit the passage.
    Permission,
    /// A canal must have been built in one of the regions.
    Canal,
}

/// A sea link that is not open to all.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strait {
    /// Where it comes from.
    pub source: Source,
    /// The two sea areas.
    pub between: (Sea, Sea),
    /// What keeps it shut.
    pub kind: Gate,
    /// The regions that matter.
    pub region: Vec<Region>,
}

/// A region on the chart.
#[derive(Debug, Clone, Default)]
pub struct Site {
    /// Its zone.
    pub zone: String,
    /// Sea areas on its coast.
    pub coast: BTreeSet<Sea>,
    /// Regions it touches by land.
    pub near: BTreeSet<Region>,
}

/// A sea area on the chart.
#[derive(Debug, Clone, Default)]
pub struct Water {
    /// Sea areas it touches; straits are not among them.
    pub near: BTreeSet<Sea>,
    /// Regions on its shores.
    pub shores: BTreeSet<Region>,
}

/// The part of the map that is in play, checked.
#[derive(Debug, Clone)]
pub struct Chart {
    /// Every region.
    pub sites: BTreeMap<Region, Site>,
    /// The regions in the order of the map.
    pub order: Vec<Region>,
    /// Every zone in the order of the map, with its regions.
    pub zones: Vec<(String, Vec<Region>)>,
    /// Every sea area.
    pub waters: BTreeMap<Sea, Water>,
    /// The straits between sea areas in play.
    pub straits: Vec<Strait>,
}

impl Chart {
    /// Regions that touch this one by land.
    pub fn near(&self, region: &Region) -> impl Iterator<Item = &Region> {
        self.sites.get(region).into_iter().flat_map(|site| &site.near)
    }

    /// True if two regions touch by land.
    pub fn touch(&self, a: &Region, b: &Region) -> bool {
        self.sites.get(a).is_some_and(|site| site.near.contains(b))
    }

    /// Sea areas on the coast of a region.
    pub fn coast(&self, region: &Region) -> impl Iterator<Item = &Sea> {
        self.sites.get(region).into_iter().flat_map(|site| &site.coast)
    }

    /// True if the sea area is on the coast of the region.
    pub fn on_coast(&self, region: &Region, sea: &Sea) -> bool {
        self.sites.get(region).is_some_and(|site| site.coast.contains(sea))
    }

    /// The strait between two sea areas, if there is one.
    pub fn strait(&self, a: &Sea, b: &Sea) -> Option<&Strait> {
        let joins = |s: &&Strait| {
            let (x, y) = &s.between;
            (x, y) == (a, b) || (x, y) == (b, a)
        };
        self.straits.iter().find(joins)
    }

    /// Sea areas next to this one, those beyond a strait included.
    pub fn next_seas(&self, sea: &Sea) -> Vec<&Sea> {
        let open = self.waters.get(sea).into_iter().flat_map(|water| &water.near);
        let beyond = self.straits.iter().filter_map(|s| match (&s.between.0, &s.between.1) {
            (a, b) if a == sea => Some(b),
            (a, b) if b == sea => Some(a),
            _ => None,
        });
        open.chain(beyond).collect()
    }

    /// True if the link between two sea areas is a canal that must be built first.
    pub fn is_canal(&self, a: &Sea, b: &Sea) -> bool {
        self.strait(a, b).is_some_and(|strait| strait.kind == Gate::Canal)
    }

    /// Sea areas next to this one, but not through a canal that is not built.
    pub fn seas_ahead(&self, sea: &Sea, canal: bool) -> Vec<&Sea> {
        let mut ahead = self.next_seas(sea);
        ahead.retain(|next| canal || !self.is_canal(sea, next));
        ahead
    }
}

impl MapTable {
    /// The chart of these zones; of all, if none is named.
    pub(super) fn chart(&self, wanted: Option<&[String]>) -> Chart {
        let within = |zone: &&ZoneRow| wanted.is_none_or(|names| names.contains(&zone.name));
        let mut chart = Chart {
            sites: BTreeMap::new(),
            order: Vec::new(),
            zones: Vec::new(),
            waters: BTreeMap::new(),
            straits: Vec::new(),
        };
        for zone in self.zones.iter().filter(within) {
            let regions: Vec<Region> = zone.regions.keys().cloned().collect();
            for (region, coast) in &zone.regions {
                let coast: BTreeSet<Sea> = coast.iter().cloned().collect();
                for sea in &coast {
                    let water = chart.waters.entry(sea.clone()).or_default();
                    water.shores.insert(region.clone());
                }
                let site = Site { zone: zone.name.clone(), coast, near: BTreeSet::new() };
                chart.sites.insert(region.clone(), site);
            }
            chart.order.extend(regions.iter().cloned());
            chart.zones.push((zone.name.clone(), regions));
        }
        self.join(&mut chart);
        chart
    }

    /// Where what is in play is drawn, if the format says it.
    pub(super) fn tiles(&self, chart: &Chart) -> Option<Tiles> {
        let regions = chart.sites.keys().map(Region::as_str);
        let places = regions.chain(chart.waters.keys().map(Sea::as_str)).collect();
        self.layout.as_ref().map(|layout| layout.tiles(&places))
    }

    /// Joins what is in play.
    fn join(&self, chart: &mut Chart) {
        for (a, b) in self.land.iter().flat_map(|row| &row.links) {
            for (from, to) in [(a, b), (b, a)] {
                if chart.sites.contains_key(to)
                    && let Some(site) = chart.sites.get_mut(from)
                {
                    site.near.insert(to.clone());
                }
            }
        }
        for (a, b) in &self.seas.links {
            for (from, to) in [(a, b), (b, a)] {
                if chart.waters.contains_key(to)
                    && let Some(water) = chart.waters.get_mut(from)
                {
                    water.near.insert(to.clone());
                }
            }
        }
        let open = |s: &&Strait| {
            chart.waters.contains_key(&s.between.0) && chart.waters.contains_key(&s.between.1)
        };
        chart.straits = self.straits.iter().filter(open).cloned().collect();
    }

    /// Every name stands for one thing, and every link joins two of them.
    ///
    /// # Errors
    /// A name that stands for nothing, or twice for something.
    pub(super) fn check(&self) -> Result<(), Problem> {
        let mut regions = BTreeSet::new();
        let mut coasts = BTreeSet::new();
        for (region, coast) in self.zones.iter().flat_map(|zone| &zone.regions) {
            if !regions.insert(region.as_str()) {
                return Err(Problem::refused(format!("{region} is on the map twice")));
            }
            coasts.extend(coast.iter().map(Sea::as_str));
        }
        for name in regions.iter().chain(&coasts) {
            let fits = name.chars().all(|c| c.is_alphanumeric() || " .'-’".contains(c));
            if !fits || name.trim().is_empty() || name.chars().count() > 40 {
                return Err(Problem::refused(format!("\"{name}\" is no name of a place"))
                    .hint("use at most 40 letters, digits, spaces and . ' -"));
            }
        }
        if let Some(both) = regions.intersection(&coasts).next() {
            return Err(Problem::refused(format!("{both} is both land and sea")));
        }
        let land = self.land.iter().flat_map(|row| &row.links);
        pairs("region", &regions, land.map(|(a, b)| (a.as_str(), b.as_str())))?;
        let beyond = self.straits.iter().map(|strait| &strait.between);
        let seas = self.seas.links.iter().chain(beyond);
        pairs("sea area on a coast", &coasts, seas.map(|(a, b)| (a.as_str(), b.as_str())))?;
        let gates = self.straits.iter().flat_map(|strait| &strait.region);
        if let Some(lost) = gates.into_iter().find(|region| !regions.contains(region.as_str())) {
            return Err(Problem::refused(format!("straits: there is no region {lost}")));
        }
        let places = regions.union(&coasts).copied().collect();
        let layout = self.layout.as_ref().map(|layout| layout.check(&places));
        layout.unwrap_or(Ok(())).map_err(|p| p.at("layout"))
    }
}

/// Each pair joins two different things that are there, and stands there once.
fn pairs<'m>(
    what: &str,
    names: &BTreeSet<&str>,
    links: impl Iterator<Item = (&'m str, &'m str)>,
) -> Result<(), Problem> {
    let mut seen = BTreeSet::new();
    for (a, b) in links {
        if let Some(lost) = [a, b].into_iter().find(|name| !names.contains(name)) {
            return Err(Problem::refused(format!("there is no {what} named {lost}")));
        }
        if a == b || !seen.insert((a.min(b), a.max(b))) {
            return Err(Problem::refused(format!("{a} and {b} are joined twice or to themselves")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::format::Format;
    use super::*;
    use crate::base::yaml::{self, Origin};
    use crate::engine::Tables;
    use crate::engine::board::search::spread;

    fn shipped() -> Chart {
        let text = include_str!("../../../turn-formats/age-of-imperialism/format.yaml");
        let format: Tables<Format> =
            yaml::read(text.as_bytes(), Origin::House).expect("it is read");
        format.check().expect("it is sound");
        format.map.chart(None)
    }

    #[test]
    fn the_map_has_63_regions_in_six_zones_and_every_link_goes_both_ways() {
        let chart = shipped();
        assert_eq!((chart.sites.len(), chart.zones.len(), chart.order.len()), (63, 6, 63));
        for (region, site) in &chart.sites {
            assert!(site.near.iter().all(|next| chart.touch(next, region)), "{region}");
            assert!(site.coast.iter().all(|sea| chart.waters[sea].shores.contains(region)));
        }
        for (sea, water) in &chart.waters {
            assert!(water.near.iter().all(|next| chart.waters[next].near.contains(sea)), "{sea}");
            assert!(!water.shores.is_empty(), "{sea}");
        }
    }

    /// What the rulebook itself says of links (im2).
    #[test]
    fn links_of_the_rulebook() {
        let chart = shipped();
        assert!(chart.touch(&"Ottoman".into(), &"The Balkans".into()));
        assert!(!chart.touch(&"Spain".into(), &"Morocco".into()));
        for (a, b, gate) in [
            ("Eastern Mediterranean", "Black Sea", Gate::Permission),
            ("Eastern Mediterranean", "Red Sea", Gate::Canal),
        ] {
            let (a, b) = (Sea::from(a), Sea::from(b));
            assert_eq!(chart.strait(&a, &b).map(|strait| strait.kind), Some(gate));
            assert!(!chart.waters[&a].near.contains(&b), "{a} and {b} are open to all");
        }
    }

    #[test]
    fn every_sea_can_be_reached_and_every_region_by_land_or_sea() {
        let chart = shipped();
        let first = chart.waters.keys().take(1);
        let seas = spread(first, |sea| chart.next_seas(sea));
        assert_eq!(seas.order().len(), chart.waters.len());
        let shores = chart.waters.values().flat_map(|water| &water.shores);
        let regions = spread(shores, |region| chart.near(region));
        assert_eq!(regions.order().len(), chart.sites.len());
    }
}
