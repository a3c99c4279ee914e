//! What an author must know before the fixture is committed.

use std::collections::BTreeMap;
use std::fmt;

/// What was replaced, and what is read differently.
#[derive(Debug, Default)]
pub struct Report {
    /// How many places were replaced, by kind.
    pub counts: BTreeMap<&'static str, usize>,
    /// How many scripts, pixels and comments were removed.
    pub removed: usize,
    /// How many attributes were removed, and addresses of pages replaced.
    pub attributes: usize,
    /// Values that are not read as in the mail.
    pub differences: Vec<String>,
    /// The number of attached PDFs, which are not read.
    pub attachments: usize,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.counts.iter().map(|(kind, count)| format!("{kind} ({count})"));
        writeln!(f, "replaced {}", counts.collect::<Vec<_>>().join(", "))?;
        writeln!(
            f,
            "removed  scripts, pixels and comments ({}), attributes ({})",
            self.removed, self.attributes
        )?;
        if self.attachments > 0 {
            writeln!(f, "ignored  attached PDFs ({})", self.attachments)?;
        }
        for difference in &self.differences {
            writeln!(f, "differs  {difference}")?;
        }
        writeln!(
            f,
            "\nLook over every line of the fixture before you commit it. Words of the vocabulary stay, and a name can be one."
        )
    }
}
