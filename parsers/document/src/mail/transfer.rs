//! Undoes transfer encodings, even if a list or a gateway added something to the encoded text.

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{Message, MessagePart, MimeHeaders};

/// The first line of base64 has at least this many characters, if more than one line follows.
const MIN_FIRST_LINE: usize = 16;

/// The bytes of a part after its transfer encoding; as they are if it has another one.
pub(super) fn decoded(message: &Message<'_>, part: &MessagePart<'_>) -> Vec<u8> {
    let range = part.offset_body as usize..part.offset_end as usize;
    let raw = message.raw_message.get(range).unwrap_or_default();
    let encoding = part
        .content_transfer_encoding()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    let decoded = match encoding.as_str() {
        "base64" => base64_decode(raw).or_else(|| damaged_base64(raw)),
        "quoted-printable" => quoted_printable_decode(raw).or_else(|| Some(damaged_quoted_printable(raw))),
        _ => None,
    };
    decoded.unwrap_or_else(|| raw.to_vec())
}

/// Decodes base64 with other characters in it, up to the text that follows it. `None` if it does not begin as base64.
fn damaged_base64(raw: &[u8]) -> Option<Vec<u8>> {
    let lines = raw.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let is_base64 = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=".contains(byte);
    let mut encoded: Vec<u8> = Vec::with_capacity(raw.len());
    let (mut first, mut has_ended, mut is_after_blank) = (0, false, false);
    for line in lines {
        if line.is_empty() {
            is_after_blank = !encoded.is_empty();
            continue;
        }
        let signs = line.iter().filter(|byte| is_base64(byte)).count();
        // One line in ten characters may be damaged. A line after the last, shorter one is text.
        if (line.len() - signs) * 10 > line.len() || has_ended && is_after_blank || encoded.ends_with(b"=") {
            break;
        }
        if encoded.is_empty() {
            if signs < MIN_FIRST_LINE {
                return None;
            }
            first = signs;
        }
        has_ended |= signs < first;
        is_after_blank = false;
        encoded.extend(line.iter().filter(|byte| is_base64(byte)));
    }
    base64_decode(&encoded).filter(|bytes| !bytes.is_empty())
}

/// Decodes quoted-printable, in which `=` without two digits stands for itself.
fn damaged_quoted_printable(raw: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        let digit = |at: usize| after.get(at).and_then(|digit| char::from(*digit).to_digit(16));
        match (byte, after) {
            (b'=', [b'\r', b'\n', after @ ..] | [b'\n', after @ ..]) => rest = after,
            (b'=', _) => match digit(0)
                .zip(digit(1))
                .and_then(|(high, low)| u8::try_from(high * 16 + low).ok())
            {
                Some(decoded) => {
                    bytes.push(decoded);
                    rest = &after[2..];
                }
                None => bytes.push(byte),
            },
            _ => bytes.push(byte),
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_behind_base64_does_not_damage_it() {
        let encoded = "VG90YWwgMTI1LDUwIFNFSyBwYWlkIGJ5IGNhcmQgYXQgS2lv\nc2sgQWx2YQ==";
        for footer in [
            "\n\n-- \nSent by Tehuset",
            "\n____\nKunder mailing list",
            "\n\nUnsubscribe",
            "!\n",
        ] {
            let decoded = damaged_base64(format!("{encoded}{footer}").as_bytes()).unwrap();
            assert_eq!(decoded, b"Total 125,50 SEK paid by card at Kiosk Alva", "{footer}");
        }
        let noisy = encoded.replace('\n', "!\r\n\r\n");
        assert_eq!(damaged_base64(noisy.as_bytes()).unwrap().len(), 43);
        for text in ["Total 125,50 SEK", "", "\n\nabc"] {
            assert_eq!(damaged_base64(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn a_sign_that_is_no_escape_does_not_damage_quoted_printable() {
        let decoded = damaged_quoted_printable(b"K=C3=B6p =\r\n125,50 kr\n=== ref=zz =");
        assert_eq!(decoded, "Köp 125,50 kr\n=== ref=zz =".as_bytes());
    }
}
