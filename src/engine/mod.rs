//! What all games share: the contract, events, audiences, chance, orders. Pure.
