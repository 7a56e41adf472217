//! What commands cost when a player has changed their orders many times in a cycle.

use std::fs::File;
use std::io::Write as _;

use crate::campaign::{Campaign, SIDES};
use crate::program::{Program, growth, median};

const PACKETS: [u64; 3] = [6, 60, 300];

/// What `status`, `receive` and `resolve` cost with so many packets kept.
pub(crate) fn measure(programs: &[Program]) {
    for program in programs {
        let (mut status, mut receive, mut resolve) = (Vec::new(), Vec::new(), Vec::new());
        for kept in PACKETS {
            let place = tempfile::tempdir().expect("a directory");
            let campaign = Campaign { program, place: place.path(), seats: &SIDES };
            campaign.found(&[]);
            campaign.seal("mazianni", false);
            let first = campaign.seal("union", false);
            let orders = place.path().join("union.yaml");
            campaign.run(&["receive", &first]);
            // What has changed since it was sealed last gets the next sequence.
            let change = || {
                campaign.remove(&[&first]);
                let mut orders = File::options().append(true).open(&orders).expect("an order file");
                writeln!(orders, "# another thought").expect("a disk");
                campaign.run(&["seal", "union.yaml", "--key", "union.key", "-o", &first]);
                campaign.run(&["receive", &first])
            };
            for _ in 1..kept {
                change();
            }
            status.push((kept, campaign.median(&["status"])));
            receive.push((kept, median(&[change(), change(), change(), change(), change()])));
            let early = ["resolve", "--early", "--without-orders", "--reason", "a bench"];
            resolve.push((kept, campaign.run(&early)));
        }
        growth("status", program, "packets", &status);
        growth("receive", program, "packets", &receive);
        growth("resolve", program, "packets", &resolve);
    }
}
