//! What an order file costs by its length.

use std::fs;

use crate::campaign::{Campaign, SIDES};
use crate::program::{Program, growth, median};

const KIBIBYTES: [u64; 4] = [1, 4, 16, 62];
/// Lines of a list that a format allows at most.
const LINES: usize = 400;

/// What `check`, `seal` and `receive` cost for order files of so many KiB.
pub(crate) fn measure(programs: &[Program]) {
    for program in programs {
        let (mut check, mut seal, mut receive) = (Vec::new(), Vec::new(), Vec::new());
        for size in KIBIBYTES {
            let place = tempfile::tempdir().expect("a directory");
            let campaign = Campaign { program, place: place.path(), seats: &SIDES };
            campaign.found(&[]);
            campaign.cycle(true);
            campaign.seal("union", true);
            let orders = place.path().join("union.yaml");
            let text = fs::read_to_string(&orders).expect("an order file");
            let length = usize::try_from(size * 1024).expect("a length");
            fs::write(&orders, filled(&text, length)).expect("a disk");
            check.push((size, campaign.median(&["check", "union.yaml", "--key", "union.key"])));
            let sealing = ["seal", "union.yaml", "--key", "union.key", "--anyway"];
            seal.push((size, campaign.median(&sealing)));
            let costs = (0..5).map(|n: u8| {
                let packet = format!("{n}.age");
                campaign.run(&[&sealing[..], &["-o", &packet]].concat());
                campaign.run(&["receive", &packet])
            });
            receive.push((size, median(&costs.collect::<Vec<_>>())));
        }
        growth("check", program, "KiB", &check);
        growth("seal", program, "KiB", &seal);
        growth("receive", program, "KiB", &receive);
    }
}

/// The order file without its comments, with its own lines repeated as often as fits, and a comment
/// for what is left.
fn filled(text: &str, length: usize) -> String {
    let bare = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let bare = bare.flat_map(|line| [line, "\n"]).collect::<String>();
    let (head, list) = bare.split_once("\norders:\n").expect("an order file has orders");
    let mut out = format!("{head}\norders:\n");
    let items = items(list);
    for item in items.iter().cycle().take(LINES) {
        if out.len() + item.len() > length {
            break;
        }
        out.push_str(item);
    }
    let left = length.saturating_sub(out.len());
    out.extend(std::iter::repeat_n("# and what their player thought of it\n", left / 38));
    out
}

/// The items of a YAML list, each with the lines that belong to it.
fn items(list: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in list.lines() {
        if line.trim_start().starts_with("- ") && !line.starts_with("      ") {
            items.push(String::new());
        }
        if let Some(item) = items.last_mut() {
            item.push_str(line);
            item.push('\n');
        }
    }
    items
}
