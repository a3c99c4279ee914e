//! Which documents of a user are one invoice.
//!
//! [`group`] decides it for a set of documents at once, from what each document itself states, so neither the order in which
//! mails arrive nor the number of workers matters. [`STEPS`] lists the rules. Steps other than the user's word join documents
//! of one vendor and direction only.

mod cancelled;
mod facts;
mod grouping;
mod related;
mod step;
mod steps;
#[cfg(test)]
#[allow(missing_docs, reason = "builders for tests")]
mod tests;
mod warning;

pub use facts::{Fact, Number, Numbers, Position, Sort};
pub use parser_model::identity::{Identity, Role};

pub use grouping::{Group, Join, Member, UserWord, Warning};
pub use related::{Relation, related};
pub use step::Step;
pub use steps::{Row, STEPS};
pub use warning::GroupWarning;

use grouping::Grouping;

/// The groups of a set of documents: each group is one invoice. `facts` and the indexes in `words` and in the result are
/// positions in the list.
///
/// The result does not depend on the order of `facts`: groups and their members are in canonical order, that of
/// [`Fact::position`].
pub fn group(facts: &[Fact], words: &[UserWord]) -> Vec<Group> {
    let mut grouping = Grouping::new(facts, words);
    for row in STEPS {
        (row.apply)(&mut grouping);
    }
    grouping.finish()
}
