//! Documents: from a stored original to a record.

pub mod parse;
pub mod question;
pub mod reparse;
pub mod statement;
