//! What the header of a mail may hold before its signatures are checked: hashing costs the fields times the signed names.

use invoices_domain::NotAuthenticated;

/// Maximum number of signatures of a mail. Each can require hashing the whole mail again.
const SIGNATURES: usize = 5;
/// Maximum number of bytes of one signature.
const SIGNATURE_BYTES: usize = 8 << 10;
/// Maximum number of names of fields that one signature covers (`h=`).
const SIGNED_NAMES: usize = 100;
/// Maximum number of lines of the header.
const HEADER_LINES: usize = 1_000;
/// Maximum number of bytes of the header.
const HEADER_BYTES: usize = 64 << 10;
const SIGNATURE: &[u8] = b"dkim-signature";

/// The message without the signatures that are too large to check; or why none is checked. Counts lines that begin like a field, so
/// that the header need not be understood.
pub fn without_large_signatures(message: &[u8]) -> Result<Vec<u8>, NotAuthenticated> {
    let mut kept = Vec::with_capacity(message.len());
    let (mut lines, mut bytes, mut signatures) = (0, 0, 0);
    let mut field = 0..0;
    for line in message.split_inclusive(|byte| *byte == b'\n') {
        let is_blank = matches!(line, b"\n" | b"\r\n");
        if is_blank || !line.starts_with(b" ") && !line.starts_with(b"\t") {
            signatures += keep(&message[field.clone()], &mut kept);
            field = field.end..field.end;
        }
        if is_blank {
            break;
        }
        lines += 1;
        bytes += line.len();
        field.end += line.len();
        if lines > HEADER_LINES || bytes > HEADER_BYTES {
            return Err(NotAuthenticated::UncheckedSignatures);
        }
    }
    signatures += keep(&message[field.clone()], &mut kept);
    if signatures > SIGNATURES {
        return Err(NotAuthenticated::TooManySignatures { limit: SIGNATURES });
    }
    kept.extend_from_slice(&message[field.end..]);
    Ok(kept)
}

/// Keeps a field unless it is too large a signature. Returns how many signatures it is.
fn keep(field: &[u8], kept: &mut Vec<u8>) -> usize {
    let name = field.get(..SIGNATURE.len()).unwrap_or_default();
    let is_signature = name.eq_ignore_ascii_case(SIGNATURE);
    let names = || field.split(|byte| *byte == b':').count() - 1;
    if !is_signature || field.len() <= SIGNATURE_BYTES && names() <= SIGNED_NAMES {
        kept.extend_from_slice(field);
    }
    usize::from(is_signature)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIL: &[u8] = b"DKIM-Signature: v=1;\r\n d=example.com\r\nFrom: a@example.com\r\ndkim-signature : v=1\r\n\r\nDKIM-Signature: no\r\n";

    #[test]
    fn a_usual_mail_is_kept_whole() {
        for mail in [
            MAIL,
            b"",
            b"From: a@example.com",
            b"From: a@example.com\r\n",
            b"\r\nText\r\n",
        ] {
            assert_eq!(without_large_signatures(mail).as_deref(), Ok(mail));
        }
    }

    #[test]
    fn signatures_are_counted_in_the_header_alone() {
        let signed = |count| [b"DKIM-Signature: v=1\r\n".repeat(count), MAIL.to_vec()].concat();
        assert!(without_large_signatures(&signed(SIGNATURES - 2)).is_ok());
        let limit = SIGNATURES;
        let refused = without_large_signatures(&signed(SIGNATURES - 1));
        assert_eq!(refused, Err(NotAuthenticated::TooManySignatures { limit }));
    }

    #[test]
    fn a_signature_that_is_too_large_is_left_out() {
        let names = format!("DKIM-Signature: v=1; h={}\r\n", "a:".repeat(SIGNED_NAMES));
        let bytes = format!(
            "DKIM-Signature: v=1; b={}\r\n",
            format!("{}\r\n ", "x".repeat(97)).repeat(SIGNATURE_BYTES / 100 + 1)
        );
        for large in [names, bytes] {
            let mail = [large.as_bytes(), MAIL].concat();
            assert_eq!(without_large_signatures(&mail).as_deref(), Ok(MAIL));
        }
    }

    #[test]
    fn a_header_that_is_too_large_is_not_checked() {
        let unchecked = Err(NotAuthenticated::UncheckedSignatures);
        assert_eq!(without_large_signatures(&b"a:\n".repeat(HEADER_LINES + 1)), unchecked);
        let long = format!("Subject: {}\r\n", "x".repeat(HEADER_BYTES));
        assert_eq!(without_large_signatures(long.as_bytes()), unchecked);
    }
}
