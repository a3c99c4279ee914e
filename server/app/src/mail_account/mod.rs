//! The mail accounts of a user: the list, what the user says about them, and their end.

pub mod connect;
pub mod connecting;
pub mod device;

use chrono::{DateTime, Utc};
use futures::future::try_join_all;
use invoices_domain::mail::{
    AccountChange, AccountEdit, Credentials, MailAccount, MailAccounts, MailSecret, MailTokens,
};
use invoices_domain::ports::{NotificationKind, SecretError};
use invoices_domain::{MailAccountId, MailAddress, UserId};

use crate::app::App;
use crate::error::{Error, NoMailbox};
use crate::ingest::IngestRun;
use crate::job::schedule;
use crate::user::administration::CONCURRENT_READS;
use crate::user::session::checked_name;

/// A mail account of a user, as it is listed.
#[derive(Debug)]
pub struct ListedMailAccount {
    /// Its id.
    pub account_id: MailAccountId,
    /// The account.
    pub secret: MailSecret,
    /// When the schedule orders the next ingest of it.
    pub next_run_at: Option<DateTime<Utc>>,
}

impl App {
    /// The mail accounts of a user in the order in which they were connected, also those that must be connected again, and the last
    /// ingest of the user's mailboxes that has ended. It reads all of them.
    pub async fn mail_accounts(&self, user: UserId) -> Result<(Vec<ListedMailAccount>, Option<IngestRun>), Error> {
        let known = self.known_mail_accounts(user).await?;
        let accounts = known.as_slice().iter().map(|secret| self.listed(user, secret));
        let last_run = match known.as_slice() {
            [] => None,
            _ => self.last_mailbox_run(user).await?,
        };
        Ok((accounts.collect(), last_run))
    }

    fn listed(&self, user: UserId, secret: &MailSecret) -> ListedMailAccount {
        let is_read = secret.readable(user).is_some();
        ListedMailAccount {
            account_id: MailAccountId::new(user, &secret.address),
            next_run_at: schedule::next_ingest(self).filter(|_| is_read),
            secret: secret.clone(),
        }
    }

    /// Names or pauses a mail account of the user. The run is that of [`App::mail_accounts`].
    pub async fn edit_mail_account(
        &self,
        user: UserId,
        account_id: &str,
        mut edit: AccountEdit,
    ) -> Result<(ListedMailAccount, Option<IngestRun>), Error> {
        let address = self.mail_account_with_id(user, account_id).await?.address;
        if let Some(name) = edit.name.as_mut().filter(|name| !name.is_empty()) {
            *name = checked_name(name)?;
        }
        let secrets = &self.ports().secrets;
        let edit = AccountChange::Edit(address.clone(), edit);
        secrets.change_mail_accounts(user, edit).await?;
        self.clear_reconnect(user).await?;
        let known = self.known_mail_accounts(user).await?;
        let edited = known.of(&address).map(|secret| self.listed(user, secret));
        Ok((edited.ok_or_else(no_such_account)?, self.last_mailbox_run(user).await?))
    }

    /// Removes what grants access to a mail account of the user, and revokes the grant unless another user needs it.
    pub async fn disconnect_mail(&self, user: UserId, account_id: &str) -> Result<(), Error> {
        let secret = self.mail_account_with_id(user, account_id).await?;
        let gone = AccountChange::Disconnect(secret.address.clone());
        self.ports().secrets.change_mail_accounts(user, gone).await?;
        self.clear_reconnect(user).await?;
        tracing::info!(%user, "disconnected a mail account");
        self.revoke_in_background(user, secret);
        Ok(())
    }

    async fn mail_account_with_id(&self, user: UserId, id: &str) -> Result<MailSecret, Error> {
        let known = self.known_mail_accounts(user).await?;
        let account = id.parse().ok().and_then(|id| known.with_id(user, &id));
        account.cloned().ok_or_else(no_such_account)
    }

    /// A user's mail accounts. Damaged ones count as none, so that the user can connect again; they are kept until then, because
    /// another key may decrypt them.
    pub(crate) async fn known_mail_accounts(&self, user: UserId) -> Result<MailAccounts, Error> {
        match self.ports().secrets.mail_accounts(user).await {
            Err(SecretError::Damaged(cause)) => {
                tracing::error!(%user, cause = ?cause, "the stored mail tokens are damaged; the user must connect again");
                Ok(MailAccounts::default())
            }
            read => Ok(read?),
        }
    }

    /// The addresses of a user's mail accounts, readable or not.
    pub(crate) async fn mail_addresses(&self, user: UserId) -> Result<Vec<MailAddress>, Error> {
        let known = self.known_mail_accounts(user).await?;
        Ok(known.as_slice().iter().map(|secret| secret.address.clone()).collect())
    }

