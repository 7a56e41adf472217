//! The impulses of a turn, and in which of them a unit moves (md51).

/// Impulses in a turn (md51).
pub const IMPULSES: u32 = 32;

/// A moment to come, seen from a turn: `impulse 5` of it, `turn 3`, `turn 3, impulse 5`.
pub fn moment(now: u32, moment: u32) -> String {
    let (turn, impulse) = ((moment - 1) / IMPULSES + 1, (moment - 1) % IMPULSES + 1);
    match (turn == now, impulse) {
        (true, impulse) => format!("impulse {impulse}"),
        (false, 1) => format!("turn {turn}"),
        (false, impulse) => format!("turn {turn}, impulse {impulse}"),
    }
}

/// True if a unit of that speed moves in an impulse (md51).
pub fn moves(speed: u32, impulse: u32) -> bool {
    speed * impulse / IMPULSES > speed * (impulse - 1) / IMPULSES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_impulse_chart() {
        let chart = |speed| (1..=IMPULSES).filter(|i| moves(speed, *i)).collect::<Vec<_>>();
        assert_eq!(chart(7), [5, 10, 14, 19, 23, 28, 32]);
        assert_eq!(chart(9), [4, 8, 11, 15, 18, 22, 25, 29, 32]);
        let eighteen = [2, 4, 6, 8, 9, 11, 13, 15, 16, 18, 20, 22, 24, 25, 27, 29, 31, 32];
        assert_eq!(chart(18), eighteen);
        assert_eq!(chart(31), (2..=32).collect::<Vec<_>>());
    }

    #[test]
    fn every_speed_moves_as_often_as_it_says_and_evenly() {
        for speed in 0..=32 {
            let moved: Vec<u32> = (1..=IMPULSES).filter(|i| moves(speed, *i)).collect();
            assert_eq!(moved.len(), usize::try_from(speed).unwrap());
            let gaps: Vec<u32> = moved.windows(2).map(|pair| pair[1] - pair[0]).collect();
            let (least, most) = (gaps.iter().min(), gaps.iter().max());
            assert!(most.zip(least).is_none_or(|(most, least)| most - least <= 1), "{speed}");
        }
    }
}
