//! Checks who sent a mail by its DKIM signatures (RFC 6376) and its domain's DMARC policy (RFC 9989).
//!
//! For mails of which no provider says anything: those that a user submits, and those of IMAP servers without
//! `Authentication-Results`.

mod bound;
mod verdict;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use invoices_domain::ports::{BoxError, Dependency, DependencyError, SenderCheck};
use invoices_domain::reading::Authentication;
use invoices_domain::{MailAddress, NotAuthenticated};
use mail_auth::dmarc::verify::DmarcParameters;
use mail_auth::hickory_resolver::config::{ConnectionConfig, NameServerConfig, ResolverConfig, ResolverOpts};
use mail_auth::{AuthenticatedMessage, DmarcOutput, MessageAuthenticator, SpfOutput};
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// The longest that the check of one mail may wait for name servers.
const LIMIT: Duration = Duration::from_secs(30);
/// How often a question without an answer is asked again.
const ATTEMPTS: usize = 1;
/// How long one question to a name server may take.
const QUESTION_LIMIT: Duration = Duration::from_secs(3);

/// Verifies signatures with the keys that domains publish in DNS.
#[derive(Clone)]
pub struct Dkim {
    authenticator: Arc<MessageAuthenticator>,
}

impl Dkim {
    /// Asks this name server, or else those of the machine's configuration. Connects to nothing yet.
    pub fn new(name_server: Option<SocketAddr>) -> Result<Self, BoxError> {
        let (config, mut options) = match name_server {
            Some(address) => (only(address), ResolverOpts::default()),
            None => mail_auth::hickory_resolver::system_conf::read_system_conf()?,
        };
        options.timeout = QUESTION_LIMIT;
        options.attempts = ATTEMPTS;
        Ok(Dkim {
            authenticator: Arc::new(MessageAuthenticator::new(config, options)?),
        })
    }
}

fn only(address: SocketAddr) -> ResolverConfig {
    let connections = [ConnectionConfig::udp(), ConnectionConfig::tcp()].map(|mut connection| {
        connection.port = address.port();
        connection
    });
    let server = NameServerConfig::new(address.ip(), true, connections.to_vec());
    ResolverConfig::from_parts(None, Vec::new(), vec![server])
}

#[async_trait]
impl SenderCheck for Dkim {
    async fn check(&self, message: Bytes, sender: &MailAddress) -> Result<Authentication, DependencyError> {
        let message = match bound::without_large_signatures(&message) {
            Ok(message) => message,
            Err(reason) => return Ok(Authentication::Untrusted(reason)),
        };
        let (authenticator, sender) = (Arc::clone(&self.authenticator), sender.clone());
        let handle = Handle::current();
        // Hashing a large mail takes a while, and a bug of the library stays in its thread.
        let checked = spawn_blocking(move || handle.block_on(timeout(LIMIT, check(&authenticator, &message, &sender))));
        match checked.await {
            Ok(Ok(judged)) => judged.map_err(|reason| DependencyError::new(Dependency::NameServer, reason)),
            Ok(Err(elapsed)) => Err(DependencyError::new(Dependency::NameServer, elapsed)),
            Err(panic) => {
                tracing::error!(error = %panic, "the check of a mail's signatures panicked");
                Ok(Authentication::Untrusted(NotAuthenticated::UncheckedSignatures))
            }
        }
    }
}

/// Fails if a name server does: then nothing can be said.
async fn check(
    authenticator: &MessageAuthenticator,
    message: &[u8],
    sender: &MailAddress,
) -> Result<Authentication, String> {
    // Signatures of a part of the text (`l=`) are ignored: anyone could add to it.
    let Some(parsed) = AuthenticatedMessage::parse(message) else {
        return Ok(Authentication::Untrusted(NotAuthenticated::UnreadableHeader));
    };
    let signed_by = authenticator.verify_dkim(&parsed).await;
    // The delivering server is not known here, so SPF can't be checked.
    let no_spf = SpfOutput::new(String::new());
    let parameters = DmarcParameters::new(&parsed, &signed_by, "", &no_spf);
    let policy: DmarcOutput = authenticator.verify_dmarc(parameters).await;
    verdict::of(&signed_by, &policy, sender)
}
