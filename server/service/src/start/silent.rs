//! Closes connections that send no request.
//!
//! dropshot 0.18 sets no limit for the handshake of TLS, nor for the first bytes of HTTP. From then on hyper limits the time for
//! the head of a request.

use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;
use std::os::fd::RawFd;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use invoices_api::ArrivalObserver;
use nix::sys::socket::{Shutdown, shutdown};
use tokio_util::sync::CancellationToken;

use super::descriptors::{self, Descriptors};

/// A connection without a request is closed after this time.
const LIMIT: Duration = Duration::from_secs(10);
const INTERVAL: Duration = Duration::from_secs(2);

/// The peers that have sent a request since it was asked last.
#[derive(Clone, Default)]
pub(super) struct Callers(Arc<Mutex<HashSet<SocketAddr>>>);

impl Callers {
    pub(super) fn observer(&self) -> ArrivalObserver {
        let callers = self.clone();
        Arc::new(move |peer| {
            callers.lock().insert(peer);
        })
    }

    fn take(&self) -> HashSet<SocketAddr> {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashSet<SocketAddr>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Closes silent connections of a listener until the service stops.
pub(super) async fn close(listener: SocketAddr, callers: Callers, stop: CancellationToken) {
    let mut descriptors = match Descriptors::open() {
        Ok(descriptors) => descriptors,
        Err(error) => {
            tracing::warn!(%error, "failed to list descriptors; connections without a request are kept");
            return;
        }
    };
    let mut connections = Connections::default();
    let mut ticks = tokio::time::interval(INTERVAL);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        // Listed first: a client that has sent a request since then is no longer silent.
        let open = descriptors.connections(listener);
        for (descriptor, peer) in connections.silent(&open, callers.take(), Instant::now()) {
            // A connection that has ended since then may have left its number to another one.
            if descriptors::peer(descriptor) == Some(peer) {
                // An error means that the peer has closed it.
                let _ = shutdown(descriptor, Shutdown::Both);
                tracing::debug!(%peer, "closed a connection that sent no request");
            }
        }
    }
}

/// The open connections by their peers.
#[derive(Default)]
struct Connections {
    callers: HashSet<SocketAddr>,
    /// Those without a request, and when they were seen first.
    silent: HashMap<SocketAddr, Instant>,
}

impl Connections {
    /// Those of the open connections that were without a request for too long.
    fn silent(
        &mut self,
        open: &[(RawFd, SocketAddr)],
        callers: HashSet<SocketAddr>,
        now: Instant,
    ) -> Vec<(RawFd, SocketAddr)> {
        let peers: HashSet<SocketAddr> = open.iter().map(|(_, peer)| *peer).collect();
        self.callers.retain(|peer| peers.contains(peer));
        // They may have connected after `open` was listed.
        self.callers.extend(callers);
        self.silent.retain(|peer, _| peers.contains(peer));
        let silent = open.iter().filter(|(_, peer)| !self.callers.contains(peer));
        let overdue = silent.filter(|(_, peer)| now - *self.silent.entry(*peer).or_insert(now) >= LIMIT);
        overdue.copied().collect()
    }
}
