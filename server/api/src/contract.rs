//! The operations.
//!
//! Dropshot's router does not allow a literal beside a variable at one level of a path, so the contract is several traits,
//! the API groups, by resource. The [`crate::Router`] asks the one with the literal first, as OpenAPI says. All operations of one
//! path stand in one group. The comments of the methods are the summaries and descriptions of the
//! document.

mod account_mail;
mod browser_session;
mod calendar;
mod channel;
mod ingest;
mod invoice;
mod mail_account;
mod message;
mod notification;
mod rental;
mod retail;
mod session;
mod source;
mod statistics;
mod token;
mod user;
mod webhook;

use std::iter;

use dropshot::{ApiDescription, ServerContext, StubContext};

use crate::export;
use crate::invoice::{correction, join, list, original};
use crate::mail_account::{connect, device, imap, tokens};
use crate::message::submission;
use crate::operation::Operation;
use crate::user::{credentials, preferences};

pub use self::{
    account_mail::*, browser_session::*, calendar::*, channel::*, ingest::*, invoice::*, mail_account::*, message::*,
    notification::*, rental::*, retail::*, session::*, source::*, statistics::*, token::*, user::*, webhook::*,
};

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
    ($($group:ident in $module:ident: $($described:path),+;)+) => {
        /// Implements every API group.
        pub trait Contract<C>: $($group<Context = C> +)+ {}

        impl<C, Api> Contract<C> for Api where Api: $($group<Context = C> +)+ {}

        /// The API groups as `Api` implements them.
        pub(crate) fn groups<C: ServerContext, Api: Contract<C>>() -> Vec<ApiDescription<C>> {
            vec![$($module::api_description::<Api>().expect(VALID)),+]
        }

        /// The API groups without an implementation, for the document.
        pub(crate) fn described_groups() -> Vec<ApiDescription<StubContext>> {
            vec![$($module::stub_api_description().expect(VALID)),+]
        }

        /// The descriptions of all operations.
        pub(crate) fn described_operations() -> impl Iterator<Item = Operation> {
            let operations = iter::empty();
            $($(let operations = operations.chain($described());)+)+
            operations
        }
    };
}

groups! {
    AccountMailApi in account_mail_api_mod: crate::user::account_mail::operations;
    BrowserSessionsApi in browser_sessions_api_mod: crate::user::browser_session::operations;
    CalendarApi in calendar_api_mod: crate::calendar::operations;
    ChannelsApi in channels_api_mod: crate::channel::operations;
    IngestsApi in ingests_api_mod: crate::ingest::operations;
    InvoicesApi in invoices_api_mod: list::operations, original::operations;
    MailAccountsApi in mail_accounts_api_mod:
        crate::mail_account::operations, connect::operations, device::operations, imap::operations,
        tokens::operations;
    MessagesApi in messages_api_mod: crate::message::operations, submission::operations;
    NotificationsApi in notifications_api_mod: crate::notification::operations;
    RentalApi in rental_api_mod: crate::invoice::rental::operations;
    RetailApi in retail_api_mod: crate::invoice::retail::operations, correction::operations, join::operations;
    SessionsApi in sessions_api_mod: crate::user::session::operations;
    SourcesApi in sources_api_mod: crate::source::operations;
    StatisticsApi in statistics_api_mod: crate::statistics::operations;
    TokensApi in tokens_api_mod: crate::user::access_token::operations;
    UsersApi in users_api_mod: crate::user::operations, credentials::operations, export::operations, preferences::operations;
    WebhooksApi in webhooks_api_mod: crate::webhook::operations;
}
