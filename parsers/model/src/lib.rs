//! The values that parsers and the service share: money, currencies, categories, vendors, and a parser's reading.
//!
//! Constructors check the values, so that none is invalid. This crate depends on no other crate of the project.

pub mod catalogue;
pub mod currency;
pub mod identity;
pub mod ids;
pub mod money;
pub mod reading;
pub mod sub_type;
pub mod vendor;

pub use catalogue::{Catalogue, CatalogueError, Category};
pub use currency::Currency;
pub use identity::{Identity, Role};
pub use ids::{IdError, MailAddress, VendorId};
pub use money::Money;
pub use sub_type::SubType;
pub use vendor::{EmailPattern, Landlord, Vendor};
