//! The contract's operations: each unwraps the request, calls one use case, and converts its result.

mod calendar;
mod channel;
mod client;
mod error;
mod export;
mod ingest;
mod invoice;
mod mail_account;
mod message;
mod notification;
mod pages;
mod source;
mod statistics;
mod user;
mod webhook;

use std::net::IpAddr;

use async_trait::async_trait;
use dropshot::RequestContext;
use invoices_api::caller::{Authenticated, TokenLogin, Turn, Work};
use invoices_api::{AccountRule, ApiError, Authenticate};
use invoices_app::{App, LoggedIn, Login};
use invoices_domain::{Catalogue, SubType, UserId};
use tokio_util::sync::CancellationToken;

pub use self::client::Proxies;
use self::error::api_error;
pub use self::pages::page;

/// The server's state.
pub struct Context {
    app: App,
    proxies: Proxies,
}

impl Context {
    /// `proxies` are those that the server trusts.
    pub fn new(app: App, proxies: Proxies) -> Self {
        Context { app, proxies }
    }
}

#[async_trait]
impl Authenticate for Context {
    async fn authenticate(&self, bearer: Option<&str>, rule: AccountRule) -> Result<Authenticated, ApiError> {
        let token = bearer.ok_or_else(|| ApiError::invalid_credentials("A bearer token is required."))?;
        let user = self.app.token_user(token).await.map_err(api_error)?;
        let counts = |found: &LoggedIn| rule == AccountRule::MayBeDeleting || found.user.deleting_at.is_none();
        match (user.filter(counts), rule) {
            (Some(LoggedIn { user, login, scopes }), _) => Ok(Authenticated {
                user: user.user_id,
                person: user::account::person(user),
                token: TokenLogin {
                    generation: login.generation,
                    session: login.session,
                },
                scopes,
            }),
            (None, AccountRule::OrNotFound) => Err(ApiError::user_not_found()),
            (None, _) => Err(ApiError::invalid_credentials("No account exists for this token.")),
        }
    }

    async fn begin(&self, work: Work, user: UserId, hung_up: &CancellationToken) -> Result<Turn, ApiError> {
        let turn = match work {
            Work::Read => self.app.begin_read(user, hung_up).await,
            Work::Upload => self.app.begin_upload(user, hung_up).await,
        };
        Ok(Box::new(turn.map_err(api_error)?))
    }
}

/// The implementation of the API groups, each in the file of its resource.
pub enum Api {}

type Request = RequestContext<Context>;

fn app(request: &Request) -> &App {
    &request.context().app
}

/// The sub-type of this name, or the error that lists those that exist.
fn sub_type(app: &App, name: &str, unknown: fn(&str, &Catalogue) -> ApiError) -> Result<SubType, ApiError> {
    let known = app.catalogue().sub_type(name).cloned();
    known.ok_or_else(|| unknown(name, app.catalogue()))
}

fn login(token: &TokenLogin) -> Login {
    Login {
        generation: token.generation,
        session: token.session,
    }
}

fn client(request: &Request) -> IpAddr {
    let peer = request.request.remote_addr().ip();
    request.context().proxies.client(peer, request.request.headers())
}