    /// The accounts that an ingest reads. An error if there are none.
    pub(crate) async fn mailboxes(&self, user: UserId) -> Result<Vec<MailAccount>, Error> {
        readable(&self.known_mail_accounts(user).await?, user)
    }

    /// Deletes credentials that don't grant access any more, unless others were stored meanwhile. The address stays.
    pub(crate) async fn drop_dead_credentials(&self, dead: &MailAccount) -> Result<(), Error> {
        let secrets = &self.ports().secrets;
        let drop = AccountChange::Drop(dead.clone());
        let before = secrets.change_mail_accounts(dead.user, drop).await?;
        if !before.holds(dead) {
            return Ok(());
        }
        // The user is told of each account, also of one after another.
        self.clear_condition(dead.user, NotificationKind::Reconnect).await;
        if self.live_user(dead.user).await?.is_none() {
            secrets.delete_mail_accounts(dead.user).await?;
        }
        self.metrics().mail_tokens_died();
        let tokens = dead.credentials.tokens();
        let renewable = tokens.is_some_and(|tokens| tokens.refresh_token.is_some());
        tracing::warn!(user = %dead.user, renewable, "the mail account's credentials are dead; the user must connect again");
        Ok(())
    }

    /// Notes that no account must be connected again, if that is so.
    pub(crate) async fn clear_reconnect(&self, user: UserId) -> Result<(), Error> {
        let known = self.known_mail_accounts(user).await?;
        if !known.as_slice().iter().any(MailSecret::needs_reconnect) {
            self.clear_condition(user, NotificationKind::Reconnect).await;
        }
        Ok(())
    }

    /// Tells a user whose credentials are dead. A user who never connected an account has nothing to reconnect, nor has one who has
    /// reconnected meanwhile.
    pub(crate) async fn tell_to_reconnect(&self, user: UserId) {
        let known = self.known_mail_accounts(user).await;
        if known.is_ok_and(|known| known.as_slice().iter().any(MailSecret::needs_reconnect)) {
            self.raise_condition(user, NotificationKind::Reconnect).await;
        }
    }

    /// Revokes the grant of an account in the background, unless another user has connected it: the provider revokes all tokens that
    /// the service has for an account. Nobody waits for it, and a failure is only logged.
    pub(crate) fn revoke_in_background(&self, user: UserId, secret: MailSecret) {
        let Some(Credentials::OAuth(tokens)) = secret.credentials else {
            return;
        };
        let (app, address) = (self.clone(), secret.address);
        self.0.background.spawn(async move {
            match app.revoke_unless_shared(user, &address, &tokens).await {
                Ok(true) => tracing::info!(%user, "revoked the grant of a mail account"),
                Ok(false) => tracing::info!(%user, "kept the grant of a mail account that another user has connected"),
                Err(error) => tracing::warn!(
                    %user,
                    error = &error as &dyn std::error::Error,
                    "failed to revoke the grant of a mail account"
                ),
            }
        });
    }

    async fn revoke_unless_shared(
        &self,
        user: UserId,
        address: &MailAddress,
        tokens: &MailTokens,
    ) -> Result<bool, Error> {
        // Only the secret store knows the addresses.
        for others in self.store().other_live_users(user).await?.chunks(CONCURRENT_READS) {
            let read = others.iter().map(|other| self.known_mail_accounts(*other));
            let known = try_join_all(read).await?;
            let is_shared = |known: &MailAccounts| {
                let theirs = known.of(address).and_then(|secret| secret.credentials.as_ref());
                matches!(theirs, Some(Credentials::OAuth(_)))
            };
            if known.iter().any(is_shared) {
                return Ok(false);
            }
        }
        let token = tokens.refresh_token.as_ref().unwrap_or(&tokens.access_token);
        self.ports().identity.revoke(token).await?;
        Ok(true)
    }
}

/// Those of a user's accounts that an ingest reads. An error if there are none.
pub(crate) fn readable(known: &MailAccounts, user: UserId) -> Result<Vec<MailAccount>, Error> {
    let readable = known.readable(user);
    if !readable.is_empty() {
        return Ok(readable);
    }
    Err(Error::NoMailbox(match known.as_slice() {
        [] => NoMailbox::NotConnected,
        known if known.iter().any(MailSecret::needs_reconnect) => NoMailbox::Reconnect,
        _ => NoMailbox::Paused,
    }))
}

fn no_such_account() -> Error {
    Error::NotFound("No such mail account.".into())
}
