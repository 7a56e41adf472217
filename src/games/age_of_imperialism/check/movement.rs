//! Orders of the movement phases.

use super::{Check, Checked, some};
use crate::engine::Rule;
use crate::engine::orders::check::{forbid, require};
use crate::games::age_of_imperialism::force::Force;
use crate::games::age_of_imperialism::names::{Fleet, Region, Sea};
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;

impl Check<'_> {
    pub(super) fn declare_war(&mut self, on: Power) -> Checked {
        let (price, hand) = (self.game.format.diplomacy.war.value, self.hand().dp);
        self.other(rules::WAR, on)?;
        if self.at_war(on) {
            return self.found.warn(rules::WAR, Reason::AtWarAlready { with: on });
        }
        require(!self.allied(on), rules::ALLIANCE, Reason::AreAllies { with: on })?;
        // DP for a conquest come after all moves.
        require(hand >= price, rules::WAR, Reason::LacksDp { price, hand })
    }

    pub(super) fn peace(&mut self, with: Power) -> Checked {
        self.other(rules::WAR, with)?;
        self.expect_now(self.at_war(with), rules::WAR, Reason::NotAtWar { with })
    }

    pub(super) fn ally(&mut self, with: Power) -> Checked {
        self.other(rules::ALLIANCE, with)?;
        let allied = self.allied(with);
        self.expect_now(!allied, rules::ALLIANCE, Reason::AreAlliesAlready { with })?;
        let common = self.enemies().into_iter().any(|enemy| self.open.at_war(with, enemy));
        self.expect_now(allied || common, rules::ALLIANCE, Reason::NoCommonEnemy { with })
    }

    pub(super) fn end_alliance(&mut self, with: Power) -> Checked {
        self.other(rules::ALLIANCE, with)?;
        let between = [(self.power, with), (with, self.power)];
        let mut pacts = self.open.alliances.iter().filter(|pact| between.contains(&pact.of));
        match pacts.next().map(|pact| pact.notice) {
            Some(notice) => require(notice.is_none(), rules::ALLIANCE, Reason::NoticeGiven),
            None => self.found.weigh(false, rules::ALLIANCE, Reason::NoAlliance { with }),
        }
    }

    pub(super) fn cede(&mut self, at: &Region, to: Power) -> Checked {
        self.other(rules::CEDE, to)?;
        self.expect_now(self.owns(at), rules::CEDE, Reason::NotYours { at: at.clone() })
    }

    pub(super) fn march(&mut self, units: &Force, path: &[Region]) -> Checked {
        let (rule, chart) = (rules::MARCH, self.chart);
        some(rules::MARCH, units)?;
        let [from, .., to] = path else { return Err((rule, Reason::ShortPath)) };
        let apart = path.windows(2).find(|leg| !chart.touch(&leg[0], &leg[1]));
        forbid(apart, rules::MARCH, |leg| {
            let near = chart.near(&leg[0]).cloned().collect();
            Reason::NotTouching { from: leg[0].clone(), to: leg[1].clone(), near }
        })?;
        self.present(rule, units, from)?;
        self.entry(to)
    }

    /// Units may come to a region by another line, or by retreat; else they must stand there.
    fn present(&mut self, rule: Rule, units: &Force, from: &Region) -> Checked {
        let there = self.force(from);
        if self.hopes.reached.contains(from) || there.covers(units) {
            return Ok(());
        }
        let (at, none) = (from.clone(), there.common(units).is_empty());
        let reason = if none { Reason::NoneThere { at } } else { Reason::FewThere { at, there } };
        self.found.weigh(none && !self.may_be_joined(from), rule, reason)
    }

    /// A region of another power may open by war or consent; the author is warned.
    fn entry(&mut self, to: &Region) -> Checked {
        let Some(owner) = self.stranger(to) else { return Ok(()) };
        let may = self.at_war(owner) || self.allied(owner);
        let reason = Reason::NotAtWarWithOwner { at: to.clone(), owner };
        self.found.expect(may, rules::ENTRY, reason)
    }

    /// The author must have one of these fleets at least.
    fn fleets(&mut self, rule: Rule, fleets: &[Fleet]) -> Checked {
        require(!fleets.is_empty(), rule.clone(), Reason::NoFleets)?;
        let own: Vec<Fleet> = self.squadrons().map(|(fleet, _)| fleet).collect();
        let none = !fleets.iter().any(|fleet| own.contains(fleet));
        match fleets.iter().copied().find(|fleet| !own.contains(fleet)) {
            Some(fleet) => self.found.weigh(none, rule, Reason::NoSuchFleet { fleet, own }),
            None => Ok(()),
        }
    }

    pub(super) fn board(&mut self, units: &Force, from: &Region, fleet: Fleet) -> Checked {
        some(rules::CARRY, units)?;
        self.fleets(rules::CARRY, &[fleet])?;
        self.coast(rules::CARRY, from)?;
        self.present(rules::CARRY, units, from)?;
        let room = self.game.format.fleet.carries.value;
        let fits = self.game.portage(units) <= room;
        self.found.expect(fits, rules::CARRY, Reason::TooMuchCargo { units: *units, room })
    }

    /// Fleets and ports need a coast.
    pub(super) fn coast(&self, rule: Rule, at: &Region) -> Checked {
        let coast = self.chart.coast(at).next().is_some();
        require(coast, rule, Reason::NoCoast { at: at.clone() })
    }

    pub(super) fn sail(&mut self, fleets: &[Fleet], path: &[Sea]) -> Checked {
        self.fleets(rules::SAIL, fleets)?;
        require(path.len() > 1, rules::SAIL, Reason::ShortPath)?;
        let chart = self.chart;
        let apart = |leg: &&[Sea]| !chart.next_seas(&leg[0]).contains(&&leg[1]);
        forbid(path.windows(2).find(apart), rules::SAIL, |leg| {
            let near = chart.next_seas(&leg[0]).into_iter().cloned().collect();
            Reason::NotJoined { from: leg[0].clone(), to: leg[1].clone(), near }
        })?;
        let missing = self.open.canal.is_none();
        match path.windows(2).position(|leg| missing && chart.is_canal(&leg[0], &leg[1])) {
            // The fleets may sail as far as the canal that is not there.
            Some(leg) => self.found.weigh(leg == 0, rules::STRAITS, Reason::NoCanal),
            None => Ok(()),
        }
    }

    pub(super) fn disembark(
        &mut self,
        fleets: &[Fleet],
        units: Option<&Force>,
        at: &Region,
    ) -> Checked {
        units.map_or(Ok(()), |units| some(rules::CARRY, units))?;
        self.fleets(rules::CARRY, fleets)?;
        self.coast(rules::CARRY, at)?;
        self.entry(at)
    }

    /// Fleets that an order to intercept sends should be there; it may stand for those to come.
    pub(super) fn hunters(&mut self, fleets: &[Fleet]) -> Checked {
        let own: Vec<Fleet> = self.squadrons().map(|(fleet, _)| fleet).collect();
        match fleets.iter().copied().find(|fleet| !own.contains(fleet)) {
            Some(fleet) => {
                self.expect_now(false, rules::INTERCEPT, Reason::NoSuchFleet { fleet, own })
            }
            None => Ok(()),
        }
    }

    pub(super) fn engage(&mut self, fleets: &[Fleet], enemy: Power) -> Checked {
        self.fleets(rules::ENGAGE, fleets)?;
        self.other(rules::ENGAGE, enemy)?;
        let war = self.at_war(enemy);
        self.found.expect(war, rules::ENGAGE, Reason::NotAtWar { with: enemy })
    }
}
