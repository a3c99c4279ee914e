//! The values that parsers and the service share: money, currencies, categories, vendors, and a parser's reading.
//!
//! Constructors check the values, so that none is invalid. This crate depends on no other crate of the project.

pub mod authentication;
pub mod catalogue;
pub mod currency;
pub mod identity;
pub mod ids;
pub mod label;
pub mod luhn;
pub mod mod97;
pub mod money;
pub mod password;
pub mod reading;
pub mod reason;
pub mod sub_type;
mod text_enum;
pub mod vendor;
pub mod warning;

pub use authentication::NotAuthenticated;
pub use catalogue::{Catalogue, CatalogueError, Category};
pub use currency::Currency;
pub use identity::{Identity, Role};
pub use ids::{IdError, MailAddress, VendorId};
pub use label::{Label, LabelClass, LabelError, LabelPhrase, Labels, Lesson};
pub use money::Money;
pub use password::{PasswordError, PdfPassword};
pub use reason::{Code, Limit, Reason};
pub use sub_type::SubType;
pub use vendor::{EmailPattern, Landlord, Vendor};
pub use warning::Warning;
