//! Where mails come from, and whose are invoices.

use std::path::PathBuf;

use invoices_domain::Landlord;
use serde::{Deserialize, Serialize};

use crate::value::{HttpUrl, Milliseconds, Minutes, Seconds, Secret};

section! {
    /// The mail provider.
    GmailSettings {
        /// A server that replaces Google's, with the same paths, such as the one that `invoices sandbox` prints. Unset: Google.
        provider_url: Option<HttpUrl> = None, example("http://127.0.0.1:8400");
        /// The Gmail API. Google's servers have one address each; set mail.provider_url to use another provider.
        gmail_url: HttpUrl = google("https://gmail.googleapis.com/"), constant();
        /// The page at which users consent. Set mail.provider_url to use another provider.
        authorize_url: HttpUrl = google("https://accounts.google.com/o/oauth2/v2/auth"), constant();
        /// The URL that renews access tokens. Set mail.provider_url to use another provider.
        token_url: HttpUrl = google("https://oauth2.googleapis.com/token"), constant();
        /// The URL that returns an access token's scopes. Set mail.provider_url to use another provider.
        tokeninfo_url: HttpUrl = google("https://oauth2.googleapis.com/tokeninfo"), constant();
        /// The URL that returns the account's address. Set mail.provider_url to use another provider.
        userinfo_url: HttpUrl = google("https://www.googleapis.com/oauth2/v3/userinfo"), constant();
        /// The URL that revokes a grant, when an account is deleted. Set mail.provider_url to use another provider.
        revoke_url: HttpUrl = google("https://oauth2.googleapis.com/revoke"), constant();
        /// The OAuth client that users gave consent to. Without it, access tokens are not refreshed.
        client_id: Option<String> = None, example("….apps.googleusercontent.com");
        /// The secret of that client.
        client_secret: Option<Secret> = None, example("…"), file("/run/secrets/mail-client");
        /// The redirect URI of the consent page: /v1/auth/mail/callback under the service's public address. It must be one of
        /// the client's redirect URIs (see docs/connect-gmail.md). Unset: only `invoices connect` and store-tokens connect
        /// accounts.
        callback_url: Option<HttpUrl> = None, example("https://invoices.example.com/v1/auth/mail/callback");
        /// The same for `invoices connect`, which listens there on the user's machine.
        localhost_callback_url: HttpUrl = google("http://localhost:8399/callback");
        /// The maximum size of a message in bytes: Gmail's own limit, with its encoding. Larger messages are rejected.
        max_message_bytes: u64 = 36 << 20, constant();
        /// The time limit of a call, which is enough for the largest message.
        timeout_seconds: Seconds = Seconds::new(60), constant();
        /// The number of ids in a page of a search: the most that Gmail returns.
        page_size: u32 = 500, constant();
        /// The maximum length of a search query, in characters. Gmail documents no limit for queries, but this one for filters.
        max_query_length: usize = 1_500, constant();
        /// The maximum delay before the first retry of a call. It doubles with each retry. After two attempts, or five if the
        /// provider limits the rate, the job is retried later.
        retry_pause_milliseconds: Milliseconds = Milliseconds::new(800), constant();
        /// How often the service looks for new mail in every mailbox, in minutes. What it finds orders an ingest, in addition to
        /// those of the schedule. 0: never.
        watch_minutes: Minutes = Minutes::new(0), range(0..=1_440, "0 means never, and the schedule finds the mails of a day");
        /// The provider's quota, in units per minute. The service stays within it. The defaults are Gmail's for projects
        /// created since May 2026. Older projects have 15000 units per minute and user, and a message costs 5.
        quota: QuotaSettings;
    }
}

fn google(url: &str) -> HttpUrl {
    url.parse().unwrap_or_else(|error| unreachable!("{url}: {error}"))
}

impl GmailSettings {
    /// Calls the server of [`GmailSettings::provider_url`] in place of Google's, if it is set.
    pub fn use_provider(&mut self) {
        let Some(server) = &self.provider_url else { return };
        for url in [
            &mut self.gmail_url,
            &mut self.authorize_url,
            &mut self.token_url,
            &mut self.tokeninfo_url,
            &mut self.userinfo_url,
            &mut self.revoke_url,
        ] {
            *url = url.on(server);
        }
    }
}

section! {
    /// The provider's quota, in units a minute.
    QuotaSettings {
        /// The quota of one mail account.
        user_units_per_minute: u32 = 6_000, range(1..=1_000_000_000, "with 0 no mail could be fetched");
        /// The quota of all accounts together. Each replica uses an equal share (server.replicas).
        project_units_per_minute: u32 = 1_200_000, range(1..=1_000_000_000, "with 0 no mail could be fetched");
        /// The cost of a page of a search, the same for all projects.
        list_units: u32 = 5, constant();
        /// The cost of asking whether mails arrived since a mark, the same for all projects.
        history_units: u32 = 2, constant();
        /// The cost of asking for the current mark, the same for all projects.
        profile_units: u32 = 1, constant();
        /// The cost of fetching a message.
        get_units: u32 = 20, range(1..=1_000, "each call costs a unit or more");
    }
}

