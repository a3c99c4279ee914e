//! Connecting a mail account by the provider's consent page.
//!
//! The user who began must finish, with the state that only that user's browser or program knows: a code that is sent to
//! someone else's callback connects nothing.

use chrono::TimeDelta;
use invoices_db::{ConsentBy, PendingConsent};
use invoices_domain::UserId;
use invoices_domain::ids::sha256_hex;
use invoices_domain::mail::{ConnectTo, ConnectedBy, ImapLogin, Redirect};
use invoices_domain::ports::IdentityError;
use secrecy::{ExposeSecret, SecretString};

use crate::app::App;
use crate::error::Error;
use crate::mail_account::connecting::ConnectedAccount;

/// How long a consent can be finished.
const LIFETIME: TimeDelta = TimeDelta::minutes(10);
/// How many consents a user may have begun and not finished.
const MAX_PENDING: i64 = 5;

/// A consent that was begun.
#[derive(Debug)]
pub struct BegunConsent {
    /// The provider's page, for the user's browser.
    pub page: String,
    /// What the finish must state.
    pub state: SecretString,
    /// Seconds until it expires.
    pub expires_in: u64,
}

impl App {
    /// Whether users can be asked for consent on Google's page, for the page of this service.
    pub fn asks_google(&self) -> bool {
        self.ports().identity.request_consent(Redirect::Service).is_some()
    }

    /// Begins to connect a mail account by the consent page of an IMAP server's provider; without a server by Google's.
    pub async fn begin_connecting(
        &self,
        user: UserId,
        redirect: Redirect,
        server: Option<String>,
    ) -> Result<BegunConsent, Error> {
        let request = match &server {
            None => self.ports().identity.request_consent(redirect),
            Some(server) => {
                let name = self.mail_server(server)?.name;
                self.ports().mail_servers.request_consent(&name, redirect)
            }
        };
        let Some(request) = request else {
            return Err(Error::NoConsent(
                "This service can't ask for consent: the OAuth client (mail.client_id, mail.client_secret; `oauth` of an IMAP \
                 server) or, for the redirect `service`, mail.callback_url is not configured."
                    .into(),
            ));
        };
        let pending = PendingConsent {
            state_hash: sha256_hex(request.state.expose_secret().as_bytes()),
            redirect,
            verifier: request.verifier.expose_secret().to_owned(),
            expires_at: self.now() + LIFETIME,
            server,
            interval: None,
        };
        self.keep_consent(user, pending).await?;
        Ok(BegunConsent {
            page: request.page,
            state: request.state,
            expires_in: LIFETIME.num_seconds().unsigned_abs(),
        })
    }

    /// Exchanges the code of a consent that this user began, and connects the account. If the provider fails to exchange it, it can
    /// be tried again; once it has, the code is used up.
    pub async fn finish_connecting(
        &self,
        user: UserId,
        to: ConnectTo,
        state: &SecretString,
        code: &SecretString,
    ) -> Result<ConnectedAccount, Error> {
        self.count_connection(user)?;
        let pending = self.take_consent(user, ConsentBy::Page, state).await?;
        let verifier = SecretString::from(pending.verifier.clone());
        let ports = self.ports();
        let redirect = pending.redirect;
        let failure = match &pending.server {
            None => match ports.identity.exchange_code(code, &verifier, redirect).await {
                Ok(tokens) => return self.connect_with(user, to, tokens, ConnectedBy::Consent).await,
                Err(failure) => failure,
            },
            Some(server) => match ports
                .mail_servers
                .exchange_code(server, code, &verifier, redirect)
                .await
            {
                Ok(login) => return self.connect_consented(user, to, login).await,
                Err(failure) => failure,
            },
        };
        if let IdentityError::Dependency(_) = failure {
            self.keep_consent(user, pending).await?;
        }
        Err(failure.into())
    }

    /// Connects an account with the login that a consent gave.
    pub(super) async fn connect_consented(
        &self,
        user: UserId,
        to: ConnectTo,
        login: ImapLogin,
    ) -> Result<ConnectedAccount, Error> {
        let address = login.user.parse().map_err(Error::internal)?;
        self.connect_login(user, to, address, login).await
    }

    /// Keeps a consent that was begun.
    pub(super) async fn keep_consent(&self, user: UserId, pending: PendingConsent) -> Result<(), Error> {
        if self.store().add_consent(user, pending, MAX_PENDING).await? {
            Ok(())
        } else {
            Err(Error::no_account())
        }
    }

    /// A consent that this user began. It is not kept any more.
    pub(super) async fn take_consent(
        &self,
        user: UserId,
        by: ConsentBy,
        state: &SecretString,
    ) -> Result<PendingConsent, Error> {
        let state_hash = sha256_hex(state.expose_secret().as_bytes());
        let taken = self.store().take_consent(user, by, &state_hash, self.now()).await?;
        taken.ok_or_else(|| {
            let sentence =
                "This consent is unknown, used or expired, or another user started it; connect the account again.";
            Error::TokensRejected(sentence.into())
        })
    }
}
