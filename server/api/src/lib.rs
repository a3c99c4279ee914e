//! The HTTP contract of the invoice service: operations, wire types, errors, and the OpenAPI document made of them.
//!
//! The crate has no behaviour of its own. A server implements [`Authenticate`] and the traits of [`contract`], and
//! starts a [`Router`] with them.

pub mod account_mail;
mod body;
pub mod browser_session;
pub mod cached;
pub mod caller;
mod completed;
pub mod connect;
pub mod contract;
pub mod correction;
pub mod cors;
pub mod credentials;
mod date;
pub mod document;
pub mod download;
pub mod envelope;
pub mod error;
mod example;
pub mod export;
pub mod extract;
pub mod handed;
mod hooks;
mod id;
pub mod imap;
pub mod join;
pub mod list;
pub mod logging;
pub mod mail;
pub mod mail_account;
pub mod message;
pub mod notification;
mod operation;
pub mod original;
pub mod page;
pub mod reason;
pub mod rental;
pub mod retail;
pub mod router;
pub mod run;
mod secret;
pub mod sentence;
pub mod session;
pub mod sources;
pub mod statistics;
pub mod user;
pub mod webhook;

pub use caller::{AccountRule, Authenticate, Caller};
pub use contract::{
    AccountMailApi, BrowserSessionsApi, IngestsApi, InvoicesApi, MailAccountsApi, MessagesApi, NotificationsApi,
    RentalApi, RetailApi, SessionsApi, SourcesApi, StatisticsApi, UsersApi, WebhooksApi,
};
pub use cors::{InvalidOrigin, Origins};
pub use document::document;
pub use envelope::Envelope;
pub use error::ApiError;
pub use error::code::ErrorCode;
pub use extract::{IgnoredBody, JsonBody, JsonOrFormBody, OptionalJsonBody, PathAndBody, PathAndQuery};
pub use hooks::{Answered, ArrivalObserver, Observer, Page, Pages, RouterSettings};
pub use router::{Router, RouterHandle};
