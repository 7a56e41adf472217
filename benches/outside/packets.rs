//! What commands cost when a player has changed their orders many times in a cycle.

use std::fs;

use crate::campaign::Campaign;
use crate::program::{Program, growth, median};

const PACKETS: [u64; 3] = [6, 60, 300];

/// What `status`, `receive` and `resolve` cost with so many packets kept.
pub(crate) fn measure(programs: &[Program]) {
    for program in programs {
        let (mut status, mut receive, mut resolve) = (Vec::new(), Vec::new(), Vec::new());
        for kept in PACKETS {
            let place = tempfile::tempdir().expect("a directory");
            let seats = ["mazianni", "union"];
            let campaign = Campaign { program, place: place.path(), seats: &seats };
            campaign.found(&[]);
            campaign.seal("mazianni", false);
            let first = campaign.seal("union", false);
            fs::rename(place.path().join(&first), place.path().join("1.age")).expect("a packet");
            let orders = place.path().join("union.yaml");
            let text = fs::read_to_string(&orders).expect("an order file");
            let sealed = |n: u64| {
                let changed = text.replace("sequence: 1\n", &format!("sequence: {n}\n"));
                assert!(n == 1 || changed != text, "an order file has a sequence");
                fs::write(&orders, changed).expect("a disk");
                let packet = format!("{n}.age");
                campaign.run(&["seal", "union.yaml", "--key", "union.key", "-o", &packet]);
                packet
            };
            let mut packets = vec!["1.age".to_owned()];
            packets.extend((2..=kept).map(sealed));
            let mut arguments = vec!["receive"];
            arguments.extend(packets.iter().map(String::as_str));
            campaign.run(&arguments);
            status.push((kept, campaign.median(&["status"])));
            let more = (kept + 1..kept + 6).map(sealed).collect::<Vec<_>>();
            let costs = more.iter().map(|packet| campaign.run(&["receive", packet])).collect();
            receive.push((kept, median(costs)));
            resolve.push((kept, campaign.resolve()));
        }
        growth("status", program, "packets", &status);
        growth("receive", program, "packets", &receive);
        growth("resolve", program, "packets", &resolve);
    }
}
