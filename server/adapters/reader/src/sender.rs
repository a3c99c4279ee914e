//! Who sent a mail, by its signatures: the service asks name servers for the keys, and a reader verifies with them.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use invoices_dkim::{Dkim, key_names};
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
        let names = match key_names(&message) {
            Ok(names) => names,
            Err(why) => return Ok(Authentication::Untrusted(why)),
        };
        let keys = self.dkim.keys(names).await;
        match self.readers.signatures(message, keys).await {
            Ok(Ok(signatures)) => self.dkim.judge(&signatures, sender).await,
            Ok(Err(why)) => Ok(Authentication::Untrusted(why)),
            Err(ReaderError::GaveUp(reason)) => {
                tracing::warn!(%reason, "the signatures of a mail are not checked");
                Ok(Authentication::Untrusted(NotAuthenticated::UncheckedSignatures))
            }
            Err(ReaderError::Dependency(error)) => Err(error),
        }
    }
}
