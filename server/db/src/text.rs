//! Texts that strangers wrote.

/// How many characters of a text for people are kept.
const MAX_DISPLAY_CHARS: usize = 2000;

/// How many bytes of a business key a B-tree is asked to hold. PostgreSQL refuses entries of about 2,700.
const MAX_KEY_BYTES: usize = 256;

/// The text, fit for both databases: PostgreSQL can't keep a NUL.
pub(crate) fn without_nul(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

/// A text for people, fit for both databases and of bounded length.
pub(crate) fn display_text(text: &str) -> String {
    without_nul(text).chars().take(MAX_DISPLAY_CHARS).collect()
}

/// A part of a business key. Absent where there is nothing to tell invoices apart by,
/// or so much that cutting it could make two of them one.
pub(crate) fn key_part(text: Option<&str>) -> Option<String> {
    let text = without_nul(text?.trim());
    (1..=MAX_KEY_BYTES).contains(&text.len()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nul_is_replaced_and_a_long_text_cut() {
        assert_eq!(without_nul("a\0b"), "a\u{fffd}b");
        assert_eq!(
            display_text(&"å".repeat(MAX_DISPLAY_CHARS + 1)).chars().count(),
            MAX_DISPLAY_CHARS
        );
    }

    #[test]
    fn a_key_is_whole_or_absent() {
        assert_eq!(key_part(Some(" 4711 ")).as_deref(), Some("4711"));
        assert_eq!(key_part(Some("  ")), None);
        assert_eq!(key_part(None), None);
        assert!(key_part(Some(&"4".repeat(MAX_KEY_BYTES))).is_some());
        assert_eq!(key_part(Some(&"4".repeat(MAX_KEY_BYTES + 1))), None);
    }
}
