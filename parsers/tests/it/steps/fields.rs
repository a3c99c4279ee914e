//! The headers of mails, and the boundaries and types that they name.

use super::Family;

const PARTS: &str = "From: shop@example.com\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n";

fn mail(name: &'static str, build: impl Fn(usize) -> Vec<u8> + 'static) -> Family {
    Family {
        name,
        file: "a.eml",
        build: Box::new(build),
        largest: 4 << 20,
    }
}

/// Parts with a long header, each of this many pieces.
fn headers(name: &'static str, start: &'static str, pieces: usize, piece: fn(usize) -> String) -> Family {
    mail(name, move |size| {
        let header: String = (0..pieces).map(piece).collect();
        let part = format!("--b\r\n{start}{header}\r\n\r\nTotal 10 kr\r\n");
        format!("{PARTS}{}", part.repeat(size.div_ceil(part.len()))).into_bytes()
    })
}

/// A message in quoted-printable, which no limit of the message around it sees.
fn encoded(message: &str) -> Vec<u8> {
    let head = "Content-Type: message/rfc822\r\nContent-Transfer-Encoding: quoted-printable";
    format!(
        "{PARTS}--b\r\n{head}\r\n\r\n{}\r\n--b--\r\n",
        message.replace('=', "=3D")
    )
    .into_bytes()
}

pub fn families() -> Vec<Family> {
    vec![
        mail("header lines with a blank in the name", |size| {
            format!("{}\r\n\r\nTotal 10 kr", "a b:\n".repeat(size / 5)).into_bytes()
        }),
        mail("parts after boundaries within lines", |size| {
            format!("{PARTS}{}", "x--b\n\n".repeat(size / 6)).into_bytes()
        }),
        mail("messages with a blank in the type", |size| {
            "Content-Type: message /rfc822\n\n".repeat(size / 31).into_bytes()
        }),
        mail("messages in an encoded message", |size| {
            encoded(&"Content-Type: message/rfc822\r\n\r\n".repeat(size / 32))
        }),
        mail("digests in digests", |size| {
            let digest = |n: usize| format!("Content-Type: multipart/digest; boundary=b{n}\n\nx--b{n}\n\n");
            (0..size / 60).map(digest).collect::<String>().into_bytes()
        }),
    ]
}

/// Files that take more steps than are allowed to [`is_refused`](super::is_refused).
pub fn refused() -> Vec<Family> {
    vec![
        headers("continued parameters", "Content-Type: text/html", 7_000, |_| {
            "; a*1=x".to_owned()
        }),
        mail("continued parameters in an encoded message", |size| {
            let header = format!("Content-Type: text/html{}", "; a*1=x".repeat(7_000));
            let part = format!("--b\r\n{header}\r\n\r\nTotal 10 kr\r\n");
            encoded(&format!("{PARTS}{}", part.repeat(size.div_ceil(part.len()))))
        }),
        headers(
            "parameters with a language",
            "Content-Disposition: inline",
            4_000,
            |n| format!("; a{n}*=u'l'v"),
        ),
        headers("encoded words without an end", "Subject: ", 7_000, |_| {
            "=?aa?q?x".to_owned()
        }),
        headers("groups of addresses", "From: ", 15_000, |_| "a@b:".to_owned()),
        mail("parameters of a header with a blank in the name", |size| {
            format!(
                "Con tent-Type: text/html{}\r\n\r\nTotal 10 kr",
                "; a*1=x".repeat(size / 7)
            )
            .into_bytes()
        }),
        mail("parameters after a boundary within a line", |size| {
            let parameters = "; a*1=x".repeat(size / 7);
            format!("{PARTS}x--b\r\nContent-Type: text/html{parameters}\r\n\r\nTotal 10 kr").into_bytes()
        }),
        mail("boundaries that do not come", |size| {
            let part = "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n";
            format!(
                "{PARTS}{}--b\r\n\r\n{}",
                part.repeat(size / 100),
                "word ".repeat(size / 10)
            )
            .into_bytes()
        }),
        mail("a boundary of hyphens", |size| {
            let hyphens = "-".repeat(size / 8);
            format!("Content-Type: multipart/mixed; boundary=\"{hyphens}b\"\r\n\r\n{hyphens}--b\r\n\r\n{hyphens}")
                .into_bytes()
        }),
    ]
}
