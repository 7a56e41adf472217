//! Whether and how one unit can attack another (cc3, cc9, cc13, cc26 to cc36).

use std::collections::BTreeSet;

use super::events::{How, Mod, Why};
use super::format::{Class, KindRow, Trait};
use super::names::{Unit, Weapon, Zone};
use super::reasons::Reason;
use super::shot::{Salvo, Shot, Storm, Versus, needed};
use super::side::Side;
use super::state::{Piece, State};
use super::switches::{Ap, IndirectSave};
use super::weapon::WeaponRow;
use super::{CompanyCommander, odds, rules};
use crate::engine::board::Arc;
use crate::engine::board::hex::Facing;
use crate::engine::orders::check::{self, forbid, require};

/// Nothing, or why not.
pub type Checked<T = ()> = check::Checked<Reason, T>;

/// 120 degrees ahead.
pub(super) const FRONT: Arc = Arc::new(10, 2);

/// Two units, one of which attacks the other.
#[derive(Clone, Copy)]
pub(super) struct Pair<'a> {
    game: &'a CompanyCommander,
    state: &'a State,
    name: &'a Unit,
    pub shooter: &'a Piece,
    pub target: &'a Piece,
    /// Where they are; a battery off the map is nowhere.
    from: Option<Zone>,
    pub to: Zone,
}

impl CompanyCommander {
    /// The attack of one unit on another, if it can be made. On `watch` it is fired in the other
    /// player's turn (cc19).
    ///
    /// # Errors
    /// Why it cannot.
    pub fn shot(&self, state: &State, unit: &Unit, target: &Unit, watch: bool) -> Checked<Shot> {
        let shooter = self.able(state, unit)?;
        let pair = self.pair(state, unit, shooter, target)?;
        let kind = pair.kind();
        require(
            !(kind.is(Trait::SetUp) && shooter.moved),
            rules::MOVE_AND_SHOOT,
            Reason::SetUp { unit: unit.clone() },
        )?;
        if let Some(from) = pair.from.filter(|_| !kind.flies()) {
            self.close(state, &pair, from)?;
            if pair.must_assault(from) {
                let armored = pair.row().armored() && from.0.distance(pair.to.0) == 1;
                require(armored, rules::ZONE_FIRE, Reason::OnlyAssault { unit: unit.clone() })?;
                return Ok(Shot { how: How::Assault, turn: None, salvos: Vec::new() });
            }
        }
        if let Some((turn, salvos)) = pair.direct() {
            let how = match (kind.is(Trait::Suicide), watch) {
                (true, _) => How::Suicide,
                (false, true) => How::Overwatch,
                (false, false) => How::Direct,
            };
            // What destroys itself attacks in its own turn (cc55).
            let reason = Reason::NoShot { unit: unit.clone(), target: target.clone() };
            require(!watch || how == How::Overwatch, rules::DRONES, reason)?;
            return Ok(Shot { how, turn, salvos });
        }
        let salvos = pair.indirect();
        require(
            !watch && !salvos.is_empty(),
            rules::WEAPONS,
            Reason::NoShot { unit: unit.clone(), target: target.clone() },
        )?;
        let reason = Reason::MovedIndirect { unit: unit.clone() };
        require(!shooter.moved, rules::MOVED_FIRE, reason)?;
        Ok(Shot { how: How::Indirect, turn: None, salvos })
    }

