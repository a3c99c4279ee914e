//! The operations.
//!
//! Dropshot's router does not allow a literal beside a variable at one level of a path, so the contract is four traits,
//! the API groups: fixed paths, paths by id, the list, and the sources. The [`crate::Router`] asks them in this order; a literal wins
//! over a variable, as OpenAPI says. The comments of the methods are the summaries and descriptions of the document.

mod by_id;

use dropshot::{HttpResponseCreated, HttpResponseOk, Path, Query, RequestContext};

use crate::cached::Cached;
use crate::caller::{Caller, MayBeDeleting, NoInput, OrNotFound};
use crate::connect::{CallbackPage, CallbackQuery, ConnectBody, FinishConnectBody, MailConsent};
use crate::envelope::{Envelope, NoData};
use crate::error::ApiError;
use crate::extract::{IgnoredBody, JsonBody, JsonOrFormBody, OptionalJsonBody, PathAndBody, PathAndQuery};
use crate::handed::{HandedMail, MailBody, TrustSenderBody, TrustedSender, TrustedSenderPath, TrustedSenders};
use crate::imap::{ImapConnection, ImapLoginBody, MailServers};
use crate::list::{InvoiceList, InvoiceListQuery, InvoiceTypePath};
use crate::mail::{MailConnection, StoreTokensBody};
use crate::rental::{LatestIngestResponse, RentalIngest};
use crate::retail::{RetailIngest, RetailIngestBody};
use crate::run::WithRun;
use crate::sources::{
    AcceptedSuggestion, DiscoverBody, Discovery, Landlord, LandlordChangeBody, LandlordPath, NewLandlordBody,
    NewVendorBody, Sources, SuggestionPath, Suggestions, Vendor, VendorChangeBody, VendorPath,
};
use crate::user::{AccountUsage, LoginBody, SessionEnvelope, SignupBody, UserProfile};

pub use self::by_id::{ByIdApi, by_id_api_mod};

/// Operations whose work may take minutes. They answer before their own limit, and the work goes on.
pub const INGESTS: &[&str] = &[
    "rental_ingest",
    "rental_ingest_latest",
    "retail_ingest",
    "source_discover",
    "mail_hand_over",
];

/// The first API group: paths without parameters.
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
    /// message of type `invoices-mail-connect` to the same origin), or shows them. It stores and connects nothing.
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

    /// Hand over a mail
    ///
    /// Takes one mail of a landlord or vendor as it is sent (`message/rfc822`, at most 36 MiB), for apps that share a mail, and
    /// ingests it. Its own `Authentication-Results` count for nothing: a DKIM signature of its sender's domain must be valid, else
    /// it is quarantined until the caller vouches for the sender. A mail that is in the ledger already is taken once, whether it
    /// came from the mailbox or was handed over.
    #[endpoint { method = POST, path = "/v1/mail/messages", operation_id = "mail_hand_over", tags = ["invoices"], request_body_max_bytes = 37_748_736 }]
    async fn mail_hand_over(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<MailBody>,
    ) -> Result<HttpResponseOk<Envelope<HandedMail>>, ApiError>;

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
    /// the headers `Ingest-Run` and `Ingest-State` name the run and say how far it has come.
    #[endpoint { method = POST, path = "/v1/invoices/rental/ingest", operation_id = "rental_ingest", tags = ["rental"] }]
    async fn rental_ingest(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<IgnoredBody>,
    ) -> Result<WithRun<HttpResponseOk<Envelope<Option<RentalIngest>>>>, ApiError>;

    /// Fetch this month's rental invoice
    ///
    /// For the current month in the service's time zone: 200 without a search where it is processed; else the mailbox
    /// is searched, 201 where a notice was found and stored, 200 where a known invoice is due this month, and 204 where
    /// none was sent yet. A 204 has no body; its sentence is in the header `Invoice-Message`. The body is not needed; a
    /// JSON object is accepted and ignored. A run that outlasts five minutes is answered with 200 and goes on.
    #[endpoint { method = POST, path = "/v1/invoices/rental/ingest/latest", operation_id = "rental_ingest_latest", tags = ["rental"] }]
    async fn rental_ingest_latest(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<IgnoredBody>,
    ) -> Result<WithRun<LatestIngestResponse>, ApiError>;

    /// Fetch retail invoices
    ///
    /// Searches the mailbox for mails of every active vendor, stores those that are new with their PDFs, and parses them.
    /// The text and the PDF of one order are one invoice. Without dates the window is the last 30 days on the first fetch, later what came since the last successful one. A
    /// vendor whose search failed has an entry in `errors`; where all failed, the answer is 502. A run that outlasts
    /// five minutes is answered with the counts so far and goes on; the same call joins it.
    #[endpoint { method = POST, path = "/v1/invoices/retail/ingest", operation_id = "retail_ingest", tags = ["retail"] }]
    async fn retail_ingest(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<OptionalJsonBody<RetailIngestBody>, OrNotFound>,
    ) -> Result<WithRun<HttpResponseOk<Envelope<RetailIngest>>>, ApiError>;
}

