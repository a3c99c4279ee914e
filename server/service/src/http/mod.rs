//! The contract's operations: each unwraps the request, calls one use case, and converts its result.

mod account_mail;
mod browser_sessions;
mod client;
mod correction;
mod credentials;
mod error;
mod export;
mod handed;
mod imap;
mod list;
mod mail;
mod mail_accounts;
mod messages;
mod notifications;
mod original;
mod pages;
mod rental;
mod retail;
mod run;
mod runs;
mod sessions;
mod sources;
mod statistics;
mod user;
mod webhooks;

use std::net::IpAddr;

use async_trait::async_trait;
use dropshot::{HttpResponseCreated, HttpResponseOk, Path, Query, RequestContext};
use invoices_api::caller::{Authenticated, MayBeDeleting, MustExist, NoInput, OrNotFound, ReadTurn, TokenLogin};
use invoices_api::connect::{CallbackPage, CallbackQuery, ConnectBody, FinishConnectBody, MailConsent};
use invoices_api::correction::{RentalCorrectionBody, RetailCorrectionBody};
use invoices_api::download::PathAndConditions;
use invoices_api::envelope::NoData;
use invoices_api::imap::{ImapConnection, ImapLoginBody, MailServers};
use invoices_api::join::{JoinBody, JoinedInvoices, SeparateBody, SeparatedInvoices};
use invoices_api::mail::{MailConnection, StoreTokensBody};
use invoices_api::original::OriginalResponse;
use invoices_api::rental::{
    LatestIngestResponse, RentalIngest, RentalInvoice, RentalInvoicePath, RentalInvoiceResponse,
};
use invoices_api::retail::{
    InvoiceDetails, RetailDeletion, RetailIngest, RetailIngestBody, RetailInvoice, RetailInvoicePath,
};
use invoices_api::run::{IngestResponse, Preferring};
use invoices_api::user::{AccountUsage, LoginBody, SessionEnvelope, SignupBody, UserProfile};
use invoices_api::{
    AccountRule, ApiError, Authenticate, ByIdApi, Caller, Envelope, FixedApi, IgnoredBody, JsonBody, JsonOrFormBody,
    OptionalJsonBody, PathAndBody,
};
use invoices_app::{App, LoggedIn, Login};
use invoices_domain::UserId;
use tokio_util::sync::CancellationToken;

pub use self::client::{ForwardedHeader, Proxies};
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
            (Some(LoggedIn { user, login }), _) => Ok(Authenticated {
                user: user.user_id,
                person: user::person(user),
                token: TokenLogin {
                    generation: login.generation,
                    session: login.session,
                },
            }),
            (None, AccountRule::OrNotFound) => Err(ApiError::user_not_found()),
            (None, _) => Err(ApiError::invalid_credentials("No account exists for this token.")),
        }
    }

    async fn begin_read(&self, user: UserId, hung_up: &CancellationToken) -> Result<ReadTurn, ApiError> {
        let turn = self.app.begin_read(user, hung_up).await.map_err(api_error)?;
        Ok(Box::new(turn))
    }
}

/// The implementation of the API groups. Some are in the files of their resources.
pub enum Api {}

type Request = RequestContext<Context>;