    /// A unit that can attack anything at all.
    fn able<'s>(&self, state: &'s State, unit: &Unit) -> Checked<&'s Piece> {
        let gone = || Reason::NotThere { unit: unit.clone() };
        let piece = state.piece(unit).ok_or_else(|| (rules::ATTACK, gone()))?;
        let kind = self.format.kind(&piece.kind);
        let placed = piece.at().is_some() || piece.post == super::state::Post::Off;
        require(placed, rules::ATTACK, gone())?;
        let named = || unit.clone();
        require(!piece.suppressed, rules::SUPPRESSED, Reason::IsSuppressed { unit: named() })?;
        require(!piece.fired, rules::ATTACK, Reason::Fired { unit: named() })?;
        require(!piece.busy, rules::ENHANCED, Reason::Busy { unit: named() })?;
        require(!self.is_empty(state, unit, kind), rules::AMMO, Reason::NoAmmo { unit: named() })?;
        Ok(piece)
    }

    /// The weapons with which a unit shells a hex, if it can (cc13, cc68).
    ///
    /// # Errors
    /// Why it cannot.
    pub fn barrage(&self, state: &State, unit: &Unit, at: Zone) -> Checked<Vec<Weapon>> {
        let shooter = self.able(state, unit)?;
        let kind = self.format.kind(&shooter.kind);
        let reason = Reason::MovedIndirect { unit: unit.clone() };
        require(!shooter.moved, rules::MOVED_FIRE, reason)?;
        let out = || (rules::SHELLING, Reason::OutOfRange { unit: unit.clone(), at });
        let observed = self.observes(state, shooter.side, at) && self.field.holds(at);
        require(observed, rules::SHELLING, Reason::NobodySees { at })?;
        let far = shooter.at().map(|from| from.0.distance(at.0));
        let mut near = shooter.at().into_iter().flat_map(|from| {
            self.known_beside(state, shooter.side, from).filter(|enemy| self.controls(enemy))
        });
        let apart = far.is_some_and(|far| far > 1) && near.next().is_some();
        require(!apart, rules::ZONE_FIRE, Reason::InZone { unit: unit.clone() })?;
        let there = self.known(state, shooter.side).find(|(_, _, place)| *place == at);
        if let Some((target, ..)) = there
            && let Ok(shot) = self.shot(state, unit, target, false)
        {
            let direct = Reason::SeesTarget { unit: unit.clone(), target: target.clone() };
            require(shot.how == How::Indirect, rules::SIGHT, direct)?;
        }
        let reach = |weapon: &&Weapon| {
            let row = self.format.weapon(weapon);
            let within = far.is_none_or(|far| (row.range.0..=row.range.1).contains(&far));
            row.indirect && within && !self.is_out(state, unit, weapon)
        };
        // Of those that cannot fire together the first.
        let mut groups = BTreeSet::new();
        let together = |weapon: &&Weapon| {
            let group = self.format.weapon(weapon).group;
            group == 0 || groups.insert(group)
        };
        let weapons: Vec<Weapon> =
            kind.weapons.iter().filter(reach).filter(together).cloned().collect();
        if weapons.is_empty() { Err(out()) } else { Ok(weapons) }
    }

    /// Two units of which the first knows where the second is.
    pub(super) fn pair<'a>(
        &'a self,
        state: &'a State,
        unit: &'a Unit,
        shooter: &'a Piece,
        target: &'a Unit,
    ) -> Checked<Pair<'a>> {
        let gone = Reason::TargetGone { target: target.clone() };
        let known = self.knows(state, shooter.side, target);
        let other = state.piece(target).filter(|piece| known && piece.side != shooter.side);
        let Some((other, to)) = other.and_then(|piece| Some((piece, piece.at()?))) else {
            return Err((rules::SIGHT, gone));
        };
        let air = self.format.kind(&other.kind).flies();
        require(!air, rules::ANTI_AIR, Reason::Flying { target: target.clone() })?;
        let from = shooter.at();
        Ok(Pair { game: self, state, name: unit, shooter, target: other, from, to })
    }

    /// Two units of which the first's fire has reached the second, of either side.
    pub(super) fn facing_each_other<'a>(
        &'a self,
        state: &'a State,
        unit: &'a Unit,
        target: &'a Unit,
    ) -> Option<Pair<'a>> {
        let (shooter, other) = state.piece(unit).zip(state.piece(target))?;
        let to = other.at()?;
        let from = shooter.at();
        Some(Pair { game: self, state, name: unit, shooter, target: other, from, to })
    }

    /// In a zone of control only what is next to a unit can be attacked (cc9).
    fn close(&self, state: &State, pair: &Pair<'_>, from: Zone) -> Checked {
        let mut near = self.known_beside(state, pair.shooter.side, from);
        let far = from.0.distance(pair.to.0) > 1 && near.any(|enemy| self.controls(enemy));
        forbid(far.then_some(()), rules::ZONE_FIRE, |()| Reason::InZone { unit: pair.name.clone() })
    }

    /// What a close assault takes (cc48, cc49).
    pub fn storm(&self, attacker: &Piece, target: &Piece) -> Storm {
        let open = self.format.kind(&target.kind).is(Trait::OpenTopped);
        let needed = self.format.quality[&attacker.quality].assault;
        let weapon = self.format.kind(&attacker.kind).assault;
        Storm { needed: needed.saturating_sub(u8::from(open)), weapon }
    }

    /// True if the other side has electronic warfare on the map (cc50).
    fn jammed(&self, state: &State, side: Side) -> bool {
        state.of(side.other()).any(|(_, enemy)| {
            enemy.at().is_some() && self.format.kind(&enemy.kind).is(Trait::Jammer)
        })
    }

    /// True if a side sees who disturbs its smart weapons (cc50, cc67).
    pub(super) fn sees_jammer(&self, state: &State, side: Side) -> bool {
        let mut known = self.known(state, side);
        known.any(|(_, enemy, _)| self.format.kind(&enemy.kind).is(Trait::Jammer))
    }

    /// The attacks of a shot as they are once the target is suppressed (cc35).
    pub(super) fn pinned(
        &self,
        state: &State,
        unit: &Unit,
        target: &Piece,
        shot: &Shot,
    ) -> Vec<Salvo> {
        let found = state.piece(unit).zip(target.at()).filter(|_| !target.suppressed);
        let Some((shooter, to)) = found else { return shot.salvos.clone() };
        let target = &Piece { suppressed: true, ..target.clone() };
        let pair = Pair { game: self, state, name: unit, shooter, target, from: shooter.at(), to };
        let salvo = |name: &Weapon| {
            let turns = shot.turn.is_some();
            pair.salvo(name, self.format.weapon(name), turns)
        };
        shot.salvos.iter().map(|before| salvo(&before.weapon)).collect()
    }

    /// Chance in a hundred that a hit of so much strength harms a hard target (cc40, cc41).
    pub(super) fn ap(&self, strength: u8, vulnerable: bool) -> u8 {
        let row = match self.switches.ap {
            Ap::Printed => "printed",
            Ap::Even => "even",
        };
        let value = usize::from(strength) + usize::from(vulnerable);
        self.format.anti_armor[row].get(value - 1).copied().unwrap_or(100)
    }

    /// True if the line between two hexes meets smoke (cc33).
    fn smoky(state: &State, from: Zone, to: Zone) -> bool {
        let clouds = &state.open.smoke;
        let line = || from.0.line(to.0).into_iter().flat_map(crate::engine::board::Pass::places);
        !clouds.is_empty() && line().any(|at| clouds.contains_key(&Zone(at)))
    }
}

