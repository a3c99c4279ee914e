//! Which documents are one retail invoice, as [`invoices_domain::identity`] decides it.
//!
//! Each document leaves a statement for each invoice that it states. Whenever a statement is written, removed, joined or
//! separated, the groups of its block are computed again in the same transaction, and the difference is written: a block is
//! every statement that is connected with it by a key.

mod block;
mod ledger;
mod regroup;
mod regrouping;
mod relations;
mod save;
mod source;
mod statement;
pub(crate) mod stored;
mod values;
mod words;

use block::keys_of;
pub(crate) use regroup::resolve;
pub use regrouping::{Regrouped, RereadDocument};
pub use relations::RelatedRetail;
pub use save::SavedRetail;
pub(crate) use save::{ids_by_document, save, states_invoice, write};
pub use statement::NewStatement;
pub(crate) use statement::{bury_invoice as bury, has_statements, unbury};
pub use words::{Joined, Separated};