/// The third API group: the list.
#[dropshot::api_description]
pub trait ListApi {
    /// The server's state.
    type Context;

    /// List invoices
    ///
    /// `rental`: all rental invoices by year; `data` is `null` where there are none; takes no parameters, not even
    /// `counts=false`. `retail`: summaries, of one `subtype` or all; with `subtype` and `invoice-id`, the detail record
    /// of that invoice; with `counts=true`, how many there are of each sub-type, or of the given one. Unknown query
    /// parameters are ignored. An `invoice-id` of another sub-type, of another user or of no known form is 404.
    ///
    /// With `limit` the list comes in pages: `next_cursor` is the `cursor` of the next one, and `invoiceCount` counts all pages. Each
    /// answer has an `ETag`; a request with it in `If-None-Match` is answered with 304 while nothing has changed.
    #[endpoint { method = GET, path = "/v1/invoices/{type}", operation_id = "invoice_list", tags = ["invoices"] }]
    async fn invoice_list(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAndQuery<InvoiceTypePath, InvoiceListQuery>>,
    ) -> Result<Cached<Option<InvoiceList>>, ApiError>;
}

/// The fourth API group: where invoices come from.
#[dropshot::api_description]
pub trait SourcesApi {
    /// The server's state.
    type Context;

    /// List landlords and vendors
    ///
    /// The operator's, with those that the caller has switched off, and the caller's own.
    #[endpoint { method = GET, path = "/v1/sources", operation_id = "source_list", tags = ["sources"] }]
    async fn source_list(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<Sources>>, ApiError>;

    /// Add a landlord
    ///
    /// A landlord of the caller's own: the next rental ingest searches for its notices, too. One with the same sender and
    /// subject is returned instead of added again; if it is the operator's, it is switched on. An account has at most 20.
    #[endpoint { method = POST, path = "/v1/sources/landlords", operation_id = "landlord_add", tags = ["sources"] }]
    async fn landlord_add(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<NewLandlordBody>>,
    ) -> Result<HttpResponseCreated<Envelope<Landlord>>, ApiError>;

    /// Change a landlord
    ///
    /// Changes what the body states. One of the operator's can only be switched on and off, for the caller alone.
    #[endpoint { method = PATCH, path = "/v1/sources/landlords/{landlord_id}", operation_id = "landlord_change", tags = ["sources"] }]
    async fn landlord_change(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAndBody<LandlordPath, LandlordChangeBody>>,
    ) -> Result<HttpResponseOk<Envelope<Landlord>>, ApiError>;

    /// Remove a landlord
    ///
    /// Removes one of the caller's own. Its invoices stay.
    #[endpoint { method = DELETE, path = "/v1/sources/landlords/{landlord_id}", operation_id = "landlord_remove", tags = ["sources"] }]
    async fn landlord_remove(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<LandlordPath>>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError>;

    /// Add a vendor
    ///
    /// A vendor of the caller's own: the next retail ingest searches for its mails of the last 30 days, too. Where a mail
    /// matches it and one of the operator's equally closely, it is the caller's. One with the same values is returned instead of
    /// added again. An account has at most 200.
    #[endpoint { method = POST, path = "/v1/sources/vendors", operation_id = "vendor_add", tags = ["sources"] }]
    async fn vendor_add(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<NewVendorBody>>,
    ) -> Result<HttpResponseCreated<Envelope<Vendor>>, ApiError>;

    /// Change a vendor
    ///
    /// Changes what the body states. After a change of the senders or subjects, mails of the last 30 days are searched for
    /// again. One of the operator's can only be switched on and off, for the caller alone.
    #[endpoint { method = PATCH, path = "/v1/sources/vendors/{vendor_id}", operation_id = "vendor_change", tags = ["sources"] }]
    async fn vendor_change(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<PathAndBody<VendorPath, VendorChangeBody>>,
    ) -> Result<HttpResponseOk<Envelope<Vendor>>, ApiError>;

    /// Remove a vendor
    ///
    /// Removes one of the caller's own. Its invoices stay.
    #[endpoint { method = DELETE, path = "/v1/sources/vendors/{vendor_id}", operation_id = "vendor_remove", tags = ["sources"] }]
    async fn vendor_remove(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<VendorPath>>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError>;

    /// List trusted senders
    ///
    /// The senders for whom the caller vouches.
    #[endpoint { method = GET, path = "/v1/sources/trusted", operation_id = "trusted_sender_list", tags = ["sources"] }]
    async fn trusted_sender_list(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<TrustedSenders>>, ApiError>;

    /// Trust a sender
    ///
    /// The caller vouches for an address: its mails are read though nothing proves that it sent them. Its mails in quarantine
    /// leave it and are fetched now. A mail whose check of the sender failed (DMARC) stays in quarantine all the same. An account
    /// has at most 500.
    #[endpoint { method = POST, path = "/v1/sources/trusted", operation_id = "sender_trust", tags = ["sources"] }]
    async fn sender_trust(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<TrustSenderBody>>,
    ) -> Result<HttpResponseCreated<Envelope<TrustedSender>>, ApiError>;

    /// Distrust a sender
    ///
    /// The caller vouches for it no more. What was read stays.
    #[endpoint { method = DELETE, path = "/v1/sources/trusted/{sender}", operation_id = "sender_distrust", tags = ["sources"] }]
    async fn sender_distrust(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<TrustedSenderPath>>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError>;

    /// Look for shops and landlords
    ///
    /// Searches the mailbox for mails that look like purchases or rent, reads up to two of each sender that is neither a
    /// landlord nor a vendor, and suggests those whose mails state an invoice. Nothing of a mail is stored. A search that
    /// outlasts five minutes is answered with what was found so far and goes on; the same call joins it.
    #[endpoint { method = POST, path = "/v1/sources/discover", operation_id = "source_discover", tags = ["sources"] }]
    async fn source_discover(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<OptionalJsonBody<DiscoverBody>>,
    ) -> Result<HttpResponseOk<Envelope<Discovery>>, ApiError>;

    /// List suggestions
    ///
    /// The landlords and vendors that a search has found and that are neither accepted nor refused.
    #[endpoint { method = GET, path = "/v1/sources/suggestions", operation_id = "suggestion_list", tags = ["sources"] }]
    async fn suggestion_list(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput>,
    ) -> Result<HttpResponseOk<Envelope<Suggestions>>, ApiError>;

    /// Accept a suggestion
    ///
    /// It becomes a landlord or vendor of the caller's own, and the next ingest takes its mails.
    #[endpoint { method = POST, path = "/v1/sources/suggestions/{suggestion_id}/accept", operation_id = "suggestion_accept", tags = ["sources"] }]
    async fn suggestion_accept(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<SuggestionPath>>,
    ) -> Result<HttpResponseCreated<Envelope<AcceptedSuggestion>>, ApiError>;

    /// Refuse a suggestion
    ///
    /// Its senders are not suggested again.
    #[endpoint { method = POST, path = "/v1/sources/suggestions/{suggestion_id}/refuse", operation_id = "suggestion_refuse", tags = ["sources"] }]
    async fn suggestion_refuse(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<Path<SuggestionPath>>,
    ) -> Result<HttpResponseOk<Envelope<NoData>>, ApiError>;
}
