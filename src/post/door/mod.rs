//! What talks to servers: the only place with sockets.

pub mod imap;
pub mod smtp;
mod tls;
