//! Currencies: the marks beside amounts, and the currency of the total.

mod contradiction;
mod mark;
mod rules;
mod sign;
mod text;

pub use contradiction::contradicting;
pub use mark::{Mark, at_end, at_start, code, rand_at_end};
pub use rules::{choose, tables};
pub(crate) use sign::meaning;
