//! Other powers, and what belongs to no unit.

use super::{Choices, Desk};
use crate::base::words::{capital, count};
use crate::engine::Choice;
use crate::games::age_of_imperialism::force::Kind;
use crate::games::age_of_imperialism::orders::{Means, Order};
use crate::games::age_of_imperialism::policies::{Limit, Occasion, Odds, Stand};
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::state::{Region, Stance};

/// Regions of another power that one may incite, as offered.
const INCITED: usize = 2;

impl Desk<'_> {
    /// Every other power, in the order of play.
    pub(super) fn powers(&self) -> Choices {
        let others = self.state.order.iter().copied().filter(|other| *other != self.power);
        others.map(|other| self.dealings(other)).collect()
    }

    fn dealings(&self, other: Power) -> Choice<Order> {
        let state = self.state;
        let war = state.at_war(self.power, other);
        let allied = state.allied(self.power, other);
        let stand = if war {
            "at war with you"
        } else if allied {
            "your allies"
        } else {
            "at peace with you"
        };
        let regions = i64::try_from(state.owned(other).count()).unwrap_or(i64::MAX);
        let brigades: u32 = state.lands.values().map(|land| land.force(other).brigades()).sum();
        let size = format!("{}, {}", count(regions, "region"), count(brigades, "brigade"));
        let mut choice = Choice::other(format!("{}: {size}; {stand}", capital(other.title())));
        if war {
            choice.offer(Order::Peace { with: other }, "if they order it too");
        } else if allied {
            choice.offer(Order::EndAlliance { with: other }, "");
        } else {
            let about = format!("{} DP", self.game.format.diplomacy.war.value);
            choice.offer(Order::DeclareWar { on: other }, about);
            let common = |enemy: &Power| state.at_war(other, *enemy);
            if state.enemies(self.power).iter().any(common) {
                choice.offer(Order::Ally { with: other }, "if they order it too");
            }
        }
        if !allied {
            self.incite(&mut choice, other);
        }
        if state.purse(self.power).pp >= 10 && !war {
            choice.offer(Order::Give { to: other, pp: 10 }, "");
        }
        choice
    }

    /// Regions where their natives may be stirred up, the strongest first.
    fn incite(&self, choice: &mut Choice<Order>, other: Power) {
        let land = |at: &Region| self.land(at);
        let regions = self.game.board.chart.order.iter();
        let mut ripe: Vec<&Region> = regions
            .filter(|at| {
                let land = land(at);
                land.owner == Some(other) && land.marker.is_some() && land.revolt.is_none()
            })
            .filter(|at| self.is_near(at) && !self.state.incited.contains(*at))
            .collect();
        ripe.sort_by_key(|at| u8::MAX - self.state.strength(at).unwrap_or(0));
        for at in ripe.into_iter().take(INCITED) {
            let strength = self.state.strength(at);
            let about = strength.map_or_else(String::new, |s| format!("strength {s}, 1 DP"));
            choice.offer(Order::Incite { at: at.clone(), with: Means::Dp, bribe: false }, about);
        }
    }

    /// True if a quiet own region touches this one, or an own fleet lies off it (im21).
    fn is_near(&self, at: &str) -> bool {
        let chart = &self.game.board.chart;
        let quiet = |next: &Region| self.owns(next) && self.land(next).revolt.is_none();
        chart.near(at).any(quiet) || self.own_fleets().any(|(_, f)| chart.on_coast(at, &f.sea))
    }

    /// Money in production, decisions of battles in movement.
    pub(super) fn whole(&self) -> Choice<Order> {
        let purse = self.state.purse(self.power);
        let hand = format!("{} PP and {} DP in hand", purse.pp, purse.dp);
        let mut choice = Choice::other(format!("Your power: {hand}"));
        if self.state.step.is_movement() {
            self.battles(&mut choice);
        } else {
            self.treasury(&mut choice);
        }
        choice
    }

    fn battles(&self, choice: &mut Choice<Order>) {
        let retreat = |when| Order::Retreat { at: None, when, to: Vec::new() };
        choice.offer(retreat(Limit::Outnumbered(2)), "from any land battle");
        let order = vec![Kind::Infantry, Kind::Artillery, Kind::Cavalry];
        choice.offer(Order::Losses { order }, "whom to lose first");
        choice.offer(Order::LastStand(Stand::Convert), "the last party becomes infantry");
        choice.offer(Order::Transfer { amount: 1 }, "DRM of a general");
        let targets = vec![Kind::Artillery, Kind::General];
        choice.offer(Order::Triple { targets }, "three hits on one of them");
        self.passage(choice);
        if self.own_fleets().next().is_some() {
            let intercept = Order::Intercept { sea: None, power: None, when: Odds::Always };
            choice.offer(intercept, "fleets of enemies");
            choice.offer(Order::BreakOff { when: Limit::Round(2) }, "a battle at sea");
        }
        choice.offer(Order::Scorch { at: None, when: Occasion::Losing }, "1 DP a building");
        let support = Order::OnRevolt { at: None, against: None, side: Stance::Support };
        choice.offer(support, "your spheres help rebels");
    }
}
