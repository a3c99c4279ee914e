//! Words and ports of the invoice service, free of any technology.
//!
//! Everything here is a value that can't be built wrong, or a trait that has more
//! than one implementation. No HTTP, no SQL, no HTML: those live in the crates
//! that depend on this one.

pub mod dates;
pub mod ids;
pub mod ledger;
pub mod mail;
pub mod object_key;
pub mod ports;
pub mod rental_record;

pub use dates::{DateWindow, Month, ServiceZone, Window};
pub use ids::{MailAddress, MessageId, RentalInvoiceId, RetailInvoiceId, UserId, VendorId};
pub use ledger::{DocumentState, MessageState, Source};
pub use object_key::{FileName, ObjectKey};
pub use parser_model::{
    Catalogue, CatalogueError, Category, Currency, EmailPattern, Landlord, Money, SubType, Vendor, catalogue, currency,
    money, reading, sub_type, vendor,
};
pub use rental_record::RentalInvoiceRecord;
