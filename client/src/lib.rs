//! The typed client of the invoice service.
//!
//! ```no_run
//! # async fn example() -> Result<(), invoices_client::Error> {
//! use invoices_client::{Client, types::KnownSubType};
//!
//! let client = Client::connect("https://invoices.example.com")?;
//! let client = client.log_in("alva@example.com", "correct horse battery").await?;
//! for invoice in client.retail_invoices(Some(KnownSubType::Grocery)).await? {
//!     println!("{} {}", invoice.vendor_name, invoice.total_amount);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Every operation of the service is a method of [`Client`], named as in its OpenAPI document, whose descriptions are
//! the methods' documentation; they return the whole envelope. The methods that a person mostly wants return the data
//! alone and fail with [`Error`].
//!
//! The [`guide`] shows how to connect, ingest, list, download, and what to do with errors.
//!
//! Amounts are exact decimals. A category or error code that is newer than this client decodes to `Other` or `Unknown`.

mod error;
mod extras;
#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, clippy::unwrap_used, missing_docs, unused_imports, reason = "written by a generator")]
mod generated;
#[doc = include_str!("../../docs/sdk.md")]
pub mod guide {}
mod ingest;
mod secret;
mod session;

pub use error::Error;
pub use extras::{Credentials, LatestIngest, ListQuery};
pub use generated::{Client, ResponseValue, types};
pub use ingest::IngestOrder;
pub use progenitor_client;
pub use secret::Secret;
pub use session::Session;
