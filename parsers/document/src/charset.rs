//! Decodes bytes to text.

use encoding_rs::Encoding;
use mail_parser::decoders::charsets::map::charset_decoder;

/// Bytes of a page that are searched for its own declaration, as many as in the prescan of the HTML standard.
const PRESCAN_BYTES: usize = 1_024;

/// Decodes a page or a part of a mail.
///
/// A byte order mark decides the charset; else a declared charset that isn't a superset of ASCII, if the bytes have its marks;
/// else it is UTF-8 if the bytes are valid UTF-8; else what the mail declares (`declared`); else what the page declares; else
/// Windows-1252. Valid UTF-8 overrides a declaration, because text in another charset is hardly ever valid UTF-8 and
/// declarations are often wrong.
pub fn decode(bytes: &[u8], declared: Option<&str>) -> String {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned();
    }
    let in_page = declared_in_page(bytes);
    let names = || declared.into_iter().chain(in_page.as_deref());
    let marked = names().find(|name| has_marks_of(bytes, name));
    if let Some(text) = marked.and_then(|name| decode_as(bytes, name)) {
        return text;
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    // Without the marks of these charsets the declaration is wrong.
    names()
        .filter(|name| !is_marked_charset(name))
        .find_map(|name| decode_as(bytes, name))
        .or_else(|| decode_as(bytes, "windows-1252"))
        .unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned())
}

/// Whether each byte below 0x80 is an ASCII character in the charset of `bytes`. It is not in UTF-16, in UTF-7 and in
/// charsets with escape sequences.
pub(crate) fn is_ascii_compatible(bytes: &[u8], declared: Option<&str>) -> bool {
    let is_utf16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    let encoding = declared.and_then(|name| Encoding::for_label(name.trim().as_bytes()));
    // The Encoding Standard has no UTF-7. It maps HZ and ISO-2022-KR to its replacement encoding, which is not compatible.
    let is_utf7 = declared.is_some_and(|name| name.trim().to_ascii_lowercase().ends_with("utf-7"));
    !is_utf16 && !is_utf7 && encoding.is_none_or(Encoding::is_ascii_compatible)
}

/// Whether text in this charset has marks that text in a superset of ASCII does not have.
fn is_marked_charset(charset: &str) -> bool {
    let charset = charset.trim().to_ascii_lowercase();
    let mut names = "utf-16 utf16 utf-32 ucs- unicode utf-7 iso-2022- csiso2022".split(' ');
    charset != "unicode-1-1-utf-8" && (names.any(|name| charset.contains(name)) || charset == "hz-gb-2312")
}

/// Whether bytes have the marks of a charset that isn't a superset of ASCII: zeros, escape characters or shifts.
fn has_marks_of(bytes: &[u8], charset: &str) -> bool {
    let charset = charset.trim().to_ascii_lowercase();
    let has = |mark: &[u8]| bytes.windows(mark.len()).any(|window| window == mark);
    if !is_marked_charset(&charset) {
        false
    } else if charset.contains("2022") {
        // The Korean one has no decoder.
        !charset.contains("kr") && has(b"\x1b")
    } else if charset.contains("utf-7") {
        bytes.is_ascii() && has(b"+")
    } else if charset.starts_with("hz") {
        has(b"~{")
    } else {
        has(b"\0")
    }
}

fn decode_as(bytes: &[u8], charset: &str) -> Option<String> {
    let charset = charset.trim().trim_matches(['"', '\'']).to_ascii_lowercase();
    // No standard writes code pages with a hyphen: `cp-1250`.
    let charset = charset.replace("cp-", "cp");
    // Programs that declare Latin-1 or ASCII often write Windows-1252, a superset. Browsers decode it as that, too.
    let charset = match charset.as_str() {
        "utf-8" | "utf8" => return None,
        "iso-8859-1" | "latin1" | "us-ascii" | "ascii" => "windows-1252",
        other => other,
    };
    // The Encoding Standard has no UTF-7 and no code pages of DOS.
    match Encoding::for_label_no_replacement(charset.as_bytes()) {
        Some(encoding) => Some(encoding.decode_without_bom_handling(bytes).0.into_owned()),
        None => charset_decoder(charset.as_bytes()).map(|decoder| decoder(bytes)),
    }
}

/// The charset in the first `charset=` of the page.
fn declared_in_page(bytes: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(PRESCAN_BYTES)]).to_ascii_lowercase();
    let (_, rest) = head.split_once("charset=")?;
    let name: String = rest
        .trim_start_matches(['"', '\''])
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || "-_:".contains(*c))
        .collect();
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_utf8_wins_over_a_wrong_declaration() {
        assert_eq!(decode("Förfallodag".as_bytes(), Some("iso-8859-1")), "Förfallodag");
        assert_eq!(decode(b"F\xf6rfallodag", Some("utf-8")), "Förfallodag");
        assert_eq!(decode(b"\xa4 10", Some("iso-8859-15")), "€ 10");
        assert_eq!(decode(b"z\xb3", Some("cp-1250")), "zł");
        assert_eq!(
            decode(b"<meta charset=iso-8859-15>\xa4", None),
            "<meta charset=iso-8859-15>€"
        );
        assert_eq!(decode(b"\xff\xfeA\x00\xe5\x00", None), "Aå");
    }

    #[test]
    fn a_charset_with_escapes_is_known_by_its_marks() {
        assert_eq!(decode(b"\x1b$B9g7W\x1b(B 10", Some("ISO-2022-JP")), "合計 10");
        assert_eq!(
            decode(b"<meta charset=iso-2022-jp>\x1b$B9g7W\x1b(B", None),
            "<meta charset=iso-2022-jp>合計"
        );
        assert_eq!(decode(b"K+APY-p 10", Some("utf-7")), "Köp 10");
        assert_eq!(decode(b"1\x000\x00", Some("utf-16le")), "10");
        for wrong in ["utf-16", "unicode", "utf-7", "iso-2022-jp", "ucs-2"] {
            assert_eq!(decode(b"K\xf6p 10", Some(wrong)), "Köp 10", "{wrong}");
            assert_eq!(decode("Köp 10".as_bytes(), Some(wrong)), "Köp 10", "{wrong}");
            let page = format!("<meta charset={wrong}>K");
            assert_eq!(decode(&[page.as_bytes(), b"\xf6p"].concat(), None), format!("{page}öp"));
        }
    }

    #[test]
    fn utf_16_utf_7_and_escape_sequences_are_not_ascii_compatible() {
        for charset in [
            None,
            Some("utf-8"),
            Some("windows-1252"),
            Some("shift_jis"),
            Some("x-unknown"),
        ] {
            assert!(is_ascii_compatible(b"abc", charset), "{charset:?}");
        }
        for charset in [
            "utf-16le",
            "UTF-7",
            "unicode-1-1-utf-7",
            "iso-2022-jp",
            "iso-2022-kr",
            "hz-gb-2312",
        ] {
            assert!(!is_ascii_compatible(b"abc", Some(charset)), "{charset}");
        }
        assert!(!is_ascii_compatible(b"\xff\xfea\x00", None));
    }
}
