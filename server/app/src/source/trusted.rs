//! Senders that users trust.

use invoices_db::{Operator, TrustSender};
use invoices_domain::{MailAddress, UserId};

use crate::app::App;
use crate::error::Error;

/// Maximum number of trusted senders per user.
pub const MAX_TRUSTED: usize = 500;

impl App {
    /// The senders that a user trusts.
    pub async fn trusted_senders(&self, user: UserId) -> Result<Vec<MailAddress>, Error> {
        Ok(self.store().trusted_senders(user).await?)
    }

    /// Trusts a sender: its mails are parsed even if the sender can't be authenticated, unless authentication failed. Returns
    /// how many of its mails leave the quarantine and are fetched now. `by` is the operator who does it for the user.
    pub async fn trust_sender(&self, user: UserId, sender: MailAddress, by: Option<Operator>) -> Result<usize, Error> {
        let most = i64::try_from(MAX_TRUSTED).map_err(Error::internal)?;
        match self.store().trust_sender(user, sender, most, by, self.now()).await? {
            TrustSender::Trusted(0) => Ok(0),
            TrustSender::Trusted(released) => {
                self.order_all_pending(user).await?;
                Ok(released)
            }
            TrustSender::TooMany => Err(Error::TooManySources("trusted senders", MAX_TRUSTED)),
            TrustSender::UserGone => Err(Error::no_account()),
        }
    }

    /// Vouches for a sender no more. What was fetched stays.
    pub async fn distrust_sender(&self, user: UserId, sender: MailAddress, by: Option<Operator>) -> Result<(), Error> {
        let removed = self.store().distrust_sender(user, sender, by, self.now()).await?;
        removed
            .then_some(())
            .ok_or_else(|| Error::NotFound("No such trusted sender.".into()))
    }
}
