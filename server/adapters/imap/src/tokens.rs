//! The tokens of accounts, renewed as needed.
//!
//! The secret store has the newest ones, because a provider may replace the refresh token with each renewal, and any process may be
//! the one that renews. What is kept here saves reading them there for each call.

use std::collections::HashMap;
use std::sync::{Arc, Mutex as StdMutex, PoisonError};

use chrono::TimeDelta;
use invoices_domain::mail::{AccountChange, Credentials, ImapLogin, ImapSecret, MailAccount, MailTokens};
use invoices_domain::ports::{Clock, Dependency, DependencyError, MailError, SecretError, Secrets};
use invoices_domain::{MailAddress, UserId};
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::Mutex;

use crate::oauth::OAuth;

/// A token is renewed this long before it expires, so that it does not expire during a login.
const MARGIN: TimeDelta = TimeDelta::seconds(60);
/// The maximum number of accounts whose tokens are kept, to bound memory.
const MAX_SLOTS: usize = 10_000;

/// The tokens of an account that were renewed last. Locked during a renewal, so that concurrent calls renew only once.
type Slot = Arc<Mutex<Option<Renewed>>>;

struct Renewed {
    login: ImapLogin,
    /// The account that they renew, until that is stored.
    unsaved: Option<MailAccount>,
}

/// Renews tokens.
pub(crate) struct Tokens {
    pub secrets: Arc<dyn Secrets>,
    pub clock: Arc<dyn Clock>,
    slots: StdMutex<HashMap<(UserId, MailAddress), Slot>>,
}

impl Tokens {
    pub fn new(secrets: Arc<dyn Secrets>, clock: Arc<dyn Clock>) -> Self {
        Tokens {
            secrets,
            clock,
            slots: StdMutex::default(),
        }
    }

    /// A login with a token that has not expired, and that is not the `refused` one.
    pub async fn current(
        &self,
        oauth: &OAuth,
        account: &MailAccount,
        refused: Option<&SecretString>,
    ) -> Result<ImapLogin, MailError> {
        let (login, tokens) = parts(&account.credentials).ok_or(MailError::Reconnect)?;
        if self.is_usable(tokens, refused) {
            return Ok(login.clone());
        }
        let slot = self.slot(account);
        let mut slot = slot.lock().await;
        if let Some(renewed) = slot.as_mut() {
            self.save(renewed).await?;
            let is_usable = |tokens| self.is_usable(tokens, refused);
            if renewed.login.server == login.server && renewed.login.tokens().is_some_and(is_usable) {
                return Ok(renewed.login.clone());
            }
        }
        let stored = self.stored(account, &login.server).await?;
        let (stored_login, stored_tokens) = parts(&stored.credentials).ok_or(MailError::Reconnect)?;
        if self.is_usable(stored_tokens, refused) {
            return Ok(stored_login.clone());
        }
        let refresh_token = stored_tokens.refresh_token.as_ref().ok_or(MailError::Reconnect)?;
        let tokens = match oauth.renew(stored_tokens, refresh_token).await {
            Ok(tokens) => tokens,
            Err(failure) if failure.refusal() == Some("invalid_grant") => {
                tracing::info!(%failure, "a refresh token is no longer valid");
                return self.stored_meanwhile(&stored, &login.server).await;
            }
            Err(failure) => return Err(DependencyError::from(failure).into()),
        };
        let renewed = slot.insert(Renewed {
            login: ImapLogin {
                secret: ImapSecret::OAuth(tokens),
                ..stored_login.clone()
            },
            unsaved: Some(stored),
        });
        self.save(renewed).await?;
        Ok(renewed.login.clone())
    }

    /// The account as the secret store has it.
    async fn stored(&self, account: &MailAccount, server: &str) -> Result<MailAccount, MailError> {
        let known = self
            .secrets
            .mail_accounts(account.user)
            .await
            .map_err(|error| match error {
                SecretError::Dependency(error) => error,
                damaged => DependencyError::new(Dependency::SecretStore, damaged),
            })?;
        let secret = known.of(&account.address).ok_or(MailError::Reconnect)?;
        let credentials = secret.credentials.clone();
        let is_here = |credentials: &Credentials| parts(credentials).is_some_and(|(login, _)| login.server == server);
        Ok(MailAccount {
            credentials: credentials.filter(is_here).ok_or(MailError::Reconnect)?,
            ..account.clone()
        })
    }

    /// The login of an account whose refresh token was refused: another process may have used it up and stored newer ones.
    async fn stored_meanwhile(&self, refused: &MailAccount, server: &str) -> Result<ImapLogin, MailError> {
        let stored = self.stored(refused, server).await?;
        match parts(&stored.credentials) {
            Some((login, tokens))
                if self.is_usable(tokens, None) && !stored.credentials.is_same(&refused.credentials) =>
            {
                Ok(login.clone())
            }
            _ => Err(MailError::Reconnect),
        }
    }

    /// Drops tokens that the mail server refused though they are new. The caller knows only those from before, and so could not drop
    /// them.
    pub async fn drop_refused(&self, account: &MailAccount, refused: ImapLogin) -> Result<(), MailError> {
        let dead = MailAccount {
            credentials: Credentials::Imap(refused),
            ..account.clone()
        };
        let drop = AccountChange::Drop(dead);
        self.secrets.change_mail_accounts(account.user, drop).await?;
        Ok(())
    }

    /// Stores renewed tokens. Until that succeeds, each use of them tries it again: the tokens before may be used up.
    async fn save(&self, renewed: &mut Renewed) -> Result<(), MailError> {
        if let Some(before) = &renewed.unsaved {
            let credentials = Credentials::Imap(renewed.login.clone());
            let renewal = AccountChange::Renew(before.clone(), credentials);
            self.secrets.change_mail_accounts(before.user, renewal).await?;
            renewed.unsaved = None;
        }
        Ok(())
    }

    fn is_usable(&self, tokens: &MailTokens, refused: Option<&SecretString>) -> bool {
        let is_refused = |refused: &SecretString| refused.expose_secret() == tokens.access_token.expose_secret();
        tokens.expires_at > self.clock.now() + MARGIN && !refused.is_some_and(is_refused)
    }

    fn slot(&self, account: &MailAccount) -> Slot {
        let key = (account.user, account.address.clone());
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.len() >= MAX_SLOTS && !slots.contains_key(&key) {
            // Keep the tokens that are being renewed now.
            slots.retain(|_, slot| Arc::strong_count(slot) > 1);
        }
        slots.entry(key).or_default().clone()
    }
}

/// The login and the tokens of an account that has tokens.
pub(crate) fn parts(credentials: &Credentials) -> Option<(&ImapLogin, &MailTokens)> {
    match credentials {
        Credentials::Imap(login) => Some((login, login.tokens()?)),
        Credentials::OAuth(_) => None,
    }
}
