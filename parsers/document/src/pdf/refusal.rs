//! Why a PDF is not read.

/// Why a PDF is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// It has no PDF header.
    #[error("not a PDF")]
    NotAPdf,
    /// It is too damaged to be read.
    #[error("damaged PDF: {0}")]
    Damaged(&'static str),
    /// It needs a user password that is not empty.
    #[error("the PDF needs a password")]
    NeedsPassword,
    /// It uses another security handler than the standard one, or an unknown revision of it.
    #[error("the PDF is encrypted in a way that is not supported")]
    UnsupportedEncryption,
    /// Its pages are images without text.
    #[error("the PDF has no text: a scan or a picture")]
    Scan,
    /// Its fonts do not say which characters their glyphs are.
    #[error("the PDF has text, but its fonts do not say which characters it is")]
    UnknownCharacters,
    /// Its pages show neither text nor images.
    #[error("the PDF has no text")]
    Blank,
    /// It exceeds one of the limits of [`budget`](super::budget).
    #[error("the PDF passes a limit: {0}")]
    OverLimit(&'static str),
}
