//! What a reading says: money, currencies, categories, vendors, and the reading itself.
//!
//! Plain values that can't be built wrong. This crate depends on nothing of the project.

pub mod catalogue;
pub mod currency;
pub mod ids;
pub mod money;
pub mod reading;
pub mod sub_type;
pub mod vendor;

pub use catalogue::{Catalogue, CatalogueError, Category};
pub use currency::Currency;
pub use ids::{IdError, MailAddress, VendorId};
pub use money::Money;
pub use sub_type::SubType;
pub use vendor::{EmailPattern, Landlord, Vendor};
