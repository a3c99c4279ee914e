//! The HTTP contract of the invoice service: operations, wire types, errors, and the OpenAPI document made of them.
//!
//! The crate has no behaviour of its own. A server implements the three traits of [`contract`] and
//! [`Authenticate`], builds a [`Router`] of them, and starts it.

pub mod caller;
pub mod contract;
mod date;
pub mod document;
pub mod envelope;
pub mod error;
pub mod extract;
pub mod list;
pub mod logging;
pub mod mail;
pub mod rental;
pub mod retail;
pub mod router;
mod scope;
mod secret;
pub mod user;

pub use caller::{AccountRule, Authenticate, Caller};
pub use contract::{ByIdApi, FixedApi, ListApi};
pub use document::document;
pub use envelope::Envelope;
pub use error::{ApiError, ErrorCode};
pub use extract::{IgnoredBody, JsonBody, JsonOrFormBody, OptionalJsonBody, PathAndQuery};
pub use router::{Answered, Observer, Router, RouterHandle, RouterSettings};
