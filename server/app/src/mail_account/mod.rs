//! Connecting and disconnecting a mail account.

pub mod connect;

use std::collections::BTreeSet;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use futures::future::try_join_all;
use invoices_domain::mail::{
    ConnectedBy, Credentials, ImapLogin, MailAccount, MailSecret, MailServer, MailTokens, VerifiedAccount,
};
use invoices_domain::ports::{MailError, NotificationKind, SecretError};
use invoices_domain::{MailAccountId, MailAddress, UserId};
use secrecy::{ExposeSecret, SecretString};

use crate::app::App;
use crate::error::Error;
use crate::ingest::IngestRun;
use crate::job::schedule;
use crate::user::administration::CONCURRENT_READS;

/// The longest password of a mail account, in characters.
const MAX_PASSWORD: usize = 1024;
/// The longest user name of a mail account, in characters.
const MAX_USER: usize = 320;

/// The scopes that allow reading mail; one of them is enough.
const READING_SCOPES: [&str; 3] = [
    "https://www.googleapis.com/auth/gmail.readonly",
    "https://www.googleapis.com/auth/gmail.modify",
    "https://mail.google.com/",
];
/// The lifetime of an access token in seconds, if neither the provider nor the client states it.
const DEFAULT_EXPIRES_IN: u64 = 3600;
/// The longest lifetime in seconds; a larger one is cut to it.
const MAX_EXPIRES_IN: u64 = 366 * 24 * 3600;

/// The tokens that a client submits.
#[derive(Debug)]
pub struct GivenTokens {
    /// The identity provider's access token.
    pub access_token: SecretString,
    /// Renews it.
    pub refresh_token: Option<SecretString>,
    /// Seconds until the access token expires.
    pub expires_in: Option<u64>,
}

/// What was connected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectedAccount {
    /// The account's verified address.
    pub address: MailAddress,
    /// The scopes that the provider granted.
    pub scope: Vec<String>,
    /// Whether another account was connected before.
    pub switched: bool,
}

/// A mail account of a user, as it is listed.
#[derive(Debug)]
pub struct ListedMailAccount {
    /// Its id.
    pub account_id: MailAccountId,
    /// Its address.
    pub address: MailAddress,
    /// See [`MailSecret::provider`].
    pub provider: Option<String>,
    /// How it was connected.
    pub connected_by: Option<ConnectedBy>,
    /// Whether there are credentials that the provider has not refused.
    pub is_connected: bool,
    /// The last ingest of the mailbox that has ended.
    pub last_run: Option<IngestRun>,
    /// When the schedule orders the next one.
    pub next_run_at: Option<DateTime<Utc>>,
}

impl App {
    /// The mail accounts of a user: the one that was connected last, unless it was disconnected.
    pub async fn mail_accounts(&self, user: UserId) -> Result<Vec<ListedMailAccount>, Error> {
        let Some(secret) = self.mail_secret(user).await? else {
            return Ok(Vec::new());
        };
        let is_connected = secret.credentials.is_some();
        let listed = ListedMailAccount {
            account_id: MailAccountId::new(user, &secret.address),
            provider: secret.provider().map(str::to_owned),
            is_connected,
            last_run: self.last_mailbox_run(user).await?,
            next_run_at: schedule::next_ingest(self).filter(|_| is_connected),
            connected_by: secret.connected_by,
            address: secret.address,
        };
        Ok(vec![listed])
    }

    /// Removes what grants access to a mail account of the user, and revokes the grant unless another user needs it.
    pub async fn disconnect_mail(&self, user: UserId, account_id: &str) -> Result<(), Error> {
        let secret = self.mail_secret(user).await?;
        let secret = secret.filter(|secret| MailAccountId::new(user, &secret.address).to_string() == account_id);
        let secret = secret.ok_or_else(|| Error::NotFound("No such mail account.".into()))?;
        self.ports().secrets.delete(user).await?;
        self.clear_condition(user, NotificationKind::Reconnect).await;
        tracing::info!(%user, "disconnected a mail account");
        self.revoke_in_background(user, secret);
        Ok(())
    }

    /// Verifies the tokens, reads the account's address, and keeps both in the secret store.
    pub async fn store_mail_tokens(&self, user: UserId, given: GivenTokens) -> Result<ConnectedAccount, Error> {
        self.count_connection(user)?;
        self.connect_with(user, given, ConnectedBy::Tokens).await
    }

