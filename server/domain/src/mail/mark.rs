//! Looking for new mail.

use std::fmt;
use std::str::FromStr;

use crate::ids::{IdError, opaque};

/// What a mailbox had at a look, in the provider's form: opaque, 1 to 256 printable ASCII characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailMark(String);

impl MailMark {
    /// The mark.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for MailMark {
    type Err = IdError;
    fn from_str(text: &str) -> Result<Self, IdError> {
        opaque(text).map(MailMark).ok_or(IdError::new("mark of a mailbox"))
    }
}

impl fmt::Display for MailMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// What a look found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// The mark for the next look.
    pub mark: MailMark,
    /// Whether mails may have arrived since the last mark.
    pub has_news: bool,
}
