//! The states of the ledger: what was found in a mailbox, and what became of it.

use std::fmt;
use std::str::FromStr;

macro_rules! states {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant),* }

        impl $name {
            /// Every value.
            pub const ALL: &[$name] = &[$($name::$variant),*];

            /// The word the databases keep.
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $text),* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl FromStr for $name {
            type Err = UnknownState;
            fn from_str(text: &str) -> Result<Self, UnknownState> {
                match text { $($text => Ok($name::$variant),)* _ => Err(UnknownState(text.to_owned())) }
            }
        }
    };
}

/// A word that is no state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown ledger word {0}")]
pub struct UnknownState(String);

states! {
    /// Which ingest a message belongs to.
    Source {
        /// A landlord's mail.
        Rental = "rental",
        /// A shop's mail.
        Retail = "retail",
    }
}

states! {
    /// What became of a message.
    MessageState {
        /// Known, not yet safe: work owed to the next run and the sweeper.
        Found = "found",
        /// Every document in it has a row of its own and its bytes are stored.
        Fetched = "fetched",
        /// The sender could not be trusted; not stored, not parsed, releasable.
        Quarantined = "quarantined",
        /// It holds no document for us.
        Rejected = "rejected",
        /// It could not be fetched or stored; the next run tries again.
        Failed = "failed",
        /// Not wanted: its month is processed, or its sender or date does not fit.
        Skipped = "skipped",
    }
}

states! {
    /// What became of a document (the HTML, or one PDF) of a message.
    DocumentState {
        /// Its row and key are written, its bytes not yet.
        Found = "found",
        /// Its bytes are in object storage; parsing is owed.
        Stored = "stored",
        /// An invoice states what it says.
        Parsed = "parsed",
        /// It is no invoice.
        Rejected = "rejected",
        /// It could not be read.
        Failed = "failed",
        /// Another document has the same bytes or states the same invoice.
        Duplicate = "duplicate",
        /// Its invoice was deleted by the user.
        Deleted = "deleted",
    }
}

impl DocumentState {
    /// Whether a mail with such a PDF makes its month processed.
    pub const fn processes_month(self) -> bool {
        matches!(self, DocumentState::Stored | DocumentState::Parsed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_reads_back() {
        assert!(Source::ALL.iter().all(|s| s.as_str().parse() == Ok(*s)));
        assert!(MessageState::ALL.iter().all(|s| s.as_str().parse() == Ok(*s)));
        assert!(DocumentState::ALL.iter().all(|s| s.as_str().parse() == Ok(*s)));
    }
}
