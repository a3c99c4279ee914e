//! All parsers together.

#![allow(clippy::unwrap_used, reason = "a test panics where a result is wrong")]

mod catalogue;
mod checks;
mod classes;
mod credit_notes;
mod currencies;
mod days;
mod evidence;
mod identity;
mod in_favour;
mod labels;
mod letters;
mod mutations;
mod not_spending;
mod numbers;
mod other_languages;
mod page;
mod parties;
mod parts_of_mails;
mod pdf_layouts;
mod sellers;
mod special_cases;
mod steps;
mod sums;
mod weak_signs;
mod wordings;
