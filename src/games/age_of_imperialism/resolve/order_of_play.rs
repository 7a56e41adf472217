//! The order of play (im13, im65).

use super::{Cycle, Line, Outcome, Sheets, picked};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::{Event, Reason};
use crate::games::age_of_imperialism::orders::Order;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::rules;

/// Draws the order of the turn that begins.
pub fn draw(game: &AgeOfImperialism, turn: &mut Cycle<'_>) {
    let mut order = game.board.powers.clone();
    turn.chance().draw(&["order"]).shuffle(&mut order);
    turn.record(&rules::INCOME, Event::OrderSet { order });
}

/// What a power bids.
#[derive(Debug, Clone, Copy)]
struct Bid<'o> {
    power: Power,
    /// What it pays: no more than it has.
    pp: u32,
    /// What it wrote.
    asked: u32,
    wants: &'o [u32],
    line: Option<&'o Line>,
}

/// Auctions the order of the turn.
pub fn auction(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets) {
    let mut bids: Vec<Bid<'_>> =
        game.board.powers.iter().map(|power| bid(turn, orders, *power)).collect();
    bids.sort_by_key(|bid| std::cmp::Reverse(bid.pp));
    draw_lots(turn, &mut bids);
    let mut places: Vec<Option<Power>> = vec![None; bids.len()];
    turn.next_moment();
    for bid in &bids {
        let place = choose(&places, bid.wants);
        places[place] = Some(bid.power);
        let number = u32::try_from(place + 1).expect("six places at most");
        let (power, pp) = (bid.power, bid.pp);
        turn.record(&rules::AUCTION, Event::BidMade { power, pp, place: number });
        if pp > 0 {
            turn.record(&rules::AUCTION, Event::Paid { power, pp, dp: 0, why: Reason::Bid });
        }
        if let Some(line) = bid.line {
            let reason = format!("place {number} for {pp} PP");
            let outcome = if pp < bid.asked {
                Outcome::partly(&rules::AUCTION, format!("{reason}, which is all there was"))
            } else {
                Outcome::done(&rules::AUCTION, reason)
            };
            outcome.tell(turn, power, line);
        }
    }
    let order = places.into_iter().flatten().collect();
    turn.record(&rules::AUCTION, Event::OrderSet { order });
}

fn bid<'o>(turn: &Cycle<'_>, orders: &'o Sheets, power: Power) -> Bid<'o> {
    let asked = picked(turn, orders, power, |order| match order {
        Order::Bid { pp, wants } => Some((*pp, wants.as_slice())),
        _ => None,
    });
    let Some((line, (asked, wants))) = asked.into_iter().next() else {
        return Bid { power, pp: 0, asked: 0, wants: &[], line: None };
    };
    Bid { power, pp: asked.min(turn.state().purse(power).pp), asked, wants, line: Some(line) }
}

/// Equal bids, which stand side by side, are put into a sequence by lot.
fn draw_lots(turn: &mut Cycle<'_>, bids: &mut [Bid<'_>]) {
    for equal in bids.chunk_by_mut(|a, b| a.pp == b.pp) {
        if equal.len() > 1 {
            let pp = equal[0].pp.to_string();
            turn.chance().draw(&["auction", &pp]).shuffle(equal);
        }
    }
}

/// The first wish that is free, else the earliest place that is.
fn choose(places: &[Option<Power>], wants: &[u32]) -> usize {
    let free = |place: &usize| places.get(*place).is_some_and(Option::is_none);
    let wishes = wants.iter().filter_map(|want| usize::try_from(*want).ok()?.checked_sub(1));
    wishes.chain(0..places.len()).find(free).expect("there are as many places as powers")
}
