//! The forger: writes a history anew, with every link, signature and checkpoint in order.

use std::collections::BTreeMap;

use adjutant::base::{Digest, Problem};
use adjutant::campaign::layout;
use adjutant::ledger::{Body, Checkpoint, Entry, Signer, origin, tree};
use adjutant::referee::record::verified;
use adjutant::seal::{PublicKey, SigningKey};

use crate::bench::Bench;
use crate::tamper::Pen;

/// The keys that a moderator may have got hold of.
pub(crate) struct Forger(BTreeMap<String, SigningKey>);

impl Forger {
    pub(crate) fn with<'k>(keys: impl IntoIterator<Item = &'k SigningKey>) -> Self {
        let named = |key: &SigningKey| (PublicKey::of(key).to_string(), key.clone());
        Self(keys.into_iter().map(named).collect())
    }

    /// Writes the ledger of a bench again, with these entries: numbered, linked and signed.
    ///
    /// # Errors
    /// If an entry has no form in which it could be written.
    pub(crate) fn write(&self, bench: &Bench, entries: Vec<Entry>) -> Result<(), Problem> {
        let (store, mut prev) = (bench.store(), Digest([0; 32]));
        let old = verified::entries(&store)?.len() as u64;
        let (mut moderator, mut deputies) = (String::new(), BTreeMap::new());
        let (mut leaves, mut name, mut genesis) = (Vec::new(), String::new(), Digest([0; 32]));
        for (seq, entry) in (0..).zip(entries) {
            let entry = Entry { seq, prev, ..entry };
            if let Body::Genesis(founded) = &entry.body {
                (moderator, name) = (founded.moderator.clone(), founded.name.clone());
            }
            let own = entry.by.as_ref().and_then(|by| deputies.get(by)).unwrap_or(&moderator);
            let own = self.0.get(own).or_else(|| self.0.get(&moderator)).expect("a key");
            let (text, pen) = (entry.write()?, Pen(own.clone()));
            store.write(&Entry::signature_path(seq), pen.armor(text.as_bytes()).as_bytes())?;
            store.write(&Entry::path(seq), text.as_bytes())?;
            prev = Digest::of(text.as_bytes());
            leaves.push(tree::leaf(text.as_bytes()));
            if seq == 0 {
                genesis = prev;
            }
            match &entry.body {
                Body::Handover(new) => moderator.clone_from(&new.signing),
                Body::Appoint(new) => drop(deputies.insert(new.name.clone(), new.signing.clone())),
                _ => {}
            }
        }
        let size = leaves.len() as u64;
        for seq in size..old {
            for path in [Entry::path(seq), Entry::signature_path(seq)] {
                std::fs::remove_file(bench.root().join(path)).expect("an entry");
            }
        }
        let note = Checkpoint { origin: origin(&name, &genesis), size, root: tree::root(&leaves) };
        let note = note.sign(&Pen(self.0[&moderator].clone()));
        store.write(layout::CHECKPOINT, note.as_bytes())
    }
}

/// The entries of a bench's ledger, whatever they say.
pub(crate) fn entries(bench: &Bench) -> Vec<Entry> {
    let files = verified::entries(&bench.store()).expect("a ledger");
    files.iter().map(|file| Entry::read(&file.entry).expect("an entry")).collect()
}

/// What `verify` fails on, a line each.
pub(crate) fn failures(bench: &Bench) -> Vec<String> {
    let told = bench.verify().to_string();
    told.lines().filter(|line| line.starts_with("FAILED")).map(str::to_owned).collect()
}
