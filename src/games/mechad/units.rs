//! Units as they join a battle, and the boxes that they lose and get back.

use std::collections::BTreeMap;

use super::Mechad;
use super::events::Event;
use super::format::{Bears, ClassRow, Part};
use super::names::Ship;
use super::state::{Hold, Mount, Status, Unit};

/// Makes a new unit of a class.
pub fn fresh(row: &ClassRow, joined: &Event) -> Option<(Ship, Unit)> {
    let Event::Joined { ship, class, side, at, facing, speed, rescue, aboard } = joined else {
        return None;
    };
    let mounts = row.mounts.iter().flat_map(|mount| {
        let of = |_| Mount {
            part: mount.part,
            arc: mount.arc,
            option: mount.option,
            hits: 0,
            fired: Vec::new(),
            used: 0,
        };
        (0..mount.count).map(of)
    });
    let status = aboard.clone().map_or(Status::Here, Status::Aboard);
    let unit = Unit {
        side: side.clone(),
        class: class.clone(),
        status,
        at: *at,
        facing: *facing,
        speed: *speed,
        before: *speed,
        straight: 8,
        level: 1,
        shields: row.shields.clone(),
        field: 0,
        low: 0,
        rest: 2,
        extra: BTreeMap::new(),
        lost: BTreeMap::new(),
        mounts: mounts.collect(),
        whips_from: 0,
        series: None,
        rear: Vec::new(),
        ecm: 0,
        eccm: 0,
        launched: None,
        crippled: false,
        options: 0,
        rescue: *rescue,
        erratic: false,
        chaffed: 0,
        chaff_until: 0,
        weasel: false,
        prize: None,
    };
    Some((ship.clone(), unit))
}

/// Half points in the capacitor of a unit at the beginning, by its weapon status (md1).
pub fn charge(game: &Mechad, unit: &Unit) -> u32 {
    let full = game.capacitor(unit);
    match game.scenario.sides[&unit.side].status {
        0 | 1 => 0,
        2 => game.shots(unit).min(full),
        _ => full,
    }
}

/// What the owner of a new unit knows: capacitors by weapon status, batteries and launchers full.
pub fn stocked(game: &Mechad, unit: &Unit) -> Hold {
    let row = game.class(unit);
    let mut loads = BTreeMap::new();
    let mut store = row.store;
    let reload = game.format.numbers.reload.value;
    for (number, mount) in (1..).zip(&unit.mounts) {
        match mount.part {
            Part::Twm if row.rails > 0 => {
                loads.insert(number, row.rails);
            }
            Part::Twm => {
                loads.insert(number, reload);
                if !row.is_fighter() {
                    let sets =
                        row.reloads.unwrap_or(1) * if game.is_advanced(unit) { 2 } else { 1 };
                    store += sets * reload;
                }
            }
            Part::Rack | Part::Add => {
                loads.insert(number, 6);
            }
            _ => {}
        }
    }
    // About a third of a Mechad's parties never leave it (md44).
    let fixed = if row.has_field() { row.parties / 3 } else { 0 };
    Hold {
        parties: row.parties - fixed,
        fixed,
        capacitor: charge(game, unit),
        battery: game.left(unit, Part::Battery),
        reinforced: vec![0; 6],
        loads,
        store,
        ..Hold::default()
    }
}

/// Takes boxes of a part from a unit, of weapons those fired last.
pub fn lose(unit: &mut Unit, part: Part, boxes: u32) {
    if !part.is_weapon() {
        *unit.lost.entry(part).or_default() += boxes;
        return;
    }
    for _ in 0..boxes {
        let works = unit.mounts.iter_mut().filter(|mount| mount.part == part && mount.works());
        let order = |mount: &&mut Mount| {
            let last = mount.fired.last().copied();
            (mount.hits, last, mount.arc != Bears::All)
        };
        let Some(mount) = works.max_by_key(order) else { return };
        mount.hits += 1;
    }
}

/// Gives a box of a part back to a unit.
pub fn mend(unit: &mut Unit, part: Part) {
    if !part.is_weapon() {
        if let Some(lost) = unit.lost.get_mut(&part) {
            *lost = lost.saturating_sub(1);
        }
        return;
    }
    let hit = unit.mounts.iter_mut().find(|mount| mount.part == part && mount.hits > 0);
    if let Some(mount) = hit {
        mount.hits -= 1;
    }
}