    /// Counts an attempt at connecting a mail account. Fails beyond the limit.
    pub(crate) fn count_connection(&self, user: UserId) -> Result<(), Error> {
        self.0.throttle.connection(user, self.now())
    }

    /// Connects an account with tokens, in an attempt that is counted already.
    pub(crate) async fn connect_with(
        &self,
        user: UserId,
        given: GivenTokens,
        connected_by: ConnectedBy,
    ) -> Result<ConnectedAccount, Error> {
        if given.access_token.expose_secret().trim().is_empty() {
            return Err(Error::Invalid("access_token must not be empty.".into()));
        }
        let verified = self.ports().identity.verify(&given.access_token).await?;
        if !verified
            .scope
            .iter()
            .any(|scope| READING_SCOPES.contains(&scope.as_str()))
        {
            return Err(Error::TokensRejected(format!(
                "The tokens lack a scope that allows reading mail: one of {}.",
                READING_SCOPES.join(", ")
            )));
        }
        let given_refresh_token = given
            .refresh_token
            .filter(|token| !token.expose_secret().trim().is_empty());
        if let Some(refresh_token) = &given_refresh_token {
            self.check_refresh_token(refresh_token, &verified).await?;
        }
        let before = self.mail_secret(user).await?;
        let switched = before.as_ref().is_some_and(|before| before.address != verified.address);
        let kept = before.filter(|before| before.address == verified.address);
        let refresh_token =
            given_refresh_token.or_else(|| kept.and_then(|kept| kept.credentials?.tokens()?.refresh_token.clone()));
        // The provider's statement of the lifetime takes precedence over the client's.
        let expires_in = verified
            .expires_in
            .or(given.expires_in)
            .unwrap_or(DEFAULT_EXPIRES_IN)
            .min(MAX_EXPIRES_IN);
        let lifetime = TimeDelta::from_std(Duration::from_secs(expires_in)).map_err(Error::internal)?;
        let tokens = MailTokens {
            access_token: given.access_token,
            refresh_token,
            expires_at: self.now() + lifetime,
            scope: verified.scope.clone(),
        };
        let secret = MailSecret {
            address: verified.address.clone(),
            credentials: Some(Credentials::OAuth(tokens)),
            connected_by: Some(connected_by),
        };
        self.keep_connection(user, &secret).await?;
        tracing::info!(%user, switched, "connected a mail account");
        Ok(ConnectedAccount {
            address: verified.address,
            scope: verified.scope,
            switched,
        })
    }

    /// The IMAP servers that the operator lists.
    pub fn mail_servers(&self) -> Vec<MailServer> {
        self.ports().mail_servers.listed()
    }

    /// Logs in at an IMAP server, and keeps the login in the secret store.
    pub async fn connect_imap(&self, user: UserId, login: ImapLogin) -> Result<ConnectedAccount, Error> {
        self.count_connection(user)?;
        let listed = self.mail_servers();
        let Some(server) = listed.iter().find(|server| server.name == login.server) else {
            let names: Vec<_> = listed.iter().map(|server| server.name.as_str()).collect();
            return Err(Error::NotFound(match &names[..] {
                [] => "No IMAP servers are configured in this service.".into(),
                names => format!(
                    "There is no mail server with this name; there are {}.",
                    names.join(", ")
                ),
            }));
        };
        if login.password.expose_secret().is_empty() || login.password.expose_secret().chars().count() > MAX_PASSWORD {
            return Err(Error::Invalid(format!(
                "password must have 1 to {MAX_PASSWORD} characters."
            )));
        }
        if login.user.chars().count() > MAX_USER {
            return Err(Error::Invalid(format!("user must have at most {MAX_USER} characters.")));
        }
        let has_control = |text: &str| text.chars().any(char::is_control);
        if has_control(&login.user) || has_control(login.password.expose_secret()) {
            return Err(Error::Invalid(
                "user and password must not have control characters.".into(),
            ));
        }
        let address = server.address(&login.user);
        let address = address.ok_or_else(|| Error::Invalid("user must be an e-mail address.".into()))?;
        self.0.throttle.mail_login(&login.server, &address, self.now())?;
        match self.ports().mail_servers.try_login(&login).await {
            Ok(()) => {}
            Err(MailError::Reconnect) => {
                let sentence = "The mail server refused the user name or the password.";
                return Err(Error::TokensRejected(sentence.into()));
            }
            Err(error) => return Err(error.into()),
        }
        let before = self.mail_secret(user).await?;
        let switched = before.is_some_and(|before| before.address != address);
        let secret = MailSecret {
            address: address.clone(),
            connected_by: Some(ConnectedBy::Imap(login.server.clone())),
            credentials: Some(Credentials::Imap(login)),
        };
        self.keep_connection(user, &secret).await?;
        tracing::info!(%user, switched, server = server.name, "connected a mail account");
        Ok(ConnectedAccount {
            address,
            scope: Vec::new(),
            switched,
        })
    }

