//! The passwords of the PDFs of a landlord or a vendor.

use invoices_db::Document;
use invoices_domain::pdf_passwords::MAX_OF_USER;
use invoices_domain::ports::{DependencyError, ReaderError, SecretError};
use invoices_domain::sources::SourceId;
use invoices_domain::{PasswordChange, PdfPassword, PdfPasswords, Source, UserId};

use crate::app::App;
use crate::error::Error;
use crate::job;

impl App {
    /// The landlords and vendors for whose PDFs the user gave passwords, with their number.
    pub async fn pdf_password_counts(&self, user: UserId) -> Result<Vec<(SourceId, usize)>, Error> {
        let passwords = self.pdf_passwords(user).await?;
        Ok(passwords.counts().map(|(of, count)| (of.clone(), count)).collect())
    }

    /// Sets the passwords of a landlord or a vendor that counts for the user. Its PDFs that need one are read again.
    pub async fn set_pdf_passwords(
        &self,
        user: UserId,
        source: Source,
        id: &str,
        passwords: Vec<PdfPassword>,
    ) -> Result<(SourceId, usize), Error> {
        let (of, _) = self.source_with_labels(user, source, id).await?;
        let count = passwords.len();
        let change = PasswordChange::Set(of.clone(), passwords);
        self.change_pdf_passwords(user, of.clone(), change).await?;
        Ok((of, count))
    }

    /// Changes the passwords of a landlord or a vendor, and has its PDFs read again that need one.
    pub(crate) async fn change_pdf_passwords(
        &self,
        user: UserId,
        of: SourceId,
        change: PasswordChange,
    ) -> Result<(), Error> {
        let known = self.pdf_passwords(user).await?;
        let count: usize = known.with(change.clone()).counts().map(|(_, count)| count).sum();
        if count > MAX_OF_USER {
            let problem = format!("Invalid field 'passwords': an account can have at most {MAX_OF_USER}.");
            return Err(Error::Invalid(problem));
        }
        let secrets = &self.ports().secrets;
        secrets.change_pdf_passwords(user, change).await?;
        if self.live_user(user).await?.is_none() {
            secrets.change_pdf_passwords(user, PasswordChange::ForgetAll).await?;
            return Err(Error::UserNotFound);
        }
        let now = self.now();
        let read = job::read_again("password", now);
        self.store().read_asked_again(user, of, read, now).await?;
        self.wake_workers();
        Ok(())
    }

    /// The passwords that may open a document.
    pub(crate) async fn pdf_passwords_of(&self, document: &Document) -> Result<Vec<PdfPassword>, ReaderError> {
        let sender = self.sender_of(document).await.map_err(DependencyError::from)?;
        let Some(of) = sender else {
            return Ok(Vec::new());
        };
        Ok(self.pdf_passwords(document.user_id).await?.of(&of).to_vec())
    }

    /// Forgets those of a landlord or vendor that is removed.
    pub(super) async fn forget_pdf_passwords(&self, user: UserId, of: SourceId) -> Result<(), Error> {
        if !self.pdf_passwords(user).await?.of(&of).is_empty() {
            let change = PasswordChange::Set(of, Vec::new());
            self.ports().secrets.change_pdf_passwords(user, change).await?;
        }
        Ok(())
    }

    /// Damaged ones count as none, so that the user can give them again.
    async fn pdf_passwords(&self, user: UserId) -> Result<PdfPasswords, DependencyError> {
        match self.ports().secrets.pdf_passwords(user).await {
            Ok(passwords) => Ok(passwords),
            Err(SecretError::Dependency(error)) => Err(error),
            Err(cause) => {
                tracing::error!(%user, cause = ?cause, "the stored passwords of PDFs are damaged; the user must give them again");
                Ok(PdfPasswords::default())
            }
        }
    }
}
