//! What the header of a mail may hold before its signatures are checked: hashing costs the fields times the signed names.

use std::collections::BTreeSet;
use std::ops::Range;

use bytes::Bytes;
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

/// The names of the keys of a message's signatures; or why none is checked. A reader need not say them, which a document may have
/// taken over to tell something to the names' owner.
pub fn key_names(message: &Bytes) -> Result<BTreeSet<String>, NotAuthenticated> {
    let fields = signatures(message)?;
    Ok(fields
        .into_iter()
        .filter_map(|field| key_name(&message[field]))
        .collect())
}

/// By the tags of a signature (RFC 6376, sections 3.2 and 3.6.2.1).
fn key_name(signature: &[u8]) -> Option<String> {
    let text = str::from_utf8(signature).ok().filter(|_| !is_large(signature))?;
    let (_, tags) = text.split_once(':')?;
    let value = |wanted| {
        let mut tags = tags.split(';').filter_map(|tag| tag.split_once('='));
        tags.find_map(|(name, value)| (name.trim() == wanted).then(|| value.trim()))
    };
    Some(format!("{}._domainkey.{}.", value("s")?, value("d")?).to_lowercase())
}

/// The message without the signatures that are too large to check; or why none is checked.
pub fn without_large_signatures(message: &Bytes) -> Result<Bytes, NotAuthenticated> {
    let mut fields = signatures(message)?;
    fields.retain(|field| is_large(&message[field.clone()]));
    if fields.is_empty() {
        return Ok(message.clone());
    }
    let (mut kept, mut from) = (Vec::with_capacity(message.len()), 0);
    for large in fields {
        kept.extend_from_slice(&message[from..large.start]);
        from = large.end;
    }
    kept.extend_from_slice(&message[from..]);
    Ok(kept.into())
}

/// The fields of signatures; or why none is checked. Counts lines that begin like a field, so that the header need not be
/// understood.
fn signatures(message: &Bytes) -> Result<Vec<Range<usize>>, NotAuthenticated> {
    let (mut lines, mut end) = (0, 0);
    let mut fields: Vec<Range<usize>> = Vec::new();
    for line in message.split_inclusive(|byte| *byte == b'\n') {
        if matches!(line, b"\n" | b"\r\n") {
            break;
        }
        let start = end;
        (lines, end) = (lines + 1, end + line.len());
        if lines > HEADER_LINES || end > HEADER_BYTES {
            return Err(NotAuthenticated::UncheckedSignatures);
        }
        match fields.last_mut() {
            Some(folded) if line.starts_with(b" ") || line.starts_with(b"\t") => folded.end = end,
            _ => fields.push(start..end),
        }
    }
    fields.retain(|field| is_signature(&message[field.clone()]));
    if fields.len() > SIGNATURES {
        return Err(NotAuthenticated::TooManySignatures { limit: SIGNATURES });
    }
    Ok(fields)
}

fn is_signature(field: &[u8]) -> bool {
    let name = field.get(..SIGNATURE.len());
    name.is_some_and(|name| name.eq_ignore_ascii_case(SIGNATURE))
}

/// A colon follows the field's own name, and separates those that it covers.
fn is_large(signature: &[u8]) -> bool {
    let names = || signature.split(|byte| *byte == b':').count() - 1;
    signature.len() > SIGNATURE_BYTES || names() > SIGNED_NAMES
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIL: &[u8] = b"DKIM-Signature: v=1;\r\n d=example.com\r\nFrom: a@example.com\r\ndkim-signature : v=1\r\n\r\nDKIM-Signature: no\r\n";

    fn bounded(mail: &[u8]) -> Result<Bytes, NotAuthenticated> {
        without_large_signatures(&Bytes::copy_from_slice(mail))
    }

    #[test]
    fn a_usual_mail_is_kept_whole() {
        for mail in [
            MAIL,
            b"",
            b"From: a@example.com",
            b"From: a@example.com\r\n",
            b"\r\nText\r\n",
        ] {
            assert_eq!(bounded(mail).as_deref(), Ok(mail));
        }
    }

    #[test]
    fn signatures_are_counted_in_the_header_alone() {
        let signed = |count| [b"DKIM-Signature: v=1\r\n".repeat(count), MAIL.to_vec()].concat();
        assert!(bounded(&signed(SIGNATURES - 2)).is_ok());
        let limit = SIGNATURES;
        let refused = bounded(&signed(SIGNATURES - 1));
        assert_eq!(refused, Err(NotAuthenticated::TooManySignatures { limit }));
    }

    #[test]
    fn only_keys_of_signatures_are_named() {
        let mail = b"Subject: s=a; d=example.net\r\nDKIM-Signature: v=1; d=Example.com;\r\n\ts = Mail2026 ; b=d=x\r\nDKIM-Signature: v=1; s=a\r\n\r\nDKIM-Signature: s=b; d=example.org\r\n";
        let names = key_names(&Bytes::from_static(mail)).unwrap();
        assert_eq!(Vec::from_iter(names), ["mail2026._domainkey.example.com."]);
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
            assert_eq!(bounded(&mail).as_deref(), Ok(MAIL));
        }
    }

    #[test]
    fn a_header_that_is_too_large_is_not_checked() {
        let unchecked = Err(NotAuthenticated::UncheckedSignatures);
        assert_eq!(bounded(&b"a:\n".repeat(HEADER_LINES + 1)), unchecked);
        let long = format!("Subject: {}\r\n", "x".repeat(HEADER_BYTES));
        assert_eq!(bounded(long.as_bytes()), unchecked);
    }
}
