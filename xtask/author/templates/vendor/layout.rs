//! {{vendor_name}}'s mails.
//!
//! # What it does
//! Reads the {{field_in_words}} beside its label “{{label}}”.
//!
//! # Why
//! The label is a word of this vendor's own.
//!
//! # Example
//! ```text
//! {{label}}: EX-10042
//! ```

use parser_kit::field::{{field}};
use parser_kit::{Labelled, Layout};

/// The layout.
pub const LAYOUT: Layout = Layout {
    host: "{{host}}",
    logos: &["{{logo}}"],
    labels: &[Labelled::Text({{field}}, &["{{phrase}}"])],
    ..Layout::of("{{vendor}}", 1)
};
