//! What operators do to users. Each act is in the log of acts, with the operator's name.

use chrono::{DateTime, Utc};
use futures::future::try_join_all;
use invoices_db::{Operator, Usage, User, UserActivity, UserFilter};
use invoices_domain::{MailAddress, UserId};
use secrecy::SecretString;

use crate::app::App;
use crate::error::Error;
use crate::random;

/// The characters of a generated password: 120 bits.
const PASSWORD_LENGTH: usize = 24;
/// How many entries of the secret store are read concurrently.
pub(crate) const CONCURRENT_READS: usize = 16;

/// A user, as operators list them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedAccount {
    /// The user.
    pub user: User,
    /// Whether mail tokens are stored.
    pub mail_account_connected: bool,
    /// The number of rental and retail invoices.
    pub invoices: u64,
}

/// A user with what an operator looks for when something is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserOverview {
    /// What the list says.
    pub account: ListedAccount,
    /// The mail accounts, and whether each must be connected again.
    pub mail_accounts: Vec<(MailAddress, bool)>,
    /// What the originals take.
    pub usage: Usage,
    /// Jobs and ingests.
    pub activity: UserActivity,
}

impl App {
    /// The users that match the filter, the last `limit` who signed up, newest first.
    pub async fn users(&self, filter: UserFilter, limit: i64) -> Result<Vec<ListedAccount>, Error> {
        let rows = self.store().users(filter, limit).await?;
        let mut accounts = Vec::with_capacity(rows.len());
        for batch in rows.chunks(CONCURRENT_READS) {
            let read = batch.iter().map(async |row| {
                Ok::<_, Error>(ListedAccount {
                    user: row.user.clone(),
                    mail_account_connected: self.is_mail_connected(row.user.user_id).await?,
                    invoices: row.invoices,
                })
            });
            accounts.extend(try_join_all(read).await?);
        }
        Ok(accounts)
    }

    /// One user.
    pub async fn user_overview(&self, user: UserId) -> Result<UserOverview, Error> {
        let filter = UserFilter {
            user: Some(user),
            ..UserFilter::default()
        };
        let account = self.users(filter, 1).await?.pop().ok_or_else(no_such_user)?;
        let known = self.known_mail_accounts(user).await?;
        let mail_accounts = known.as_slice().iter();
        let mail_accounts = mail_accounts.map(|secret| (secret.address.clone(), secret.needs_reconnect()));
        Ok(UserOverview {
            account,
            mail_accounts: mail_accounts.collect(),
            usage: self.store().usage(user).await?,
            activity: self.store().user_activity(user).await?,
        })
    }

    /// Makes every access token of a user invalid.
    pub async fn log_out(&self, user: UserId, by: Operator) -> Result<(), Error> {
        found(self.store().log_out(user, Some(by), self.now()).await?)
    }

    /// Gives a user a new password, and makes every access token invalid. The rules are those of sign-up.
    pub async fn reset_password(&self, user: UserId, password: SecretString, by: Operator) -> Result<(), Error> {
        self.0.passwords.check("password", &password)?;
        let hash = self.0.passwords.hash(password).await?;
        found(self.store().reset_password(user, hash, by, self.now()).await?)
    }

    /// A random password that follows the rules.
    pub fn random_password(&self) -> Result<SecretString, Error> {
        let auth = &self.settings().auth;
        random::text(PASSWORD_LENGTH.max(auth.password_min).min(auth.password_max))
    }

    /// When the deletion of a user started. `None` if it did not, or if it has ended.
    pub async fn deleting_since(&self, user: UserId) -> Result<Option<DateTime<Utc>>, Error> {
        Ok(self.user(user).await?.and_then(|user| user.deleting_at))
    }
}

pub(crate) fn no_such_user() -> Error {
    Error::NotFound("there is no such user".into())
}

fn found(is_there: bool) -> Result<(), Error> {
    if is_there { Ok(()) } else { Err(no_such_user()) }
}
