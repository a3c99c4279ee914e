//! Bytes into text.

use encoding_rs::Encoding;
use mail_parser::decoders::charsets::map::charset_decoder;

/// How far into a page its own word about its charset is looked for, as browsers do.
const SNIFFED: usize = 1_024;

/// Decodes a page or a mail's part: a byte order mark first, then UTF-8 where it is valid, then the
/// charset that the mail declares, then the one that the page itself declares, then Windows-1252.
///
/// Valid UTF-8 wins over what is declared: text of another charset hardly ever is valid UTF-8,
/// and declarations are often wrong.
pub fn decode(bytes: &[u8], declared: Option<&str>) -> String {
    if let Some(rest) = bytes.strip_prefix(b"\xef\xbb\xbf") {
        return String::from_utf8_lossy(rest).into_owned();
    }
    let mark = match bytes {
        [0xff, 0xfe, ..] => Some("utf-16le"),
        [0xfe, 0xff, ..] => Some("utf-16be"),
        _ => None,
    };
    if let Some(text) = mark.and_then(|name| named(&bytes[2..], name)) {
        return text;
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    declared
        .and_then(|name| named(bytes, name))
        .or_else(|| sniffed(bytes).and_then(|name| named(bytes, &name)))
        .or_else(|| named(bytes, "windows-1252"))
        .unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned())
}

/// Whether the bytes below 0x80 are ASCII characters in the charset of `bytes`, wherever they stand: so in all but UTF-16
/// and the charsets that switch by escape sequences.
pub(crate) fn is_ascii_compatible(bytes: &[u8], declared: Option<&str>) -> bool {
    let is_utf16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    let encoding = declared.and_then(|name| Encoding::for_label(name.trim().as_bytes()));
    // The encoding standard knows no UTF-7 and calls HZ and ISO-2022-KR its replacement, which is not compatible.
    let is_utf7 = declared.is_some_and(|name| name.trim().to_ascii_lowercase().ends_with("utf-7"));
    !is_utf16 && !is_utf7 && encoding.is_none_or(Encoding::is_ascii_compatible)
}

fn named(bytes: &[u8], charset: &str) -> Option<String> {
    let charset = charset.trim().trim_matches(['"', '\'']).to_ascii_lowercase();
    // What is called Latin-1 is written by programs that mean its Windows superset, and browsers read it so.
    let charset = match charset.as_str() {
        "utf-8" | "utf8" => return None,
        "iso-8859-1" | "latin1" | "us-ascii" | "ascii" => "windows-1252",
        other => other,
    };
    charset_decoder(charset.as_bytes()).map(|decoder| decoder(bytes))
}

/// `charset=` in the page's head.
fn sniffed(bytes: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(SNIFFED)]).to_ascii_lowercase();
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
        assert_eq!(
            decode(b"<meta charset=iso-8859-15>\xa4", None),
            "<meta charset=iso-8859-15>€"
        );
        assert_eq!(decode(b"\xff\xfeA\x00\xe5\x00", None), "Aå");
    }

    #[test]
    fn markup_can_be_put_around_most_charsets_byte_by_byte() {
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
