//! A server of the contract without a service behind it: tokens and ids say what it does.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use chrono::NaiveDate;
use dropshot::{ApiDescription, HttpResponseCreated, HttpResponseOk, HttpServer, Path, Query, RequestContext};
use invoices_api::cached::Cached;
use invoices_api::caller::{Authenticated, MayBeDeleting, NoInput, OrNotFound, Person, TokenLogin, Turn, Work};
use invoices_api::contract::{
    ingests_api_mod, invoices_api_mod, mail_accounts_api_mod, rental_api_mod, retail_api_mod, users_api_mod,
};
use invoices_api::export::ExportResponse;
use invoices_api::ingest::{
    IngestResponse, IngestRun, IngestRunState, IngestRuns, Preferring, RunListQuery, RunPath, WithRun,
};
use invoices_api::invoice::list::{InvoiceList, InvoiceListQuery, InvoiceTypePath};
use invoices_api::invoice::rental::{LatestIngestResponse, RentalIngest};
use invoices_api::invoice::retail::{DateRange, RetailIngest, RetailIngestBody};
use invoices_api::user::credentials::{NewAccessToken, PasswordChangeBody};
use invoices_api::user::preferences::{PreferencesBody, UserPreferences};
use invoices_api::user::session::{RefreshBody, SessionTokens};
use invoices_api::user::{AccountUsage, LoginBody, SessionEnvelope, SignupBody, UserProfile};
use invoices_api::{
    AccountRule, ApiError, Authenticate, Caller, Envelope, IgnoredBody, IngestsApi, InvoicesApi, JsonBody,
    OptionalJsonBody, PathAnd, RouterHandle, RouterSettings, UsersApi, envelope::NoData,
};
use invoices_domain::UserId;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// Lets handlers that wait continue.
#[derive(Clone, Default)]
pub struct Context {
    pub entered: Arc<Notify>,
    pub release: Arc<Notify>,
}

#[async_trait]
impl Authenticate for Context {
    async fn authenticate(&self, bearer: Option<&str>, rule: AccountRule) -> Result<Authenticated, ApiError> {
        // A real one asks a database; whatever runs beside it would be first.
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
        match (bearer, rule) {
            (Some("good"), _) | (Some("deleting"), AccountRule::MayBeDeleting) => Ok(Authenticated {
                user: UserId::random(),
                person: Person {
                    name: "Alva".into(),
                    email: "alva@example.com".into(),
                    created_on: NaiveDate::default(),
                },
                token: TokenLogin {
                    generation: 0,
                    session: None,
                },
                scopes: None,
            }),
            (Some("expired"), _) => Err(ApiError::token_expired()),
            (Some("gone"), AccountRule::OrNotFound) => Err(ApiError::user_not_found()),
            _ => Err(ApiError::invalid_credentials("Invalid token.")),
        }
    }

    async fn begin(&self, _: Work, _: UserId, _: &CancellationToken) -> Result<Turn, ApiError> {
        Ok(Box::new(()))
    }
}

pub type Request = RequestContext<Context>;

pub enum Api {}

impl UsersApi for Api {
    type Context = Context;

    async fn user_signup(
        rqctx: Request,
        body: JsonBody<SignupBody>,
    ) -> Result<HttpResponseCreated<SessionEnvelope>, ApiError> {
        assert!(rqctx.request.remote_addr().ip().is_loopback());
        let envelope = SessionEnvelope::new("Signup successful!", body.0.name, "token".into(), 3600);
        Ok(HttpResponseCreated(envelope))
    }

    async fn user_login(_: Request, _: JsonBody<LoginBody>) -> Result<HttpResponseOk<SessionEnvelope>, ApiError> {
        Err(ApiError::rate_limited(Duration::from_secs(9)))
    }

    async fn user_view(
        _: Request,
        _: Caller<NoInput, OrNotFound>,
    ) -> Result<HttpResponseOk<Envelope<UserProfile>>, ApiError> {
        Err(ApiError::dependency_failure("The database failed."))
    }

    async fn user_usage(_: Request, _: Caller<NoInput>) -> Result<HttpResponseOk<Envelope<AccountUsage>>, ApiError> {
        Err(ApiError::dependency_failure("The database failed."))
    }

