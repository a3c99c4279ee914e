//! The readers, shared by users: what one user's mails and documents cost keeps nobody else's waiting.

use bytes::Bytes;
use invoices_domain::mail::MailContent;
use invoices_domain::ports::{DependencyError, NotAMail, ReaderError};
use invoices_domain::reading::{Authentication, DocumentKind, MailContext, Reading};
use invoices_domain::{MailAddress, UserId};

use crate::app::App;

/// The ports that read, for one user. Each call waits until the user has a reader.
pub(crate) struct UsersReader<'a> {
    app: &'a App,
    user: UserId,
}

impl App {
    pub(crate) fn reader_of(&self, user: UserId) -> UsersReader<'_> {
        UsersReader { app: self, user }
    }
}

impl UsersReader<'_> {
    /// See [`Reader::open_mail`](invoices_domain::ports::Reader::open_mail).
    pub async fn open_mail(
        &self,
        message: Bytes,
        authserv_id: Option<&str>,
        forwarders: &[MailAddress],
    ) -> Result<Result<MailContent, NotAMail>, ReaderError> {
        let _turn = self.app.0.readers.take(self.user, 1).await;
        let reader = &self.app.ports().reader;
        reader.open_mail(message, authserv_id, forwarders).await
    }

    /// See [`Reader::read`](invoices_domain::ports::Reader::read).
    pub async fn read(&self, kind: DocumentKind, bytes: Bytes, context: MailContext) -> Result<Reading, ReaderError> {
        let _turn = self.app.0.readers.take(self.user, 1).await;
        self.app.ports().reader.read(kind, bytes, context).await
    }

    /// See [`SenderCheck::check`](invoices_domain::ports::SenderCheck::check).
    pub async fn check_sender(&self, message: Bytes, sender: &MailAddress) -> Result<Authentication, DependencyError> {
        let _turn = self.app.0.readers.take(self.user, 1).await;
        self.app.ports().sender_check.check(message, sender).await
    }
}