    async fn keep_connection(&self, user: UserId, secret: &MailSecret) -> Result<(), Error> {
        if !self.store_secret(user, secret).await? {
            return Err(Error::Unauthenticated("No account exists for this token.".into()));
        }
        self.clear_condition(user, NotificationKind::Reconnect).await;
        Ok(())
    }

    /// Tries a refresh token once: it must give an access token of the same account and scopes. Without the provider's
    /// client in the settings it can't be tried.
    async fn check_refresh_token(&self, token: &SecretString, verified: &VerifiedAccount) -> Result<(), Error> {
        let Some(renewed) = self.ports().identity.try_refresh(token).await? else {
            return Ok(());
        };
        let rejected = |of: &str| {
            let sentence = format!("The refresh token has {of} than the access token.");
            Err(Error::TokensRejected(sentence))
        };
        if renewed.address != verified.address {
            return rejected("another account");
        }
        let scopes = |account: &VerifiedAccount| account.scope.iter().cloned().collect::<BTreeSet<_>>();
        if scopes(&renewed) != scopes(verified) {
            return rejected("other scopes");
        }
        Ok(())
    }

    /// A user's entry in the secret store. A damaged one counts as none, so that the user can connect again; it is kept until
    /// then, because another key may decrypt it.
    pub(crate) async fn mail_secret(&self, user: UserId) -> Result<Option<MailSecret>, Error> {
        match self.ports().secrets.get(user).await {
            Err(SecretError::Damaged(cause)) => {
                tracing::error!(%user, cause = ?cause, "the stored mail tokens are damaged; the user must connect again");
                Ok(None)
            }
            read => Ok(read?),
        }
    }

    /// Stores a secret. Returns `false` and stores nothing if the account was deleted meanwhile.
    async fn store_secret(&self, user: UserId, secret: &MailSecret) -> Result<bool, Error> {
        self.ports().secrets.put(user, secret).await?;
        let live = self.live_user(user).await?.is_some();
        if !live {
            self.ports().secrets.delete(user).await?;
        }
        Ok(live)
    }

    /// The connected account; [`Error::MailReconnect`] if there is none.
    pub(crate) async fn mail_account(&self, user: UserId) -> Result<MailAccount, Error> {
        let secret = self.mail_secret(user).await?;
        secret
            .and_then(|secret| secret.account(user))
            .ok_or(Error::MailReconnect)
    }

    /// Deletes credentials that don't grant access any more, unless others were stored meanwhile. The address stays.
    pub(crate) async fn drop_dead_credentials(&self, dead: &MailAccount) -> Result<(), Error> {
        let secrets = &self.ports().secrets;
        if !secrets.drop_credentials(dead.user, &dead.credentials).await? {
            return Ok(());
        }
        if self.live_user(dead.user).await?.is_none() {
            self.ports().secrets.delete(dead.user).await?;
        }
        self.metrics().mail_tokens_died();
        let tokens = dead.credentials.tokens();
        let renewable = tokens.is_some_and(|tokens| tokens.refresh_token.is_some());
        tracing::warn!(user = %dead.user, renewable, "the mail account's credentials are dead; the user must connect again");
        Ok(())
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
            let read = others.iter().map(|other| self.mail_secret(*other));
            let mut connected = try_join_all(read).await?.into_iter().flatten();
            let is_shared = |secret: MailSecret| {
                secret.address == *address && matches!(secret.credentials, Some(Credentials::OAuth(_)))
            };
            if connected.any(is_shared) {
                return Ok(false);
            }
        }
        let token = tokens.refresh_token.as_ref().unwrap_or(&tokens.access_token);
        self.ports().identity.revoke(token).await?;
        Ok(true)
    }
}
