//! Accounts of users.

use dropshot::{HttpResponseCreated, HttpResponseOk, RequestContext};

use crate::caller::{Caller, MayBeDeleting, NoInput, OrNotFound};
use crate::envelope::{Answer, NoData};
use crate::error::ApiError;
use crate::export::ExportResponse;
use crate::extract::JsonBody;
use crate::user::credentials::{NewAccessToken, PasswordChangeBody};
use crate::user::preferences::{PreferencesBody, UserPreferences};
use crate::user::session::{RefreshBody, SessionTokens};
use crate::user::{AccountUsage, LoginBody, SessionEnvelope, SignupBody, UserProfile};

/// Accounts of users.
#[dropshot::api_description]
pub trait UsersApi {
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

    /// Show the account
    ///
    /// The caller's name, e-mail and day of sign-up, and whether a mail account is connected. `mail_account_connected` becomes
    /// `false` when the provider rejects the stored refresh token: reconnect the account.
    #[endpoint { method = GET, path = "/v1/user/me", operation_id = "user_view", tags = ["user"] }]
    async fn user_view(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput, OrNotFound>,
    ) -> Answer<UserProfile>;

    /// Show storage
    ///
    /// The size of the caller's stored messages and PDFs, and the limits. A message beyond a limit is fetched when there is
    /// space; deleting retail invoices frees space.
    #[endpoint { method = GET, path = "/v1/user/me/usage", operation_id = "user_usage", tags = ["user"] }]
    async fn user_usage(rqctx: RequestContext<Self::Context>, caller: Caller) -> Answer<AccountUsage>;

    /// Show the preferences
    ///
    /// The caller's language and time zone, when to be reminded of due dates, and when not to be disturbed.
    #[endpoint { method = GET, path = "/v1/user/me/preferences", operation_id = "preferences_view", tags = ["user"] }]
    async fn preferences_view(rqctx: RequestContext<Self::Context>, caller: Caller) -> Answer<UserPreferences>;

    /// Set the preferences
    ///
    /// Replaces all of the caller's preferences. What is absent gets its default.
    #[endpoint { method = PUT, path = "/v1/user/me/preferences", operation_id = "preferences_set", tags = ["user"] }]
    async fn preferences_set(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<PreferencesBody>>,
    ) -> Answer<UserPreferences>;

    /// Delete the account
    ///
    /// Irreversible. Deletes all invoices with their details and files, the mail tokens and the account. From the first call
    /// on, the access token is valid for this operation only. Repeat it after a failure to finish the deletion.
    #[endpoint { method = DELETE, path = "/v1/user/me", operation_id = "user_delete", tags = ["user"] }]
    async fn user_delete(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<NoInput, MayBeDeleting>,
    ) -> Answer<NoData>;

    /// Export the account
    ///
    /// All of the caller's data as a zip archive: the profile, the sources, all invoices as JSON with their detail records and
    /// as a CSV table, the messages with their outcomes, the notifications, and every stored original. A `README.txt` describes
    /// each file. It contains no password and no tokens. The archive is created while it is sent, so its length is not known in
    /// advance. A truncated archive has no table of contents and can't be opened. A user can have one export at a time.
    #[endpoint { method = GET, path = "/v1/user/me/export", operation_id = "user_export", tags = ["user"] }]
    async fn user_export(rqctx: RequestContext<Self::Context>, caller: Caller) -> Result<ExportResponse, ApiError>;

    /// Change the password
    ///
    /// Requires the current password, with the same limits as a login; a wrong one counts as a failed login. All access tokens
    /// issued before, those of scripts too, become invalid and all sessions end. The response has a new access token.
    #[endpoint { method = POST, path = "/v1/user/me/password", operation_id = "password_change", tags = ["user"] }]
    async fn password_change(
        rqctx: RequestContext<Self::Context>,
        caller: Caller<JsonBody<PasswordChangeBody>>,
    ) -> Answer<NewAccessToken>;

    /// Log out everywhere
    ///
    /// Invalidates all of the caller's access tokens, including those of scripts and the one of this request, and ends all
    /// sessions.
    #[endpoint { method = POST, path = "/v1/auth/logout-all", operation_id = "user_log_out_everywhere", tags = ["auth"] }]
    async fn user_log_out_everywhere(rqctx: RequestContext<Self::Context>, caller: Caller) -> Answer<NoData>;

    /// Refresh a session
    ///
    /// Exchanges a refresh token for an access token and the next refresh token. Each refresh token is valid once. Because a
    /// response can be lost, the call can be repeated within 30 seconds (by default) and returns the same next token. A later
    /// repetition ends the session, because someone else may have the token. No access token is required. Attempts are limited
    /// per client address.
    #[endpoint { method = POST, path = "/v1/auth/sessions/refresh", operation_id = "session_refresh", tags = ["auth"] }]
    async fn session_refresh(
        rqctx: RequestContext<Self::Context>,
        body: JsonBody<RefreshBody>,
    ) -> Answer<SessionTokens>;
}
