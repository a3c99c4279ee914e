//! The HTTP contract of the invoice service: operations, wire types, errors, and the OpenAPI document made of them.
//!
//! The crate has no behaviour of its own. A server implements [`Authenticate`] and the traits of [`contract`], and
//! starts a [`Router`] with them.

mod body;
pub mod cached;
pub mod calendar;
pub mod caller;
pub mod channel;
mod collect;
mod completed;
pub mod contract;
pub mod cors;
mod date;
pub mod document;
pub mod download;
pub mod envelope;
pub mod error;
mod example;
pub mod export;
pub mod extract;
mod hooks;
mod id;
pub mod ingest;
pub mod invoice;
pub mod logging;
pub mod mail_account;
pub mod message;
pub mod notification;
mod operation;
pub mod page;
mod pattern;
pub mod reason;
pub mod router;
mod secret;
pub mod sentence;
pub mod source;
pub mod statistics;
pub mod user;
pub mod webhook;

pub use caller::{AccountRule, Authenticate, Caller};
pub use contract::{
    AccountMailApi, BrowserSessionsApi, CalendarApi, ChannelsApi, IngestsApi, InvoicesApi, MailAccountsApi,
    MessagesApi, NotificationsApi, RentalApi, RetailApi, SessionsApi, SourcesApi, StatisticsApi, TokensApi, UsersApi,
    WebhooksApi,
};
pub use cors::{InvalidOrigin, Origins};
pub use document::document;
pub use envelope::Envelope;
pub use error::ApiError;
pub use error::code::ErrorCode;
pub use extract::{IgnoredBody, JsonBody, JsonOrFormBody, OptionalJsonBody, PathAnd};
pub use hooks::{Answered, ArrivalObserver, Observer, Page, Pages, RouterSettings};
pub use router::{Router, RouterHandle};
