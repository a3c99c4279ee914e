//! Words and ports of the invoice service, free of any technology.
//!
//! Everything here is a value that can't be built wrong, or a trait that has more
//! than one implementation. No HTTP, no SQL, no HTML: those live in the crates
//! that depend on this one.

pub mod catalogue;
pub mod currency;
pub mod dates;
pub mod ids;
pub mod ledger;
pub mod mail;
pub mod money;
pub mod object_key;
pub mod ports;
pub mod reading;
pub mod rental_record;
pub mod sub_type;
pub mod vendor;

pub use catalogue::{Catalogue, CatalogueError, Category};
pub use currency::Currency;
pub use dates::{DateWindow, Month, ServiceZone, Window};
pub use ids::{MailAddress, MessageId, RentalInvoiceId, RetailInvoiceId, UserId, VendorId};
pub use ledger::{DocumentState, MessageState, Source};
pub use money::Money;
pub use object_key::{FileName, ObjectKey};
pub use rental_record::RentalInvoiceRecord;
pub use sub_type::SubType;
pub use vendor::{EmailPattern, Landlord, Vendor};
