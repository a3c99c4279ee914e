//! The descriptors of this process: their number, and the sockets among them. dropshot exposes neither its listener nor its
//! connections.

use std::net::{SocketAddr, SocketAddrV4, SocketAddrV6};
use std::os::fd::RawFd;

use nix::dir::Dir;
use nix::errno::Errno;
use nix::fcntl::OFlag;
use nix::sys::socket::{SockaddrStorage, getpeername, getsockname};
use nix::sys::stat::Mode;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Raises the number of descriptors that this process may have from the soft limit, often 1024, to the hard one. Each
/// connection takes one.
pub fn raise_limit() {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: maximum,
        maximum,
    };
    if current != maximum
        && let Err(error) = setrlimit(Resource::Nofile, raised)
    {
        tracing::warn!(%error, ?current, "failed to raise the limit on open files");
    }
}

/// The list of the descriptors. It is kept open, so that it can be read when no descriptor is left.
pub(super) struct Descriptors(Dir);

impl Descriptors {
    pub(super) fn open() -> nix::Result<Self> {
        let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_CLOEXEC;
        Dir::open("/proc/self/fd", flags, Mode::empty()).map(Descriptors)
    }

    /// The listeners at an address.
    pub(super) fn listeners(&mut self, address: SocketAddr) -> Vec<RawFd> {
        let listens = |descriptor: &RawFd| {
            // An accepted connection has the same local address, and a peer.
            local(*descriptor) == Some(address)
                && getpeername::<SockaddrStorage>(*descriptor).err() == Some(Errno::ENOTCONN)
        };
        self.all().filter(listens).collect()
    }

    /// The accepted connections of a listener, with their peers.
    pub(super) fn connections(&mut self, listener: SocketAddr) -> Vec<(RawFd, SocketAddr)> {
        let is_accepted = |descriptor: &RawFd| {
            local(*descriptor).is_some_and(|local| {
                local.port() == listener.port() && (listener.ip().is_unspecified() || listener.ip() == local.ip())
            })
        };
        self.all()
            .filter(is_accepted)
            .filter_map(|descriptor| Some((descriptor, peer(descriptor)?)))
            .collect()
    }

    fn all(&mut self) -> impl Iterator<Item = RawFd> {
        // It begins again each time. `.` and `..` aren't numbers.
        self.0
            .iter()
            .filter_map(|entry| entry.ok()?.file_name().to_str().ok()?.parse().ok())
    }
}

/// The other end of a connection.
pub(super) fn peer(descriptor: RawFd) -> Option<SocketAddr> {
    ip_address(&getpeername(descriptor).ok()?)
}

fn local(descriptor: RawFd) -> Option<SocketAddr> {
    ip_address(&getsockname(descriptor).ok()?)
}

fn ip_address(address: &SockaddrStorage) -> Option<SocketAddr> {
    let v4 = address.as_sockaddr_in().map(|v4| SocketAddrV4::from(*v4).into());
    v4.or_else(|| address.as_sockaddr_in6().map(|v6| SocketAddrV6::from(*v6).into()))
}
