//! The operations.
//!
//! Dropshot's router does not allow a literal beside a variable at one level of a path, so the contract is several traits, the
//! API groups. The [`crate::Router`] asks them in the order of the list here; a literal wins over a variable, as OpenAPI says.
//! All operations of one path are in one group. The comments of the methods are the summaries and descriptions of the document.

mod account_mail;
mod browser_sessions;
mod by_id;
mod credentials;
mod export;
mod fixed;
mod list;
mod mail_accounts;
mod messages;
mod notifications;
mod runs;
mod sessions;
mod sources;
mod statistics;
mod webhooks;

use dropshot::{ApiDescription, ServerContext, StubContext};

pub use self::account_mail::{AccountMailApi, account_mail_api_mod};
pub use self::browser_sessions::{BrowserSessionsApi, browser_sessions_api_mod};
pub use self::by_id::{ByIdApi, by_id_api_mod};
pub use self::credentials::{CredentialsApi, credentials_api_mod};
pub use self::export::{ExportApi, export_api_mod};
pub use self::fixed::{FixedApi, fixed_api_mod};
pub use self::list::{ListApi, list_api_mod};
pub use self::mail_accounts::{MailAccountsApi, mail_accounts_api_mod};
pub use self::messages::{MessagesApi, messages_api_mod};
pub use self::notifications::{NotificationsApi, notifications_api_mod};
pub use self::runs::{RunsApi, runs_api_mod};
pub use self::sessions::{SessionsApi, sessions_api_mod};
pub use self::sources::{SourcesApi, sources_api_mod};
pub use self::statistics::{StatisticsApi, statistics_api_mod};
pub use self::webhooks::{WebhooksApi, webhooks_api_mod};

/// Operations whose work may take minutes. They answer before their own limit, and the work continues.
pub const INGESTS: &[&str] = &[
    "rental_ingest",
    "rental_ingest_latest",
    "retail_ingest",
    "source_discover",
    "mail_hand_over",
];

const VALID: &str = "dropshot accepts the contract's paths";

macro_rules! groups {
    ($($group:ident in $module:ident),+ $(,)?) => {
        /// Implements every API group.
        pub trait Contract<C>: $($group<Context = C> +)+ {}

        impl<C, Api> Contract<C> for Api where Api: $($group<Context = C> +)+ {}

        /// The API groups as `Api` implements them, in the order in which they are asked.
        pub(crate) fn groups<C: ServerContext, Api: Contract<C>>() -> Vec<ApiDescription<C>> {
            vec![$($module::api_description::<Api>().expect(VALID)),+]
        }

        /// The API groups without an implementation, for the document.
        pub(crate) fn described_groups() -> Vec<ApiDescription<StubContext>> {
            vec![$($module::stub_api_description().expect(VALID)),+]
        }
    };
}

groups! {
    FixedApi in fixed_api_mod,
    ByIdApi in by_id_api_mod,
    ListApi in list_api_mod,
    SourcesApi in sources_api_mod,
    MailAccountsApi in mail_accounts_api_mod,
    MessagesApi in messages_api_mod,
    RunsApi in runs_api_mod,
    NotificationsApi in notifications_api_mod,
    CredentialsApi in credentials_api_mod,
    // After the group that has `/v1/auth/sessions/refresh`.
    SessionsApi in sessions_api_mod,
    BrowserSessionsApi in browser_sessions_api_mod,
    AccountMailApi in account_mail_api_mod,
    StatisticsApi in statistics_api_mod,
    ExportApi in export_api_mod,
    WebhooksApi in webhooks_api_mod,
}
