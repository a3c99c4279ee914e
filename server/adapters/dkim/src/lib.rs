//! Checks who sent a mail by its DKIM signatures (RFC 6376) and its domain's DMARC policy (RFC 9989).
//!
//! For mails of which no provider says anything: those that a user submits, and those of IMAP servers without
//! `Authentication-Results`. [`verify`] does what the mail's bytes cost, and belongs in a reader; [`Dkim`] asks name servers.

mod bound;
mod failures;
mod resolver;
mod signature;

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use invoices_domain::ports::{BoxError, Clock, Dependency, DependencyError};
use invoices_domain::reading::Authentication;
use invoices_domain::{MailAddress, NotAuthenticated};
use mail_auth::dmarc::Policy;
use mail_auth::dmarc::verify::DmarcParameters;
use mail_auth::hickory_resolver::config::{ConnectionConfig, NameServerConfig, ResolverConfig, ResolverOpts};
use mail_auth::hickory_resolver::proto::rr::{Name, RData};
use mail_auth::{AuthenticatedMessage, DmarcResult, DnsError, Error, MessageAuthenticator, SpfOutput};
use tokio::time::timeout;

use failures::Failures;
use resolver::resolver;

pub use bound::key_names;
pub use signature::{Finding, Keys, Published, Signature, verify};

/// The longest that the check of one mail may wait for name servers, twice: for keys, and for a policy.
const LIMIT: Duration = Duration::from_secs(30);
/// How often a question without an answer is asked again.
const ATTEMPTS: usize = 1;
/// How long one question to a name server may take.
const QUESTION_LIMIT: Duration = Duration::from_secs(3);

/// Asks name servers for keys and policies.
pub struct Dkim {
    authenticator: MessageAuthenticator,
    failures: Failures,
}

impl Dkim {
    /// Asks this name server, or else those of the machine's configuration. Connects to nothing yet.
    pub fn new(name_server: Option<SocketAddr>, clock: Arc<dyn Clock>) -> Result<Self, BoxError> {
        let (config, mut options) = match name_server {
            Some(address) => (only(address), ResolverOpts::default()),
            None => mail_auth::hickory_resolver::system_conf::read_system_conf()?,
        };
        options.timeout = QUESTION_LIMIT;
        options.attempts = ATTEMPTS;
        Ok(Dkim {
            authenticator: MessageAuthenticator(resolver(config, options)?),
            failures: Failures::new(clock),
        })
    }

    /// What name servers say of these keys.
    pub async fn keys(&self, names: BTreeSet<String>) -> Keys {
        let asked = names.into_iter().map(async |name| {
            if let Some(why) = self.failures.get(&name) {
                return (name, Published::Unknown(why));
            }
            let published = timeout(LIMIT, self.key(&name)).await;
            let unknown = |_| Published::Unknown("no name server answered in time".to_owned());
            let published = published.unwrap_or_else(unknown);
            if let Published::Unknown(why) = &published {
                self.failures.add(&name, why);
            }
            (name, published)
        });
        join_all(asked).await.into_iter().collect()
    }

    async fn key(&self, name: &str) -> Published {
        let asked = match Name::from_str_relaxed::<&str>(name) {
            Ok(name) => self
                .authenticator
                .resolver()
                .txt_lookup(name)
                .await
                .map_err(Error::from),
            Err(_) => return Published::Nothing,
        };
        match asked {
            Ok(found) => {
                let texts = found.answers().iter().filter_map(|record| match &record.data {
                    RData::TXT(text) => Some(String::from_utf8_lossy(&text.txt_data.concat()).into_owned()),
                    _ => None,
                });
                Published::Records(texts.collect())
            }
            Err(Error::Dns(DnsError::RecordNotFound(_))) => Published::Nothing,
            Err(error) => Published::Unknown(error.to_string()),
        }
    }

    /// What a mail's signatures and a policy say of its sender. Trusted is a valid signature of the sender's domain. Without one,
    /// the check has failed if the domain asks to refuse such mails, unless its signature may have been valid once.
    ///
    /// Fails if a name server does: then nothing can be said.
    pub async fn judge(
        &self,
        signatures: &[Signature],
        sender: &MailAddress,
    ) -> Result<Authentication, DependencyError> {
        let own = || signatures.iter().filter(|signature| signature.is_of(sender));
        if let Some(valid) = own().find(|signature| signature.finding == Finding::Valid) {
            let text = format!("a DKIM signature of {} is valid", valid.domain);
            return Ok(Authentication::Trusted(text));
        }
        let domain = sender.domain().to_owned();
        let (mut reason, mut may_be_old) = (None, false);
        for signature in own() {
            let detail = match &signature.finding {
                Finding::Unknown(why) => {
                    return Err(failed(format!("failed to look up the key of a signature: {why}")));
                }
                Finding::Outlived(why) => {
                    may_be_old = true;
                    why
                }
                Finding::Invalid(why) => why,
                Finding::Valid => continue,
            };
            let (domain, detail) = (domain.clone(), detail.clone());
            reason.get_or_insert(NotAuthenticated::InvalidSignature { domain, detail });
        }
        let reason = reason.unwrap_or(NotAuthenticated::NoSignature { domain });
        Ok(if self.refuses(sender).await? && !may_be_old {
            Authentication::Failed(reason)
        } else {
            Authentication::Untrusted(reason)
        })
    }

    /// Whether the sender's domain asks to refuse mails that it did not sign.
    async fn refuses(&self, sender: &MailAddress) -> Result<bool, DependencyError> {
        if let Some(why) = self.failures.get(sender.domain()) {
            return Err(failed(why));
        }
        self.ask_policy(sender).await.map_err(|why| {
            self.failures.add(sender.domain(), &why);
            failed(why)
        })
    }

    /// [`Dkim::refuses`], or why no name server says it.
    async fn ask_policy(&self, sender: &MailAddress) -> Result<bool, String> {
        let Some(mut mail) = AuthenticatedMessage::parse(b"From: a\r\n\r\n") else {
            return Ok(false);
        };
        mail.from = vec![sender.to_string()];
        // The delivering server is not known here, so SPF can't be checked.
        let no_spf = SpfOutput::new(String::new());
        let asked = timeout(
            LIMIT,
            self.authenticator
                .verify_dmarc(DmarcParameters::new(&mail, &[], "", &no_spf)),
        );
        let policy = asked.await.map_err(|late| late.to_string())?;
        if let DmarcResult::TempError(error) = policy.dkim_result() {
            return Err(format!("failed to look up the policy of {}: {error}", sender.domain()));
        }
        Ok(matches!(policy.policy(), Policy::Quarantine | Policy::Reject))
    }
}

fn failed(source: impl Into<BoxError>) -> DependencyError {
    DependencyError::new(Dependency::NameServer, source)
}

fn only(address: SocketAddr) -> ResolverConfig {
    let connections = [ConnectionConfig::udp(), ConnectionConfig::tcp()].map(|mut connection| {
        connection.port = address.port();
        connection
    });
    let server = NameServerConfig::new(address.ip(), true, connections.to_vec());
    ResolverConfig::from_parts(None, Vec::new(), vec![server])
}
