//! Cleaning of untrusted text.

/// The maximum length of a display text, in characters.
const MAX_DISPLAY_CHARS: usize = 2000;

/// The maximum length of a name in an index, in characters.
const MAX_NAME_CHARS: usize = 200;

/// The maximum length of an indexed business key, in bytes. PostgreSQL refuses index entries over about 2,700 bytes.
const MAX_KEY_BYTES: usize = 256;

/// Replaces NUL characters, which PostgreSQL can't store.
pub(crate) fn without_nul(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

/// Replaces NUL characters and truncates the text to [`MAX_DISPLAY_CHARS`].
pub(crate) fn display_text(text: &str) -> String {
    without_nul(text).chars().take(MAX_DISPLAY_CHARS).collect()
}

/// A name that lists are filtered by, cut to [`MAX_NAME_CHARS`].
pub(crate) fn name_text(text: &str) -> String {
    without_nul(text).chars().take(MAX_NAME_CHARS).collect()
}

/// A part of a business key. `None` if the text is empty, or so long that truncating it could make two keys equal.
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
    fn a_key_is_complete_or_absent() {
        assert_eq!(key_part(Some(" 4711 ")).as_deref(), Some("4711"));
        assert_eq!(key_part(Some("  ")), None);
        assert_eq!(key_part(None), None);
        assert!(key_part(Some(&"4".repeat(MAX_KEY_BYTES))).is_some());
        assert_eq!(key_part(Some(&"4".repeat(MAX_KEY_BYTES + 1))), None);
    }
}
