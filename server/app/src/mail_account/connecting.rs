//! Connecting a mail account: with tokens, or by a login at an IMAP server.

use std::collections::BTreeSet;
use std::time::Duration;

use chrono::TimeDelta;
use invoices_domain::mail::{
    AccountChange, ConnectTo, ConnectedBy, Credentials, ExchangedTokens, ImapLogin, ImapSecret, MAX_ACCOUNTS,
    MailSecret, MailServer, MailTokens, SignIn, VerifiedAccount,
};
use invoices_domain::ports::MailError;
use invoices_domain::{MailAddress, UserId};
use secrecy::{ExposeSecret, SecretString};

use crate::app::App;
use crate::error::Error;

/// The longest password of a mail account, in characters.
const MAX_PASSWORD: usize = 1024;
/// The longest user name of a mail account, in characters.
const MAX_USER: usize = 320;

const NO_PASSWORDS: &str = "This mail server takes no passwords: connect the account by the consent page of the server's provider. If \
                            there is none, the operator must set `oauth` of the server.";

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

/// The login at an IMAP server that a client submits.
#[derive(Debug)]
pub struct GivenLogin {
    /// The server's name.
    pub server: String,
    /// The user name.
    pub user: String,
    /// The password of an app.
    pub password: SecretString,
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

impl App {
    /// Verifies the tokens, reads the account's address, and keeps both in the secret store.
    pub async fn store_mail_tokens(
        &self,
        user: UserId,
        to: ConnectTo,
        given: ExchangedTokens,
    ) -> Result<ConnectedAccount, Error> {
        self.count_connection(user)?;
        self.connect_with(user, to, given, ConnectedBy::Tokens).await
    }

    /// Counts an attempt at connecting a mail account. Fails beyond the limit.
    pub(crate) fn count_connection(&self, user: UserId) -> Result<(), Error> {
        self.0.throttle.connection(user, self.now())
    }

