//! What a document states for machines, and how it agrees with the page.

mod merge;
mod orders;
mod read;

pub use merge::{merge, table};
pub use orders::candidate;
pub use read::{Origin, Structured, read};
