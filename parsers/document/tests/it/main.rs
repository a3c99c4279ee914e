//! Documents as strangers write them.

#![allow(clippy::unwrap_used, reason = "a test panics where a result is wrong")]

mod authentication_results;
mod pdf_fonts;
mod pdf_fuzz;
mod pdf_hostile;
mod pdf_text;
