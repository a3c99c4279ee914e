//! A user's own landlords and vendors, and the search for more.

mod discovery;
mod labels;
mod landlords;
pub(crate) mod pdf_passwords;
mod vendors;
