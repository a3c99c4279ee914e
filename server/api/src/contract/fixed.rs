//! Paths without parameters.

use dropshot::{HttpResponseCreated, HttpResponseOk, Query, RequestContext};

use crate::caller::{Caller, MayBeDeleting, NoInput, OrNotFound};
use crate::connect::{CallbackPage, CallbackQuery, ConnectBody, FinishConnectBody, MailConsent};
use crate::envelope::{Envelope, NoData};
use crate::error::ApiError;
use crate::extract::{IgnoredBody, JsonBody, JsonOrFormBody, OptionalJsonBody};
use crate::imap::{ImapConnection, ImapLoginBody, MailServers};
use crate::mail::{MailConnection, StoreTokensBody};
use crate::rental::{LatestIngestResponse, RentalIngest};
use crate::retail::{RetailIngest, RetailIngestBody};
use crate::run::{IngestResponse, Preferring};
use crate::user::{AccountUsage, LoginBody, SessionEnvelope, SignupBody, UserProfile};

/// Paths without parameters.
#[dropshot::api_description]
pub trait FixedApi {
    /// The server's state.
    type Context;

    /// Sign up
    ///
    /// Creates a user with a generated id and returns an access token, valid immediately. The e-mail is shown as given, and is
    /// unique ignoring case. Sign-up and login attempts are limited per client address.
    #[endpoint { method = POST, path = "/v1/auth/signup", operation_id = "user_signup", tags = ["auth"] }]
    async fn user_signup(
        rqctx: RequestContext<Self::Context>,
        body: JsonBody<SignupBody>,
    ) -> Result<HttpResponseCreated<SessionEnvelope>, ApiError>;

    /// Log in
    ///
    /// Returns an access token, valid for an hour by default. A wrong password and an unknown e-mail get the same response.
    /// Only failed logins count towards the limit per account and client address. After many failed logins to an account from
    /// all addresses together, logins to it are delayed by some seconds.
    #[endpoint { method = POST, path = "/v1/auth/login", operation_id = "user_login", tags = ["auth"] }]
    async fn user_login(
        rqctx: RequestContext<Self::Context>,
        body: JsonBody<LoginBody>,
    ) -> Result<HttpResponseOk<SessionEnvelope>, ApiError>;

    /// Connect a mail account
    ///
    /// Validates the tokens with the identity provider, which also names the account, and stores them in the secret store. One
    /// of the scopes `gmail.readonly`, `gmail.modify` and `https://mail.google.com/` is required. If the account is already
    /// connected and no refresh token is given, the stored one is kept; another account replaces everything. Invoices of an
    /// account connected before stay. Attempts are limited per user.
    #[endpoint { method = POST, path = "/v1/auth/mail/store-tokens", operation_id = "mail_store_tokens", tags = ["auth"] }]
    async fn mail_store_tokens(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonOrFormBody<StoreTokensBody>>,
    ) -> Result<HttpResponseCreated<Envelope<MailConnection>>, ApiError>;

    /// Ask for access to a mailbox
    ///
    /// Starts to connect a mail account through the provider's consent page (OAuth 2.0 authorization code with PKCE). Open the
    /// URL in the user's browser. The provider redirects back with a `code` and the `state`; pass both to the finish operation.
    /// A consent can be finished once, by the user who started it, within ten minutes.
    #[endpoint { method = POST, path = "/v1/auth/mail/connect", operation_id = "mail_connect", tags = ["auth"] }]
    async fn mail_connect(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<OptionalJsonBody<ConnectBody>>,
    ) -> Result<HttpResponseCreated<Envelope<MailConsent>>, ApiError>;

    /// Return from the consent page
    ///
    /// Where the provider redirects the browser. The page passes `state` and `code` to the app that opened it (a message of
    /// type `invoices-mail-connect` to the same origin; without an opener, on the `BroadcastChannel` of that name), or shows
    /// them. It stores and connects nothing.
    #[endpoint { method = GET, path = "/v1/auth/mail/callback", operation_id = "mail_connect_callback", tags = ["auth"] }]
    async fn mail_connect_callback(
        rqctx: RequestContext<Self::Context>,
        query: Query<CallbackQuery>,
    ) -> Result<CallbackPage, ApiError>;

    /// Finish connecting a mail account
    ///
    /// Exchanges the code for tokens and connects the account, as store-tokens does. After a 502 the call can be repeated. It
    /// fails with 400 if the provider has already exchanged the code; then ask for the consent again.
    #[endpoint { method = POST, path = "/v1/auth/mail/connect/finish", operation_id = "mail_connect_finish", tags = ["auth"] }]
    async fn mail_connect_finish(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<FinishConnectBody>>,
    ) -> Result<HttpResponseCreated<Envelope<MailConnection>>, ApiError>;

