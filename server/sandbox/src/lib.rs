//! The mail provider's HTTP API over a mailbox on disk.
