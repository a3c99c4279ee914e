//! Texts that strangers wrote.

/// How many characters of a text for people are kept.
const LONGEST: usize = 2000;

/// How many bytes of a business key a B-tree is asked to hold. PostgreSQL refuses entries of about 2,700.
const LONGEST_KEY: usize = 256;

/// The text, fit for both databases: PostgreSQL can't keep a NUL.
pub(crate) fn plain(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

/// A text for people, fit for both databases and of bounded length.
pub(crate) fn words(text: &str) -> String {
    plain(text).chars().take(LONGEST).collect()
}

/// A part of a business key. Absent where there is nothing to tell invoices apart by,
/// or so much that cutting it could make two of them one.
pub(crate) fn key_part(text: Option<&str>) -> Option<String> {
    let text = plain(text?.trim());
    (1..=LONGEST_KEY).contains(&text.len()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nul_is_replaced_and_a_long_text_cut() {
        assert_eq!(plain("a\0b"), "a\u{fffd}b");
        assert_eq!(words(&"å".repeat(LONGEST + 1)).chars().count(), LONGEST);
    }

    #[test]
    fn a_key_is_whole_or_absent() {
        assert_eq!(key_part(Some(" 4711 ")).as_deref(), Some("4711"));
        assert_eq!(key_part(Some("  ")), None);
        assert_eq!(key_part(None), None);
        assert!(key_part(Some(&"4".repeat(LONGEST_KEY))).is_some());
        assert_eq!(key_part(Some(&"4".repeat(LONGEST_KEY + 1))), None);
    }
}
