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
    /// Creates a user with a generated id and returns an access token, valid at once. The e-mail is shown as given and
    /// unique whatever the letter case. Sign-up and login attempts of one client address are limited.
    #[endpoint { method = POST, path = "/v1/auth/signup", operation_id = "user_signup", tags = ["auth"] }]
    async fn user_signup(
        rqctx: RequestContext<Self::Context>,
        body: JsonBody<SignupBody>,
    ) -> Result<HttpResponseCreated<SessionEnvelope>, ApiError>;

    /// Log in
    ///
    /// Returns an access token, valid for an hour unless the operator set another lifetime. A wrong password and an
    /// unknown e-mail are answered alike. Only failed logins count towards the limit of an account and client address. After
    /// many failed logins of one account from all addresses together, its logins are delayed by some seconds.
    #[endpoint { method = POST, path = "/v1/auth/login", operation_id = "user_login", tags = ["auth"] }]
    async fn user_login(
        rqctx: RequestContext<Self::Context>,
        body: JsonBody<LoginBody>,
    ) -> Result<HttpResponseOk<SessionEnvelope>, ApiError>;

    /// Connect a mail account
    ///
    /// The tokens are validated with the identity provider, which also names the account, and stored in the secret
    /// store. One of the scopes `gmail.readonly`, `gmail.modify` and `https://mail.google.com/` is needed. Without a
    /// refresh token for the account that is already connected, the stored one is kept; another account replaces
    /// everything. Invoices of an account connected before stay. The attempts of one user in a minute are limited.
    #[endpoint { method = POST, path = "/v1/auth/mail/store-tokens", operation_id = "mail_store_tokens", tags = ["auth"] }]
    async fn mail_store_tokens(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonOrFormBody<StoreTokensBody>>,
    ) -> Result<HttpResponseCreated<Envelope<MailConnection>>, ApiError>;

    /// Ask for access to a mailbox
    ///
    /// Begins to connect a mail account by the provider's consent page (OAuth 2.0 authorization code with PKCE). Open the
    /// address in the user's browser; the provider sends it back with a `code` and the `state`, and the finish takes both. A
    /// consent can be finished once, by the user who began it, within ten minutes.
    #[endpoint { method = POST, path = "/v1/auth/mail/connect", operation_id = "mail_connect", tags = ["auth"] }]
    async fn mail_connect(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<OptionalJsonBody<ConnectBody>>,
    ) -> Result<HttpResponseCreated<Envelope<MailConsent>>, ApiError>;

    /// Return from the consent page
    ///
    /// Where the provider sends the browser. A page that hands `state` and `code` to the app in whose window it was opened (a
    /// message of type `invoices-mail-connect` to the same origin; without an opener on the `BroadcastChannel` of that name), or
    /// shows them. It stores and connects nothing.
    #[endpoint { method = GET, path = "/v1/auth/mail/callback", operation_id = "mail_connect_callback", tags = ["auth"] }]
    async fn mail_connect_callback(
        rqctx: RequestContext<Self::Context>,
        query: Query<CallbackQuery>,
    ) -> Result<CallbackPage, ApiError>;

    /// Finish connecting a mail account
    ///
    /// Exchanges the code for tokens and connects the account, as handing over tokens does. After a 502 the same call may be
    /// repeated: it is refused with 400 if the provider had exchanged the code already, and then the consent must be asked for
    /// again.
    #[endpoint { method = POST, path = "/v1/auth/mail/connect/finish", operation_id = "mail_connect_finish", tags = ["auth"] }]
    async fn mail_connect_finish(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<FinishConnectBody>>,
    ) -> Result<HttpResponseCreated<Envelope<MailConnection>>, ApiError>;

    /// List the IMAP servers
    ///
    /// The servers at which a mail account can be connected with a user name and a password, as the operator lists them.
    #[endpoint { method = GET, path = "/v1/auth/mail/imap", operation_id = "mail_server_list", tags = ["auth"] }]
    async fn mail_server_list(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<MailServers>>, ApiError>;

    /// Connect a mail account at an IMAP server
    ///
    /// Logs in to one of the servers that the operator lists, and keeps the login in the secret store. It replaces an account
    /// that was connected before, whether by OAuth or by IMAP; its invoices stay. Nothing in the mailbox is changed. The
    /// attempts of one user, and those at one account, in a minute are limited.
    #[endpoint { method = POST, path = "/v1/auth/mail/imap", operation_id = "mail_connect_imap", tags = ["auth"] }]
    async fn mail_connect_imap(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<ImapLoginBody>>,
    ) -> Result<HttpResponseCreated<Envelope<ImapConnection>>, ApiError>;

    /// Show the account
    ///
    /// The caller's name, e-mail and day of sign-up, and whether a mail account is connected. `mail_account_connected`
    /// becomes `false` when the provider calls the stored refresh token dead: connect the account again.
    #[endpoint { method = GET, path = "/v1/user/me", operation_id = "user_view", tags = ["user"] }]
    async fn user_view(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput, OrNotFound>,
    ) -> Result<HttpResponseOk<Envelope<UserProfile>>, ApiError>;

    /// Show what the account stores
    ///
    /// How much the caller's stored mails and PDFs take, and the limits. A message beyond a limit is fetched when there
    /// is room; deleting retail invoices makes room.
    #[endpoint { method = GET, path = "/v1/user/me/usage", operation_id = "user_usage", tags = ["user"] }]
    async fn user_usage(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<AccountUsage>>, ApiError>;

    /// Delete the account
    ///
    /// Irreversible: deletes all invoices with their details and files, the mail tokens and the account. From the first
    /// call on, the token opens nothing but this operation, which may be repeated after a failure and finishes the work.
    #[endpoint { method = DELETE, path = "/v1/user/me", operation_id = "user_delete", tags = ["user"] }]
    async fn user_delete(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput, MayBeDeleting>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError>;

    /// Fetch rental invoices
    ///
    /// Searches the mailbox for the landlords' notices and stores the PDFs of months that are not yet processed; each
    /// is then parsed. A month is processed when a mail received in it, in the service's time zone, has a stored PDF.
    /// The body is not needed; a JSON object is accepted and ignored. A run that outlasts five minutes is answered with
    /// the count so far and goes on; the same call joins it, other ingests of the user queue behind it. A user has at most
    /// three ingests that have not ended, scheduled runs not counted. The answer waits some seconds until what was stored is read;
    /// the headers `Ingest-Run` and `Ingest-State` name the run and say how far it has come. With `Prefer: respond-async` the answer
    /// is 202 at once, with the run to look at; so it is with the other two ingests.
    #[endpoint { method = POST, path = "/v1/invoices/rental/ingest", operation_id = "rental_ingest", tags = ["rental"] }]
    async fn rental_ingest(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Preferring<IgnoredBody>>,
    ) -> Result<IngestResponse<HttpResponseOk<Envelope<Option<RentalIngest>>>>, ApiError>;

    /// Fetch this month's rental invoice
    ///
    /// For the current month in the service's time zone: 200 without a search where it is processed; else the mailbox
    /// is searched, 201 where a notice was found and stored, 200 where a known invoice is due this month, and 204 where
    /// none was sent yet. A 204 has no body; its sentence is in the header `Invoice-Message`. If a notice was found and the
    /// account is full, the answer is 200, and its message says so. The body is not needed; a JSON object is accepted and
    /// ignored. A run that outlasts five minutes is answered with 200 and goes on.
    #[endpoint { method = POST, path = "/v1/invoices/rental/ingest/latest", operation_id = "rental_ingest_latest", tags = ["rental"] }]
    async fn rental_ingest_latest(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Preferring<IgnoredBody>>,
    ) -> Result<IngestResponse<LatestIngestResponse>, ApiError>;

    /// Fetch retail invoices
    ///
    /// Searches the mailbox for mails of every active vendor, stores those that are new with their PDFs, and parses them.
    /// The text and the PDF of one order are one invoice. Without dates the window is the last 30 days on the first fetch, later what came since the last successful one. A
    /// vendor whose search failed has an entry in `errors`; where all failed, the answer is 502. A run that outlasts
    /// five minutes is answered with the counts so far and goes on; the same call joins it.
    #[endpoint { method = POST, path = "/v1/invoices/retail/ingest", operation_id = "retail_ingest", tags = ["retail"] }]
    async fn retail_ingest(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Preferring<OptionalJsonBody<RetailIngestBody>>, OrNotFound>,
    ) -> Result<IngestResponse<HttpResponseOk<Envelope<RetailIngest>>>, ApiError>;
}
