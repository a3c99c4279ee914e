//! Stops listening before the last connection has ended.
//!
//! dropshot 0.18 keeps its listener of plain HTTP until every connection has ended, and hands it out to nobody. The system would
//! accept connections meanwhile that nobody answers, and a proxy would not send their requests elsewhere.

use std::fs;
use std::net::{SocketAddr, SocketAddrV4, SocketAddrV6};
use std::os::fd::RawFd;

use nix::errno::Errno;
use nix::sys::socket::{Shutdown, SockaddrStorage, getpeername, getsockname, shutdown};

/// Refuses connections to this address from now on. Those that were accepted continue.
pub(super) fn close(address: SocketAddr) {
    let Ok(descriptors) = fs::read_dir("/proc/self/fd") else {
        return;
    };
    let descriptors = descriptors.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    for listener in descriptors.filter(|descriptor| listens(*descriptor, address)) {
        if let Err(error) = shutdown(listener, Shutdown::Both) {
            tracing::warn!(%error, %address, "failed to stop listening; the port closes with the last connection");
        }
    }
}

/// An accepted connection has the same local address, and a peer.
fn listens(descriptor: RawFd, address: SocketAddr) -> bool {
    let local = getsockname::<SockaddrStorage>(descriptor).ok();
    local.and_then(|local| ip_address(&local)) == Some(address)
        && getpeername::<SockaddrStorage>(descriptor).err() == Some(Errno::ENOTCONN)
}

fn ip_address(address: &SockaddrStorage) -> Option<SocketAddr> {
    let v4 = address.as_sockaddr_in().map(|v4| SocketAddrV4::from(*v4).into());
    v4.or_else(|| address.as_sockaddr_in6().map(|v6| SocketAddrV6::from(*v6).into()))
}
