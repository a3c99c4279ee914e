//! Each account's mailbox: at the provider whose tokens open it, or at its IMAP server.

use std::sync::Arc;

use async_trait::async_trait;
use invoices_domain::MessageId;
use invoices_domain::mail::{
    Credentials, Look, MailAccount, MailHeaders, MailMark, MailSearch, PageToken, PurchaseSearch, RawMessage,
    SearchPage,
};
use invoices_domain::ports::{MailError, Mailbox};
use invoices_gmail::Gmail;
use invoices_imap::Imap;

/// Asks the adapter that an account's credentials are for.
pub(super) struct Mailboxes {
    pub gmail: Arc<Gmail>,
    pub imap: Arc<Imap>,
}

impl Mailboxes {
    fn of(&self, account: &MailAccount) -> &dyn Mailbox {
        match account.credentials {
            Credentials::OAuth(_) => &*self.gmail,
            Credentials::Imap(_) => &*self.imap,
        }
    }
}

#[async_trait]
impl Mailbox for Mailboxes {
    fn fits(&self, search: &MailSearch) -> bool {
        self.gmail.fits(search) && self.imap.fits(search)
    }

    async fn search(
        &self,
        account: &MailAccount,
        search: &MailSearch,
        page: Option<&PageToken>,
    ) -> Result<SearchPage, MailError> {
        self.of(account).search(account, search, page).await
    }

    async fn search_purchases(
        &self,
        account: &MailAccount,
        search: &PurchaseSearch,
        page: Option<&PageToken>,
    ) -> Result<SearchPage, MailError> {
        self.of(account).search_purchases(account, search, page).await
    }

    async fn look(&self, account: &MailAccount, last: Option<&MailMark>) -> Result<Look, MailError> {
        self.of(account).look(account, last).await
    }

    async fn headers(&self, account: &MailAccount, id: &MessageId) -> Result<MailHeaders, MailError> {
        self.of(account).headers(account, id).await
    }

    async fn fetch(&self, account: &MailAccount, id: &MessageId, max_bytes: u64) -> Result<RawMessage, MailError> {
        self.of(account).fetch(account, id, max_bytes).await
    }
}
