//! MIME.

use std::fmt::Write as _;

use super::{Family, wrapped};

/// A mail with one file.
fn file(name: &'static str, media_type: &'static str, build: impl Fn(usize) -> Vec<u8> + 'static) -> Family {
    let head = format!("From: shop@example.com\r\nContent-Type: {media_type}\r\n\r\n");
    Family {
        name,
        file: "a.eml",
        build: Box::new(move |size| [head.as_bytes(), &build(size)].concat()),
        largest: 4 << 20,
    }
}

/// More than this many zeros, compressed as `deflate`: each match is of 258 bytes (RFC 1951, section 3.2.6).
fn zeros(count: usize) -> Vec<u8> {
    let bits = format!("11000110000{}0000000", "1100010100000".repeat(count / 258 + 1));
    let byte = |bits: &[u8]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | (bit - b'0'));
    bits.as_bytes().chunks(8).map(byte).collect()
}

/// A zip archive in which this many files have the same data.
fn archive(data: &[u8], count: usize) -> Vec<u8> {
    let le = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
    let common = [
        &b"\x14\0\0\0\x08\0\0\0\0\0\0\0\0\0"[..],
        &le(data.len()),
        &[0; 4],
        b"\x01\0\0\0",
    ]
    .concat();
    let mut archive = [b"PK\x03\x04", &common[..], b"a", data].concat();
    let start = le(archive.len());
    let entry = [b"PK\x01\x02\x14\0", &common[..], &[0; 14], b"a"].concat();
    archive.extend(entry.repeat(count));
    archive.extend([&b"PK\x05\x06"[..], &[0; 8], &le(entry.len() * count), &start, &[0; 2]].concat());
    archive
}

/// A value in DER.
fn der(tag: u8, content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).unwrap_or(u32::MAX).to_be_bytes();
    [&[tag, 0x84][..], &length, content].concat()
}

/// Signed data whose content is this value.
fn signed(content: &[u8]) -> Vec<u8> {
    let id = |kind: u8| der(6, &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, kind]);
    let encapsulated = der(0x30, &[id(1), der(0xa0, content)].concat());
    let data = der(0x30, &[der(2, &[1]), der(0x31, &[]), encapsulated].concat());
    der(0x30, &[id(2), der(0xa0, &data)].concat())
}

pub fn families() -> Vec<Family> {
    let part = "\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>x</p>";
    vec![
        wrapped(
            "headers",
            "a.eml",
            "From: shop@example.com\r\n",
            |_| "a:\n".to_owned(),
            "\r\nTotal 10 kr",
        ),
        wrapped(
            "a long header",
            "a.eml",
            "Subject: ",
            |_| "word ".to_owned(),
            "\r\n\r\nTotal 10 kr",
        ),
        wrapped(
            "a folded header",
            "a.eml",
            "Subject: ",
            |_| "a\r\n ".to_owned(),
            "\r\n\r\nTotal 10 kr",
        ),
        wrapped(
            "encoded words",
            "a.eml",
            "Subject: ",
            |_| "=?utf-8?q?x?= ".to_owned(),
            "\r\n\r\nTotal 10 kr",
        ),
        wrapped(
            "addresses of senders",
            "a.eml",
            "From: ",
            |n| format!("a{n}@example.com, "),
            "\r\n\r\nTotal 10 kr",
        ),
        wrapped(
            "authentication results",
            "a.eml",
            "Authentication-Results: mx.example.com",
            |n| format!("; spf{n}=pass ((("),
            "\r\nFrom: a@example.com\r\n\r\nTotal 10 kr",
        ),
        wrapped(
            "parameters",
            "a.eml",
            "Content-Type: text/html",
            |n| format!("; a*{n}=x"),
            "\r\n\r\nTotal 10 kr",
        ),
        wrapped(
            "parts",
            "a.eml",
            "Content-Type: multipart/mixed; boundary=b\r\n\r\n",
            move |_| part.to_owned(),
            "\r\n--b--",
        ),
        wrapped(
            "headers of a part",
            "a.eml",
            "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n",
            |_| "a:\r\n".to_owned(),
            "\r\n--b--",
        ),
        wrapped(
            "nested parts",
            "a.eml",
            "",
            |n| format!("Content-Type: multipart/mixed; boundary=b{n}\r\n\r\n--b{n}\r\n"),
            "",
        ),
        wrapped(
            "nested messages",
            "a.eml",
            "",
            |_| "Content-Type: message/rfc822\r\n\r\n".to_owned(),
            "",
        ),
        wrapped(
            "boundaries that nearly match",
            "a.eml",
            "Content-Type: multipart/mixed; boundary=bbbbbbbbbbbbbbbbc\r\n\r\n",
            |_| "\r\n-bbbbbbbbbbbbbbbbb".to_owned(),
            "",
        ),
        file("an archive of large files", "application/zip", |size| {
            archive(&zeros(size + size / 3 + (1 << 20)), 100)
        }),
        file("signed parts in parts", "application/pkcs7-mime", |size| {
            let parts = size / 4;
            signed(&[[0x24, 0x80].repeat(parts), vec![4, 1, b'x'], vec![0; 2 * parts]].concat())
        }),
        file("texts of different words", "multipart/mixed; boundary=b", |size| {
            let mut words = String::new();
            for number in 0..size / 12 / 7 {
                let _ = writeln!(words, "{number:06}");
            }
            (0..12)
                .fold(String::new(), |mut parts, part| {
                    let _ = write!(parts, "--b\r\nContent-Type: text/plain\r\n\r\nx{part} {words}\r\n");
                    parts
                })
                .into_bytes()
        }),
        wrapped(
            "quoted printable",
            "a.eml",
            "Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n",
            |_| "=C3=A5=\r\n".to_owned(),
            "",
        ),
    ]
}
