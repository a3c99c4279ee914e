//! The reader in this process.

use async_trait::async_trait;
use bytes::Bytes;
use invoices_domain::ports::{Dependency, DependencyError, Reader};
use invoices_domain::reading::{DocumentKind, MailContext, Reading};

/// Reads documents off the async threads with the parsers of this build, whose limits bound what a file can cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct InProcess;

#[async_trait]
impl Reader for InProcess {
    async fn read(&self, kind: DocumentKind, bytes: Bytes, context: MailContext) -> Result<Reading, DependencyError> {
        tokio::task::spawn_blocking(move || invoices_parsers::read(kind, &bytes, &context))
            .await
            .map_err(|error| DependencyError::new(Dependency::Reader, error))
    }
}
