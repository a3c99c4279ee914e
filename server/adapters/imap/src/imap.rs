//! The servers that the operator lists, and logins at them.

use std::sync::Arc;

use async_trait::async_trait;
use invoices_domain::mail::{
    ConsentRequest, Credentials, DeviceAnswer, DeviceRequest, ImapLogin, MailAccount, MailServer, Redirect,
};
use invoices_domain::ports::{Clock, IdentityError, MailError, MailServers, Secrets};
use invoices_settings::{HttpUrl, ImapSettings};
use reqwest::Url;
use secrecy::SecretString;

use crate::endpoints::Endpoints;
use crate::metrics::ImapMetrics;
use crate::oauth::{Callbacks, OAuth};
use crate::oauth_http::OAuthHttp;
use crate::pool::{Pool, Work};
use crate::server::Server;
use crate::settings::{SettingsError, error, problems};
use crate::tokens::{Tokens, parts};

/// The IMAP servers that the operator lists.
pub struct Imap {
    servers: Vec<Server>,
    pool: Pool,
    metrics: ImapMetrics,
    tokens: Tokens,
}

/// What consent and the renewal of tokens need.
pub struct ConsentContext {
    /// Where the consent page returns to, if the service can be reached.
    pub callback_url: Option<HttpUrl>,
    /// Where it returns to for a program on the user's machine.
    pub localhost_callback_url: HttpUrl,
    /// Has the tokens.
    pub secrets: Arc<dyn Secrets>,
    /// Says when they expire.
    pub clock: Arc<dyn Clock>,
}

impl Imap {
    /// Connects to nothing yet.
    pub fn new(settings: &ImapSettings, context: ConsentContext) -> Result<Self, SettingsError> {
        if let Some(problem) = problems(settings).into_iter().next() {
            return Err(problem);
        }
        let url = |name: &str, url: &str| Url::parse(url).map_err(|cause| error(name, cause.to_string()));
        let callbacks = Callbacks {
            service: (context.callback_url.as_ref())
                .map(|callback| url("mail.callback_url", callback))
                .transpose()?,
            localhost: url("mail.localhost_callback_url", &context.localhost_callback_url)?,
        };
        let http = OAuthHttp::new().map_err(|cause| error("imap.servers.oauth", cause.to_string()))?;
        let servers = settings.servers.iter().map(|server| {
            let oauth = server.oauth.as_ref().map(|oauth| {
                Ok(OAuth {
                    server: server.name.clone(),
                    settings: oauth.clone(),
                    endpoints: Endpoints::of(oauth).map_err(|problem| error("imap.servers.oauth", problem))?,
                    callbacks: callbacks.clone(),
                    http: http.clone(),
                    clock: Arc::clone(&context.clock),
                })
            });
            Server::new(server.clone(), *settings.timeout_seconds, oauth.transpose()?)
        });
        let metrics = ImapMetrics::default();
        Ok(Imap {
            servers: servers.collect::<Result<_, SettingsError>>()?,
            pool: Pool::new(metrics.clone()),
            metrics,
            tokens: Tokens::new(context.secrets, context.clock),
        })
    }

    /// The calls to the servers, for operators.
    pub fn metrics(&self) -> &ImapMetrics {
        &self.metrics
    }

    /// Connects to each server and logs in nowhere. An error is a sentence for operators.
    pub async fn probe(settings: &ImapSettings) -> Result<Vec<(MailServer, Result<(), String>)>, SettingsError> {
        let mut found = Vec::new();
        for server in &settings.servers {
            let server = Server::new(server.clone(), *settings.timeout_seconds, None)?;
            let answer = server.connect().await;
            found.push((server.listed(), answer.map(drop).map_err(|failure| failure.to_string())));
        }
        Ok(found)
    }

    /// Does something on the account's connection. An account at a server that is listed no more must be connected again.
    pub(crate) async fn run<W: Work>(&self, account: &MailAccount, work: &W) -> Result<W::Output, MailError> {
        let Credentials::Imap(login) = &account.credentials else {
            return Err(MailError::Reconnect);
        };
        let server = self.server(&login.server).ok_or(MailError::Reconnect)?;
        if parts(&account.credentials).is_none() {
            return self.pool.run(server, login, account.user, work).await;
        }
        let oauth = server.oauth.as_ref().ok_or(MailError::Reconnect)?;
        let login = self.tokens.current(oauth, account, None).await?;
        let done = self.pool.run(server, &login, account.user, work).await;
        match (&done, login.tokens()) {
            // A token may end before its time. One that is new and refused as well means that the user must act.
            (Err(MailError::Reconnect), Some(refused)) => {
                let login = self.tokens.current(oauth, account, Some(&refused.access_token)).await?;
                let done = self.pool.run(server, &login, account.user, work).await;
                if let Err(MailError::Reconnect) = done {
                    self.tokens.drop_refused(account, login).await?;
                }
                done
            }
            _ => done,
        }
    }

    fn server(&self, name: &str) -> Option<&Server> {
        self.servers.iter().find(|server| server.settings.name == name)
    }

    fn oauth(&self, server: &str) -> Result<&OAuth, IdentityError> {
        let oauth = self.server(server).and_then(|server| server.oauth.as_ref());
        oauth.ok_or_else(|| IdentityError::Rejected("The mail server takes no consent any more.".into()))
    }
}

#[async_trait]
impl MailServers for Imap {
    fn listed(&self) -> Vec<MailServer> {
        self.servers.iter().map(Server::listed).collect()
    }

    async fn try_login(&self, login: &ImapLogin) -> Result<(), MailError> {
        let server = self.server(&login.server).ok_or(MailError::Reconnect)?;
        self.pool.try_login(server, login).await
    }

    fn request_consent(&self, server: &str, redirect: Redirect) -> Option<ConsentRequest> {
        self.oauth(server).ok()?.request(redirect)
    }

    async fn exchange_code(
        &self,
        server: &str,
        code: &SecretString,
        verifier: &SecretString,
        redirect: Redirect,
    ) -> Result<ImapLogin, IdentityError> {
        self.oauth(server)?.exchange(code, verifier, redirect).await
    }

    async fn request_device(&self, server: &str) -> Result<Option<DeviceRequest>, IdentityError> {
        self.oauth(server)?.request_device().await
    }

    async fn ask_device(&self, server: &str, device_code: &SecretString) -> Result<DeviceAnswer, IdentityError> {
        self.oauth(server)?.ask_device(device_code).await
    }
}
