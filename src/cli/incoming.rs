//! Mail as it comes in, with the time at which it came.

use crate::base::Time;
use crate::campaign::mailbox;
use crate::post::message;
use crate::referee::run::steps::Mail;

/// A message and when it came: of those in one file each tells by itself, and none came after the
/// file was written.
pub(super) fn came(kind: mailbox::Kind, mail: mailbox::Incoming) -> Mail {
    let mailbox::Incoming { name, content, arrived } = mail;
    let told = match kind {
        mailbox::Kind::Mbox => content
            .read()
            .ok()
            .and_then(|bytes| message::received(&bytes))
            .and_then(|time| Time::from_mail(&time)),
        mailbox::Kind::Folder | mailbox::Kind::Maildir => None,
    };
    Mail { name, content, arrived: told.map_or(arrived, |told| told.min(arrived)) }
}
