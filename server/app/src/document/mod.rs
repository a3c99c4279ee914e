//! Documents: from a stored original to a record.

mod answer;
pub mod parse;
pub mod question;
pub(crate) mod read;
pub mod reparse;
pub mod statement;
pub(crate) mod teach;
mod unlock;
