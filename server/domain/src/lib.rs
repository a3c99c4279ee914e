//! The types and ports of the invoice service, free of HTTP, SQL and HTML.
//!
//! Each type checks its invariants when it is constructed; each port has more than one implementation.

pub mod channel;
mod choices;
mod clock;
pub mod correction;
pub mod dates;
mod engine;
pub mod identity;
pub mod ids;
pub mod ledger;
pub mod mail;
pub mod mailer;
pub mod notification;
pub mod object_key;
pub mod payment_code;
pub mod pdf_passwords;
pub mod ports;
pub mod preferences;
pub mod random;
pub mod reason;
pub mod rent;
pub mod rental_record;
pub mod retail_invoice_id;
mod retail_part;
pub mod sources;
mod token_scope;
pub mod webhook;

pub use choices::Choices;
pub use dates::{DateWindow, Month, ServiceZone, Window};
pub use engine::{Engine, MissingEngine};
pub use ids::{
    AccessTokenId, AccountName, MailAccountId, MailAddress, MessageId, RentalInvoiceId, RunId, SessionId, UserId,
    VendorId,
};
pub use ledger::{DocumentState, MessageState, Question, Source, UserAnswer};
pub use notification::NotificationFacts;
pub use object_key::{FileName, ObjectKey};
pub use parser_model::{
    Catalogue, CatalogueError, Category, Code, Currency, EmailPattern, Label, LabelClass, LabelError, LabelPhrase,
    Labels, Landlord, Lesson, Limit, Money, NotAuthenticated, PdfPassword, Reason, SubType, Vendor, Warning, catalogue,
    currency, money, reading, sub_type, text_conversions, text_enum, vendor, warning,
};
pub use pdf_passwords::{PasswordChange, PdfPasswords};
pub use reason::{IngestReason, LedgerReason};
pub use rental_record::{Due, RentalInvoiceRecord, plausible_due};
pub use retail_invoice_id::RetailInvoiceId;
pub use retail_part::RetailPart;
pub use token_scope::{TokenScope, TokenScopes, UnknownScope};
