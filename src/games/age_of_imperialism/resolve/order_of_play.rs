//! The order of play (im13, im65).

use super::{Cycle, Fate, Line, asks};
use crate::games::age_of_imperialism::events::{Event, Purpose};
use crate::games::age_of_imperialism::order::Order;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;

/// Draws the order of the turn that begins.
pub fn draw(turn: &mut Cycle<'_>) {
    let mut order = turn.game().board.powers.clone();
    let mut draw = turn.chance().draw(&["order"]);
    let name = draw.name();
    draw.shuffle(&mut order);
    turn.record_drawn(&rules::INCOME, name, Event::OrderSet { order });
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
pub fn auction(turn: &mut Cycle<'_>) {
    let mut bids: Vec<Bid<'_>> =
        turn.game().board.powers.iter().map(|power| bid(turn, *power)).collect();
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
            turn.record(&rules::AUCTION, Event::Paid { power, pp, dp: 0, why: Purpose::Bid });
        }
        if let Some(line) = bid.line {
            let outcome = if pp < bid.asked {
                Fate::partly(&rules::AUCTION, Reason::BidCut { place: number, pp })
            } else {
                Fate::done(&rules::AUCTION, Reason::BidPlaced { place: number, pp })
            };
            turn.answer(&power.seat(), line, outcome);
        }
    }
    let order = places.into_iter().flatten().collect();
    turn.record(&rules::AUCTION, Event::OrderSet { order });
}

fn bid<'o>(turn: &Cycle<'o>, power: Power) -> Bid<'o> {
    let asked =
        turn.picked(&power.seat(), asks!(Order::Bid { pp, wants } => (*pp, wants.as_slice())));
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