/// Penetration at a range: between the two ends in a line, rounded down (cc39).
pub fn penetration(weapon: &WeaponRow, range: u32) -> u32 {
    let ((near, far), (most, least)) = (weapon.range, weapon.penetration);
    let (span, range) = (far - near, range.clamp(near, far));
    if span == 0 {
        return most;
    }
    (most * span - (most - least) * (range - near)) / span
}

/// What the share of the greatest range adds to the number to hit (cc28).
pub fn by_range(weapon: &WeaponRow, range: u32) -> i8 {
    let (range, most) = (range * 5, weapon.range.1);
    match () {
        () if weapon.flat => 0,
        () if range <= most => 1,
        () if range <= 2 * most => 0,
        () if range <= 3 * most => -1,
        () if range <= 4 * most => -2,
        () => -3,
    }
}

impl<'a> Pair<'a> {
    fn kind(&self) -> &'a KindRow {
        self.game.format.kind(&self.shooter.kind)
    }

    fn row(&self) -> &'a KindRow {
        self.game.format.kind(&self.target.kind)
    }

    fn range(&self) -> u32 {
        self.from.map_or(0, |from| from.0.distance(self.to.0)).max(1)
    }

    /// Infantry in the zone of control of an armored enemy assaults it or does not attack (cc9).
    fn must_assault(&self, from: Zone) -> bool {
        let mut enemies = self.game.known_beside(self.state, self.shooter.side, from);
        self.kind().assault > 0
            && self.kind().class == Class::Infantry
            && enemies.any(|enemy| self.game.format.kind(&enemy.kind).armored())
    }

    /// Where it turns, and all direct weapons that bear; `None` if none does (cc3, cc10, cc13).
    fn direct(&self) -> Option<(Option<Facing>, Vec<Salvo>)> {
        let from = self.from?;
        if !self.game.sees(self.shooter, from, self.target, self.to) {
            return None;
        }
        let range = self.range();
        let own = self.kind().weapons.iter();
        let rows = own.map(|name| (name, self.game.format.weapon(name)));
        let rows: Vec<_> = rows
            .filter(|(name, row)| !row.indirect && self.has(name))
            .filter(|(_, row)| (row.range.0..=row.range.1).contains(&range))
            .collect();
        let ahead =
            self.kind().is(Trait::AllRound) || from.0.in_arc(self.shooter.facing, FRONT, self.to.0);
        let round: Vec<_> = rows.iter().copied().filter(|(_, row)| ahead || row.turret).collect();
        let turns = round.is_empty();
        let bear = if turns { rows } else { round };
        let fits = bear.iter().filter(|(_, row)| self.rate(row) > 0);
        let salvos: Vec<Salvo> = fits.map(|(name, row)| self.salvo(name, row, turns)).collect();
        let turn = turns.then(|| self.towards(from));
        let salvos = self.best(salvos);
        (!salvos.is_empty()).then_some((turn, salvos))
    }

    /// All indirect weapons in range (cc13).
    fn indirect(&self) -> Vec<Salvo> {
        let range = self.range();
        let own = self.kind().weapons.iter();
        let rows = own.map(|name| (name, self.game.format.weapon(name)));
        let off = self.from.is_none();
        let reach = |row: &WeaponRow| off || (row.range.0..=row.range.1).contains(&range);
        let fits = rows.filter(|(name, row)| row.indirect && reach(row) && self.has(name));
        self.best(fits.map(|(name, row)| self.salvo(name, row, false)).collect())
    }

    /// There is ammunition for a weapon (cc18).
    fn has(&self, weapon: &Weapon) -> bool {
        !self.game.is_out(self.state, self.name, weapon)
    }

    /// The facing from which the target is straightest ahead.
    fn towards(&self, from: Zone) -> Facing {
        let mut all = Facing::ALL.into_iter();
        let ray = |facing: &Facing| from.0.in_arc(*facing, Arc::new(11, 1), self.to.0);
        all.find(ray).unwrap_or(self.shooter.facing)
    }

    fn rate(&self, row: &WeaponRow) -> u32 {
        match (row.indirect, self.shooter.moved) {
            (true, _) => 1,
            (false, true) => row.rate.1,
            (false, false) => row.rate.0,
        }
    }

    /// Of weapons that cannot fire together the one that does most (cc31).
    fn best(&self, salvos: Vec<Salvo>) -> Vec<Salvo> {
        let mut kept: Vec<Salvo> = Vec::new();
        for salvo in salvos {
            let group = |salvo: &Salvo| self.game.format.weapon(&salvo.weapon).group;
            let rival =
                kept.iter().position(|other| group(&salvo) > 0 && group(other) == group(&salvo));
            let chance =
                |salvo: &Salvo| odds::of_salvos(self.game, self.target, &[[salvo; 2]]).exact;
            match rival {
                Some(at) if chance(&salvo) > chance(&kept[at]) => kept[at] = salvo,
                Some(_) => {}
                None => kept.push(salvo),
            }
        }
        kept
    }

    /// The attacks of one weapon (cc5, cc26 to cc36).
    pub(super) fn salvo(&self, name: &Weapon, row: &WeaponRow, turns: bool) -> Salvo {
        let mods = self.mods(row, turns);
        let needed = needed(&mods);
        let attacks = self.rate(row) * u32::from(self.shooter.strength);
        Salvo { weapon: name.clone(), attacks, needed, mods, versus: self.versus(row) }
    }

    fn mods(&self, row: &WeaponRow, turns: bool) -> Vec<Mod> {
        let (quality, shooter) = (&self.game.format.quality, self.shooter);
        // Qualities (cc26), caution (cc27), smart weapons (cc50).
        let mut mods = vec![
            Mod { why: Why::Base, by: 5 },
            Mod { why: Why::Shooter, by: quality[&shooter.quality].shoots },
            Mod { why: Why::Target, by: quality[&self.target.quality].target },
        ];
        let mut add = |so: bool, why: Why, by: i8| {
            if so && by != 0 {
                mods.push(Mod { why, by });
            }
        };
        add(self.game.cautious(self.target), Why::Cautious, -1);
        add(row.smart, Why::Smart, 2);
        let covered = self.game.covered(self.to);
        if row.indirect {
            // Indirect fire (cc36).
            let seen =
                self.from.is_some_and(|from| self.game.sees(shooter, from, self.target, self.to));
            add(seen, Why::IndirectSeen, -2);
            add(!seen, Why::IndirectUnseen, -3);
            add(covered, Why::Cover, -1);
        } else {
            // Range (cc28), rangefinder (cc34), movement (cc29), ammunition (cc30).
            let ahead = !row.turret && !self.kind().is(Trait::AllRound);
            let moved = shooter.moved || turns || shooter.turned && ahead;
            add(true, Why::Rangefinder, i8::try_from(row.rangefinder).unwrap_or(0));
            add(true, Why::Range, by_range(row, self.range()));
            add(moved, Why::Moved, -2);
            add(shooter.moved, Why::Stabilized, i8::try_from(row.stabilized).unwrap_or(0));
            add(shooter.moved && row.overworked, Why::Overworked, -1);
            add(self.is_low(), Why::LowAmmo, -1);
            add(covered, Why::Cover, -1);
            add(!covered && self.hull_down(), Why::HullDown, -1);
            let smoke =
                self.from.is_some_and(|from| CompanyCommander::smoky(self.state, from, self.to));
            add(smoke, Why::Smoke, -2);
            let jammed = row.smart && self.game.jammed(self.state, shooter.side);
            add(jammed, Why::Jammed, -1);
        }
        mods.retain(|one| one.by != 0);
        mods
    }

    /// The shooter is low on ammunition; what it fires now counts once the attack is over (cc30).
    fn is_low(&self) -> bool {
        self.game.is_low(self.state, self.name, self.kind())
    }

    /// The target stands higher and faces the shooter (cc32).
    fn hull_down(&self) -> bool {
        let all_round = self.row().is(Trait::AllRound);
        self.from.is_some_and(|from| {
            let higher = self.game.height(self.to) > self.game.height(from);
            let level = self.kind().flies();
            higher && !level && (all_round || self.to.0.in_arc(self.target.facing, FRONT, from.0))
        })
    }

    /// What a hit meets (cc11, cc38, cc43).
    fn versus(&self, row: &WeaponRow) -> Versus {
        let kind = self.row();
        let Some(armor) = kind.armor else {
            let save = u8::from(kind.is(Trait::FrontLine)) + self.game.terrain(self.to).save;
            return Versus::Soft { save, strength: row.strength };
        };
        let side = match self.from {
            Some(from) if !row.indirect && !row.top => {
                let within = |facing| self.to.0.in_arc(facing, FRONT, from.0);
                match () {
                    () if within(self.target.facing) => armor.front,
                    () if within(self.target.facing.opposite()) => armor.rear,
                    () => armor.flank,
                }
            }
            _ => armor.rear,
        };
        let over = i64::from(penetration(row, self.range())) - i64::from(side);
        let vulnerable =
            self.target.suppressed || kind.is(Trait::OpenTopped) || kind.is(Trait::Vulnerable);
        let saves = !row.indirect || self.game.switches.indirect_save == IndirectSave::Rolled;
        let save = if saves { kind.save } else { 0 };
        Versus::Hard { over, save, percent: self.game.ap(row.strength, vulnerable) }
    }
}