    /// List the IMAP servers
    ///
    /// The configured servers whose mail accounts can be connected with a user name and a password.
    #[endpoint { method = GET, path = "/v1/auth/mail/imap", operation_id = "mail_server_list", tags = ["auth"] }]
    async fn mail_server_list(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<MailServers>>, ApiError>;

    /// Connect a mail account at an IMAP server
    ///
    /// Logs in to one of the configured servers and stores the login in the secret store. Replaces an account connected before,
    /// by OAuth or IMAP; its invoices stay. The mailbox is not changed. Attempts are limited per user and per account.
    #[endpoint { method = POST, path = "/v1/auth/mail/imap", operation_id = "mail_connect_imap", tags = ["auth"] }]
    async fn mail_connect_imap(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<ImapLoginBody>>,
    ) -> Result<HttpResponseCreated<Envelope<ImapConnection>>, ApiError>;

    /// Show the account
    ///
    /// The caller's name, e-mail and day of sign-up, and whether a mail account is connected. `mail_account_connected` becomes
    /// `false` when the provider rejects the stored refresh token: reconnect the account.
    #[endpoint { method = GET, path = "/v1/user/me", operation_id = "user_view", tags = ["user"] }]
    async fn user_view(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput, OrNotFound>,
    ) -> Result<HttpResponseOk<Envelope<UserProfile>>, ApiError>;

    /// Show storage
    ///
    /// The size of the caller's stored messages and PDFs, and the limits. A message beyond a limit is fetched when there is
    /// space; deleting retail invoices frees space.
    #[endpoint { method = GET, path = "/v1/user/me/usage", operation_id = "user_usage", tags = ["user"] }]
    async fn user_usage(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<AccountUsage>>, ApiError>;

    /// Delete the account
    ///
    /// Irreversible. Deletes all invoices with their details and files, the mail tokens and the account. From the first call
    /// on, the access token is valid for this operation only. Repeat it after a failure to finish the deletion.
    #[endpoint { method = DELETE, path = "/v1/user/me", operation_id = "user_delete", tags = ["user"] }]
    async fn user_delete(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput, MayBeDeleting>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError>;

    /// Fetch rental invoices
    ///
    /// Searches the mailbox for the landlords' notices, stores the PDFs of months that are not processed yet, and parses them.
    /// A month is processed if a message received in it (in the service's time zone) has a stored PDF. No body is required; a
    /// JSON object is ignored. A run that takes longer than five minutes is answered with the count so far and continues. The
    /// same call joins it; the user's other ingests queue behind it. A user can have three unfinished ingests, not counting
    /// scheduled runs. The response waits a few seconds for the stored documents to be parsed. The headers `Ingest-Run` and
    /// `Ingest-State` give the run's id and state. With `Prefer: respond-async`, each of the three ingests responds immediately
    /// with 202 and the run.
    #[endpoint { method = POST, path = "/v1/invoices/rental/ingest", operation_id = "rental_ingest", tags = ["rental"] }]
    async fn rental_ingest(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Preferring<IgnoredBody>>,
    ) -> Result<IngestResponse<HttpResponseOk<Envelope<Option<RentalIngest>>>>, ApiError>;

    /// Fetch this month's rental invoice
    ///
    /// Handles the current month in the service's time zone. If it is already processed, the response is 200 without a search.
    /// Otherwise the mailbox is searched: 201 if a notice was found and stored, 200 if a known invoice is due this month, 204
    /// if none was sent yet. A 204 has no body; its message is in the header `Invoice-Message`. If a notice was found but the
    /// account is full, the response is 200 with a message that says so. No body is required; a JSON object is ignored. A run
    /// that takes longer than five minutes is answered with 200 and continues.
    #[endpoint { method = POST, path = "/v1/invoices/rental/ingest/latest", operation_id = "rental_ingest_latest", tags = ["rental"] }]
    async fn rental_ingest_latest(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Preferring<IgnoredBody>>,
    ) -> Result<IngestResponse<LatestIngestResponse>, ApiError>;

    /// Fetch retail invoices
    ///
    /// Searches the mailbox for messages from every active vendor, stores new ones with their PDFs, and parses them. The text
    /// and the PDF of an order become one invoice. Without dates, the first fetch covers the last 30 days, and later ones the
    /// time since the last successful fetch. A vendor whose search failed has an entry in `errors`; if all failed, the response
    /// is 502. A run that takes longer than five minutes is answered with the counts so far and continues; the same call joins
    /// it.
    #[endpoint { method = POST, path = "/v1/invoices/retail/ingest", operation_id = "retail_ingest", tags = ["retail"] }]
    async fn retail_ingest(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Preferring<OptionalJsonBody<RetailIngestBody>>, OrNotFound>,
    ) -> Result<IngestResponse<HttpResponseOk<Envelope<RetailIngest>>>, ApiError>;
}