fn app(request: &Request) -> &App {
    &request.context().app
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

impl FixedApi for Api {
    type Context = Context;

    async fn user_signup(
        request: Request,
        body: JsonBody<SignupBody>,
    ) -> Result<HttpResponseCreated<SessionEnvelope>, ApiError> {
        user::signup(app(&request), body.0, client(&request)).await
    }

    async fn user_login(
        request: Request,
        body: JsonBody<LoginBody>,
    ) -> Result<HttpResponseOk<SessionEnvelope>, ApiError> {
        user::login(app(&request), body.0, client(&request)).await
    }

    async fn mail_store_tokens(
        request: Request,
        caller: Caller<JsonOrFormBody<StoreTokensBody>>,
    ) -> Result<HttpResponseCreated<Envelope<MailConnection>>, ApiError> {
        mail::store_tokens(app(&request), caller.user, caller.input.0).await
    }

    async fn mail_connect(
        request: Request,
        caller: Caller<OptionalJsonBody<ConnectBody>>,
    ) -> Result<HttpResponseCreated<Envelope<MailConsent>>, ApiError> {
        mail::connect(app(&request), caller.user, caller.input.0.unwrap_or_default()).await
    }

    async fn mail_connect_callback(_: Request, _: Query<CallbackQuery>) -> Result<CallbackPage, ApiError> {
        Ok(CallbackPage)
    }

    async fn mail_connect_finish(
        request: Request,
        caller: Caller<JsonBody<FinishConnectBody>>,
    ) -> Result<HttpResponseCreated<Envelope<MailConnection>>, ApiError> {
        mail::finish_connect(app(&request), caller.user, caller.input.0).await
    }

    async fn mail_server_list(
        request: Request,
        _: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<MailServers>>, ApiError> {
        Ok(imap::servers(app(&request)))
    }

    async fn mail_connect_imap(
        request: Request,
        caller: Caller<JsonBody<ImapLoginBody>>,
    ) -> Result<HttpResponseCreated<Envelope<ImapConnection>>, ApiError> {
        imap::connect(app(&request), caller.user, caller.input.0).await
    }

    async fn user_view(
        request: Request,
        caller: Caller<NoInput, OrNotFound>,
    ) -> Result<HttpResponseOk<Envelope<UserProfile>>, ApiError> {
        user::view(app(&request), caller.user, caller.person).await
    }

    async fn user_usage(
        request: Request,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<AccountUsage>>, ApiError> {
        user::usage(app(&request), caller.user).await
    }

    async fn user_delete(
        request: Request,
        caller: Caller<NoInput, MayBeDeleting>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError> {
        user::delete(app(&request), caller.user, &caller.hung_up).await
    }

    async fn rental_ingest(
        request: Request,
        caller: Caller<Preferring<IgnoredBody>>,
    ) -> Result<IngestResponse<HttpResponseOk<Envelope<Option<RentalIngest>>>>, ApiError> {
        rental::ingest(app(&request), &caller).await
    }

    async fn rental_ingest_latest(
        request: Request,
        caller: Caller<Preferring<IgnoredBody>>,
    ) -> Result<IngestResponse<LatestIngestResponse>, ApiError> {
        rental::ingest_latest(app(&request), &caller).await
    }

    async fn retail_ingest(
        request: Request,
        caller: Caller<Preferring<OptionalJsonBody<RetailIngestBody>>, OrNotFound>,
    ) -> Result<IngestResponse<HttpResponseOk<Envelope<RetailIngest>>>, ApiError> {
        retail::ingest(app(&request), caller).await
    }
}

impl ByIdApi for Api {
    type Context = Context;

    async fn rental_view(
        request: Request,
        caller: Caller<Path<RentalInvoicePath>>,
    ) -> Result<RentalInvoiceResponse, ApiError> {
        rental::view(app(&request), caller.user, &caller.input.into_inner().invoice_id).await
    }

    async fn rental_correct(
        request: Request,
        caller: Caller<PathAndBody<RentalInvoicePath, RentalCorrectionBody>>,
    ) -> Result<HttpResponseOk<Envelope<RentalInvoice>>, ApiError> {
        correction::rental(app(&request), caller.user, caller.input).await
    }

    async fn retail_correct(
        request: Request,
        caller: Caller<PathAndBody<RetailInvoicePath, RetailCorrectionBody>>,
    ) -> Result<HttpResponseOk<Envelope<RetailInvoice>>, ApiError> {
        correction::retail(app(&request), caller.user, caller.input).await
    }

    async fn retail_view(
        request: Request,
        caller: Caller<Path<RetailInvoicePath>>,
    ) -> Result<HttpResponseOk<Envelope<InvoiceDetails>>, ApiError> {
        retail::view(app(&request), caller.user, &caller.input.into_inner().invoice_id).await
    }

    async fn retail_join(
        request: Request,
        caller: Caller<PathAndBody<RetailInvoicePath, JoinBody>>,
    ) -> Result<HttpResponseOk<Envelope<JoinedInvoices>>, ApiError> {
        retail::join(app(&request), caller.user, caller.input).await
    }

    async fn retail_separate(
        request: Request,
        caller: Caller<PathAndBody<RetailInvoicePath, SeparateBody>>,
    ) -> Result<HttpResponseOk<Envelope<SeparatedInvoices>>, ApiError> {
        retail::separate(app(&request), caller.user, caller.input).await
    }

    async fn rental_document(
        request: Request,
        caller: Caller<PathAndConditions<RentalInvoicePath>>,
    ) -> Result<OriginalResponse, ApiError> {
        let PathAndConditions { path, conditions } = caller.input;
        original::rental(app(&request), caller.user, &path.invoice_id, &conditions).await
    }

    async fn retail_document(
        request: Request,
        caller: Caller<PathAndConditions<RetailInvoicePath>>,
    ) -> Result<OriginalResponse, ApiError> {
        let PathAndConditions { path, conditions } = caller.input;
        original::retail(app(&request), caller.user, &path.invoice_id, &conditions).await
    }

    async fn retail_delete(
        request: Request,
        caller: Caller<Path<RetailInvoicePath>, MustExist>,
    ) -> Result<HttpResponseOk<Envelope<RetailDeletion>>, ApiError> {
        retail::delete(app(&request), caller.user, &caller.input.into_inner().invoice_id).await
    }
}
