//! The library behind the `invoices` program: start, HTTP over the use cases.
//!
//! The program and the demo depend on no crate below this one but `invoices-db`, for the rows that they print: what they use of the
//! others is exported here.

pub mod backup;
mod certificate;
pub mod doctor;
pub mod engines;
mod error_line;
pub mod http;
mod keyfile;
pub mod logging;
pub mod operations;
pub mod panics;
pub mod start;
#[cfg_attr(not(feature = "otlp"), path = "traces_missing.rs")]
mod traces;

pub use error_line::error_line;
pub use invoices_app::{
    App, DocumentFile, DocumentSource, Error as AppError, FileDiscovery, HandedOver, ListedAccount, Reparsed, Reread,
    Scope, UserOverview, Worker, crash, source::Sources,
};
pub use invoices_aws::provision;
pub use invoices_domain::ports::SystemClock;
pub use invoices_domain::{
    Catalogue, Currency, DocumentState, EmailPattern, Engine, Landlord, MailAddress, MessageId, MessageState,
    MissingEngine, ObjectKey, ServiceZone, SubType, UserId, VendorId, reading,
};
pub use parser_document::mail::Mail;
pub use traces::Traces;
// This also links the parser crates, which register themselves.
pub use invoices_parsers as parsers;
pub use invoices_reader as reader;
pub use invoices_settings as settings;
pub use invoices_settings::SignUp;
