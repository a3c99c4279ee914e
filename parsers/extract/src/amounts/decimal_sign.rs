//! The decimal sign of a document.

/// The decimal sign, if a document shows which one it uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DecimalSign {
    #[default]
    Unknown,
    /// `12.50`
    Point,
    /// `12,50`
    Comma,
}

impl DecimalSign {
    pub(super) fn as_char(self) -> Option<char> {
        match self {
            DecimalSign::Unknown => None,
            DecimalSign::Point => Some('.'),
            DecimalSign::Comma => Some(','),
        }
    }
}
