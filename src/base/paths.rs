//! The names of the files that entries list. `docs/formats/ledger.md`.

/// Everything of one cycle.
pub fn cycle(cycle: u32) -> String {
    format!("cycles/{cycle:04}")
}

/// The calendar that the ledger's entry of that number put in force.
pub fn calendar(entry: u64) -> String {
    format!("calendar/{entry:06}.yaml")
}

/// What the ruling on orders in the ledger's entry of that number changes, encrypted to the campaign.
pub fn ruling(entry: u64) -> String {
    format!("rulings/{entry:06}.age")
}

/// A packet that an entry of that number notes, encrypted to its cycle.
pub fn held(cycle: u32, entry: u64) -> String {
    format!("cycles/{cycle:04}/held/{entry:06}.age")
}

/// The values of the position that were set in a cycle, encrypted to the campaign.
pub fn settings(cycle: u32) -> String {
    format!("cycles/{cycle:04}/set.age")
}

/// A player's word, which the ledger's entry of that number carries out.
pub fn word(entry: u64) -> String {
    format!("words/{entry:06}.txt")
}

/// A message as its readers get it, encrypted to them and to the campaign; of the ledger's entry of that
/// number.
pub fn press(entry: u64) -> String {
    format!("press/{entry:06}.age")
}

/// The same message as its author signed it, encrypted to the campaign.
pub fn press_signed(entry: u64) -> String {
    format!("press/{entry:06}.signed.age")
}

/// What the computer staff ordered for a seat in a cycle, encrypted to the campaign.
pub fn staff(cycle: u32, seat: &str) -> String {
    format!("cycles/{cycle:04}/staff/{seat}.age")
}

/// The packets received in a cycle.
pub fn packets(cycle: u32) -> String {
    format!("cycles/{cycle:04}/packets")
}

/// The packet of a seat that came as the nth (from 1) in a cycle.
pub fn packet(cycle: u32, seat: &str, nth: u32) -> String {
    format!("cycles/{cycle:04}/packets/{seat}-{nth:03}.age")
}

/// The seat and the number in the name of a packet's file.
pub fn packet_number(name: &str) -> Option<(&str, u32)> {
    let (seat, nth) = name.strip_suffix(".age")?.rsplit_once('-')?;
    Some((seat, nth.parse().ok()?))
}

/// The position after a cycle, encrypted to the campaign.
pub fn state(cycle: u32) -> String {
    format!("cycles/{cycle:04}/state.age")
}

/// The record of a cycle, encrypted to the campaign; none for the beginning.
pub fn record(cycle: u32) -> String {
    format!("cycles/{cycle:04}/record.age")
}

/// A seat's report, encrypted to its player and the campaign.
pub fn report(cycle: u32, seat: &str) -> String {
    format!("cycles/{cycle:04}/reports/{seat}.age")
}

/// A seat's report, encrypted again to the keys that the ledger's entry of that number names.
pub fn report_again(cycle: u32, seat: &str, entry: u64) -> String {
    format!("cycles/{cycle:04}/reports/{seat}.{entry:06}.age")
}

/// The map of the public report, as versions kept it that drew one for each cycle.
pub fn public_map(cycle: u32) -> String {
    format!("cycles/{cycle:04}/map.svg")
}

/// The report for everybody.
pub fn public_report(cycle: u32) -> String {
    format!("cycles/{cycle:04}/public.md")
}
