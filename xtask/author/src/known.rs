//! Documents whose values are known.

pub mod expected;
pub mod set;
pub mod value;

use self::set::Set;
use crate::{Result, root};

/// The project's invented documents.
pub fn own_sets() -> Result<Vec<Set>> {
    ["receipts", "invoices"]
        .iter()
        .map(|name| Set::open(&root().join("tests/fixtures").join(name)))
        .collect()
}
