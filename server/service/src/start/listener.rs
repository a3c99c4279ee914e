//! Stops listening before the last connection has ended.
//!
//! dropshot 0.18 keeps its listener of plain HTTP until every connection has ended, and hands it out to nobody. The system would
//! accept connections meanwhile that nobody answers, and a proxy would not send their requests elsewhere.

use std::net::SocketAddr;

use nix::sys::socket::{Shutdown, shutdown};

use super::descriptors::Descriptors;

/// Refuses connections to this address from now on. Those that were accepted continue.
pub(super) fn close(address: SocketAddr) {
    let close = || {
        let listeners = Descriptors::open()?.listeners(address);
        listeners
            .into_iter()
            .try_for_each(|listener| shutdown(listener, Shutdown::Both))
    };
    if let Err(error) = close() {
        tracing::warn!(%error, %address, "failed to stop listening; the port closes with the last connection");
    }
}
