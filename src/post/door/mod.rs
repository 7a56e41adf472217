//! What talks to servers: the only place with sockets.

pub mod imap;
pub mod sendmail;
pub mod smtp;
mod tls;
