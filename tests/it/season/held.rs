//! The moderator's desk as it stays open, and where it stands.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

use adjutant::referee::cycle::desk::{Desk, Keys};
use adjutant::seal::{FoundingSecret, ModeratorKey};

/// The moderator's desk, which stays open from one act to the next.
pub(super) struct Held {
    pub(super) desk: Option<Desk>,
    pub(super) slot: Rc<RefCell<Option<Desk>>>,
}

impl Deref for Held {
    type Target = Desk;

    fn deref(&self) -> &Desk {
        self.desk.as_ref().unwrap()
    }
}

impl DerefMut for Held {
    fn deref_mut(&mut self) -> &mut Desk {
        self.desk.as_mut().unwrap()
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        *self.slot.borrow_mut() = self.desk.take();
    }
}

impl Held {
    /// What was in memory is gone: the next one reads the disk.
    pub(super) fn forget(mut self) {
        self.desk = None;
    }
}

/// The same keys in another hand.
pub(super) fn again(keys: &Keys) -> Keys {
    let secret = crate::bench::text(&keys.secret.write()).to_owned();
    Keys {
        signing: ModeratorKey::of(keys.signing.signing()),
        secret: FoundingSecret::read(secret.as_bytes()).unwrap(),
    }
}
