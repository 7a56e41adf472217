//! Which kinds of orders can come to something for a reader, by what they see, and which orders show what a kind is for.

use super::AgeOfImperialism;
use super::force::{Force, Kind};
use super::names::Region;
use super::order::Order;
use super::sight::View;
use super::standpoint::{Memo, Standpoint};
use super::state::{Building, Land, Stance};

/// True if an order of that kind can come to something for the reader of the view.
pub fn takes(game: &AgeOfImperialism, view: &View, kind: &str) -> bool {
    let memo = Memo::default();
    let Some(stand) = Standpoint::of(game, view, &memo) else { return true };
    match kind {
        "board" | "sail" | "land" => stand.squadrons().next().is_some(),
        // Nobody attacks in the phase in which war is declared (im52).
        "engage" | "intercept" | "break-off" | "sink" => {
            stand.squadrons().next().is_some() && stand.meets_fleets()
        }
        "reinforce" => stand.musters(&[Kind::General]) && !stand.enemies().is_empty(),
        "transfer" => stand.musters(&[Kind::General]),
        "explore" => stand.musters(&[Kind::Explorer]),
        "prospect" => stand.musters(&[Kind::Engineer]),
        "last-stand" => stand.musters(&Kind::PARTIES),
        "buy-dp" => stand.built(Building::City) > 0,
        "westernize" => stand.holds(|land| land.marker.is_some() && land.revolt.is_none()),
        "incite" => stand.open.lands.values().any(|land| {
            land.marker.is_some() && land.owner.is_some_and(|owner| owner != stand.power)
        }),
        "on-revolt" => {
            stand.open.lands.values().any(|land| land.spheres.contains_key(&stand.power))
        }
        // Those of others are removed in production alone, where one is at home (im18).
        "remove-influence" => stand.open.lands.values().any(|land| {
            let home = land.owner == Some(stand.power) && !stand.open.step.is_movement();
            land.spheres.contains_key(&stand.power) || home && !land.spheres.is_empty()
        }),
        // Of what is one's own, or the natives' and may become so.
        "displace" => stand.open.lands.values().any(|land| {
            land.owner.is_none_or(|owner| owner == stand.power) && land.spheres.len() > 1
        }),
        "develop" => stand.owned().any(|at| view.is_developable(at)),
        "give" => stand.hand().pp > 0 || !stand.open.step.is_movement(),
        "passage" => stand.keeps_strait(),
        "declare-war" => stand.hand().dp >= game.format.diplomacy.war.value,
        "peace" => !stand.enemies().is_empty(),
        "end-alliance" => stand.others().any(|other| stand.allied(other)),
        "scorch" => stand.holds(|land| !land.buildings.is_empty()),
        "mulligan" => !stand.open.mulligans.contains(&stand.power),
        _ => true,
    }
}

/// True if an order shows well what its kind is for, and does the reader no harm.
pub fn is_example(game: &AgeOfImperialism, view: &View, order: &Order) -> bool {
    let memo = Memo::default();
    let Some(stand) = Standpoint::of(game, view, &memo) else { return true };
    match order {
        Order::March { units, path } => match (path.first(), path.last()) {
            (Some(from), Some(to)) => stand.spares(from, units) && stand.overcomes(to, units),
            _ => false,
        },
        Order::Board { units, from, .. } => stand.spares(from, units),
        // Best where an explorer is: elsewhere one has to go first.
        Order::Explore { at, .. } => {
            stand.explores(at) || !stand.chart.order.iter().any(|at| stand.explores(at))
        }
        // Spheres in regions of one's own would help rebels against oneself.
        Order::OnRevolt { side: Stance::Support, at: None, .. } => {
            let mut lands = stand.open.lands.values();
            !lands.any(|land| {
                land.owner == Some(stand.power) && land.spheres.contains_key(&stand.power)
            })
        }
        _ => true,
    }
}

impl Standpoint<'_> {
    /// True if a brigade stays in a region of the power when these units leave (im48).
    fn spares(&self, from: &Region, units: &Force) -> bool {
        !self.owns(from) || self.land(from).garrison() > units.brigades()
    }

    /// True if an explorer of the power is there among natives.
    fn explores(&self, at: &Region) -> bool {
        self.is_native(at) && self.force(at).explorer > 0
    }

    /// True if brigades would not march among natives that are as strong as they, or unknown.
    fn overcomes(&self, to: &Region, units: &Force) -> bool {
        let weaker = |strength: u8| u32::from(strength) < units.brigades();
        !self.is_native(to) || units.brigades() == 0 || self.view.strength(to).is_some_and(weaker)
    }

    /// True if the power has a unit of one of these kinds, on land or aboard.
    fn musters(&self, kinds: &[Kind]) -> bool {
        let some = |force: &Force| kinds.iter().any(|kind| force.get(*kind) > 0);
        some(self.units()) || self.squadrons().any(|(_, fleet)| some(&fleet.cargo))
    }

    /// True if an enemy has fleets.
    fn meets_fleets(&self) -> bool {
        let mut enemies = self.enemies().into_iter();
        enemies.any(|enemy| self.open.fleets_of(enemy).next().is_some())
    }

    /// True if there is such a region among those of the power.
    fn holds(&self, such: impl Fn(&Land) -> bool) -> bool {
        self.owned().any(|at| such(self.land(at)))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::engine::Reader;
    use crate::games::age_of_imperialism::SHELF;
    use crate::testing::Table;

    /// Each British region has one brigade in the first movement phase if nobody orders anything; an explorer is in
    /// the first of them, and another among natives.
    #[test]
    fn examples_roll_where_an_explorer_is_and_give_up_no_region() {
        let mut table = Table::new(&SHELF).expect("it is sound");
        for _ in 0..2 {
            table.resolve(&[]).expect("sound");
        }
        let reader = Reader::Seat("britain".parse().expect("a seat"));
        let mut seen = table.seen(&reader).expect("a position");
        let lands = seen.pointer_mut("/view/open/lands").expect("lands");
        let lands = lands.as_object_mut().expect("lands");
        let own = lands.values_mut().find(|land| land["owner"] == "britain").expect("a region");
        own["armies"]["britain"]["explorer"] = json!(1);
        let free = lands.iter().find(|(_, land)| land["owner"].is_null()).expect("natives");
        let free = free.0.clone();
        lands.insert(free.clone(), json!({"armies": {"britain": {"explorer": 1}}}));
        let (_, agenda) = table.told(&seen).expect("a view");
        let shown = |kind: &str| {
            let way = agenda.ways.iter().find(|way| way.kind == kind).expect("a way");
            way.example.clone().unwrap_or_default()
        };
        assert_eq!(shown("explore").trim_end_matches(" pay"), format!("explore {free}"));
        assert!(shown("march").starts_with("1 exp "), "{}", shown("march"));
    }
}
