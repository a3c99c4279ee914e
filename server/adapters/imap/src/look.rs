//! Looking for new mail: each message that is added to a folder gets the folder's next number.

use std::fmt::Write;

use async_trait::async_trait;
use invoices_domain::ids::sha256_hex;
use invoices_domain::mail::MailMark;

use crate::failure::Failure;
use crate::pool::Work;
use crate::session::Session;

/// Reads the numberings of all folders that searches look into. The mark is their digest, since an account may have hundreds.
pub(crate) struct ReadMark;

#[async_trait]
impl Work for ReadMark {
    type Output = MailMark;

    async fn run(&self, session: &mut Session) -> Result<MailMark, Failure> {
        session.close().await?;
        session.forget_folders();
        let mut found = String::new();
        for folder in session.folders().await? {
            let numbering = session.status(&folder).await?.unwrap_or_default();
            let _ = writeln!(
                found,
                "{} {:?} {:?}",
                folder.shown(),
                numbering.validity,
                numbering.next
            );
        }
        sha256_hex(found.as_bytes()).parse().map_err(|_| Failure::Malformed)
    }
}