    /// Connects an account with tokens, in an attempt that is counted already.
    pub(crate) async fn connect_with(
        &self,
        user: UserId,
        to: ConnectTo,
        given: ExchangedTokens,
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
        let known = self.known_mail_accounts(user).await?;
        let kept = match known.of(&verified.address).and_then(|kept| kept.credentials.as_ref()) {
            Some(Credentials::OAuth(kept)) => kept.refresh_token.clone(),
            // The tokens of an IMAP server's provider are of no use here.
            _ => None,
        };
        let refresh_token = given_refresh_token.or(kept);
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
        let credentials = Credentials::OAuth(tokens);
        let switched = self
            .keep_account(user, to, &verified.address, credentials, connected_by)
            .await?;
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

    /// The IMAP server with this name.
    pub(crate) fn mail_server(&self, name: &str) -> Result<MailServer, Error> {
        let mut listed = self.mail_servers();
        if let Some(found) = listed.iter().position(|server| server.name == name) {
            return Ok(listed.swap_remove(found));
        }
        let names: Vec<_> = listed.iter().map(|server| server.name.as_str()).collect();
        Err(Error::NotFound(match &names[..] {
            [] => "No IMAP servers are configured in this service.".into(),
            names => format!(
                "There is no mail server with this name; there are {}.",
                names.join(", ")
            ),
        }))
    }

    /// Logs in at an IMAP server with a password, and keeps the login in the secret store.
    pub async fn connect_imap(
        &self,
        user: UserId,
        to: ConnectTo,
        given: GivenLogin,
    ) -> Result<ConnectedAccount, Error> {
        self.count_connection(user)?;
        let server = self.mail_server(&given.server)?;
        if let SignIn::Consent { .. } = server.sign_in {
            return Err(Error::TokensRejected(NO_PASSWORDS.into()));
        }
        let password = given.password.expose_secret();
        if password.is_empty() || password.chars().count() > MAX_PASSWORD {
            return Err(Error::Invalid(format!(
                "password must have 1 to {MAX_PASSWORD} characters."
            )));
        }
        if given.user.chars().count() > MAX_USER {
            return Err(Error::Invalid(format!("user must have at most {MAX_USER} characters.")));
        }
        let has_control = |text: &str| text.chars().any(char::is_control);
        if has_control(&given.user) || has_control(password) {
            return Err(Error::Invalid(
                "user and password must not have control characters.".into(),
            ));
        }
        let address = server.address(&given.user);
        let address = address.ok_or_else(|| Error::Invalid("user must be an e-mail address.".into()))?;
        let login = ImapLogin {
            server: given.server,
            user: given.user,
            secret: ImapSecret::Password(given.password),
        };
        self.connect_login(user, to, address, login).await
    }

    /// Tries a login at an IMAP server, and keeps it in the secret store.
    pub(crate) async fn connect_login(
        &self,
        user: UserId,
        to: ConnectTo,
        address: MailAddress,
        login: ImapLogin,
    ) -> Result<ConnectedAccount, Error> {
        self.0.throttle.mail_login(&login.server, &address, self.now())?;
        self.ports()
            .mail_servers
            .try_login(&login)
            .await
            .map_err(|error| match (error, &login.secret) {
                (MailError::Reconnect, ImapSecret::Password(_)) => {
                    Error::TokensRejected("The mail server refused the user name or the password.".into())
                }
                (MailError::Reconnect, ImapSecret::OAuth(_)) => Error::TokensRejected(format!(
                    "The mail server does not let {address} in: the account has no mailbox there, or may not read it by IMAP."
                )),
                (MailError::NoPasswords, _) => Error::TokensRejected(NO_PASSWORDS.into()),
                (MailError::ImapOff, _) => Error::TokensRejected(
                    "The mailbox is closed to IMAP: turn on IMAP for this mailbox, and connect the account again.".into(),
                ),
                (error, _) => error.into(),
            })?;
        let connected_by = ConnectedBy::Imap(login.server.clone());
        let scope = login.tokens().map(|tokens| tokens.scope.clone()).unwrap_or_default();
        let credentials = Credentials::Imap(login);
        let switched = self.keep_account(user, to, &address, credentials, connected_by).await?;
        Ok(ConnectedAccount {
            address,
            scope,
            switched,
        })
    }

    /// Keeps an account that was verified. Returns whether it replaced another one.
    async fn keep_account(
        &self,
        user: UserId,
        to: ConnectTo,
        address: &MailAddress,
        credentials: Credentials,
        connected_by: ConnectedBy,
    ) -> Result<bool, Error> {
        let known = self.known_mail_accounts(user).await?;
        let another = to == ConnectTo::Another;
        if another && known.of(address).is_none() && known.as_slice().len() >= MAX_ACCOUNTS {
            return Err(Error::Invalid(format!(
                "You have {MAX_ACCOUNTS} mail accounts, which is the most: disconnect one first."
            )));
        }
        if let ConnectTo::Again(id) = to {
            let meant = known.with_id(user, &id);
            let meant = &meant
                .ok_or_else(|| Error::NotFound("No such mail account.".into()))?
                .address;
            if meant != address {
                let sentence = format!("This is the mail account {address}, and not {meant}.");
                return Err(Error::TokensRejected(sentence));
            }
        }
        let secret = MailSecret {
            address: address.clone(),
            credentials: Some(credentials),
            connected_by: Some(connected_by),
            name: None,
            paused: false,
        };
        let secrets = &self.ports().secrets;
        let connect = AccountChange::Connect { secret, another };
        let before = secrets.change_mail_accounts(user, connect).await?;
        if self.live_user(user).await?.is_none() {
            secrets.delete_mail_accounts(user).await?;
            return Err(Error::no_account());
        }
        self.clear_reconnect(user).await?;
        let switched = !another && !before.as_slice().is_empty() && before.of(address).is_none();
        tracing::info!(%user, switched, another, "connected a mail account");
        Ok(switched)
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
}