impl QuotaSettings {
    /// One replica's share: the project's quota divided by the number of replicas. An account's quota is not divided,
    /// because its ingests run one at a time.
    #[must_use]
    pub fn share(self, replicas: u32) -> Self {
        QuotaSettings {
            project_units_per_minute: self.project_units_per_minute / replicas.max(1),
            ..self
        }
    }

    /// Whether the quota allows the most expensive call.
    pub fn allows_one_call(&self) -> bool {
        let most_expensive = self.list_units.max(self.get_units);
        self.user_units_per_minute >= most_expensive && self.project_units_per_minute >= most_expensive
    }
}

section! {
    /// IMAP servers at which users may have accounts.
    ImapSettings {
        /// The time limit of one command. A server that takes longer is asked again later.
        timeout_seconds: Seconds = Seconds::new(60), constant();
        /// The servers, each with
        ///   name         the name that users choose. It is stored with their logins, so it must not change.
        ///   host, port   with TLS from the start (RFC 8314); 993 by default
        ///   domain       added to user names without a domain
        ///   authserv_id  the trusted name in Authentication-Results. Set it only if the server removes such headers from
        ///                other senders (RFC 8601, section 5). Without it, and for mails without such a header, the service
        ///                verifies DKIM signatures.
        ///   ca_file      certificate authorities in PEM, in addition to the system's
        ///   oauth        for servers that take tokens instead of passwords, such as outlook.office365.com. Users then connect by
        ///                the provider's consent page, which returns to mail.callback_url or mail.localhost_callback_url.
        ///     client_id, client_secret   the application at the provider. Public ones have no secret
        ///     tenant                     whose accounts Microsoft lets in: common (the default), organizations, consumers, or
        ///                                the id of one
        ///     authorize_url, token_url, device_url, scopes
        ///                                of another provider than Microsoft. Without device_url there is no device code
        servers: Vec<ImapServer> = Vec::new(), example_toml(
            r#"[{ name = "example", host = "imap.example.com", domain = "example.com", authserv_id = "mx.example.com" }, { name = "outlook", host = "outlook.office365.com", oauth = { client_id = "…" } }]"#
        );
    }
}

/// The port of IMAP with TLS from the start (RFC 8314).
const IMAPS: u16 = 993;

/// An IMAP server. Users can't name others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImapServer {
    /// The name by which users choose it. It is stored with their logins.
    pub name: String,
    /// Its host name, which its certificate must state.
    pub host: String,
    /// Its port, with TLS from the start.
    #[serde(default = "imaps")]
    pub port: u16,
    /// The domain of the mail address of user names that have none: that of `alva` is `alva@example.com`.
    #[serde(default)]
    pub domain: Option<String>,
    /// The `authserv-id` (RFC 8601) whose `Authentication-Results` are trusted. `None` verifies DKIM signatures instead.
    #[serde(default)]
    pub authserv_id: Option<String>,
    /// Certificate authorities in PEM, beside the machine's.
    #[serde(default)]
    pub ca_file: Option<PathBuf>,
    /// The OAuth client, if the server takes tokens in place of passwords.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub oauth: Option<ImapOAuth>,
}

/// The OAuth client at the provider of an IMAP server: Microsoft, unless the addresses of another one are set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImapOAuth {
    /// The client's id.
    pub client_id: String,
    /// Its secret. Public clients have none (RFC 6749, section 2.1).
    #[serde(default)]
    pub client_secret: Option<Secret>,
    /// Whose accounts Microsoft lets in: `common` by default.
    #[serde(default)]
    pub tenant: Option<String>,
    /// Another provider's consent page.
    #[serde(default)]
    pub authorize_url: Option<HttpUrl>,
    /// Another provider's token endpoint.
    #[serde(default)]
    pub token_url: Option<HttpUrl>,
    /// Another provider's endpoint for device codes (RFC 8628), if it has one.
    #[serde(default)]
    pub device_url: Option<HttpUrl>,
    /// What is asked for at another provider: that the address is told, and mail be read by IMAP.
    #[serde(default)]
    pub scopes: Vec<String>,
}

fn imaps() -> u16 {
    IMAPS
}

section! {
    /// The landlords whose rent notices are fetched.
    RentalSettings {
        /// Landlords for all users, in addition to those that users add: the sender (an address, a domain, or a glob with *)
        /// and words of the subject.
        landlords: Vec<Landlord> = Vec::new(),
            example_toml(r#"[{ sender = "hyra@landlord.example.com", subject = "Hyresavi" }]"#);
    }
}

section! {
    /// The vendors whose receipts are fetched.
    RetailSettings {
        /// A JSON list of vendors. An entry with the id of a built-in vendor replaces it; other entries are added.
        /// [{"vendor_id": "corner-shop", "vendor_name": "Corner Shop", "sub_type": "grocery", "active": true, "email_patterns":
        /// ["kvitto@shop.example.com"], "subject_keywords": ["Kvitto"]}]
        vendors_file: Option<PathBuf> = None, example("/etc/invoices/vendors.json");
        /// Whether the file's vendors replace all built-in ones.
        replace_vendors: bool = false;
    }
}
