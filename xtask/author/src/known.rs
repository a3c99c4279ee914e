//! Documents whose values are known.

pub mod expected;
pub mod set;
pub mod value;

use self::set::Set;
use crate::{Result, root};

/// The folders of the project's invented documents.
pub const OWN_SETS: [&str; 2] = ["tests/fixtures/receipts", "tests/fixtures/invoices"];

/// The project's invented documents.
pub fn own_sets() -> Result<Vec<Set>> {
    OWN_SETS.iter().map(|name| Set::open(&root().join(name))).collect()
}
