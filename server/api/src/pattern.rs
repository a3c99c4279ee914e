//! Patterns of texts, for their schemas.

/// A text that is not blank, without control characters.
pub(crate) const NAME: &str = r"^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$";
/// An e-mail address. Blanks around it are ignored.
pub(crate) const EMAIL: &str = r"^\s*[^@\s\x00-\x1f\x7f-\x9f]+@[^@\s\x00-\x1f\x7f-\x9f]+\s*$";
/// Which mail account to connect: an id, `new`, or none.
pub(crate) const ACCOUNT: &str = "^(new|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$";
