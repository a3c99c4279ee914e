//! Resolves the names of receivers, and refuses those with an address that is not public.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use async_trait::async_trait;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::address::is_public;

/// Looks addresses of a name up.
#[async_trait]
pub trait Lookup: Send + Sync {
    /// All addresses of a name.
    async fn lookup(&self, name: &str) -> io::Result<Vec<IpAddr>>;
}

/// Resolves as the system does.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemLookup;

#[async_trait]
impl Lookup for SystemLookup {
    async fn lookup(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        let addresses = tokio::net::lookup_host((name, 0)).await?;
        Ok(addresses.map(|address| address.ip()).collect())
    }
}

/// A name has an address that is not public.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an address is not public")]
pub(super) struct NotPublic;

/// What the connector resolves names with. It connects to the addresses that this returns and to no others.
pub(super) struct Resolver {
    pub lookup: Arc<dyn Lookup>,
    /// Whether private addresses are allowed.
    pub private: bool,
}

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let (lookup, private) = (Arc::clone(&self.lookup), self.private);
        Box::pin(async move {
            let addresses = lookup.lookup(name.as_str()).await?;
            // A public service does not have a private address among its addresses by mistake.
            if !private && !addresses.iter().copied().all(is_public) {
                return Err(NotPublic.into());
            }
            let addresses = addresses.into_iter().map(|address| SocketAddr::new(address, 0));
            Ok(Box::new(addresses) as Addrs)
        })
    }
}