    async fn preferences_view(
        _: Request,
        _: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<UserPreferences>>, ApiError> {
        Err(ApiError::not_found("Not tried here."))
    }

    async fn preferences_set(
        _: Request,
        _: Caller<JsonBody<PreferencesBody>>,
    ) -> Result<HttpResponseOk<Envelope<UserPreferences>>, ApiError> {
        Err(ApiError::not_found("Not tried here."))
    }

    async fn user_delete(
        _: Request,
        _: Caller<NoInput, MayBeDeleting>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError> {
        Ok(Envelope::ok("Deleted.", NoData))
    }

    async fn user_export(_: Request, _: Caller<NoInput>) -> Result<ExportResponse, ApiError> {
        Err(ApiError::not_found("Not tried here."))
    }

    async fn password_change(
        _: Request,
        _: Caller<JsonBody<PasswordChangeBody>>,
    ) -> Result<HttpResponseOk<Envelope<NewAccessToken>>, ApiError> {
        Err(ApiError::not_found("Not tried here."))
    }

    async fn user_log_out_everywhere(
        _: Request,
        _: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError> {
        Err(ApiError::not_found("Not tried here."))
    }

    async fn session_refresh(
        _: Request,
        _: JsonBody<RefreshBody>,
    ) -> Result<HttpResponseOk<Envelope<SessionTokens>>, ApiError> {
        Err(ApiError::not_found("Not tried here."))
    }
}

impl IngestsApi for Api {
    type Context = Context;

    async fn rental_ingest(
        rqctx: Request,
        _: Caller<Preferring<IgnoredBody>>,
    ) -> Result<IngestResponse<HttpResponseOk<Envelope<Option<RentalIngest>>>>, ApiError> {
        wait(&rqctx).await;
        Ok(done(Envelope::ok("Nothing.", None)))
    }

    async fn rental_ingest_latest(
        _: Request,
        _: Caller<Preferring<IgnoredBody>>,
    ) -> Result<IngestResponse<LatestIngestResponse>, ApiError> {
        let sentence = "Rental invoice for 7/2026 has not been dispatched yet.";
        Ok(done(LatestIngestResponse::NotDispatched(sentence.into())))
    }

    async fn retail_ingest(
        _: Request,
        caller: Caller<Preferring<OptionalJsonBody<RetailIngestBody>>, OrNotFound>,
    ) -> Result<IngestResponse<HttpResponseOk<Envelope<RetailIngest>>>, ApiError> {
        let body = caller.input.input.0.unwrap_or_default();
        let day = chrono::NaiveDate::from_ymd_opt(2026, 7, 1).unwrap();
        let ingest = RetailIngest {
            total_emails_found: 0,
            by_vendor: [].into(),
            date_range: DateRange {
                start: body.start_date.unwrap_or(day),
                end: body.end_date.unwrap_or(day),
            },
            errors: vec![],
        };
        Ok(done(Envelope::ok("Done.", ingest)))
    }

    async fn ingest_run_list(
        _: Request,
        _: Caller<Query<RunListQuery>>,
    ) -> Result<HttpResponseOk<Envelope<IngestRuns>>, ApiError> {
        Err(ApiError::not_found("Not tried here."))
    }

    async fn ingest_run_view(
        _: Request,
        _: Caller<Path<RunPath>>,
    ) -> Result<HttpResponseOk<Envelope<IngestRun>>, ApiError> {
        Err(ApiError::not_found("Not tried here."))
    }
}

impl InvoicesApi for Api {
    type Context = Context;

    async fn invoice_list(
        rqctx: Request,
        caller: Caller<PathAnd<InvoiceTypePath, Query<InvoiceListQuery>>>,
    ) -> Result<Cached<Option<InvoiceList>>, ApiError> {
        let PathAnd(path, query) = caller.input;
        let query = query.into_inner();
        invoices_api::invoice::list::invoice_type(&path.invoice_type)?;
        let answer = Envelope::ok(format!("counts: {:?}", query.counts), None);
        Ok(Cached::new(&rqctx, &answer))
    }
}

/// Waits until a test lets it continue.
pub async fn wait(rqctx: &Request) {
    rqctx.context().entered.notify_one();
    rqctx.context().release.notified().await;
}

/// The API groups that these tests need.
fn groups() -> Vec<ApiDescription<Context>> {
    vec![
        invoices_api_mod::api_description::<Api>().unwrap(),
        users_api_mod::api_description::<Api>().unwrap(),
        mail_accounts_api_mod::api_description::<Api>().unwrap(),
        rental_api_mod::api_description::<Api>().unwrap(),
        retail_api_mod::api_description::<Api>().unwrap(),
        ingests_api_mod::api_description::<Api>().unwrap(),
    ]
}

/// A running server and a client of it.
pub struct World {
    pub context: Context,
    pub handle: RouterHandle,
    pub server: HttpServer<Context>,
    client: reqwest::Client,
}

/// What came back.
pub struct Answer {
    pub status: u16,
    pub headers: reqwest::header::HeaderMap,
    pub body: String,
}

impl World {
    pub fn start() -> Self {
        Self::with(RouterSettings::default())
    }

    pub fn with(settings: RouterSettings) -> Self {
        let context = Context::default();
        let free: SocketAddr = "127.0.0.1:0".parse().unwrap();
        let router = invoices_api::Router::of(groups(), settings);
        let (server, handle) = router.start(context.clone(), free, None).unwrap();
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        World {
            context,
            handle,
            server,
            client,
        }
    }

    pub fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        let url = format!("http://{}{path}", self.server.local_addr());
        self.client.request(method.parse().unwrap(), url)
    }

    /// With a good token.
    pub async fn call(&self, method: &str, path: &str) -> Answer {
        send(self.request(method, path).bearer_auth("good")).await
    }
}

pub async fn send(request: reqwest::RequestBuilder) -> Answer {
    let response = request.send().await.unwrap();
    Answer {
        status: response.status().as_u16(),
        headers: response.headers().clone(),
        body: response.text().await.unwrap(),
    }
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    /// The code of the error envelope, whose form is checked on the way.
    pub fn code(&self) -> String {
        let body: serde_json::Value = serde_json::from_str(&self.body).expect(&self.body);
        assert_eq!(self.header("content-type"), Some("application/json"));
        let error = body["error"].as_object().expect("an error envelope");
        assert!(body.as_object().unwrap().len() == 1 && error.len() == 2, "{body}");
        assert!(error["message"].as_str().is_some_and(|m| !m.is_empty()));
        error["code"].as_str().unwrap().to_owned()
    }

    /// Status and code at once.
    pub fn refusal(&self) -> (u16, String) {
        (self.status, self.code())
    }
}

pub fn refused(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

/// An answer about a run that has ended.
fn done<R>(answer: R) -> IngestResponse<R> {
    IngestResponse::Waited(WithRun {
        run: None,
        state: IngestRunState::Done,
        answer,
    })
}
