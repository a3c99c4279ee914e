//! The `Authentication-Results` header that a provider adds on receipt.

/// Prepends a passing `Authentication-Results` header to a mail that has none, with the mail's line ends.
pub(crate) fn stamped(eml: &[u8], sender_domain: &str) -> Vec<u8> {
    if has_header(eml, "authentication-results") {
        return eml.to_vec();
    }
    let domain: String = sender_domain.chars().filter(char::is_ascii_graphic).collect();
    let has_crlf = eml.windows(2).any(|pair| pair == b"\r\n");
    let end = if has_crlf { "\r\n" } else { "\n" };
    let header = format!(
        "Authentication-Results: mx.google.com;{end}       dkim=pass header.i=@{domain};{end}       spf=pass smtp.mailfrom={domain};{end}       dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from={domain}{end}"
    );
    [header.as_bytes(), eml].concat()
}

/// Whether the header block has a header of that name, in lower case.
fn has_header(eml: &[u8], name: &str) -> bool {
    eml.split(|byte| *byte == b'\n')
        .take_while(|line| !line.trim_ascii().is_empty())
        .filter_map(|line| line.iter().position(|byte| *byte == b':').map(|colon| &line[..colon]))
        .any(|found| found.trim_ascii_end().eq_ignore_ascii_case(name.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_without_the_header_gets_it_on_top() {
        let mail = stamped(b"From: a@example.com\r\nSubject: Hi\r\n\r\nHello", "example.com");
        let text = String::from_utf8(mail).unwrap();
        assert!(text.starts_with("Authentication-Results: mx.google.com;\r\n"));
        assert!(text.contains("header.from=example.com\r\nFrom: a@example.com"));
    }

    #[test]
    fn a_mail_with_the_header_keeps_it_whatever_it_says() {
        let mail = b"authentication-Results: mx.google.com; dmarc=fail\n\nHello";
        assert_eq!(stamped(mail, "example.com"), mail);
    }

    #[test]
    fn words_in_the_body_are_no_header() {
        let mail = stamped(b"From: a@example.com\n\nAuthentication-Results: x", "example.com");
        assert!(mail.starts_with(b"Authentication-Results: mx.google.com;\n"));
    }
}
