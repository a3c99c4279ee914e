//! Who sent a mail, by its signatures: the service asks name servers for the keys, and a reader verifies with them.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use invoices_dkim::{Dkim, HEADER_BYTES, Keys};
use invoices_domain::ports::{DependencyError, ReaderError, SenderCheck};
use invoices_domain::reading::Authentication;
use invoices_domain::{MailAddress, NotAuthenticated};

use crate::pool::ReaderPool;

/// The port of senders' checks on readers and name servers.
pub struct SignatureCheck {
    readers: Arc<ReaderPool>,
    dkim: Dkim,
}

impl SignatureCheck {
    /// Asks these readers and these name servers.
    pub fn new(readers: Arc<ReaderPool>, dkim: Dkim) -> Self {
        SignatureCheck { readers, dkim }
    }
}

#[async_trait]
impl SenderCheck for SignatureCheck {
    async fn check(&self, message: Bytes, sender: &MailAddress) -> Result<Authentication, DependencyError> {
        let mut keys = Keys::new();
        // Without keys at first: a reader says which are needed.
        for _ in 0..2 {
            let signatures = match self.readers.signatures(message.clone(), keys).await {
                Ok(Ok(signatures)) => signatures,
                Ok(Err(why)) => return Ok(Authentication::Untrusted(why)),
                Err(ReaderError::GaveUp(reason)) => {
                    tracing::warn!(%reason, "the signatures of a mail are not checked");
                    break;
                }
                Err(ReaderError::Dependency(error)) => return Err(error),
            };
            if signatures.wanted.is_empty() {
                return self.dkim.judge(&signatures.checked, sender).await;
            }
            let mut names = signatures.wanted;
            // A document may have taken the reader over, to tell something to whom the names belong.
            names.retain(|name| is_named_in(&message, name));
            keys = self.dkim.keys(names).await;
        }
        Ok(Authentication::Untrusted(NotAuthenticated::UncheckedSignatures))
    }
}

/// Whether the header of a message has the selector and the domain of a key's name.
fn is_named_in(message: &[u8], key: &str) -> bool {
    let header = &message[..message.len().min(HEADER_BYTES)];
    let has = |part: &str| {
        let mut places = header.windows(part.len().max(1));
        places.any(|place| place.eq_ignore_ascii_case(part.as_bytes()))
    };
    let parts = key.strip_suffix('.').and_then(|name| name.split_once("._domainkey."));
    parts.is_some_and(|(selector, domain)| has(selector) && has(domain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_keys_that_a_mail_names_are_looked_up() {
        let mail = b"DKIM-Signature: v=1; d=Example.com;\r\n s=mail2026; b=\r\n\r\nText";
        assert!(is_named_in(mail, "mail2026._domainkey.example.com."));
        for other in [
            "secret._domainkey.example.com.",
            "mail2026._domainkey.example.net.",
            "mail2026.example.com.",
            "mail2026._domainkey.example.com",
            "",
        ] {
            assert!(!is_named_in(mail, other), "{other}");
        }
    }
}
