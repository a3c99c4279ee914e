//! Passwords of PDFs.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The most characters of a password. Of longer ones only 127 bytes would count (ISO 32000-2, 7.6.4.3.3).
const MAX_CHARACTERS: usize = 127;

/// A password that opens PDFs. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PdfPassword(String);

impl PdfPassword {
    /// The password.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PdfPassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PdfPassword(…)")
    }
}

/// The text is no password of a PDF.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a password has 1 to {MAX_CHARACTERS} characters and no control characters")]
pub struct PasswordError;

impl TryFrom<String> for PdfPassword {
    type Error = PasswordError;
    fn try_from(text: String) -> Result<Self, PasswordError> {
        let is_one = (1..=MAX_CHARACTERS).contains(&text.chars().count()) && !text.contains(char::is_control);
        is_one.then_some(PdfPassword(text)).ok_or(PasswordError)
    }
}

impl From<PdfPassword> for String {
    fn from(password: PdfPassword) -> String {
        password.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_short_text_and_is_not_shown() {
        for text in ["", "a\nb", "a\0", &"å".repeat(128)] {
            assert_eq!(PdfPassword::try_from(text.to_owned()), Err(PasswordError), "{text:?}");
        }
        let password = PdfPassword::try_from("850709 åäö".to_owned()).unwrap();
        assert_eq!(password.expose(), "850709 åäö");
        assert!(!format!("{password:?}").contains("85"));
    }
}
